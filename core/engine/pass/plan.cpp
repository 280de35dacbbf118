// SPDX-License-Identifier: MIT
#include "core/engine/pass/plan.h"

#include "core/engine/pass/large_pass.h"

#include <cstring>
#include <initializer_list>
#include <utility>

namespace attn {
namespace {

using PassWay = Plan::Way;
using How = Change::Kind;

bool is_learned(const HeadInputs& inputs) {
    return inputs.projections == Projections::Learned;
}

/// Whether the matrices of both passes have the same widths.
bool are_as_wide(const HeadInputs& before, const HeadInputs& after) {
    if (before.projections != after.projections || before.x.cols() != after.x.cols())
        return false;
    return !is_learned(after) || (before.weights.w_q.cols() == after.weights.w_q.cols() &&
                                  before.weights.w_v.cols() == after.weights.w_v.cols());
}

bool fits_on_a_slide(const HeadInputs& inputs) {
    const Index d_k = is_learned(inputs) ? inputs.weights.w_q.cols() : inputs.x.cols();
    const Index d_v = is_learned(inputs) ? inputs.weights.w_v.cols() : inputs.x.cols();
    return inputs.x.rows() <= slide_tokens && d_k <= slide_width && d_v <= slide_width;
}

/// Lists the rows in which two painted masks of one size differ.
std::vector<Index> changed_rows(const Flags& before, const Flags& after) {
    std::vector<Index> rows;
    for (Index row = 0; row < after.rows(); ++row)
        if (std::memcmp(&before(row, 0), &after(row, 0),
                        static_cast<std::size_t>(after.cols()) * sizeof(bool)) != 0)
            rows.push_back(row);
    return rows;
}

/// Plans every row, or everything if X changed.
Plan by_rows(Plan plan) {
    const InputChanges& changes = plan.changes;
    plan.way = changes.x.is_none() ? PassWay::Rows : PassWay::Whole;
    plan.keeps_products = plan.way == PassWay::Rows && !plan.is_mask_changed &&
                          changes.w_q.lines.size() + changes.w_k.lines.size() <= KeptColumns::most;
    return plan;
}

} // namespace

Plan plan_of(const HeadInputs& before, const HeadInputs& after, const InputChanges& changes,
             const HeadTrace& trace) {
    const Switches &old_switches = before.switches, &switches = after.switches;
    Plan plan;
    plan.changes = changes;
    const bool is_scored_alike = changes.w_q.is_none() && changes.w_k.is_none();
    const bool is_same_head = is_scored_alike && changes.w_v.is_none();
    const bool is_same_x = changes.x.is_none();
    if (!are_as_wide(before, after))
        return plan;
    if (is_same_x && is_same_head && old_switches == switches && trace[Stage::Q].rows() > 0) {
        plan.way = PassWay::Keep;
        return plan;
    }
    if (!trace.large.is_used() || fits_on_a_slide(after) ||
        switches.normaliser != Normaliser::Softmax || switches.axis != Axis::Rows)
        return plan;

    plan.is_scale_changed =
        !(old_switches.scale == switches.scale) || old_switches.temperature != switches.temperature;
    plan.is_mask_changed = !(old_switches.mask == switches.mask);
    const auto is_painted = [](const Switches& one) {
        return one.mask.kind == Mask::Kind::Painted;
    };
    if (!is_scored_alike || plan.is_scale_changed)
        return by_rows(std::move(plan));
    if (is_same_head && !plan.is_mask_changed) {
        if (changes.x.kind == How::Rows)
            plan.way = PassWay::Words;
        else if (is_simple(switches.mask) && changes.x.kind == How::Inserted)
            plan.way = PassWay::InsertWord;
        else if (is_simple(switches.mask) && changes.x.kind == How::Removed)
            plan.way = PassWay::RemoveWord;
        return plan;
    }
    if (is_same_head && is_same_x && is_painted(switches) && is_painted(old_switches)) {
        plan.mask_rows = changed_rows(*old_switches.mask.painted, *switches.mask.painted);
        if (static_cast<Index>(plan.mask_rows.size()) < after.x.rows() / 4) {
            plan.way = PassWay::MaskRows;
            return plan;
        }
    }
    if (!plan.is_mask_changed && is_same_x && changes.w_v.lines.size() == 1) {
        plan.way = PassWay::ValueColumn;
        return plan;
    }
    return by_rows(std::move(plan));
}

Plan otherwise(Plan plan) {
    return by_rows(std::move(plan));
}

HeadChanges changes_by(const Plan& plan) {
    const InputChanges& inputs = plan.changes;
    const Change all{How::All, {}};
    HeadChanges changes;
    changes[Stage::X] = inputs.x;
    changes[Stage::W_Q] = inputs.w_q;
    changes[Stage::W_K] = inputs.w_k;
    changes[Stage::W_V] = inputs.w_v;
    const auto set = [&](const Change& change, std::initializer_list<Stage> stages) {
        for (const Stage stage : stages)
            changes.at(stage) = change;
    };
    const bool has_query = !inputs.w_q.is_none(), has_key = !inputs.w_k.is_none();
    switch (plan.way) {
    case PassWay::Keep:
        return changes;
    case PassWay::Words:
        set(inputs.x, {Stage::Q, Stage::K, Stage::V});
        set({How::RowsAndColumns, inputs.x.lines}, {Stage::Scores, Stage::Scaled, Stage::Masked});
        break;
    case PassWay::InsertWord:
    case PassWay::RemoveWord:
        set(inputs.x, {Stage::Q, Stage::K, Stage::V});
        set(all, {Stage::Scores, Stage::Scaled, Stage::Masked});
        break;
    case PassWay::MaskRows:
        set({How::Rows, plan.mask_rows}, {Stage::Masked});
        break;
    case PassWay::ValueColumn:
        set(inputs.w_v, {Stage::V, Stage::WeightedValues, Stage::Output});
        return changes;
    case PassWay::Rows:
        if (has_query)
            set(all, {Stage::Q});
        if (has_key)
            set(all, {Stage::K});
        if (!inputs.w_v.is_none())
            set(all, {Stage::V});
        if (has_query || has_key)
            set(all, {Stage::Scores});
        if (has_query || has_key || plan.is_scale_changed)
            set(all, {Stage::Scaled});
        if (has_query || has_key || plan.is_scale_changed || plan.is_mask_changed)
            set(all, {Stage::Masked});
        break;
    case PassWay::Whole:
        set(all, {Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Scaled, Stage::Masked});
        break;
    }
    // The sum of a row changes with any of its numbers, and some rows are recomputed every time.
    set(all, {Stage::Weights, Stage::WeightedValues, Stage::Output});
    return changes;
}

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
