// SPDX-License-Identifier: MIT
#include "core/figure/spotlight/spotlight.h"

#include "core/document/explaining/derivation.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/pages/picture.h"
#include "core/figure/pages/step_figure.h"

#include <algorithm>
#include <utility>

namespace attn::figure {
namespace {

constexpr std::size_t most_sources = 3; // kinds of numbers that get a frame besides the number

SheetId as_drawn(const Document& document, const SheetId& sheet) {
    return shown_place(document, {sheet, 0, 0}).sheet;
}

class Lighting {
public:
    explicit Lighting(const Document& document) : document_(document), stages_(graph(document)) {}

    bool has(const SheetId& sheet) const {
        return std::any_of(light_.sheets.begin(), light_.sheets.end(),
                           [&](const LitSheet& one) { return one.sheet == sheet; });
    }
    void add(const SheetId& sheet, bool is_needed) {
        const SheetId drawn = as_drawn(document_, sheet);
        if (!exists(document_, drawn))
            return;
        if (const auto at = find(drawn))
            light_.sheets[*at].is_needed = light_.sheets[*at].is_needed || is_needed;
        else
            light_.sheets.push_back({drawn, is_needed});
    }
    /// What the matrix is computed from, as drawn, each once.
    std::vector<SheetId> made_from(const SheetId& sheet) const {
        std::vector<SheetId> list;
        if (const auto at = stages_.find(sheet))
            for (const std::size_t input : stages_[*at].inputs) {
                const SheetId drawn = as_drawn(document_, stages_[input].sheet);
                if (drawn != sheet && std::find(list.begin(), list.end(), drawn) == list.end())
                    list.push_back(drawn);
            }
        return list;
    }
    Spotlight& light() { return light_; }
    /// The light, with its matrices in the order in which the calculation is written: factors in
    /// front of their product.
    Spotlight made() && {
        const auto order = [&](const LitSheet& one) {
            return stages_.find(one.sheet).value_or(stages_.size());
        };
        std::stable_sort(light_.sheets.begin(), light_.sheets.end(),
                         [&](const LitSheet& a, const LitSheet& b) { return order(a) < order(b); });
        std::vector<bool> is_read(light_.sheets.size(), false);
        for (const LitSheet& one : light_.sheets)
            for (const SheetId& source : made_from(one.sheet))
                if (const auto at = find(source))
                    is_read[*at] = true;
        std::vector<std::size_t> written;
        for (std::size_t at = 0; at < light_.sheets.size(); ++at)
            if (!is_read[at])
                write(at, written);
        std::vector<LitSheet> sheets;
        for (const std::size_t at : written)
            sheets.push_back(light_.sheets[at]);
        light_.sheets = std::move(sheets);
        return std::move(light_);
    }

private:
    std::optional<std::size_t> find(const SheetId& sheet) const {
        for (std::size_t at = 0; at < light_.sheets.size(); ++at)
            if (key_of(light_.sheets[at].sheet) == key_of(sheet)) // whatever the query
                return at;
        return std::nullopt;
    }
    /// Writes what a matrix is made from, then the matrix.
    void write(std::size_t at, std::vector<std::size_t>& written) const {
        if (std::find(written.begin(), written.end(), at) != written.end())
            return;
        const SheetId& sheet = light_.sheets[at].sheet;
        std::vector<SheetId> sources = made_from(sheet);
        const auto stage = stages_.find(sheet);
        const Operation* const operation = stage ? stages_[*stage].operation : nullptr;
        const bool is_product = operation == &operation::product ||
                                operation == &operation::product_transposed ||
                                operation == &operation::transposed_product;
        if (is_product && document_.convention == Convention::TokensAsColumns)
            std::reverse(sources.begin(), sources.end()); // W X
        for (const SheetId& source : sources)
            if (const auto found = find(source); found && *found != at)
                write(*found, written);
        written.push_back(at);
    }

