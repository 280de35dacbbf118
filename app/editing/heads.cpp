// SPDX-License-Identifier: MIT
#include "app/editing/heads.h"

#include "core/document/model.h"
#include "core/document/placing.h"
#include "core/document/sheet.h"

#include <utility>

namespace app {
namespace {

using namespace attn;

std::string named(Index head) {
    return "head " + std::to_string(head);
}

/// The inputs that belong to one head alone, as head 0 has them. Heads of one group share the rest.
std::vector<Stage> own_inputs(const Document& document) {
    const bool are_shared = group_count(document) < head_count(document);
    std::vector<Stage> list;
    for (const SheetId& sheet : sheets(document)) {
        const StageInfo& about = info(sheet.stage);
        if (sheet.head == 0 && about.is_per_head && !(about.is_per_group && are_shared) &&
            is_given(document, sheet.stage))
            list.push_back(sheet.stage);
    }
    return list;
}

/// Whether one can stand where the other stands; the error says why not.
Result<> fit_together(const Document& document, Index one, Index other) {
    for (const Index head : {one, other})
        if (head < 0 || head >= head_count(document))
            return Error{"there is no " + named(head)};
    if (group_of(document, one) != group_of(document, other) &&
        group_count(document) < head_count(document))
        return Error{"heads " + std::to_string(one) + " and " + std::to_string(other) +
                     " read the keys and values of different groups, so neither can take the place "
                     "of the other"};
    if (d_k(document, one) != d_k(document, other) || d_v(document, one) != d_v(document, other))
        return Error{"heads " + std::to_string(one) + " and " + std::to_string(other) +
                     " are not equally wide, so neither can take the place of the other"};
    return Nothing{};
}

Index first_row_of(const Document& document, Index head) {
    Index row = 0;
    for (Index at = 0; at < head; ++at)
        row += d_v(document, at);
    return row;
}

} // namespace

Result<std::vector<Command>> swapped_heads(const Document& document, Index one, Index other) {
    if (auto fault = fit_together(document, one, other); !fault)
        return fault.error();
    const std::string what = "Move " + named(one);
    std::vector<Command> commands;
    for (const Stage stage : own_inputs(document)) {
        const SheetId a{stage, one}, b{stage, other};
        commands.push_back(SetMatrix{a, *input(document, b), what});
        commands.push_back(SetMatrix{b, *input(document, a), what});
    }
    if (document.join == Join::WO) {
        Matrix w_o = *document.w_o;
        const Index rows = d_v(document, one);
        w_o.middleRows(first_row_of(document, one), rows)
            .swap(w_o.middleRows(first_row_of(document, other), rows));
        commands.push_back(SetMatrix{{Stage::WO}, std::move(w_o), what});
    }
    if (const SharedMatrix* const sink = input(document, {Stage::Sink})) {
        Matrix numbers = **sink;
        numbers.col(one).swap(numbers.col(other));
        commands.push_back(SetMatrix{{Stage::Sink}, std::move(numbers), what});
    }
    return commands;
}

Result<std::vector<Command>> copied_head(const Document& document, Index from, Index to) {
    std::vector<Command> commands;
    Document target = document;
    if (to == head_count(document)) {
        commands.push_back(AddHead{});
        auto after = attn::apply(document, commands.back());
        if (!after)
            return after.error();
        target = *std::move(after);
    }
    if (auto fault = fit_together(target, from, to); !fault)
        return fault.error();
    const std::string what = "Copy " + named(from) + " to " + named(to);
    for (const Stage stage : own_inputs(target))
        commands.push_back(SetMatrix{{stage, to}, *input(target, {stage, from}), what});
    if (const SharedMatrix* const sink = input(target, {Stage::Sink})) {
        Matrix numbers = **sink;
        numbers.col(to) = numbers.col(from);
        commands.push_back(SetMatrix{{Stage::Sink}, std::move(numbers), what});
    }
    return commands;
}

std::string why_not_switched_off(const Document& document) {
    return document.join == Join::WO
               ? ""
               : "Only W_O can switch a head off. Join the heads by W_O first";
}

Result<Command> switched_off(const Document& document, Index head) {
    if (const std::string why = why_not_switched_off(document); !why.empty())
        return Error{why};
    Matrix w_o = *document.w_o;
    w_o.middleRows(first_row_of(document, head), d_v(document, head)).setZero();
    return Command{SetMatrix{{Stage::WO}, std::move(w_o), "Switch " + named(head) + " off"}};
}

} // namespace app
