// SPDX-License-Identifier: MIT
#include "core/figure/step_figure.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/sheet_look.h"

#include <algorithm>
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

bool is_of_words(Role rows) {
    return rows == Role::Query || rows == Role::Token;
}

std::vector<Part> given_to(const Document& document, const std::vector<Stage>& made) {
    const Graph stages = graph(document, 2);
    std::vector<Part> parts;
    for (const Stage stage : made)
        for (const std::size_t input : stages[*stages.find({stage})].inputs)
            if (is_given(document, stages[input].sheet.stage) &&
                !is_of_words(info(shaped_like(document, stages[input].sheet).stage).rows))
                parts.push_back({stages[input].sheet.stage});
    return parts;
}

/// What a step reads of the words, then what it is given besides, then what it computes.
Picture made_picture(const Document& document, const Step& step) {
    const auto made = made_by(document, step.kind);
    const auto part = [&](Stage stage) {
        const Role rows = info(shaped_like(document, {stage}).stage).rows;
        return Part{stage, !step.is_for_all && is_of_words(rows)};
    };
    const auto given = given_to(document, made);
    std::vector<Part> read, results;
    const Graph stages = graph(document, 2);
    for (const std::size_t input : stages[*stages.find({made.front()})].inputs)
        if (const Part one = part(stages[input].sheet.stage);
            std::find(given.begin(), given.end(), one) == given.end())
            read.push_back(one);
    for (const Stage stage : made)
        results.push_back(part(stage));
    Picture picture;
    for (const auto& column : {read, given, results})
        if (!column.empty())
            picture.columns.push_back(column);
    if (step.kind == StepKind::Loss)
        picture.head = document.options.loss->of.head;
    return picture;
}

/// The word's way down, and beside it what each row is taken less and divided by, and the gains;
/// for all without the gains, so that the rows stay large.
Picture norm_picture(const Document& document, const Step& step) {
    const auto made = made_by(document, step.kind);
    const Stage first = made.front(), norm = made.back();
    const bool one = !step.is_for_all;
    const Part read =
        inputs_of(document, first, [&](Role rows) { return one && is_of_words(rows); }).front();
    std::vector<Part> of_rows, way{read};
    for (const Stage stage : made)
        if (info(stage).columns == Role::One)
            of_rows.push_back({stage, one});
        else if (one && stage != norm)
            way.push_back({stage, true});
    if (!one)
        return {{way, of_rows, {{norm}}}};
    way.push_back({norm, true});
    return {{way, of_rows, given_to(document, made)}, false};
}

/// The word's way down beside the weights; for all what the MLP reads, has inside and gives.
Picture mlp_picture(const Document& document, const Step& step) {
    auto made = made_by(document, step.kind);
    const bool one = !step.is_for_all;
    const Stage mlp = made.back();
    const auto is_row = [&](Role rows) { return one && is_of_words(rows); };
    const Part read = inputs_of(document, made.front(), is_row).front();
    if (!one)
        return {{{read}, {{made.front()}, inputs_of(document, mlp, is_row).front()}, {{mlp}}}};
    std::vector<Part> way{read};
    for (const Stage stage : made)
        way.push_back({stage, true});
    made.pop_back();
    return {{way, given_to(document, made), given_to(document, {mlp})}, false};
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
    case StepKind::Turn:
        return {{{{Stage::Q, one}, {Stage::K, one && !document.options.has_memory}},
                 {{Stage::QRotated, one}, {Stage::KRotated, one && !document.options.has_memory}}}};
    case StepKind::Position:
    case StepKind::Bias:
    case StepKind::Limit:
    case StepKind::Add:
    case StepKind::SecondAdd:
    case StepKind::Predict:
    case StepKind::Loss:
        return made_picture(document, step);
    case StepKind::Norm:
    case StepKind::SecondNorm:
        return norm_picture(document, step);
    case StepKind::Mlp:
        return mlp_picture(document, step);
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
    page.title.insert(page.title.begin(),
                      {std::to_string(number(document, step)) + " · ", Tone::Strong});
    page.formula = formula(document, step);
    page.note = skipped_before(document, step);
    page.picture = picture_of(document, step);
    page.text = sentence(document, trace, view, step);
    return page;
}

} // namespace attn::figure
