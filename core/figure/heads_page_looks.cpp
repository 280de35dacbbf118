// SPDX-License-Identifier: MIT
#include "core/figure/heads_page_looks.h"

#include "core/base/covered.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/document/step.h"
#include "core/figure/changes.h"
#include "core/figure/number_form.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace attn::figure {
namespace {

/// One sheet in the wanted format. Its size does not depend on its current numbers.
Contents one_sheet(const Document& document, const Trace& trace, View view, const SheetId& sheet) {
    view.head = sheet.head;
    Contents made = contents(document, trace, view, sheet);
    SheetLook& look = made.sheets.front();
    look.numbers = view.numbers;
    look.has_row_sums = look.has_column_sums = false;
    reserve_characters(look);
    return made;
}

Listening listening(const Contents& of, Index query) {
    const SheetLook& look = of.sheets.front();
    const Vector weights = look.values.row(query);
    if (has_covered(weights))
        return {"?", "?"};
    Index most = 0;
    if (weights.size() == 0 || !(weights.maxCoeff(&most) > 0))
        return {};
    const std::vector<std::string>& own = of.keys();
    return {own[static_cast<std::size_t>(most)], percent(weights(most))};
}

/// Gives all looks one scale.
void give_range(const std::vector<SheetLook*>& looks, const std::string& name, const View& view,
                KeptLooks* kept) {
    NumberRange range;
    for (const SheetLook* const look : looks)
        range.join(look->range);
    if (kept)
        range = kept->held(name, range);
    for (SheetLook* const look : looks)
        set_scale(*look, range, view);
}

/// A table of numbers with rows of its own that is drawn like the attention.
Contents added_contents(const Contents& attention, Matrix numbers) {
    Contents made;
    made.kept_words = attention.kept_words;
    made.kept_keys = attention.kept_keys;
    made.made.push_back(std::make_unique<const Matrix>(std::move(numbers)));
    const Matrix& rows = *made.made.back();
    SheetLook look = attention.sheets.front();
    if (look.is_transposed)
        turn(look);
    look.values = rows;
    look.kept = nullptr; // The kept images belong to the stage.
    look.query_row = look.key_row = look.query_column = look.key_column = std::nullopt;
    look.has_word_rows = false;
    look.changes.reset();
    look.range = {};
    for (Index row = 0; row < rows.rows(); ++row)
        for (Index column = 0; column < rows.cols(); ++column)
            if (const Real number = rows(row, column); std::isfinite(number))
                look.range.join({number, number, true, 0, 0});
    reserve_characters(look);
    made.sheets.push_back(std::move(look));
    return made;
}

/// The query word's row of the attention, never transposed.
Contents total_contents(const Document& document, const Trace& trace, const View& view,
                        const Calculation* before) {
    Contents made = one_sheet(document, trace, view, {Stage::Attention});
    if (before)
        compare_with(made, *before);
    SheetLook& look = made.sheets.front();
    if (look.is_transposed)
        turn(look);
    show_part(made, look, {view.query, 0, 1, look.values.cols()});
    look.kept = nullptr;
    return made;
}

void give_ranges(HeadsLooks& all, const View& view, KeptLooks* kept) {
    std::vector<SheetLook*> weights, computed, inputs;
    for (HeadLooks& head : all.heads) {
        weights.push_back(&head.weights.sheets.front());
        computed.push_back(&head.output.sheets.front());
    }
    if (all.mean)
        weights.push_back(&all.mean->weights.sheets.front());
    for (std::optional<Contents>* one : {&all.joined, &all.attention, &all.total, &all.added})
        if (*one)
            computed.push_back(&(*one)->sheets.front());
    for (std::optional<Contents>* one : {&all.w_o, &all.b_o})
        if (*one)
            inputs.push_back(&(*one)->sheets.front());
    give_range(weights, "weights of all heads", view, kept);
    give_range(computed, "computed of all heads", view, kept);
    give_range(inputs, "inputs of all heads", view, kept);
}

} // namespace

Matrix added_by_heads(const Document& document, const Trace& trace, Index query) {
    const Matrix w_o = cells_of(document, trace, {Stage::WO}).matrix();
    Matrix added(head_count(document), w_o.cols());
    Index row = 0;
    for (Index head = 0; head < head_count(document); ++head) {
        const Vector output = cells_of(document, trace, {Stage::Output, head}).row(query);
        added.row(head) = output * w_o.middleRows(row, output.size());
        row += output.size();
    }
    // Covers the parts of a covered number too, as they would reveal it.
    const Vector sum = cells_of(document, trace, {Stage::Attention}).row(query);
    for (Index column = 0; column < added.cols(); ++column)
        if (is_covered(sum(column)))
            added.col(column).setConstant(covered_number);
    return added;
}

bool is_switched_off(const Document& document, Index head) {
    const auto w_o = input(document, SheetId{Stage::WO});
    if (!w_o)
        return false;
    Index row = 0;
    for (Index at = 0; at < head; ++at)
        row += d_v(document, at);
    return (**w_o).middleRows(row, d_v(document, head)).isZero(0);
}

HeadsLooks heads_looks(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options) {
    HeadsLooks all;
    for (Index head = 0; head < head_count(document); ++head) {
        HeadLooks one{head,
                      one_sheet(document, trace, view, {Stage::Weights, head}),
                      one_sheet(document, trace, view, {Stage::Output, head}),
                      {},
                      is_switched_off(document, head)};
        one.listening = listening(one.weights, view.query);
        all.heads.push_back(std::move(one));
    }
    const auto sheet = [&](Stage stage) -> std::optional<Contents> {
        if (!has_stage(document, stage))
            return std::nullopt;
        return one_sheet(document, trace, view, {stage});
    };
    if (auto mean = sheet(Stage("mean_weights"))) {
        all.mean.emplace(MeanLooks{*std::move(mean), {}});
        all.mean->listening = listening(all.mean->weights, view.query);
    }
    all.joined = sheet(Stage::Joined);
    all.w_o = sheet(Stage::WO);
    all.b_o = all.w_o ? sheet(Stage::BO) : std::nullopt;
    all.attention = all.w_o ? sheet(Stage::Attention) : std::nullopt;
    if (options.before) {
        for (HeadLooks& head : all.heads) {
            compare_with(head.weights, *options.before);
            compare_with(head.output, *options.before);
        }
        if (all.mean)
            compare_with(all.mean->weights, *options.before);
        for (std::optional<Contents>* one : {&all.joined, &all.w_o, &all.b_o, &all.attention})
            if (*one)
                compare_with(**one, *options.before);
    }
    if (all.w_o && all.attention) {
        Matrix numbers = added_by_heads(document, trace, view.query);
        for (Index head = 0; head < numbers.rows(); ++head)
            all.lengths.push_back(numbers.row(head).norm());
        if (all.b_o)
            all.lengths.push_back(all.b_o->sheets.front().values.row(0).norm());
        for (const Real length : all.lengths)
            if (std::isfinite(length))
                all.longest = std::max(all.longest, length);
        all.added = added_contents(*all.attention, std::move(numbers));
        all.total = total_contents(document, trace, view, options.before);
        if (all.b_o && all.b_o->sheets.front().is_transposed)
            turn(all.b_o->sheets.front());
    }
    give_ranges(all, view, options.kept);
    return all;
}

} // namespace attn::figure
