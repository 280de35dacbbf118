// SPDX-License-Identifier: MIT
#include "core/figure/step_figure.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/sheet_look.h"

#include <cassert>

namespace attn::figure {
namespace {

/// The last stage before the given one that holds other numbers.
Stage before(const Document& document, Stage stage) {
    const Graph stages = graph(document, 2);
    const Node& node = stages[*stages.find({stage})];
    return shown_place(document, {stages[node.inputs[0]].sheet, 0, 0}).sheet.stage;
}

} // namespace

Picture picture_of(const Document& document, const Step& step) {
    const bool one = !step.is_for_all;
    const bool is_learned = document.projections == Projections::Learned;
    switch (step.kind) {
    case StepKind::Embed:
        return {{{{Stage::X, one}}}};
    case StepKind::Project: {
        Picture picture{{}, false};
        for (const auto& [weight, result] :
             {std::pair(Stage::W_Q, Stage::Q), std::pair(Stage::W_K, Stage::K),
              std::pair(Stage::W_V, Stage::V)}) {
            picture.columns.emplace_back();
            if (one)
                picture.columns.back().push_back({Stage::X, true});
            if (is_learned)
                picture.columns.back().push_back({weight});
            picture.columns.back().push_back({result, one});
        }
        return picture;
    }
    case StepKind::Score:
        return {{{{Stage::Q, one}, {Stage::K}}, {{Stage::Scores, one}}}};
    case StepKind::Scale:
        return {{{{Stage::Scores, one}}, {{Stage::Scaled, one}}}};
    case StepKind::Mask:
        return {{{{before(document, Stage::Masked), one}}, {{Stage::Masked, one}}}};
    case StepKind::Softmax:
        return {{{{before(document, Stage::Weights), one}}, {{Stage::Weights, one}}}};
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
