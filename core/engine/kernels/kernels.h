// SPDX-License-Identifier: MIT
// The loops that take the most time, compiled for several instruction sets; the set is chosen at
// start.
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

/// Products of queries and keys, kept between passes in the order the loops read them: for each
/// block of queries attended together, panel by panel of keys (see kept_length).
struct KeptScores {
    enum class Use { None, Write, Read };
    Use use = Use::None;
    double* products = nullptr;
    /// For reading: the products are the stored ones plus left · right, with `left` queries × rank
    /// and `packed_right` a packed key matrix of width rank. The task's `largest` then stays as
    /// given; a row's sum is far from 1 if `largest` is far from its largest scaled score.
    std::ptrdiff_t rank = 0;
    const double* left = nullptr;
    const double* packed_right = nullptr;
};

/// Softmax attention for many queries. Stores nothing of size queries × keys: blocks of scores live
/// in the cache only (the online softmax of Milakov and Gimelshein 2018).
struct RowsTask {
    const double* query = nullptr;        // queries × d_k, row by row
    const double* packed_key = nullptr;   // see packed_length
    const double* packed_value = nullptr; // see packed_length
    std::ptrdiff_t keys = 0, d_k = 0, d_v = 0;
    double factor = 1; // multiplies the products of queries and keys; that product is rounded
    /// Bounds of the numbers of all queries and of all keys; null if unknown.
    const double* reach = nullptr;
    KernelMask mask;
    const std::ptrdiff_t* number = nullptr; // each query's number, for the mask; null: 0, 1, 2 …
    double* output = nullptr;               // queries × d_v
    double* largest = nullptr;              // per query: the largest open score times the factor
    double* sum = nullptr; // per query: Σ e^(score · factor − largest); 0 if all keys are blocked
    KeptScores kept;
};

/// Changes one key and its value under all queries: corrects the output instead of recomputing it.
struct KeyTask {
    const double* query = nullptr; // queries × d_k
    std::ptrdiff_t d_k = 0, d_v = 0;
    double factor = 1;
    std::ptrdiff_t key = 0; // its index, for the mask
    KernelMask mask;
    const double* packed_keys = nullptr; // two keys: before and after the change
    const double* old_value = nullptr;   // null: the key is new
    const double* new_value = nullptr;   // null: the key is removed
    double* output = nullptr;
    const double* largest = nullptr; // not updated: any number near the largest will do
    double* sum = nullptr;
    double* peak = nullptr;            // per query: the largest value the sum has had
    unsigned char* is_stale = nullptr; // per query: set to 1 if the correction would lose digits
};

/// Finds the smallest and the largest product of each query with each run of keys, neither scaled
/// nor masked. A NaN wins in both. Blocked keys are left out; a run without an open key gets a low
/// of +∞ and a high of −∞.
struct PoolTask {
    const double* query = nullptr;
    const double* packed_key = nullptr;
    std::ptrdiff_t keys = 0, d_k = 0;
    KernelMask mask;
    std::ptrdiff_t first_number = 0;       // the first query's number, for the mask
    const std::ptrdiff_t* edges = nullptr; // runs + 1 key numbers, ascending
    std::ptrdiff_t runs = 0;
    float* low = nullptr; // queries × runs
    float* high = nullptr;
};

/// The functions of one instruction set. The exact ones add in order and never fuse, so that their
/// digits are the same in every set; the others fuse and block, and differ by rounding.
struct Kernels {
    std::string_view name; // "avx512"
    /// c = a b, each sum in ascending order of `depth`. All matrices are row-major with strides.
    void (*exact_product)(const double* a, std::ptrdiff_t a_stride, const double* b,
                          std::ptrdiff_t b_stride, double* c, std::ptrdiff_t c_stride,
                          std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t columns);
    /// to[i] = e^(from[i] − shift), within 2 units in the last place for every double.
    void (*exact_exponentials)(const double* from, double shift, double* to, std::ptrdiff_t count);
    /// to[i] = from[i] / by; `to` may equal `from`.
    void (*divide)(const double* from, double by, double* to, std::ptrdiff_t count);
    /// Finds the largest number; −∞ if there is none. A NaN wins, wherever it is.
    double (*find_largest)(const double* from, std::ptrdiff_t count);
    /// Widens low[i] and high[i] to include by · from[i]; all numbers finite.
    void (*widen)(const double* from, double by, double* low, double* high, std::ptrdiff_t count);
    /// Finds the ends of at least one number; returns false if an end is not finite.
    bool (*find_ends)(const double* from, std::ptrdiff_t count, double* low, double* high);
    /// most[i] for `row_lanes` columns: the largest of rows[r][i] − less[r]; −∞ if there is none.
    void (*find_most)(const float* rows, const float* less, std::ptrdiff_t count, float* most);

    std::ptrdiff_t lanes; // numbers in a register
    std::ptrdiff_t panel; // columns stored together in a packed matrix, at most most_panel
    /// c = a b with b packed. `a` is rows × depth, `c` is rows × columns, both without gaps.
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

/// How many floats of a row find_most takes.
constexpr std::ptrdiff_t row_lanes = 16;

/// Lists the sets this processor can run, the plain one first, the fastest last.
std::vector<const Kernels*> available_kernels();
/// Returns the fastest set, or the one named by the environment variable ATTENTION_LAB_KERNELS, for
/// comparison.
const Kernels& kernels();

/// How many queries share a block of scores, and how many numbers of scratch memory a task needs.
constexpr std::ptrdiff_t row_block = 192;
constexpr std::ptrdiff_t key_block = 128;
std::ptrdiff_t work_length(const Kernels& kernels, std::ptrdiff_t d_v);

/// Numbers in KeptScores::products per query: its keys rounded up to whole blocks.
constexpr std::ptrdiff_t held_width(std::ptrdiff_t keys) {
    return (keys + key_block - 1) / key_block * key_block;
}

/// Packed matrices: panels of columns one after another, each depth × panel, row by row; the last
/// one is padded with zeros. A key matrix is packed transposed: its columns are the keys.
std::ptrdiff_t packed_length(const Kernels& kernels, std::ptrdiff_t depth, std::ptrdiff_t columns);
void pack(const Kernels& kernels, const double* from, std::ptrdiff_t depth, std::ptrdiff_t columns,
          double* to);
/// Packs one panel of at most `width` columns; `stride` is the distance between rows.
void pack_panel(const Kernels& kernels, const double* from, std::ptrdiff_t stride,
                std::ptrdiff_t depth, std::ptrdiff_t width, double* to);
/// Packs keys. `from`: keys × d_k.
void pack_keys(const Kernels& kernels, const double* from, std::ptrdiff_t keys, std::ptrdiff_t d_k,
               double* to);

} // namespace attn
