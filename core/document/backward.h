// SPDX-License-Identifier: MIT
// The backward pass as people draw it by hand: the gradient of each stage with its formula, and
// each number with the terms it is made of. Intermediate steps without a name of their own appear
// inside the formulas.
#pragma once

#include "core/document/derivation.h"
#include "core/document/slopes.h"

#include <string>
#include <vector>

namespace attn {

/// All numbers of one gradient: for the stages before it and for every step on the way back.
struct BackwardPass {
    Place of;                    // ∂(the number here) / ∂(…)
    GradientGraph stages;        // `seed` is 1 at the place and 0 elsewhere
    std::vector<Matrix> numbers; // for each stage of the graph; empty if no stage reads it
};

/// Builds the stages on the way back from a place, which must exist. The error says which stage has
/// no gradient and why, or that weighted values have none of their own.
Result<GradientGraph> backward_stages(const Document& document, const Place& place);

/// Computes the gradient by the chain rule from the place back (Rumelhart, Hinton and Williams
/// 1986). Fails as backward_stages does.
Result<BackwardPass> backward_pass(const Document& document, const Trace& trace,
                                   const Place& place);
/// Does the same with the place's `stages` already built.
BackwardPass backward_pass(const Document& document, const Trace& trace, const Place& place,
                           GradientGraph stages);

/// Writes how each stage's gradient, up to the number's own stage, follows from those of later
/// stages. Rich: "X^{T} ∂Q", "weights ⊙ (∂weights − Σ_{row} (∂weights ⊙ weights))". Empty for the
/// number's own stage and for a stage without influence on it.
std::vector<std::string> gradient_formulas(const Document& document, const GradientGraph& stages);

/// One stage on the way back, for code that explains the pass step by step.
struct BackwardStep {
    SheetId sheet;
    std::string formula; // empty for the number's own stage, which is the first
    std::vector<SheetId> gradients,
        reads; // the parts of the formula: stages whose ∂ it reads, and stages it reads
};

/// Lists the stages that influence the number, from its own back to the inputs; for stages with one
/// matrix per head, only this head's. Skips a stage that repeats the one before.
std::vector<BackwardStep> backward_steps(const Document& document, const GradientGraph& stages,
                                         Index head);

/// Derives the gradient with respect to the number at `place` from the gradients and numbers it is
/// made of. The derivation's own place is in the stage "d.W_Q". `place` must exist, in the number's
/// own stage or an earlier one.
Derivation derive_gradient(const Document& document, const BackwardPass& pass, const Place& place);

/// Returns the place that a derivative belongs to: W_Q[0,1] for d.W_Q[0,1]. Returns any other place
/// unchanged.
Place without_d(Place place);

} // namespace attn
