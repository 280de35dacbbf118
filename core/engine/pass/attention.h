// SPDX-License-Identifier: MIT
// The forward pass of one head of scaled dot-product attention. Every stage can be read afterwards.
#pragma once

#include "core/engine/graph/place.h"
#include "core/engine/numbers/parallel.h"
#include "core/engine/numbers/switches.h"
#include "core/engine/pass/change.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

// What a large head stores: a few numbers per query instead of a row of scores and weights.

/// The most tokens of a document that takes every sum in order, so that what fits on a slide has
/// the same digits on every machine. Larger ones are computed by blocks.
constexpr Index slide_tokens = 64;
constexpr Index slide_width = 256;

/// The products of queries and keys from when W_Q or W_K began to change. As long as nothing else
/// of Q and K changes, the next change adds its few columns instead of multiplying again. This is
/// the only tokens × tokens data here; it is only computed from, never shown.
struct KeptProducts {
    std::shared_ptr<Real[]> products;              // see KeptScores; written only if not shared
    Matrix query, key;                             // whose products they are
    std::vector<Index> query_columns, key_columns; // where Q and K may differ from those
};

/// Together with Q, K and V of the trace, everything needed to compute scores, scaled and masked
/// scores and weights on demand, cell by cell.
struct LargeHead {
    Real scale = 1;
    Real temperature = 1;
    Mask mask;
    std::vector<Real> largest; // per query: roughly its largest open scaled score
    std::vector<Real> sum;     // per query: Σ e^(scaled − largest) over the open keys
    std::vector<Real> peak;    // the largest the sum has been since the row was last recomputed
    std::vector<Real> packed_key, packed_value; // see kernels.h
    bool is_key_packed = false;                 // false: the keys changed since
    bool is_value_packed = false;
    std::array<Real, 2> reach{};  // bounds of the numbers of all queries and of all keys
    std::vector<Real> value_size; // per key: its largest |V|
    Real value_peak = 0;          // the largest |V| since all rows were last recomputed
    Index next_refresh = 0;       // the row that the next change recomputes as well
    KeptProducts kept;
    Matrix mixed_inputs; // d_model × tokens, (weights · X)ᵀ: computed when W_V is first changed
    Matrix inputs;       // d_model × tokens, Xᵀ: needed only with mixed_inputs

    bool is_used() const { return !sum.empty(); }
};

/// Returns the factor that turns a score into a scaled score. All code that scales uses this one
/// expression: score / scale / temperature may differ from it in the last place.
inline Real scaling(const LargeHead& head) {
    return 1 / head.scale / head.temperature;
}

/// The learned matrices of one head.
struct HeadWeights {
    SharedMatrix w_q; // d_model × d_k
    SharedMatrix w_k; // d_model × d_k
    SharedMatrix w_v; // d_model × d_v

    friend bool operator==(const HeadWeights&, const HeadWeights&) = default;
};

/// The result of one head's forward pass. Code above the engine reads a stage's cells through
/// `Trace` (document/model/evaluate.h) and need not know how the head stores them.
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
