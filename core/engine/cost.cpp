// SPDX-License-Identifier: MIT
#include "core/engine/cost.h"

#include "core/engine/plan.h"

namespace attn {
namespace {

constexpr Real exponential = 16; // multiplications

Real width_of_keys(const HeadInputs& inputs) {
    const bool is_learned = inputs.projections == Projections::Learned;
    return static_cast<Real>(is_learned ? inputs.weights.w_k.cols() : inputs.x.cols());
}

Real width_of_values(const HeadInputs& inputs) {
    const bool is_learned = inputs.projections == Projections::Learned;
    return static_cast<Real>(is_learned ? inputs.weights.w_v.cols() : inputs.x.cols());
}

/// The cost of Q, K and V for `words` words.
Real projection_cost(const HeadInputs& inputs, Real words) {
    if (inputs.projections == Projections::None)
        return 0;
    return words * static_cast<Real>(inputs.x.cols()) *
           (2 * width_of_keys(inputs) + width_of_values(inputs));
}

} // namespace

Real pass_cost(const HeadInputs& inputs, bool is_held) {
    const auto words = static_cast<Real>(inputs.x.rows());
    return projection_cost(inputs, words) + words * words *
                                                (width_of_keys(inputs) + width_of_values(inputs) +
                                                 (is_held ? held_cell_cost : exponential));
}

Real change_cost(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
                 const HeadTrace& trace) {
    const Plan plan = plan_of(before, after, changes, trace);
    const auto words = static_cast<Real>(after.x.rows());
    const Real depth = width_of_keys(after), width = width_of_values(after);
    // Each number of Q and the output is read from main memory once.
    const Real one_word = projection_cost(after, 1) + 6 * words * (depth + width);
    const Real one_row = words * (depth + width + exponential);
    const auto inputs = static_cast<Real>(after.x.cols());
    switch (plan.way) {
    case Plan::Way::Keep:
        return 0;
    case Plan::Way::Whole:
        return pass_cost(after, !trace.large.is_used() ||
                                    after.switches.normaliser != Normaliser::Softmax ||
                                    after.switches.axis != Axis::Rows);
    case Plan::Way::Words:
        return static_cast<Real>(changes.x.lines.size()) * (one_word + one_row) + one_row;
    case Plan::Way::InsertWord:
    case Plan::Way::RemoveWord:
        return one_word + 2 * one_row;
    case Plan::Way::MaskRows:
        return static_cast<Real>(plan.mask_rows.size() + 1) * one_row;
    case Plan::Way::ValueColumn:
        return trace.large.mixed_inputs.size() == 0 ? words * words * (depth + inputs + exponential)
                                                    : words * (inputs / 16 + 16);
    case Plan::Way::Rows:
        break;
    }
    const Real products =
        words * inputs *
        ((changes.w_q.is_none() ? 0 : depth) + (changes.w_k.is_none() ? 0 : depth) +
         (changes.w_v.is_none() ? 0 : width));
    const bool has_kept = plan.keeps_products && trace.large.kept.products;
    const auto columns = static_cast<Real>(changes.w_q.lines.size() + changes.w_k.lines.size());
    return products + words * words * ((has_kept ? columns : depth) + width + exponential);
}

} // namespace attn
