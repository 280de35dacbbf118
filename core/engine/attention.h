// SPDX-License-Identifier: MIT
// The forward pass of scaled dot-product attention with every stage kept.
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

/// What one head's forward pass made. Above the engine, `Trace` (document/evaluate.h) is asked for
/// the cells of a stage, and how a head keeps them is not known.
struct HeadTrace {
    using Matrices = OfHead<Matrix, made_stages>;

    /// The matrix of one of the stages from Q to the output. In a large head those that are
    /// tokens × tokens are empty: `Cells` (see cells.h) reads them as if they were held.
    Matrix& operator[](Matrices::Named stage) { return matrices[stage]; }
    const Matrix& operator[](Matrices::Named stage) const { return matrices[stage]; }

    Matrices matrices;
    std::vector<bool> no_key;           // one per line of the axis: every cell of it is blocked
    LargeHead large;                    // used where the tokens × tokens matrices are not held
    std::optional<HeadChanges> changes; // by the last pass; nothing: all may have changed
};

/// What one head's forward pass is computed from. Only refers to it.
struct HeadInputs {
    const Matrix& x; // tokens × d_model
    Projections projections;
    const HeadWeights& weights; // not read without projections
    const Switches& switches;
    Progress* progress = nullptr;
};

/// One head of scaled dot-product attention: output = normalise(Q Kᵀ / scale / temperature) V.
/// Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, eq. 1.
/// `x`: tokens × d_model. With no projections Q = K = V = X and the weights are not read.
HeadTrace attend(const Matrix& x, Projections projections, const HeadWeights& weights,
                 const Switches& switches);

/// The same into a trace whose storage is used again. What a cancelled pass leaves must not be
/// used.
void attend_into(HeadTrace& trace, const HeadInputs& inputs);

/// The same from the pass before, of which only what the change reaches is made again: an
/// embedding, a row of the mask, a column of W_V, a word more or less. While cells of W_Q and W_K
/// or the temperature change, the products of queries and keys are kept from one pass to the next.
/// Equal to a fresh pass within 1e-12 of the largest number, however many changes there were: every
/// change makes one more row again. The trace says what changed.
HeadTrace attend_again(const HeadInputs& before, const HeadInputs& after,
                       const InputChanges& changes, HeadTrace trace);

/// What differs between the inputs of two passes. `x`: the change of X, which all heads share.
InputChanges changes_between(const HeadInputs& before, const HeadInputs& after, Change x);

/// What the last pass changed of one matrix of the head.
Change change_of(const HeadTrace& trace, Stage stage);

/// product = a b, which must be another matrix: every sum in order where it fits on a slide, else
/// by blocks.
void times(const Matrix& a, const Matrix& b, Matrix& product, Progress* progress = nullptr);
/// product = a bᵀ and product = aᵀ b, in the same way.
void times_transposed(const Matrix& a, const Matrix& b, Matrix& product,
                      Progress* progress = nullptr);
void transposed_times(const Matrix& a, const Matrix& b, Matrix& product);

} // namespace attn