    const Document& document_;
    Graph stages_;
    Spotlight light_;
};

/// The matrices that the step's view shows; of a step of the calculation, those of the open part.
/// `rows`: which of them are shown for the query word's row.
std::vector<SheetId> offered(const Document& document, const LessonStep& step,
                             const std::optional<Step>& shown, const View& view,
                             std::vector<SheetId>* rows = nullptr) {
    std::vector<SheetId> list;
    const auto offer = [&](SheetId sheet, bool is_query_row = false) {
        sheet.query = is_by_query(sheet.stage) ? view.query : 0;
        if (!exists(document, sheet))
            return;
        list.push_back(sheet);
        if (rows && is_query_row)
            rows->push_back(as_drawn(document, sheet));
    };
    for (const SheetId& one : step.view.figure) {
        SheetId sheet = sheet_of_head(document, one.stage, one.head > 0 ? one.head : view.head);
        if (!is_of_all_layers(one.stage)) {
            sheet.layer = one.layer;
            sheet.is_cross = one.is_cross && may_be_cross(one.stage);
        }
        offer(sheet);
    }
    if (shown) {
        const Picture picture = picture_of(document, *shown);
        const OpenPart open = OpenPart::of_names(document, opened(document, view, *shown));
        for (const auto& column : picture.columns)
            for (const Part& part : column) {
                const Index head = part.head.value_or(picture.head.value_or(view.head));
                offer(open.in_whole(sheet_of_head(open.document(), part.stage, head)),
                      part.is_query_row);
            }
    }
    return list;
}

/// Whether a text that has the quantity speaks of the matrix at its place.
bool is_of_matrix(Quantity quantity) {
    switch (quantity) {
    case Quantity::Number:
    case Quantity::RowSum:
    case Quantity::ColumnSum:
    case Quantity::FirstSum:
    case Quantity::ShownSum:
    case Quantity::Largest:
    case Quantity::LargestWord:
    case Quantity::Length:
    case Quantity::Spread:
    case Quantity::Slope:
        return true;
    case Quantity::Word:
    case Quantity::QueryWord:
    case Quantity::KeyWord:
    case Quantity::Words:
    case Quantity::DModel:
    case Quantity::Dk:
    case Quantity::Dv:
    case Quantity::Divisor:
    case Quantity::Training:
    case Quantity::Steps:
    case Quantity::Typed:
    case Quantity::Pin:
        return false;
    }
    return false;
}

/// Adds what a question is about: the line whose words are the choices, the number, or the cells to
/// click.
void add_asked(Lighting& making, const Document& document, const LessonQuestion& question) {
    switch (question.kind) {
    case LessonQuestion::Kind::Choice:
        return;
    case LessonQuestion::Kind::Word:
        return making.add(question.line.sheet, false);
    case LessonQuestion::Kind::Number:
        return making.add(question.place.sheet, false);
    case LessonQuestion::Kind::Cell:
        for (const SheetId& source : making.made_from(as_drawn(document, question.place.sheet)))
            making.add(source, true);
        return making.add(question.place.sheet, true);
    }
}

bool has_softmax_rows(const Document& document) {
    const Switches& switches = document.switches;
    return has_stage(document, Stage::Weights) && switches.axis == Axis::Rows &&
           is_of_powers(switches.normaliser) && !document.options.has_sink;
}

/// The row of weights that all places of the text lie in, if the light is the softmax alone.
std::optional<Index> softmax_row(const Document& document, const Spotlight& light,
                                 Lighting& making) {
    if (!has_softmax_rows(document) || light.pointed.empty() || light.sheets.empty())
        return std::nullopt;
    const auto weights =
        std::find_if(light.sheets.begin(), light.sheets.end(),
                     [](const LitSheet& one) { return one.sheet.stage == Stage::Weights; });
    if (weights == light.sheets.end())
        return std::nullopt;
    const std::vector<SheetId> from = making.made_from(weights->sheet);
    const auto is_of_softmax = [&](const SheetId& sheet) {
        return sheet == weights->sheet || (!from.empty() && sheet == from.front());
    };
    if (!std::all_of(light.sheets.begin(), light.sheets.end(),
                     [&](const LitSheet& one) { return is_of_softmax(one.sheet); }))
        return std::nullopt;
    std::optional<Index> row;
    for (const Region& region : light.pointed) {
        const auto cells = cells_of(document, region);
        if (!cells || cells->rows != 1 || row.value_or(cells->row) != cells->row)
            return std::nullopt;
        row = cells->row;
    }
    return row;
}

/// The smallest region of a matrix that holds the places in it.
Region hull_of(const SheetId& sheet, const std::vector<Place>& places) {
    Index top = -1, left = -1, bottom = -1, right = -1;
    for (const Place& place : places) {
        if (place.sheet != sheet)
            continue;
        top = top < 0 ? place.row : std::min(top, place.row);
        left = left < 0 ? place.column : std::min(left, place.column);
        bottom = std::max(bottom, place.row);
        right = std::max(right, place.column);
    }
    return {sheet, {top, bottom - top + 1}, {left, right - left + 1}};
}

} // namespace

Spotlight spotlight_of(const Document& document, const LessonStep& step,
                       const std::optional<Step>& shown, const View& view) {
    Lighting making(document);
    Spotlight& light = making.light();
    light.pointed = step.text.pinned;
    for (const Region& region : light.pointed)
        if (cells_of(document, region))
            making.add(region.sheet, true);
    const std::vector<SheetId> list = offered(document, step, shown, view);
    const bool has_places = !light.sheets.empty();
    if (!step.view.figure.empty() || !has_places) {
        for (const SheetId& sheet : list)
            making.add(sheet, !has_places);
    } else {
        // A step of the calculation shows more than its text is about: only what completes it.
        const std::vector<LitSheet> named = light.sheets;
        const auto is_offered = [&](const SheetId& sheet) {
            return std::any_of(list.begin(), list.end(), [&](const SheetId& one) {
                return as_drawn(document, one) == sheet;
            });
        };
        for (const LitSheet& one : named)
            for (const SheetId& source : making.made_from(one.sheet))
                if (is_offered(source))
                    making.add(source, false);
        for (const SheetId& sheet : list) {
            const std::vector<SheetId> from = making.made_from(as_drawn(document, sheet));
            if (!from.empty() && std::all_of(from.begin(), from.end(),
                                             [&](const SheetId& one) { return making.has(one); }))
                making.add(sheet, false);
        }
    }
    if (step.question)
        add_asked(making, document, *step.question);
    if (light.sheets.empty()) // a text that points at nothing still speaks of its numbers
        for (const LessonPart& part : step.text.parts)
            if (part.quantity && is_of_matrix(*part.quantity) && exists(document, part.place.sheet))
                making.add(part.place.sheet, true);
    if (!view.show_row_sums)
        light.softmax_row = softmax_row(document, light, making);
    if (light.softmax_row)
        for (const LitSheet& one : std::vector(light.sheets))
            if (one.sheet.stage == Stage::Weights)
                making.add(making.made_from(one.sheet).front(), false);
    return std::move(making).made();
}

Spotlight spotlight_of(const Document& document, const View& view, const Step& step) {
    Lighting making(document);
    std::vector<SheetId> rows;
    for (const SheetId& sheet : offered(document, {}, step, view, &rows))
        making.add(sheet, true);
    for (LitSheet& one : making.light().sheets)
        one.is_query_row = std::find(rows.begin(), rows.end(), one.sheet) != rows.end();
    making.light().is_softmax_of_query =
        step.kind == StepKind::Softmax && !step.is_for_all && has_softmax_rows(document);
    return std::move(making).made();
}

Spotlight spotlight_of(const Document& document, const SheetId& sheet) {
    Lighting making(document);
    making.add(sheet, true);
    for (const SheetId& source : making.made_from(as_drawn(document, sheet)))
        making.add(source, false);
    making.light().is_softmax_of_query =
        as_drawn(document, sheet).stage == Stage::Weights && has_softmax_rows(document);
    return std::move(making).made();
}

Spotlight spotlight_of(const Document& document, const View& view, const Sensitivity& sensitivity,
                       const SheetId& sheet) {
    Spotlight light;
    const SheetId asked = as_drawn(document, sheet);
    const auto add = [&](const SheetId& one, bool is_gradient) {
        const SheetId drawn = as_drawn(document, one);
        if (exists(document, drawn) && drawn != as_drawn(document, sensitivity.of.sheet))
            light.sheets.push_back({drawn, false, false, is_gradient});
    };
    if (asked == as_drawn(document, sensitivity.of.sheet)) {
        light.sheets.push_back({asked, true, false, true});
        for (const SheetId& source : Lighting(document).made_from(asked))
            add(source, true);
        return light;
    }
    if (sensitivity.pass)
        for (const BackwardStep& step :
             backward_steps(document, sensitivity.pass->stages, within(document, view).head))
            if (as_drawn(document, step.sheet) == asked) {
                for (const SheetId& one : step.gradients)
                    add(one, true);
                for (const SheetId& one : step.reads)
                    add(one, false);
                break;
            }
    light.sheets.push_back({asked, true, false, true});
    return light;
}

Spotlight spotlight_of(const Document& document, const Trace& trace, const Place& number) {
    Lighting making(document);
    Spotlight& light = making.light();
    const Place place = shown_place(document, number);
    making.add(place.sheet, true);
    const Region own{place.sheet, {place.row, 1}, {place.column, 1}};
    const Derivation found = derive(document, trace, place);
    if (found.rule == Rule::Covered) { // What it is made from is there to compute it by hand.
        for (const SheetId& source : making.made_from(place.sheet))
            making.add(source, true);
        light.pointed.push_back(own);
        if (place.sheet.stage == Stage::Weights && has_softmax_rows(document))
            light.softmax_row = place.row;
        return std::move(making).made();
    }
    const std::vector<Place> sources = places(found);
    std::vector<SheetId> from;
    for (const Place& one : sources)
        if (std::find(from.begin(), from.end(), one.sheet) == from.end())
            from.push_back(one.sheet);
    const bool is_softmax = found.rule == Rule::Softmax || found.rule == Rule::NaiveSoftmax;
    if (is_softmax && place.sheet.stage == Stage::Weights && has_softmax_rows(document)) {
        light.softmax_row = place.row;
        light.pointed.push_back(own);
        for (const SheetId& sheet : from)
            making.add(sheet, true);
        return std::move(making).made();
    }
    light.number = place;
    for (const SheetId& sheet : from) {
        making.add(sheet, light.pointed.size() < most_sources);
        if (light.pointed.size() < most_sources && sheet != place.sheet)
            light.pointed.push_back(hull_of(sheet, sources));
    }
    light.pointed.push_back(own); // Its factors come first: their colours are those of the sum.
    return std::move(making).made();
}

} // namespace attn::figure
