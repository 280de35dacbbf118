// SPDX-License-Identifier: MIT
#include "core/figure/pages/step_figure.h"

#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/place.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

/// The last stage before the given one that holds other numbers.
Stage before(const Document& document, const Graph& stages, Stage stage) {
    return shown_place(document, {read_by(stages, stage).front(), 0, 0}).sheet.stage;
}

/// The inputs of the stage, above each other. `is_row` decides for which only the query word's row
/// is shown.
template <class IsRow>
std::vector<Part> inputs_of(const Graph& stages, Stage stage, const IsRow& is_row) {
    std::vector<Part> parts;
    for (const SheetId& read : read_by(stages, stage))
        parts.push_back({read.stage, is_row(info(read.stage).rows)});
    return parts;
}

bool is_of_words(Role rows) {
    return rows == Role::Query || rows == Role::Token;
}

/// Returns the role of the stage's rows. A target has the rows of the stage it is compared with.
Role rows_of(const Document& document, Stage stage) {
    return roles_of(document, {stage}).rows;
}

/// The inputs that a step introduces, except those with a row for each word.
std::vector<Part> given_to(const Document& document, const Graph& stages,
                           const std::vector<Stage>& made) {
    std::vector<Part> parts;
    for (const Stage stage : made)
        for (const SheetId& read : read_by(stages, stage))
            if (is_given(document, read) && !is_of_words(rows_of(document, read.stage)))
                parts.push_back({read.stage});
    return parts;
}

