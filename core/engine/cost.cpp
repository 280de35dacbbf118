// SPDX-License-Identifier: MIT
#include "core/engine/cost.h"

#include "core/engine/kept_columns.h"
#include "core/engine/rows_change.h"

#include <algorithm>
#include <cstring>

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

/// Q, K and V of so many words.
Real projection_cost(const HeadInputs& inputs, Real words) {
    if (inputs.projections == Projections::None)
        return 0;
    return words * static_cast<Real>(inputs.x.cols()) *
           (2 * width_of_keys(inputs) + width_of_values(inputs));
}

Index changed_rows(const Flags& before, const Flags& after) {
    Index rows = 0;
    const auto width = static_cast<std::size_t>(after.cols()) * sizeof(bool);
    if (before.rows() != after.rows() || before.cols() != after.cols())
        return after.rows();
    for (Index row = 0; row < after.rows(); ++row)
        rows += std::memcmp(&before(row, 0), &after(row, 0), width) != 0;
    return rows;
}

} // namespace

Real pass_cost(const HeadInputs& inputs, bool is_held) {
    const auto words = static_cast<Real>(inputs.x.rows());
    return projection_cost(inputs, words) + words * words *
                                                (width_of_keys(inputs) + width_of_values(inputs) +
                                                 (is_held ? held_cell_cost : exponential));
}

Real change_cost(const HeadInputs& before, const HeadInputs& after, const HeadTrace& trace) {
    const bool is_learned = after.projections == Projections::Learned;
    const bool is_held = !trace.large.is_used() ||
                         after.switches.normaliser != Normaliser::Softmax ||
                         after.switches.axis != Axis::Rows;
    const Real whole = pass_cost(after, is_held);
    if (before.projections != after.projections || before.x.cols() != after.x.cols())
        return whole;
    const auto is_as_wide = [&](const SharedMatrix HeadWeights::*weights) {
        return !is_learned || (before.weights.*weights).cols() == (after.weights.*weights).cols();
    };
    if (!is_as_wide(&HeadWeights::w_q) || !is_as_wide(&HeadWeights::w_v))
        return whole;

    const auto changed = [&](const SharedMatrix HeadWeights::*weights) {
        return is_learned ? static_cast<Real>(changed_columns(*(before.weights.*weights),
                                                              *(after.weights.*weights))
                                                  .size())
                          : 0;
    };
    const Real query = changed(&HeadWeights::w_q), key = changed(&HeadWeights::w_k),
               value = changed(&HeadWeights::w_v);
    const RowsChange x = change_of(before.x, after.x, after.changed_row);
    const Mask &old_mask = before.switches.mask, &mask = after.switches.mask;
    const bool same_mask = old_mask == mask, is_same_x = x.kind == RowsChange::Kind::None;
    Switches unmasked = before.switches;
    unmasked.mask = mask;
    const bool is_same_otherwise = unmasked == after.switches;
    if (is_same_x && query + key + value == 0 && same_mask && is_same_otherwise)
        return 0;
    if (is_held)
        return whole;

    const auto words = static_cast<Real>(after.x.rows());
    const Real depth = width_of_keys(after), width = width_of_values(after);
    const bool is_painted = mask.kind == Mask::Kind::Painted;
    // Each number of Q and the output comes from far away once.
    const Real one_word = projection_cost(after, 1) + 6 * words * (depth + width);
    const Real one_row = words * (depth + width + exponential);
    using How = RowsChange::Kind;
    if (query + key + value == 0 && is_same_otherwise) {
        if (x.kind == How::Numbers && same_mask)
            return static_cast<Real>(x.rows.size()) * (one_word + one_row) + one_row;
        if ((x.kind == How::Inserted || x.kind == How::Removed) && same_mask && !is_painted)
            return one_word + 2 * one_row;
        if (is_same_x && is_painted && old_mask.kind == Mask::Kind::Painted) {
            const Index rows = changed_rows(*old_mask.painted, *mask.painted);
            return rows > after.x.rows() / 4 ? whole : static_cast<Real>(rows + 1) * one_row;
        }
    }
    if (query + key == 0 && value == 1 && is_same_x && same_mask && is_same_otherwise) {
        const auto inputs = static_cast<Real>(after.x.cols());
        return trace.large.mixed_inputs.size() == 0 ? words * words * (depth + inputs + exponential)
                                                    : words * (inputs / 16 + 16);
    }
    if (!is_same_x)
        return whole;
    const Real products =
        words * static_cast<Real>(after.x.cols()) *
        ((query > 0 ? depth : 0) + (key > 0 ? depth : 0) + (value > 0 ? width : 0));
    const bool has_kept = trace.large.kept.products && same_mask &&
                          query + key <= static_cast<Real>(KeptColumns::most);
    return products + words * words * ((has_kept ? query + key : depth) + width + exponential);
}

} // namespace attn
