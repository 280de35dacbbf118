// SPDX-License-Identifier: MIT
#include "core/figure/step_figure.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/sheet_look.h"

#include <cassert>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// The last stage before the given one that holds other numbers.
Stage before(const Document& document, Stage stage) {
    const Graph stages = graph(document, 2);
    const Node& node = stages[*stages.find({stage})];
    return shown_place(document, {stages[node.inputs[0]].sheet, 0, 0}).sheet.stage;
}

/// What the stage is computed from, above each other: rows of words that `is_row` chooses alone.
template <class IsRow>
std::vector<Part> inputs_of(const Document& document, Stage stage, const IsRow& is_row) {
    const Graph stages = graph(document, 2);
    std::vector<Part> parts;
    for (const std::size_t input : stages[*stages.find({stage})].inputs) {
        const Stage read = stages[input].sheet.stage;
        parts.push_back({read, is_row(info(read).rows)});
    }
    return parts;
}

} // namespace

Picture picture_of(const Document& document, const Step& step) {
    const bool one = !step.is_for_all;
    if (!has_step(document, step.kind))
        return {};
    switch (step.kind) {
    case StepKind::Embed:
        return {{{{Stage::X, one}}}};
    case StepKind::Project: {
        Picture picture{{}, false};
        for (const Stage result : {Stage::Q, Stage::K, Stage::V}) {
            std::vector<Part> parts = inputs_of(document, result, [&](Role rows) {
                return one && words_of(document, rows) != nullptr;
            });
            if (!one) // Their words are those of the step before.
                parts.erase(parts.begin());
            parts.push_back({result, one});
            picture.columns.push_back(std::move(parts));
        }
        return picture;
    }
    case StepKind::Score:
        return {{inputs_of(document, Stage::Scores,
                           [&](Role rows) { return one && rows == Role::Query; }),
                 {{Stage::Scores, one}}}};
    case StepKind::Scale:
        return {{{{before(document, Stage::Scaled), one}}, {{Stage::Scaled, one}}}};
    case StepKind::Mask:
        return {{{{before(document, Stage::Masked), one}}, {{Stage::Masked, one}}}};
    case StepKind::Softmax:
        return {
            {{{before(document, Stage::Weights), one}}, {{Stage::Weights, one}}}, true, false, one};
    case StepKind::Mix:
        if (one)
            return {{{{Stage::Weights, true}, {Stage::V}},
                     {{Stage::WeightedValues}, {Stage::Output, true}}}};
        return {{{{Stage::Weights}, {Stage::V}}, {{Stage::Output}}}};
    case StepKind::Join:
        if (document.join == Join::WO)
            return {{{{Stage::Joined, one}}, {{Stage::WO}}, {{Stage::Attention, one}}}};
        return {{{{Stage::Output, one}}, {{Stage::Joined, one}}}};
    case StepKind::Rate:
        return {{{{Stage::X}}}};
    case StepKind::Decompose:
        return {{{{Stage::U}}, {{Stage::S}, {Stage::Vt}}}, false};
    case StepKind::Keep:
        return {{{{Stage::S}, {Stage::Share}}, {{Stage::Vt}}}, false};
    case StepKind::Rebuild:
        return {{{{Stage::X}}, {{Stage::Reconstruction}}, {{Stage::Difference}}}};
    case StepKind::Map:
        return {{}, false, true};
    case StepKind::Compare:
        return {
            {{{Stage::Vectors}, {Stage::Cosine}}, {{Stage::Projected}, {Stage::ConceptCosine}}}};
    }
    assert(false && "every step is handled");
    return {};
}

Page page_of(const Document& document, const Trace& trace, const View& asked, const Step& step) {
    const View view = within(document, asked);
    Page page;
    page.title = title(document, trace, view, step);
    page.title.insert(page.title.begin(), {std::to_string(number(step)) + " · ", Tone::Strong});
    page.formula = formula(document, step);
    page.note = skipped_before(document, step);
    page.picture = picture_of(document, step);
    page.text = sentence(document, trace, view, step);
    return page;
}

} // namespace attn::figure
