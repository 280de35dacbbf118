// SPDX-License-Identifier: MIT
// The forward pass of one head of scaled dot-product attention. Every stage can be read afterwards.
#pragma once

#include "core/engine/change.h"
#include "core/engine/head_stages.h"
#include "core/engine/large_head.h"
#include "core/engine/place.h"
#include "core/engine/progress.h"
#include "core/engine/switches.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The learned matrices of one head.
struct HeadWeights {
    SharedMatrix w_q; // d_model × d_k
    SharedMatrix w_k; // d_model × d_k
    SharedMatrix w_v; // d_model × d_v

    friend bool operator==(const HeadWeights&, const HeadWeights&) = default;
};

/// The result of one head's forward pass. Code above the engine reads a stage's cells through
/// `Trace` (document/evaluate.h) and need not know how the head stores them.
struct HeadTrace {
    using Matrices = OfHead<Matrix, made_stages>;

    /// The matrix of a stage from Q to the output. In a large head the tokens × tokens matrices are
    /// empty; read them through `Cells` (cells.h).
    Matrix& operator[](Matrices::Named stage) { return matrices[stage]; }
    const Matrix& operator[](Matrices::Named stage) const { return matrices[stage]; }

    Matrices matrices;
    std::vector<bool> no_key; // one flag per line of the axis: true if every cell of it is blocked
    LargeHead large;          // used if the tokens × tokens matrices are not stored
    std::optional<HeadChanges> changes; // by the last pass; empty: anything may have changed
};

/// The inputs of one head's forward pass. Holds references only.
struct HeadInputs {
    const Matrix& x; // tokens × d_model
    Projections projections;
    const HeadWeights& weights; // not read without projections
    const Switches& switches;
    Progress* progress = nullptr;
};

/// Computes one head of scaled dot-product attention: output = normalise(Q Kᵀ / scale /
/// temperature) V (Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, eq. 1). `x`:
/// tokens × d_model. Without projections Q = K = V = X and the weights are not read.
HeadTrace attend(const Matrix& x, Projections projections, const HeadWeights& weights,
                 const Switches& switches);

/// Does the same and reuses the storage of `trace`. Do not use the trace of a cancelled pass.
void attend_into(HeadTrace& trace, const HeadInputs& inputs);

/// Updates the trace of the previous pass and recomputes only what the change reaches: an
/// embedding, a row of the mask, a column of W_V, a word inserted or removed. While cells of W_Q
/// and W_K or the temperature change, the products of queries and keys are kept between passes. The
/// result equals a fresh pass within 1e-12 of the largest number after any number of changes,
/// because each change also recomputes one more row. The trace records what changed.
HeadTrace attend_again(const HeadInputs& before, const HeadInputs& after,
                       const InputChanges& changes, HeadTrace trace);

/// Finds what differs between the inputs of two passes. `x`: the change of X, which all heads
/// share.
InputChanges changes_between(const HeadInputs& before, const HeadInputs& after, Change x);

/// Returns what the last pass changed in one matrix of the head.
Change change_of(const HeadTrace& trace, Stage stage);

/// Computes product = a b; `product` must be another matrix. Adds every sum in order if the
/// matrices fit on a slide, else works by blocks.
void times(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress = nullptr);
/// Compute product = a bᵀ and product = aᵀ b in the same way.
void times_transposed(const Matrix& a, const Matrix& b, Matrix& product,
                      Progress* progress = nullptr);
void transposed_times(const Matrix& a, const Matrix& b, Matrix& product);

} // namespace attn
