// SPDX-License-Identifier: MIT
// The steps of a large head's pass; only for attention.cpp and attention_change.cpp.
#pragma once

#include "core/engine/attention.h"
#include "core/engine/kernels.h"

#include <memory>
#include <vector>

namespace attn {

class KeptColumns;

/// A product of X.
struct Product {
    const Matrix& right;
    Matrix& result;
};

/// The products, which may be Q, K and V of the trace, and all that follows from those: the blocked
/// way, or if a number is not finite with every matrix held. `kept`: what is done with the products
/// of queries and keys; without it those of earlier passes are let go.
void attend_large(HeadTrace& trace, const HeadInputs& inputs, const std::vector<Product>& products,
                  KeptColumns* kept = nullptr);

/// Whether a pass of these sizes may go the blocked way: large, and a softmax over rows.
bool is_for_large(Index tokens, Index d_k, Index d_v, const Switches& switches);

/// product = a b by blocks and on all cores, in the memory of the product where it is large enough.
void large_product(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress = nullptr);
/// The same of aᵀ b.
void large_transposed_product(const Matrix& a, const Matrix& b, Matrix& product);

/// aᵀ, from some of its columns on, into rows one after another, by squares that the cache holds:
/// row after row would read each column from far apart.
void turn(const Matrix& a, Index first, Index count, Real* rows);

/// The blocked way of attend_large. False where a number is not finite: then `large` is unused.
bool attend_all_rows(HeadTrace& trace, const HeadInputs& inputs,
                     const std::vector<Product>& products, KeptColumns* kept);

/// Some rows of the output made anew, in any order: first beside the trace, then into it.
class RowsAnew {
public:
    /// K and V must be packed.
    RowsAnew(HeadTrace& trace, const std::vector<Index>& rows);
    RowsAnew(const RowsAnew&) = delete;

    /// On all cores.
    void attend(Progress* progress);
    /// On this thread only; the trace may change meanwhile, but for Q, K, V and the mask.
    void attend_here();
    /// False where a number is not finite, but `large` is left as it is.
    bool settle();

private:
    HeadTrace& trace_;
    const std::vector<Index>& rows_;
    Matrix query_, output_;
    std::vector<Real> largest_, sum_;
    RowsTask task_;
};
bool attend_some_rows(HeadTrace& trace, const std::vector<Index>& rows, Progress* progress);

/// Packs the keys or the values again if they changed since.
void keep_key_packed(HeadTrace& trace);
void keep_value_packed(HeadTrace& trace);

/// Whether every number is finite; then `reach`, where it is not null, becomes the largest of their
/// magnitudes.
bool is_finite(const Matrix& matrix, Real* reach = nullptr);

/// The weights times any matrix with a row for each key: tokens × its columns.
Matrix weigh(HeadTrace& trace, const Matrix& rows, Progress* progress);

KernelMask kernel_mask(const Mask& mask);
/// Whether kernels know the kind without flags; a large head keeps every other mask painted.
bool is_simple(const Mask& mask);

/// Scratch memory of the kernels, with nothing in it.
std::unique_ptr<Real[]> working_memory(Index d_v);

} // namespace attn
