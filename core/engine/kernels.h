// SPDX-License-Identifier: MIT
// The loops that take the time, compiled for several instruction sets and chosen at start.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace attn {

/// Which keys the rows of a task may not attend to. A painted mask has one byte per cell.
struct KernelMask {
    enum class Kind { None, Causal, Painted };
    Kind kind = Kind::None;
    const bool* painted = nullptr;
    std::ptrdiff_t stride = 0; // from one row of the painted mask to the next
};

/// Products of queries and keys from one pass to the next. Held as the loops walk: for each block
/// of queries that is attended at once, panel by panel of keys (see kept_length).
struct KeptScores {
    enum class Use { None, Write, Read };
    Use use = Use::None;
    double* products = nullptr;
    /// To read: the products are those held plus left · right, with `left` queries × rank and
    /// `packed_right` as a packed key matrix of the width rank. `largest` of the task then stays as
    /// it is given; a row's sum is far from 1 where that is far from its largest scaled score.
    std::ptrdiff_t rank = 0;
    const double* left = nullptr;
    const double* packed_right = nullptr;
};

/// Softmax attention of many queries. Nothing of the size queries × keys is kept: blocks of scores
/// live in the cache only (the online softmax of Milakov and Gimelshein 2018).
struct RowsTask {
    const double* query = nullptr;        // queries × d_k, rows one after another
    const double* packed_key = nullptr;   // see packed_length
    const double* packed_value = nullptr; // see packed_length
    std::ptrdiff_t keys = 0, d_k = 0, d_v = 0;
    double factor = 1; // multiplies the products of queries and keys; that product is rounded
    /// Bounds of the numbers of all queries and of all keys; null: not known.
    const double* reach = nullptr;
    KernelMask mask;
    const std::ptrdiff_t* number = nullptr; // of each query, for the mask; null: 0, 1, 2 …
    double* output = nullptr;               // queries × d_v
    double* largest = nullptr;              // per query: the largest open score times the factor
    double* sum = nullptr; // per query: Σ e^(score · factor − largest); 0 where all is blocked
    KeptScores kept;
};

/// One key and its value change under all queries: the output is corrected instead of made again.
struct KeyTask {
    const double* query = nullptr; // queries × d_k
    std::ptrdiff_t d_k = 0, d_v = 0;
    double factor = 1;
    std::ptrdiff_t key = 0; // which one, for the mask
    KernelMask mask;
    const double* packed_keys = nullptr; // of two keys: the one before and the one after
    const double* old_value = nullptr;   // null: it was not there
    const double* new_value = nullptr;   // null: it is gone
    double* output = nullptr;
    const double* largest = nullptr; // stays: any number near the largest will do
    double* sum = nullptr;
    double* peak = nullptr;            // per query: the largest that the sum has been
    unsigned char* is_stale = nullptr; // per query: 1 where the correction would lose digits
};

/// The smallest and the largest product of each query with each run of keys, as they are: a number
/// that is not a number wins in both. Blocked keys take no part; a run without an open one gets a
/// low of +∞ and a high of −∞.
struct PoolTask {
    const double* query = nullptr;
    const double* packed_key = nullptr;
    std::ptrdiff_t keys = 0, d_k = 0;
    KernelMask mask;
    std::ptrdiff_t first_number = 0;       // of the first query, for the mask
    const std::ptrdiff_t* edges = nullptr; // runs + 1 key numbers, ascending
    std::ptrdiff_t runs = 0;
    float* low = nullptr; // queries × runs
    float* high = nullptr;
};

