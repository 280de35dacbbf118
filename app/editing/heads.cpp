// SPDX-License-Identifier: MIT
#include "app/editing/heads.h"

#include "core/document/commands/command_options.h"
#include "core/document/commands/placing.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace app {
namespace {

using namespace attn;

/// The inputs of all attentions that belong to one head alone, listed for head 0. Heads of one
/// group share the rest.
std::vector<SheetId> own_inputs(const Document& document) {
    const bool are_shared = group_count(document) < head_count(document);
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document)) {
        const StageInfo& about = info(sheet.stage);
        if (sheet.head == 0 && about.is_per_head && !(about.is_per_group && are_shared) &&
            input(document, sheet))
            list.push_back(sheet);
    }
    return list;
}

SheetId of_head(SheetId sheet, Index head) {
    sheet.head = head;
    return sheet;
}

/// The matrices of this stage in all attentions.
std::vector<SheetId> each_of(const Document& document, Stage stage) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (sheet.stage == stage)
            list.push_back(sheet);
    return list;
}

/// Checks that the two heads can be swapped; the error says why not.
Result<> fit_together(const Document& document, Index one, Index other) {
    for (const Index head : {one, other})
        if (head < 0 || head >= head_count(document))
            return Error{"there is no " + head_name(head)};
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

SheetId w_o_of(const View& view) {
    return {Stage::WO, 0, 0, view.layer, view.is_cross};
}

/// Whether the view's head existed in `then`. Compares only the head's rows of W_O, because
/// swapping heads moves all their matrices together.
bool is_same_head(const Document& document, const Document& then, const View& view) {
    if (then.join != Join::WO || head_count(then) != head_count(document) ||
        !have_same_places(then, document))
        return false;
    const std::vector<SheetId> inputs = own_inputs(document);
    return inputs.empty() || std::any_of(inputs.begin(), inputs.end(), [&](const SheetId& sheet) {
               const SheetId own = of_head(sheet, view.head);
               return **input(document, own) == **input(then, own);
           });
}

} // namespace

Result<std::vector<Command>> swapped_heads(const Document& document, Index one, Index other) {
    if (auto fault = fit_together(document, one, other); !fault)
        return fault.error();
    const std::string what = "Move " + head_name(one);
    std::vector<Command> commands;
    for (const SheetId& sheet : own_inputs(document)) {
        const SheetId a = of_head(sheet, one), b = of_head(sheet, other);
        commands.push_back(SetMatrix{a, *input(document, b), what});
        commands.push_back(SetMatrix{b, *input(document, a), what});
    }
    for (const SheetId& sheet : each_of(document, Stage::WO)) {
        Matrix w_o = **input(document, sheet);
        const Index rows = d_v(document, one);
        w_o.middleRows(first_row_of(document, one), rows)
            .swap(w_o.middleRows(first_row_of(document, other), rows));
        commands.push_back(SetMatrix{sheet, std::move(w_o), what});
    }
    for (const SheetId& sheet : each_of(document, Stage::Sink)) {
        Matrix numbers = **input(document, sheet);
        numbers.col(one).swap(numbers.col(other));
        commands.push_back(SetMatrix{sheet, std::move(numbers), what});
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
    const std::string what = "Copy " + head_name(from) + " to " + head_name(to);
    for (const SheetId& sheet : own_inputs(target))
        commands.push_back(
            SetMatrix{of_head(sheet, to), *input(target, of_head(sheet, from)), what});
    for (const SheetId& sheet : each_of(target, Stage::Sink)) {
        Matrix numbers = **input(target, sheet);
        numbers.col(to) = numbers.col(from);
        commands.push_back(SetMatrix{sheet, std::move(numbers), what});
    }
    return commands;
}

std::string why_not_switched_off(const Document& document) {
    return document.join == Join::WO
               ? ""
               : "Only W_O can switch a head off. Join the heads by W_O first";
}

Result<Command> switched_off(const Document& document, const View& view) {
    if (const std::string why = why_not_switched_off(document); !why.empty())
        return Error{why};
    Matrix w_o = **input(document, w_o_of(view));
    w_o.middleRows(first_row_of(document, view.head), d_v(document, view.head)).setZero();
    return Command{
        SetMatrix{w_o_of(view), std::move(w_o), "Switch " + head_name(view.head) + " off"}};
}

bool is_switched_off(const Document& document, const View& view) {
    const SharedMatrix* const w_o = input(document, w_o_of(view));
    return w_o && (**w_o)
                      .middleRows(first_row_of(document, view.head), d_v(document, view.head))
                      .isZero(0);
}

Result<Command> switched_on(const Document& document, const History& history, const View& view) {
    if (const std::string why = why_not_switched_off(document); !why.empty())
        return Error{why};
    const Index first = first_row_of(document, view.head), rows = d_v(document, view.head);
    Matrix w_o = **input(document, w_o_of(view));
    auto back = w_o.middleRows(first, rows);
    back = handing_on(w_o.rows(), w_o.cols()).middleRows(first, rows);
    for (std::size_t step = history.position() + 1; step-- > 0;) {
        const Document& then = history.document(step);
        if (!is_same_head(document, then, view))
            break;
        if (is_switched_off(then, view))
            continue;
        back = (**input(then, w_o_of(view))).middleRows(first, rows);
        break;
    }
    return Command{
        SetMatrix{w_o_of(view), std::move(w_o), "Switch " + head_name(view.head) + " on"}};
}

} // namespace app
