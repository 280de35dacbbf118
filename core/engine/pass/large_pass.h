// SPDX-License-Identifier: MIT
// The blocked pass of a large head, step by step.
//
// The scores of 4,000 words are 16 million numbers; writing and reading them takes longer than
// computing them. This pass stores none: it packs K and V in the kernels' order, and the kernels go
// from Q to the output block by block (kernels_fast.h). Two numbers are kept per query: roughly its
// largest scaled score, and the sum of its powers. From these, Q and K, `Cells` computes any score
// or weight on demand. If they would not be enough, every matrix of the head is computed and
// stored: for numbers that are not finite, a softmax down the columns, or another normaliser. Only
// the passes use these steps; drawing code uses cells.h.
#pragma once

#include "core/engine/kernels/kernels.h"
#include "core/engine/pass/attention.h"

#include <memory>
#include <vector>

namespace attn {

class KeptColumns;

/// A product of X with a weight matrix.
struct Product {
    const Matrix& right;
    Matrix& result;
};

/// Computes the products, which may be Q, K and V of the trace, and everything that follows from
/// them: by blocks, or with every matrix stored if a number is not finite. `kept`: how to use the
/// products of queries and keys; null drops the products of earlier passes.
void attend_large(HeadTrace& trace, const HeadInputs& inputs, const std::vector<Product>& products,
                  KeptColumns* kept = nullptr);

/// Whether a pass of these sizes may go by blocks: large, and a softmax over rows.
bool is_for_large(Index tokens, Index d_k, Index d_v, const Switches& switches);

/// Computes product = a b by blocks on all cores, in the product's memory if it is large enough.
void large_product(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress = nullptr);
/// Computes product = aᵀ b in the same way.
void large_transposed_product(const Matrix& a, const Matrix& b, Matrix& product);

/// Allocates uninitialised memory for a packed matrix (see kernels.h).
std::unique_ptr<Real[]> packed_memory(Index depth, Index columns);

/// Writes some columns of `a` as rows, one after another. Goes by squares that fit in the cache;
/// row after row would read each column from far apart.
void turn(const Matrix& a, Index first, Index count, Real* rows);

/// Does attend_large by blocks. Returns false if a number is not finite; `large` is then unused.
bool attend_all_rows(HeadTrace& trace, const HeadInputs& inputs,
                     const std::vector<Product>& products, KeptColumns* kept);

/// Recomputes some rows of the output, in any order: first beside the trace, then into it.
class RowsAgain {
public:
    /// K and V must be packed.
    RowsAgain(HeadTrace& trace, const std::vector<Index>& rows);
    RowsAgain(const RowsAgain&) = delete;

    /// Computes on all cores.
    void attend(Progress* progress);
    /// Computes on this thread only; meanwhile anything in the trace may change but Q, K, V and the
    /// mask.
    void attend_here();
    /// Writes the rows into the trace. Returns false if a number is not finite; `large` is then
    /// left as it is.
    bool settle();

private:
    HeadTrace& trace_;
    const std::vector<Index>& rows_;
    Matrix query_, output_;
    std::vector<Real> largest_, sum_;
    RowsTask task_;
};
bool attend_some_rows(HeadTrace& trace, const std::vector<Index>& rows, Progress* progress);

/// Packs the keys or the values again if they have changed.
void keep_key_packed(HeadTrace& trace);
void keep_value_packed(HeadTrace& trace);

/// Whether every number is finite. If so, `reach`, unless null, becomes the largest of their
/// magnitudes.
bool is_finite(const Matrix& matrix, Real* reach = nullptr);

/// Multiplies the weights with a matrix that has a row for each key: tokens × its columns.
Matrix weigh(HeadTrace& trace, const Matrix& rows, Progress* progress);

KernelMask kernel_mask(const Mask& mask);
/// Whether the kernels know this kind of mask without flags; a large head stores any other mask as
/// painted.
bool is_simple(const Mask& mask);

/// Allocates uninitialised scratch memory for the kernels.
std::unique_ptr<Real[]> working_memory(Index d_v);

// Keeps the products of queries and keys while a few columns of Q and K change.

/// Decides how the next pass uses the products kept in the trace. Q Kᵀ = Q₀ K₀ᵀ, which is kept,
/// plus (Q − Q₀) Kᵀ + Q₀ (K − K₀)ᵀ, which is nonzero only in the changed columns.
class KeptColumns {
public:
    static constexpr std::size_t most = 4; // columns; with more, multiplying everything is as fast
    static constexpr Index most_cells = Index(1) << 25; // tokens × tokens: 256 MiB

    /// `query_columns` and `key_columns`: the columns of Q and K about to change.
    KeptColumns(HeadTrace& trace, const std::vector<Index>& query_columns,
                const std::vector<Index>& key_columns);
    KeptColumns(const KeptColumns&) = delete;

    /// Call this once the trace has the new Q and K. If no suitable products are kept, makes room
    /// for them. The result refers to this object and the trace.
    KeptScores scores();

private:
    bool fits() const;
    bool is_small() const;
    void find_factors();

    HeadTrace& trace_;
    std::vector<Real> packed_right_;
    Matrix left_;
};

} // namespace attn
