// SPDX-License-Identifier: MIT
// What influences one number: its gradient with respect to every stage it is made from, and the
// inputs with the largest derivatives.
#pragma once

#include "core/document/explaining/derivation.h"
#include "core/document/learning/slopes.h"
#include "core/document/model/document.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

// The backward pass as people draw it by hand: the gradient of each stage with its formula, and
// each number with the terms it is made of. Intermediate steps without a name of their own appear
// inside the formulas.

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

// The derivative of the number at a place with respect to every number it is made of, built from
// the gradient stages of each operation.

/// ∂(the number) / ∂(each number of the sheet), with the sheet's shape.
struct SheetGradient {
    SheetId sheet;
    Matrix values;
    std::string formula; // rich, see gradient_formulas
};

/// Computes the derivatives with respect to the place's own stage and every earlier one, in the
/// order of the calculation; 0 if the number does not depend on a stage. Fails as backward_pass
/// does. The place must exist.
Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place);
/// Reads the same from a finished pass; the second overload moves the numbers out of it.
std::vector<SheetGradient> gradients_in(const Document& document, const BackwardPass& pass);
std::vector<SheetGradient> gradients_in(const Document& document, BackwardPass&& pass);

/// The derivative of the number with respect to one number of an input.
struct InputSlope {
    Place place;
    Real slope = 0;
};

struct Sensitivity {
    Place of;        // the number
    Real value = 0;  // its value
    std::string why; // why there is no gradient, as a sentence; the rest is then empty
    /// See gradients_of; the last one is that of its own stage. A target has none because it is
    /// given.
    std::vector<SheetGradient> gradients;
    std::vector<InputSlope> strongest; // without zeros; the largest magnitude first
    Real most = 0;                     // the largest finite magnitude in the inputs' gradients
    /// Used to explain a derivative; null if there are too many numbers to keep.
    std::shared_ptr<const BackwardPass> pass;

    bool has_gradient() const { return why.empty(); }
    /// Returns the gradient of the sheet; null if the sheet comes after the number.
    const Matrix* find(const SheetId& sheet) const;
};

/// How many of the strongest inputs are listed.
inline constexpr std::size_t named_inputs = 5;

/// The most numbers that the gradient's stages may have together: 512 MiB.
inline constexpr Index most_gradient_numbers = Index(1) << 26;

/// The most numbers of a pass kept to explain its derivatives: 2 MiB.
inline constexpr Index most_explained_numbers = Index(1) << 18;

/// Computes the gradient of the number at the place, which must exist. Refuses to compute one of
/// more than `most_numbers` numbers; `why` then says so.
Sensitivity sensitivity(const Document& document, const Trace& trace, const Place& place,
                        Index most_numbers = most_gradient_numbers);

/// Returns the place of the loss, if the document has one.
std::optional<Place> loss_place(const Document& document);

// Numbers that stay the same whatever the inputs are, and the reason.

/// Says why nothing moves the number: the mask blocks its cell. Empty for any other number.
std::string why_unmoved(const Document& document, const Place& place);

} // namespace attn
