// SPDX-License-Identifier: MIT
// The blocked pass of a large head, step by step.
//
// The scores of 4,000 words are 16 million numbers, and to write them down and read them back takes
// longer than to compute them. This pass keeps none: it packs K and V as the kernels read them, and
// the kernels go from Q to the output block by block (kernels_fast.h). Two numbers stay of each
// query: about its largest scaled score, and the sum of its powers. From these, Q and K, `Cells`
// derives every score and weight that is looked at. Where they would not be enough, the head is
// computed with every matrix held: numbers that are not finite, a softmax down the columns, another
// normaliser. These steps are for the passes alone; whoever draws sees derived.h.
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

/// For a packed matrix (see kernels.h), with nothing in it.
std::unique_ptr<Real[]> packed_memory(Index depth, Index columns);

/// aᵀ, from some of its columns on, into rows one after another, by squares that the cache holds:
/// row after row would read each column from far apart.
void turn(const Matrix& a, Index first, Index count, Real* rows);

/// The blocked way of attend_large. False where a number is not finite: then `large` is unused.
bool attend_all_rows(HeadTrace& trace, const HeadInputs& inputs,
                     const std::vector<Product>& products, KeptColumns* kept);

/// Some rows of the output made again, in any order: first beside the trace, then into it.
class RowsAgain {
public:
    /// K and V must be packed.
    RowsAgain(HeadTrace& trace, const std::vector<Index>& rows);
    RowsAgain(const RowsAgain&) = delete;

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
