// SPDX-License-Identifier: MIT
// Kernels for small changes and for pictures: one key changed under all queries, and extremes.
#pragma once

#include "core/engine/kernels_fast.h"

namespace attn {
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
