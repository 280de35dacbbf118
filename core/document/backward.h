// SPDX-License-Identifier: MIT
// The backward pass as people draw it by hand: the gradient of each stage with its formula, and any
// of its numbers with the terms it is made of. The steps in between that have no name of their own
// stand inside the formula.
#pragma once

#include "core/document/derivation.h"
#include "core/document/slopes.h"

#include <string>
#include <vector>

namespace attn {

/// All numbers of one gradient: of the stages before it and of every step on the way back.
struct BackwardPass {
    Place of;                    // ∂(the number here) / ∂(…)
    GradientGraph stages;        // `seed` is 1 at the place and 0 elsewhere
    std::vector<Matrix> numbers; // of each stage of the graph; empty where nothing reads it
};

/// The stages on the way back from a place, which must exist. The error says which stage has no
/// gradient and why, or that weighted values have none of their own.
Result<GradientGraph> backward_stages(const Document& document, const Place& place);

/// By the chain rule from the place back (Rumelhart, Hinton and Williams 1986). The errors are
/// those of backward_stages.
Result<BackwardPass> backward_pass(const Document& document, const Trace& trace,
                                   const Place& place);
/// The same where `stages` are those of the place.
BackwardPass backward_pass(const Document& document, const Trace& trace, const Place& place,
                           GradientGraph stages);

/// How the gradient of each stage up to the number's own follows from those after it, rich:
/// "X^{T} ∂Q", "weights ⊙ (∂weights − Σ_{row} (∂weights ⊙ weights))". Empty for the number's own
/// stage and for one that does nothing to it.
std::vector<std::string> gradient_formulas(const Document& document, const GradientGraph& stages);

/// One stage on the way back, for whoever tells the pass step by step.
struct BackwardStep {
    SheetId sheet;
    std::string formula;                   // empty for the number's own stage, which is the first
    std::vector<SheetId> gradients, reads; // what the formula is made of: ∂ of stages, and stages
};

/// The stages that the number answers to, from its own back to the inputs; of stages that heads
/// have each their own those of this head. A stage that repeats the one before is left out.
std::vector<BackwardStep> backward_steps(const Document& document, const GradientGraph& stages,
                                         Index head);

/// The derivative with respect to the number at `place`, from the gradients and the numbers it is
/// made of. Its own place is in the stage "d.W_Q". The place must exist, in a stage that comes
/// before the number or is its own.
Derivation derive_gradient(const Document& document, const BackwardPass& pass, const Place& place);

/// The place of a derivative as the place it is of: W_Q[0,1] for d.W_Q[0,1]; any other as it is.
Place without_d(Place place);

} // namespace attn
