// SPDX-License-Identifier: MIT
// Kernels for large matrices: blocked and fused; sums are taken in any order.
//
// A core multiplies faster than memory delivers numbers, so each loop here uses a number many times
// once it is loaded. A product is computed tile by tile: a few rows of the left factor meet one
// panel of the right one, whose columns were packed side by side beforehand, and the sums stay in
// registers until they are done. Attention goes by blocks: a block of queries takes one block of
// keys after the other, computes their scores in the cache, turns them into powers, and adds powers
// times values to the output. Each query remembers its largest score so far. If a later block has a
// larger one, the query's running sums are multiplied by the power of the difference; so no power
// overflows, and one pass over the keys is enough (the online softmax of Milakov and Gimelshein
// 2018). A row of weights never exists as a whole.
#pragma once

#include "core/engine/kernels/kernels.h"
#include "core/engine/kernels/pack.h"

namespace attn {
namespace {

constexpr int tile_rows = 6;
constexpr int tile_packs = lanes >= 8 ? 4 : 2;
constexpr std::ptrdiff_t panel_width = tile_packs * lanes;
static_assert(panel_width <= most_panel);

constexpr double least_power = -708; // e to anything less has fewer digits than a double

/// Computes e^x for x ≤ 709. A power below the smallest normal double becomes 0, or, if `deep`, as
/// exact as such small numbers can be. All other powers have the same digits either way.
template <bool deep>
inline Pack exponential(Pack x) {
    constexpr double none = -746; // e to this is 0
    if constexpr (deep)
        x = x < all(none) ? all(none) : x;
    const Pack whole = x * all(log2_e) + all(round_to_integer);
    const Pack n = whole - all(round_to_integer);
    const Pack r = (x - n * all(ln2_high)) - n * all(ln2_low);
    // The low bits of `whole` are the exponent; added to those of the result they scale it.
    if constexpr (!deep) {
        const Words scaled =
            reinterpret_cast<Words>(small_exponential(r)) + (reinterpret_cast<Words>(whole) << 52);
        return x < all(least_power) ? Pack{} : reinterpret_cast<Pack>(scaled);
    }
    // In two steps; only the second may leave the range of doubles.
    const Bits exponent =
        reinterpret_cast<Bits>(whole) - reinterpret_cast<Bits>(all(round_to_integer));
    const Bits half = exponent >> 1;
    const Pack first = reinterpret_cast<Pack>((half + 1023) << 52);
    const Pack second = reinterpret_cast<Pack>((exponent - half + 1023) << 52);
    return small_exponential(r) * first * second;
}

void exponentials(const double* from, double* to, std::ptrdiff_t count) {
    std::ptrdiff_t at = 0;
    for (; at + lanes <= count; at += lanes)
        store(to + at, exponential<true>(load(from + at)));
    double rest[lanes] = {};
    for (std::ptrdiff_t i = at; i < count; ++i)
        rest[i - at] = from[i];
    store(rest, exponential<true>(load(rest)));
    for (std::ptrdiff_t i = at; i < count; ++i)
        to[i] = rest[i - at];
}

/// Computes one panel of c = a b, or c += a b, for `rows` rows; only the first `packs` registers of
/// the panel. If `asks`, prefetches rows × depth numbers from `ahead` meanwhile.
template <int rows, bool adds, int packs, bool asks>
void tile(const double* a, std::ptrdiff_t a_stride, const double* panel, std::ptrdiff_t depth,
          double* c, std::ptrdiff_t c_stride, const double* ahead) {
    Pack sums[rows][packs];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int p = 0; p < packs; ++p)
            sums[r][p] = adds ? load(c + r * c_stride + p * lanes) : Pack{};
    for (std::ptrdiff_t k = 0; k < depth; ++k, panel += panel_width) {
        if constexpr (asks)
            __builtin_prefetch(ahead + k * rows, 0, 2);
        Pack factors[packs];
#pragma GCC unroll 8
        for (int p = 0; p < packs; ++p)
            factors[p] = load(panel + p * lanes);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const Pack from = all(a[r * a_stride + k]);
#pragma GCC unroll 8
            for (int p = 0; p < packs; ++p)
                sums[r][p] += from * factors[p];
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int p = 0; p < packs; ++p)
            store(c + r * c_stride + p * lanes, sums[r][p]);
}

/// Does the same for any number of rows.
template <bool adds, int packs = tile_packs, bool asks = false>
void tiles(const double* a, std::ptrdiff_t a_stride, std::ptrdiff_t rows, const double* panel,
           std::ptrdiff_t depth, double* c, std::ptrdiff_t c_stride,
           const double* ahead = nullptr) {
    const auto some = [&]<int count>(std::ptrdiff_t row) {
        tile<count, adds, packs, asks>(a + row * a_stride, a_stride, panel, depth,
                                       c + row * c_stride, c_stride,
                                       asks ? ahead + row * depth : nullptr);
    };
    std::ptrdiff_t row = 0;
    for (; row + tile_rows <= rows; row += tile_rows)
        some.template operator()<tile_rows>(row);
    for (; row + 4 <= rows; row += 4) // Enough independent sums to hide the latency.
        some.template operator()<4>(row);
    for (; row + 2 <= rows; row += 2)
        some.template operator()<2>(row);
    if (row < rows)
        some.template operator()<1>(row);
}

void product(const double* a, const double* packed, double* c, std::ptrdiff_t rows,
             std::ptrdiff_t depth, std::ptrdiff_t columns) {
    for (std::ptrdiff_t row = 0; row < rows; row += row_block) {
        const std::ptrdiff_t count = rows - row < row_block ? rows - row : row_block;
        for (std::ptrdiff_t column = 0; column < columns; column += panel_width) {
            const double* panel = packed + column * depth;
            if (column + panel_width <= columns) {
                tiles<false>(a + row * depth, depth, count, panel, depth,
                             c + row * columns + column, columns);
                continue;
            }
            double block[row_block * panel_width];
            tiles<false>(a + row * depth, depth, count, panel, depth, block, panel_width);
            for (std::ptrdiff_t r = 0; r < count; ++r)
                for (std::ptrdiff_t at = column; at < columns; ++at)
                    c[(row + r) * columns + at] = block[r * panel_width + at - column];
        }
    }
}

double largest_of(Pack pack) {
    double largest = pack[0];
    for (int at = 1; at < lanes; ++at)
        largest = pack[at] > largest ? pack[at] : largest;
    return largest;
}

double sum_of(Pack pack) {
    double sum = pack[0];
    for (int at = 1; at < lanes; ++at)
        sum += pack[at];
    return sum;
}

/// Computes the scores of a block: queries from `first` on, keys key … key + count − 1; rows are
/// key_block wide.
void block_scores(const double* query, const double* packed_key, std::ptrdiff_t d_k,
                  std::ptrdiff_t first, std::ptrdiff_t rows, std::ptrdiff_t key,
                  std::ptrdiff_t count, double* block) {
    for (std::ptrdiff_t at = 0; at < count; at += panel_width)
        tiles<false>(query + first * d_k, d_k, rows, packed_key + (key + at) * d_k, d_k, block + at,
                     key_block);
}

/// Does the same only for the registers that hold keys from `begin` up to `end`.
void some_scores(const double* query, const double* packed_key, std::ptrdiff_t d_k,
                 std::ptrdiff_t first, std::ptrdiff_t rows, std::ptrdiff_t key,
                 std::ptrdiff_t begin, std::ptrdiff_t end, double* block) {
    for (std::ptrdiff_t at = begin / lanes * lanes; at < end;) {
        const std::ptrdiff_t panel = at / panel_width * panel_width;
        const double* const keys = packed_key + panel * d_k + (at - panel);
        double* const to = block + at - key;
        if (at == panel && at + panel_width <= end) {
            tiles<false>(query + first * d_k, d_k, rows, keys, d_k, to, key_block);
            at += panel_width;
        } else {
            tiles<false, 1>(query + first * d_k, d_k, rows, keys, d_k, to, key_block);
            at += lanes;
        }
    }
}

/// Returns where the products of a block of queries with a block of keys are stored, row by row.
inline double* held_block(const RowsTask& task, std::ptrdiff_t first, std::ptrdiff_t rows,
                          std::ptrdiff_t key) {
    return task.kept.products + first * held_width(task.keys) + key * rows;
}

/// Counts the keys from `key` on that the causal mask leaves open to the query.
inline std::ptrdiff_t open_keys(const KernelMask& mask, std::ptrdiff_t query, std::ptrdiff_t key,
                                std::ptrdiff_t count) {
    if (mask.kind != KernelMask::Kind::Causal)
        return count;
    const std::ptrdiff_t open = query - key + 1;
    return open < 0 ? 0 : open < count ? open : count;
}

constexpr double minus_infinity = -__builtin_inf();

/// Puts −∞ into blocked keys, and beyond the keys up to whole registers. Returns how many keys at
/// the start of the block may be open, rounded up to registers.
std::ptrdiff_t close_blocked(double* scores, const KernelMask& mask, std::ptrdiff_t query,
                             std::ptrdiff_t key, std::ptrdiff_t count) {
    const std::ptrdiff_t open = open_keys(mask, query, key, count);
    if (mask.kind == KernelMask::Kind::Painted) {
        const bool* blocked = mask.painted + query * mask.stride + key;
        for (std::ptrdiff_t at = 0; at < open; ++at)
            scores[at] = blocked[at] ? minus_infinity : scores[at];
    }
    const std::ptrdiff_t whole = (open + lanes - 1) / lanes * lanes;
    for (std::ptrdiff_t at = open; at < whole; ++at)
        scores[at] = minus_infinity;
    return whole;
}

inline std::ptrdiff_t number_of(const RowsTask& task, std::ptrdiff_t query) {
    return task.number ? task.number[query] : query;
}

/// Sets scores = e^(scores · factor − shift); returns their sums, lane by lane.
template <bool deep>
Pack exponentials_of(double* scores, std::ptrdiff_t count, Pack factor, Pack shift) {
    Pack sum = Pack{};
    for (std::ptrdiff_t at = 0; at < count; at += lanes) {
        const Pack power = exponential<deep>(rounded(load(scores + at) * factor) - shift);
        sum += power;
        store(scores + at, power);
    }
    return sum;
}

/// Computes scaled scores less `shift` from the kept products of one panel. If the shift is far too
/// low, the sum of exponentials becomes so large that attend_all_rows notices.
inline void read_held(const double* held, const double* left, const double* right,
                      std::ptrdiff_t rank, Pack factor, Pack shift, Pack* scores) {
    constexpr double most_shifted = 700;
#pragma GCC unroll 8
    for (int p = 0; p < tile_packs; ++p)
        scores[p] = load(held + p * lanes);
    for (std::ptrdiff_t k = 0; k < rank; ++k) {
        const Pack by = all(left[k]);
#pragma GCC unroll 8
        for (int p = 0; p < tile_packs; ++p)
            scores[p] += by * load(right + k * panel_width + p * lanes);
    }
#pragma GCC unroll 8
    for (int p = 0; p < tile_packs; ++p) {
        const Pack shifted = rounded(scores[p] * factor) - shift;
        scores[p] = shifted < all(most_shifted) ? shifted : all(most_shifted);
    }
}

/// Computes the exponentials of a query's scores, for keys from `key` on, from the kept products.
/// Returns their sums, lane by lane.
template <bool deep>
Pack exponentials_of_held(const RowsTask& task, std::ptrdiff_t query, std::ptrdiff_t key,
                          std::ptrdiff_t count, const double* held, double* to) {
    const std::ptrdiff_t rank = task.kept.rank;
    const double* const left = task.kept.left + query * rank;
    const double largest = task.largest[query];
    const Pack factor = all(task.factor), shift = all(largest > minus_infinity ? largest : 0);
    const std::ptrdiff_t number = number_of(task, query);
    const bool is_painted = task.mask.kind == KernelMask::Kind::Painted;
    const std::ptrdiff_t open = is_painted ? 0 : open_keys(task.mask, number, key, count);
    Pack sum = Pack{};
    for (std::ptrdiff_t at = 0; at < count; at += panel_width) {
        Pack scores[tile_packs];
        read_held(held + at, left, task.kept.packed_right + (key + at) * rank, rank, factor, shift,
                  scores);
        if (at + panel_width <= open) {
#pragma GCC unroll 8
            for (int p = 0; p < tile_packs; ++p) {
                const Pack power = exponential<deep>(scores[p]);
                sum += power;
                store(to + at + p * lanes, power);
            }
            continue;
        }
#pragma GCC unroll 8
        for (int p = 0; p < tile_packs; ++p)
            store(to + at + p * lanes, scores[p]);
        const std::ptrdiff_t rest = count - at < panel_width ? count - at : panel_width;
        const std::ptrdiff_t whole = close_blocked(to + at, task.mask, number, key + at, rest);
        sum += exponentials_of<deep>(to + at, whole, all(1), Pack{});
        for (std::ptrdiff_t blocked = whole; blocked < rest; ++blocked)
            to[at + blocked] = 0;
    }
    return sum;
}

/// Whether two scaled scores of a query can be so far apart that a power must be `deep`.
inline bool is_deep(const RowsTask& task) {
    if (!task.reach)
        return true;
    const double furthest =
        2 * static_cast<double>(task.d_k) * task.reach[0] * task.reach[1] * task.factor;
    return !(furthest < -least_power); // true for NaN as well
}

void attend_block(const RowsTask& task, std::ptrdiff_t first, std::ptrdiff_t rows, double* work) {
    const std::ptrdiff_t width = (task.d_v + panel_width - 1) / panel_width * panel_width;
    double* const block = work;
    double* const mixed = work + row_block * key_block;
    double largest[row_block];
    Pack sums[row_block];
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
        largest[r] = minus_infinity;
        sums[r] = Pack{};
    }
    for (std::ptrdiff_t at = 0; at < rows * width; ++at)
        mixed[at] = 0;
    const Pack factor = all(task.factor);
    std::ptrdiff_t end = 0;
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const std::ptrdiff_t open = open_keys(task.mask, number_of(task, first + r), 0, task.keys);
        end = open > end ? open : end;
    }
    const bool reads = task.kept.use == KeptScores::Use::Read, deep = is_deep(task);
    const auto powers = deep ? exponentials_of<true> : exponentials_of<false>;
    const auto powers_of_held = deep ? exponentials_of_held<true> : exponentials_of_held<false>;
    for (std::ptrdiff_t key = 0; key < end; key += key_block) {
        const std::ptrdiff_t count = end - key < key_block ? end - key : key_block;
        double* const held = task.kept.products ? held_block(task, first, rows, key) : nullptr;
        if (!reads)
            block_scores(task.query, task.packed_key, task.d_k, first, rows, key, count, block);
        if (task.kept.use == KeptScores::Use::Write)
            __builtin_memcpy(held, block,
                             static_cast<std::size_t>(rows * key_block) * sizeof(double));
        for (std::ptrdiff_t r = 0; r < rows; ++r) {
            double* const scores = block + r * key_block;
            if (reads) {
                largest[r] = task.largest[first + r];
                sums[r] +=
                    powers_of_held(task, first + r, key, count, held + r * key_block, scores);
                continue;
            }
            const std::ptrdiff_t whole =
                close_blocked(scores, task.mask, number_of(task, first + r), key, count);
            Pack highest = all(minus_infinity);
            for (std::ptrdiff_t at = 0; at < whole; at += lanes) {
                const Pack scaled = rounded(load(scores + at) * factor);
                highest = scaled > highest ? scaled : highest;
            }
            const double here = largest_of(highest);
            if (here > largest[r]) {
                const double shrink[1] = {largest[r] - here};
                double by = 0;
                if (largest[r] > minus_infinity)
                    exponentials(shrink, &by, 1);
                sums[r] *= all(by);
                for (std::ptrdiff_t at = 0; at < width; at += lanes)
                    store(mixed + r * width + at, load(mixed + r * width + at) * all(by));
                largest[r] = here;
            }
            // A row that has no open key yet has nothing to subtract.
            const double shift = largest[r] > minus_infinity ? largest[r] : 0;
            sums[r] += powers(scores, whole, factor, all(shift));
            for (std::ptrdiff_t at = whole; at < count; ++at)
                scores[at] = 0;
        }
        for (std::ptrdiff_t column = 0; column < width; column += panel_width) {
            const double* const values = task.packed_value + column * task.keys + key * panel_width;
            if (reads && column == 0) // The next kept products are far away in memory.
                tiles<true, tile_packs, true>(block, key_block, rows, values, count, mixed, width,
                                              held + rows * key_block);
            else
                tiles<true>(block, key_block, rows, values, count, mixed + column, width);
        }
    }
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
        const double sum = sum_of(sums[r]);
        task.largest[first + r] = largest[r];
        task.sum[first + r] = largest[r] > minus_infinity || sum != sum ? sum : 0;
        const double by = sum > 0 || sum != sum ? 1 / sum : 0; // 0 if there is no key
        double* const output = task.output + (first + r) * task.d_v;
        for (std::ptrdiff_t at = 0; at < task.d_v; ++at)
            output[at] = mixed[r * width + at] * by;
    }
}