/// Shows what a step reads of the words, then its other inputs, then its results.
Picture made_picture(const Document& document, const Graph& stages, const Step& step) {
    const auto made = made_by(document, step.kind);
    const auto part = [&](Stage stage) {
        return Part{stage, !step.is_for_all && is_of_words(rows_of(document, stage))};
    };
    const auto given = given_to(document, stages, made);
    std::vector<Part> read, results;
    for (const SheetId& input : read_by(stages, made.front()))
        if (const Part one = part(input.stage);
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

/// Shows the rows before, between and after, and the numbers subtracted from each and dividing it;
/// for one word also the gains. Three rows are as many as fit on a small screen.
Picture norm_picture(const Document& document, const Graph& stages, const Step& step) {
    const auto made = made_by(document, step.kind);
    const bool one = !step.is_for_all;
    const auto is_row = [&](Role rows) { return one && is_of_words(rows); };
    std::vector<Part> rows = inputs_of(stages, made.front(), is_row), of_rows;
    for (const Stage stage : made)
        if (info(stage).columns == Role::One)
            of_rows.push_back({stage, one});
        else if (one && rows.size() < 2)
            rows.push_back({stage, true});
    if (!one)
        return {{rows, of_rows, {{made.back()}}}};
    rows.push_back({made.back(), true});
    return {{rows, of_rows, given_to(document, stages, made)}, false};
}

/// For one word: the hidden row, the activation's result and the MLP's result, beside the weights;
/// the page before showed the input. For all words: input, hidden matrix and result.
Picture mlp_picture(const Document& document, const Graph& stages, const Step& step) {
    auto made = made_by(document, step.kind);
    const bool one = !step.is_for_all;
    const Stage hidden = made.front(), mlp = made.back();
    const auto is_row = [&](Role rows) { return one && is_of_words(rows); };
    const Part open = inputs_of(stages, mlp, is_row).front();
    if (!one)
        return {{{inputs_of(stages, hidden, is_row).front()}, {{hidden}, open}, {{mlp}}}};
    made.pop_back();
    return {{{{hidden, true}, open, {mlp, true}},
             given_to(document, stages, made),
             given_to(document, stages, {mlp})},
            false};
}

/// For one word: the outputs of a few heads that make up its joined row. For all words: the joined
/// matrix.
Picture joined_picture(const Document& document, bool is_row) {
    constexpr Index most_heads = 3;
    const Index heads = head_count(document);
    std::vector<Part> parts;
    for (Index head = 0; is_row && heads <= most_heads && head < heads; ++head) {
        parts.push_back({Stage::Output, is_row});
        parts.back().head = head;
    }
    if (document.join != Join::WO) {
        if (parts.empty())
            parts.push_back({Stage::Output, is_row});
        return {{parts, {{Stage::Joined, is_row}}}};
    }
    parts.push_back({Stage::Joined, is_row});
    return {{parts, {{Stage::WO}}, {{Stage::Attention, is_row}}}};
}

/// The layer, attention and head of the step, if there are several.
std::string whose(const Document& document, const View& view, const Step& step) {
    std::string text = part_text(document, view);
    const auto made = made_by(document, step.kind);
    const Index heads = head_count(document);
    if (!made.empty() && info(made.front()).is_per_head && heads > 1)
        text += (text.empty() ? "" : ", ") + head_name(view.head, heads);
    return text;
}

} // namespace

Picture picture_of(const Document& document, const Step& step) {
    if (has_parts(document)) {
        Picture picture = picture_of(OpenPart::shape(document, step.part), in_its_part(step));
        picture.part = step.part;
        return picture;
    }
    const bool one = !step.is_for_all;
    if (!has_step(document, step.kind))
        return {};
    const Graph stages = graph(document, 2);
    switch (step.kind) {
    case StepKind::Embed:
        return {{{{Stage::X, one}}}};
    case StepKind::Project: {
        Picture picture{{}, false};
        for (const Stage result : made_by(document, step.kind)) {
            std::vector<Part> parts = inputs_of(stages, result, [&](Role rows) {
                return one && words_of(document, rows) != nullptr;
            });
            if (!one) // The step before showed their words.
                parts.erase(parts.begin());
            parts.push_back({result, one});
            picture.columns.push_back(std::move(parts));
        }
        return picture;
    }
    case StepKind::Score:
        return {{inputs_of(stages, Stage::Scores,
                           [&](Role rows) { return one && rows == Role::Query; }),
                 {{Stage::Scores, one}}}};
    case StepKind::Scale:
        return {{{{before(document, stages, Stage::Scaled), one}}, {{Stage::Scaled, one}}}};
    case StepKind::Mask:
        return {{{{before(document, stages, Stage::Masked), one}}, {{Stage::Masked, one}}}};
    case StepKind::Softmax:
        return {{{{before(document, stages, Stage::Weights), one}}, {{Stage::Weights, one}}},
                true,
                false,
                one};
    case StepKind::Mix:
        if (one)
            return {{{{Stage::Weights, true}, {Stage::V}},
                     {{Stage::WeightedValues}, {Stage::Output, true}}}};
        return {{{{Stage::Weights}, {Stage::V}}, {{Stage::Output}}}};
    case StepKind::Join:
        return joined_picture(document, one);
    case StepKind::QkNorm:
        return {
            {{{before(document, stages, Stage("Q_normed.deviation")), one},
              {before(document, stages, Stage("K_normed.deviation")),
               one && !document.options.has_memory}},
             given_to(document, stages, made_by(document, step.kind)),
             {{Stage("Q_normed"), one}, {Stage("K_normed"), one && !document.options.has_memory}}}};
    case StepKind::Turn:
        return {{{{before(document, stages, Stage::QRotated), one},
                  {before(document, stages, Stage::KRotated), one && !document.options.has_memory}},
                 {{Stage::QRotated, one}, {Stage::KRotated, one && !document.options.has_memory}}}};
    case StepKind::Position:
    case StepKind::Bias:
    case StepKind::Limit:
    case StepKind::Add:
    case StepKind::SecondAdd:
    case StepKind::Predict:
    case StepKind::Loss:
        return made_picture(document, stages, step);
    case StepKind::Norm:
    case StepKind::SecondNorm:
        return norm_picture(document, stages, step);
    case StepKind::Mlp:
        return mlp_picture(document, stages, step);
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
    page.note = whose(document, opened(document, view, step), step);
    if (const std::string skipped = skipped_before(document, step); !skipped.empty())
        page.note += (page.note.empty() ? "" : ". ") + skipped;
    page.picture = picture_of(document, step);
    if (!page.picture.columns.empty())
        page.light = spotlight_of(document, view, step);
    page.text = sentence(document, trace, view, step);
    return page;
}

Page page_of_lesson(const OpenedLesson& opened, std::size_t at, const Document& document,
                    const View& view, Prose text) {
    const LessonStep& step = opened.lesson.steps[at];
    Page page;
    page.title = {{std::to_string(at + 1) + " · " + step.title, Tone::Strong}};
    const auto shown = shown_step(opened.lesson, at, document);
    if (shown) {
        page.formula = formula(document, *shown);
        page.picture = picture_of(document, *shown);
    } else {
        for (const SheetId& sheet : step.view.figure)
            page.picture.columns.push_back(
                {{sheet.stage, step.view.is_query_row, false, sheet.layer, sheet.is_cross}});
    }
    if (!page.picture.is_map)
        page.light = spotlight_of(document, step, shown, view);
    page.text = std::move(text);
    return page;
}

} // namespace attn::figure