/// The functions of one instruction set. Those named exact add in order and never fuse, so that
/// their digits are the same in every set; the others fuse and block, and differ by rounding.
struct Kernels {
    std::string_view name; // "avx512"
    /// c = a b, each sum in ascending order of `depth`. All row-major with their strides.
    void (*exact_product)(const double* a, std::ptrdiff_t a_stride, const double* b,
                          std::ptrdiff_t b_stride, double* c, std::ptrdiff_t c_stride,
                          std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t columns);
    /// to[i] = e^(from[i] − shift), within 2 units in the last place for every double.
    void (*exact_exponentials)(const double* from, double shift, double* to, std::ptrdiff_t count);
    /// to[i] = from[i] / by; both may be the same numbers.
    void (*divide)(const double* from, double by, double* to, std::ptrdiff_t count);
    /// The largest number, −∞ of none. A NaN wins, whatever its place.
    double (*find_largest)(const double* from, std::ptrdiff_t count);
    /// low[i] and high[i] become the ends of themselves and by · from[i], of finite numbers.
    void (*widen)(const double* from, double by, double* low, double* high, std::ptrdiff_t count);
    /// The ends of one number at least; false where one of them is not finite.
    bool (*find_ends)(const double* from, std::ptrdiff_t count, double* low, double* high);
    /// most[i] of `row_lanes` columns: the largest of rows[r][i] − less[r], −∞ where there is none.
    void (*find_most)(const float* rows, const float* less, std::ptrdiff_t count, float* most);

    std::ptrdiff_t lanes; // numbers in a register
    std::ptrdiff_t panel; // columns that stand together in a packed matrix, at most most_panel
    /// c = a b with b packed. `a` is rows × depth, `c` is rows × columns, without gaps.
    void (*product)(const double* a, const double* packed, double* c, std::ptrdiff_t rows,
                    std::ptrdiff_t depth, std::ptrdiff_t columns);
    /// to[i] = e^from[i] for from ≤ 709, within 2 units in the last place.
    void (*exponentials)(const double* from, double* to, std::ptrdiff_t count);
    /// Attends for queries first … last − 1. `work` holds rows_work(...) numbers.
    void (*attend_rows)(const RowsTask& task, std::ptrdiff_t first, std::ptrdiff_t last,
                        double* work);
    void (*change_key)(const KeyTask& task, std::ptrdiff_t first, std::ptrdiff_t last);
    void (*pool_rows)(const PoolTask& task, std::ptrdiff_t first, std::ptrdiff_t last,
                      double* work);
};

/// The widest panel of any set.
constexpr std::ptrdiff_t most_panel = 32;

/// Single numbers of a row that find_most takes.
constexpr std::ptrdiff_t row_lanes = 16;

/// Those this processor can run, the plain one first and the fastest last.
std::vector<const Kernels*> available_kernels();
/// The fastest of them, or the one that the environment's ATTENTION_LAB_KERNELS names: to compare.
const Kernels& kernels();

/// Queries that share a block of scores, and numbers of scratch memory that a task needs.
constexpr std::ptrdiff_t row_block = 192;
constexpr std::ptrdiff_t key_block = 128;
std::ptrdiff_t work_length(const Kernels& kernels, std::ptrdiff_t d_v);

/// Numbers in KeptScores::products for each query: its keys filled up to whole blocks.
constexpr std::ptrdiff_t held_width(std::ptrdiff_t keys) {
    return (keys + key_block - 1) / key_block * key_block;
}

/// Packed matrices: panels of columns one after another, each depth × panel row by row; the last
/// one is filled with zeros. A key matrix is packed transposed, so that its columns are the keys.
std::ptrdiff_t packed_length(const Kernels& kernels, std::ptrdiff_t depth, std::ptrdiff_t columns);
void pack(const Kernels& kernels, const double* from, std::ptrdiff_t depth, std::ptrdiff_t columns,
          double* to);
/// One panel, of `width` columns at most; `stride` is from one row to the next.
void pack_panel(const Kernels& kernels, const double* from, std::ptrdiff_t stride,
                std::ptrdiff_t depth, std::ptrdiff_t width, double* to);
/// `from`: keys × d_k.
void pack_keys(const Kernels& kernels, const double* from, std::ptrdiff_t keys, std::ptrdiff_t d_k,
               double* to);

} // namespace attn
