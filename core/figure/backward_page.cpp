// SPDX-License-Identifier: MIT
#include "core/figure/backward_page.h"

#include "core/document/backward.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/gradient_look.h"
#include "core/figure/rich_text.h"

#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr Real told_change = 0.01; // the change of a number whose effect a page states

std::vector<BackwardStep> told_steps(const Document& document, const View& view,
                                     const Sensitivity& sensitivity) {
    if (!sensitivity.has_gradient() || !sensitivity.pass)
        return {};
    return backward_steps(document, sensitivity.pass->stages, within(document, view).head);
}

/// The place of the number with the largest magnitude; nothing if all are 0.
std::optional<Place> strongest_place(const Sensitivity& sensitivity, const SheetId& sheet) {
    const Matrix* const values = sensitivity.find(sheet);
    if (!values)
        return std::nullopt;
    std::optional<Place> found;
    Real most = 0;
    for (Index row = 0; row < values->rows(); ++row)
        for (Index column = 0; column < values->cols(); ++column)
            if (const Real size = std::abs((*values)(row, column)); size > most) {
                most = size;
                found = Place{sheet, row, column};
            }
    return found;
}

std::vector<Part> parts_of(const std::vector<SheetId>& sheets, bool are_gradients) {
    std::vector<Part> made;
    for (const SheetId& sheet : sheets)
        made.push_back({sheet.stage, false, are_gradients});
    return made;
}

Prose strongest_sentence(const Document& document, const Sensitivity& sensitivity,
                         const SheetId& sheet) {
    const std::optional<Place> place = strongest_place(sensitivity, sheet);
    if (!place)
        return {{"No number of this matrix moves the " + escape(title(document, sensitivity.of)) +
                 "."}};
    const Real slope = (*sensitivity.find(sheet))(place->row, place->column);
    const std::string change = spoken(slope * told_change, {NumberFormat::Kind::Significant, 2});
    return {{"Strongest is the " + escape(title(document, *place)) + ": " +
             spoken(told_change, {NumberFormat::Kind::Decimals, 2}) +
             " more there changes it by about "},
            {(slope > 0 ? "+" : "") + change, Tone::Number},
            {"."}};
}

} // namespace

std::size_t backward_page_count(const Document& document, const View& view,
                                const Sensitivity& sensitivity) {
    return told_steps(document, view, sensitivity).size();
}

Page backward_page(const Document& document, const View& view,
                   std::shared_ptr<const Sensitivity> sensitivity, std::size_t at) {
    const std::vector<BackwardStep> steps = told_steps(document, view, *sensitivity);
    assert(at < steps.size() && "the page exists");
    const BackwardStep& told = steps[at];
    const std::string of = escape(title(document, sensitivity->of));
    const std::string symbol(info(told.sheet.stage, document.model).symbol);
    Page page;
    const std::string number = std::to_string(at + 1) + " · ";
    page.picture.has_arrows = false;
    page.picture.gradients = sensitivity;
    if (at == 0) {
        page.title = {{number + "What moves the " + of + "?", Tone::Strong}};
        page.text = {{"It is "},
                     {spoken(sensitivity->value, view.numbers), Tone::Number},
                     {". The chain rule goes back from it, stage by stage, to the inputs."}};
        page.picture.columns = {{{told.sheet.stage, false, true}}};
        return page;
    }
    page.title = {{number + "How " + symbol + " moves the " + of, Tone::Strong}};
    page.formula = "∂" + symbol + " = " + told.formula;
    if (const std::string unit = gradient_scale(*sensitivity, view, nullptr).unit(); !unit.empty())
        page.note = "every ∂ " + unit;
    // The gradient that the backward pass begins with is stated in the note, not drawn.
    std::vector<SheetId> gradients = told.gradients;
    const SheetId& first = steps.front().sheet;
    if (std::erase(gradients, first) > 0)
        page.note += (page.note.empty() ? "∂" : " · ∂") +
                     std::string(info(first.stage, document.model).symbol) +
                     " is 1 at the number and 0 elsewhere";
    for (std::vector<Part> column : {parts_of(gradients, true), parts_of(told.reads, false),
                                     std::vector<Part>{{told.sheet.stage, false, true}}})
        if (!column.empty())
            page.picture.columns.push_back(std::move(column));
    page.text = strongest_sentence(document, *sensitivity, told.sheet);
    return page;
}

} // namespace attn::figure