void attend_rows(const RowsTask& task, std::ptrdiff_t first, std::ptrdiff_t last, double* work) {
    for (std::ptrdiff_t row = first; row < last; row += row_block)
        attend_block(task, row, last - row < row_block ? last - row : row_block, work);
}

} // namespace

// Kernels for small changes and for pictures: one key changed under all queries, and extremes.

namespace {

inline bool is_open(const KernelMask& mask, std::ptrdiff_t query, std::ptrdiff_t key) {
    switch (mask.kind) {
    case KernelMask::Kind::Causal:
        return key <= query;
    case KernelMask::Kind::Painted:
        return !mask.painted[query * mask.stride + key];
    case KernelMask::Kind::None:
        return true;
    }
    return true;
}

/// output = output · keep + gain · plus − loss · minus.
inline void correct(double* output, double keep, const double* plus, double gain,
                    const double* minus, double loss, std::ptrdiff_t length) {
    std::ptrdiff_t at = 0;
    for (; at + lanes <= length; at += lanes)
        store(output + at, load(output + at) * all(keep) +
                               (load(plus + at) * all(gain) - load(minus + at) * all(loss)));
    for (; at < length; ++at)
        output[at] = output[at] * keep + (plus[at] * gain - minus[at] * loss);
}

void change_key(const KeyTask& task, std::ptrdiff_t first, std::ptrdiff_t last) {
    constexpr double rebase = 200; // above this the sum would come almost entirely from one new key
    constexpr double least_share = 0.3; // times its peak; below this, cancelled digits would show
    constexpr std::ptrdiff_t at_once = 64;
    const double* const old_value = task.old_value ? task.old_value : task.new_value;
    const double* const new_value = task.new_value ? task.new_value : task.old_value;
    double scores[at_once * lanes], before[at_once], after[at_once];
    for (std::ptrdiff_t row = first; row < last; row += at_once) {
        const std::ptrdiff_t count = last - row < at_once ? last - row : at_once;
        // The same sums in the same order as in attend_rows: what is removed equals what was added.
        tiles<false, 1>(task.query + row * task.d_k, task.d_k, count, task.packed_keys, task.d_k,
                        scores, lanes);
        for (std::ptrdiff_t r = 0; r < count; ++r) {
            const double largest = task.largest[row + r];
            const bool open = is_open(task.mask, row + r, task.key);
            const double* const score = scores + r * lanes;
            before[r] =
                open && task.old_value ? rounded(score[0] * task.factor) - largest : minus_infinity;
            after[r] =
                open && task.new_value ? rounded(score[1] * task.factor) - largest : minus_infinity;
            // Written without ">" so that a NaN is stale as well.
            if (open && !(after[r] <= rebase && before[r] <= rebase)) {
                task.is_stale[row + r] = 1;
                before[r] = after[r] = minus_infinity;
            }
        }
        exponentials(before, before, count);
        exponentials(after, after, count);
        for (std::ptrdiff_t r = 0; r < count; ++r) {
            if (before[r] == 0 && after[r] == 0)
                continue;
            double& sum = task.sum[row + r];
            const double changed = sum + (after[r] - before[r]);
            double& peak = task.peak[row + r];
            peak = changed > peak ? changed : peak;
            if (!(changed >= least_share * peak)) {
                task.is_stale[row + r] = 1;
                continue;
            }
            const double by = 1 / changed;
            correct(task.output + (row + r) * task.d_v, sum * by, new_value, after[r] * by,
                    old_value, before[r] * by, task.d_v);
            sum = changed;
        }
    }
}

void pool_rows(const PoolTask& task, std::ptrdiff_t first, std::ptrdiff_t last, double* work) {
    for (std::ptrdiff_t row = first; row < last; row += row_block) {
        const std::ptrdiff_t rows = last - row < row_block ? last - row : row_block;
        double low[row_block], high[row_block];
        std::ptrdiff_t run = 0;
        for (std::ptrdiff_t r = 0; r < rows; ++r)
            low[r] = -minus_infinity, high[r] = minus_infinity;
        const std::ptrdiff_t begin = task.edges[0], end = task.edges[task.runs];
        for (std::ptrdiff_t block = begin / panel_width * panel_width; block < end;
             block += key_block) {
            const std::ptrdiff_t count = end - block < key_block ? end - block : key_block;
            some_scores(task.query, task.packed_key, task.d_k, row, rows, block,
                        block > begin ? block : begin, block + count, work);
            std::ptrdiff_t key = block > begin ? block : begin;
            while (key < block + count) {
                const std::ptrdiff_t edge = task.edges[run + 1];
                const std::ptrdiff_t stop = edge < block + count ? edge : block + count;
                for (std::ptrdiff_t r = 0; r < rows; ++r) {
                    const double* const scores = work + r * key_block - block;
                    double least = low[r], most = high[r];
                    if (task.mask.kind == KernelMask::Kind::None)
                        for (std::ptrdiff_t at = key; at < stop; ++at) {
                            const double score = scores[at];
                            least = score < least || score != score ? score : least;
                            most = score > most || score != score ? score : most;
                        }
                    else
                        for (std::ptrdiff_t at = key; at < stop; ++at) {
                            if (!is_open(task.mask, task.first_number + row + r, at))
                                continue;
                            const double score = scores[at];
                            least = score < least || score != score ? score : least;
                            most = score > most || score != score ? score : most;
                        }
                    low[r] = least;
                    high[r] = most;
                }
                key = stop;
                if (stop == edge) {
                    for (std::ptrdiff_t r = 0; r < rows; ++r) {
                        const std::ptrdiff_t at = (row + r) * task.runs + run;
                        task.low[at] = static_cast<float>(low[r]);
                        task.high[at] = static_cast<float>(high[r]);
                        low[r] = -minus_infinity;
                        high[r] = minus_infinity;
                    }
                    ++run;
                }
            }
        }
    }
}

/// Adds the kernels of this file and kernels_fast.h, compiled for this unit's lanes.
void add_fast(Kernels& set) {
    set.lanes = lanes;
    set.panel = panel_width;
    set.product = product;
    set.exponentials = exponentials;
    set.attend_rows = attend_rows;
    set.change_key = change_key;
    set.pool_rows = pool_rows;
}

} // namespace
} // namespace attn
