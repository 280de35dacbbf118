// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/document/covers.h"
#include "core/document/derivation.h"
#include "core/document/fair_draw.h"
#include "core/document/model.h"
#include "core/document/prose.h"
#include "core/document/sheet.h"
#include "core/engine/head_name.h"
#include "core/figure/worksheet.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <tuple>

namespace attn::figure {
namespace {

/// Whether a number can be worked out by hand. False for lines without any key, and for results of
/// NaN and infinity.
bool has_number(const Document& document, const Trace& trace, const Place& place) {
    const bool is_closed = place.sheet.stage == Stage::Masked &&
                           is_blocked(document.switches.mask, place.row, place.column);
    if (!is_closed && !std::isfinite(value_at(document, trace, place)))
        return false;
    if (place.sheet.stage != Stage::Weights)
        return true;
    const Index line = document.switches.axis == Axis::Rows ? place.row : place.column;
    return !closed_lines(trace, place.sheet.head)[static_cast<std::size_t>(line)];
}

/// "Q, K, scores, weights and output": the stages whose boxes can be empty.
std::string names_of_asked(const Document& document) {
    std::vector<std::string> names;
    for (const StageInfo& about : stages(document.model))
        if (has_stage(document, about.stage) && !is_given(document, about.stage) &&
            !about.is_by_query && !repeats_previous(document, about.stage))
            names.emplace_back(about.stage.name());
    return in_a_sentence(names);
}

Result<> can_be_asked(const Document& document, Stage stage) {
    const std::string name(stage.name());
    if (is_given(document, stage))
        return Error{name + " is given, not computed; boxes can be empty in " +
                     names_of_asked(document)};
    if (stage == Stage::WeightedValues)
        return Error{"the weighted values are not on a worksheet; choose weights or output"};
    if (repeats_previous(document, stage))
        return Error{name + " holds the same numbers as the stage before it, so it is not on the "
                            "worksheet; choose the stage before it"};
    return Nothing{};
}

bool in_order(const Place& a, const Place& b) {
    return std::tuple(position(a.sheet.stage), a.sheet.head, a.row, a.column) <
           std::tuple(position(b.sheet.stage), b.sheet.head, b.row, b.column);
}

/// The place of the same number, unchanged or only divided: a scaled score is a score divided by
/// the scale, a joined number is one of a head's output.
std::optional<Place> original_of(const Derivation& derivation) {
    const bool is_one = derivation.rule == Rule::Quotient || derivation.rule == Rule::SumOfProducts;
    if (!is_one || derivation.terms.size() != 1 || derivation.terms.front().factors.size() != 1)
        return std::nullopt;
    return derivation.terms.front().factors.front().place;
}

/// If a number is empty, later stages that only copy or divide it must not show it.
void hide_copies(const Document& document, const Trace& trace, std::vector<Place>& blanks) {
    const Graph stages = graph(document);
    std::set<Place, decltype(&in_order)> empty(blanks.begin(), blanks.end(), &in_order);
    for (const Node& node : stages.nodes()) {
        const auto has_blanks = [&](std::size_t input) {
            const SheetId& read = stages[input].sheet;
            return std::any_of(empty.begin(), empty.end(),
                               [&](const Place& place) { return place.sheet == read; });
        };
        if (info(node.sheet.stage).is_by_query || repeats_previous(document, node.sheet.stage) ||
            std::none_of(node.inputs.begin(), node.inputs.end(), has_blanks))
            continue;
        for (Index row = 0; row < node.shape.rows; ++row)
            for (Index column = 0; column < node.shape.columns; ++column) {
                const Place place{node.sheet, row, column};
                const auto original = original_of(derive(stages, document, trace, place));
                if (original && empty.contains(*original))
                    empty.insert(place);
            }
    }
    blanks.assign(empty.begin(), empty.end());
}

/// Returns the places that the document covers, as the worksheet shows them. Includes other heads,
/// which may be joined.
std::vector<Place> covered_places(const Document& document) {
    std::vector<Place> places;
    for (const Region& region : document.covers) {
        const auto cells = cells_of(document, region);
        if (!cells)
            continue;
        for (Index row = cells->row; row < cells->row + cells->rows; ++row)
            for (Index column = cells->column; column < cells->column + cells->columns; ++column)
                places.push_back(shown_place(document, {cells->sheet, row, column}));
    }
    return places;
}

void append(std::vector<Place>& list, const std::vector<Place>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// The numbers of a matrix that can be worked out.
std::vector<Place> places_of(const Document& document, const Trace& trace, const SheetId& sheet) {
    const attn::Shape shape = shape_of(document, sheet);
    std::vector<Place> places;
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column)
            if (const Place place{sheet, row, column}; has_number(document, trace, place))
                places.push_back(place);
    return places;
}

/// The numbers of a stage that a level asks for.
std::vector<Place> places_of_level(const Document& document, const Trace& trace, Stage stage,
                                   const View& view, WorksheetLevel level) {
    const StageInfo& about = info(stage, document.model);
    const bool is_result = about.zone == Zone::Results;
    if (!has_stage(document, stage) || !can_be_asked(document, stage) || stage == Stage::Loss ||
        (!is_result && level != WorksheetLevel::FromX))
        return {};
    auto places = places_of(document, trace, sheet_of_head(document, stage, view.head));
    if (level == WorksheetLevel::Row)
        std::erase_if(places, [&](const Place& place) { return place.row != view.query; });
    return places;
}

/// Draws a share of the stage's numbers that can be worked out, at least one if there is any.
std::vector<Place> drawn_places(const Document& document, const Trace& trace, const SheetId& sheet,
                                double share, std::mt19937& words) {
    std::vector<Place> places = places_of(document, trace, sheet);
    const auto wanted =
        static_cast<std::size_t>(std::lround(share * static_cast<double>(places.size())));
    const std::size_t count = std::min(std::max<std::size_t>(1, wanted), places.size());
    for (std::size_t at = 0; at < count; ++at)
        std::swap(places[at], places[at + drawn_below(words, places.size() - at)]);
    places.resize(count);
    return places;
}

} // namespace

bool is_drawn(const Document& document, const WorksheetOptions& options) {
    return options.level == WorksheetLevel::Drawn && (options.stages || document.covers.empty());
}

Result<std::vector<Place>> worksheet_blanks(const Document& document, const Trace& trace,
                                            const View& view, const WorksheetOptions& options) {
    if (!(options.share > 0 && options.share <= 1))
        return Error{"the share of empty boxes is " + shortest(options.share) +
                     "; expected a number above 0 and at most 1"};
    std::vector<Stage> asked = options.stages.value_or(std::vector<Stage>{});
    if (!options.stages && is_drawn(document, options))
        asked.assign(usual_stages.begin(), usual_stages.end());
    if (asked.empty() && is_drawn(document, options))
        return Error{"no stage is chosen; choose the stages whose boxes are left empty"};
    std::mt19937 words(options.seed);
    std::vector<Place> blanks = covered_places(document);
    for (const StageInfo& about : stages(document.model)) {
        if (options.level != WorksheetLevel::Drawn) {
            append(blanks, places_of_level(document, trace, about.stage, view, options.level));
            continue;
        }
        if (std::find(asked.begin(), asked.end(), about.stage) == asked.end())
            continue;
        if (const auto can = can_be_asked(document, about.stage); !can)
            return can.error();
        append(blanks,
               drawn_places(document, trace, sheet_of_head(document, about.stage, view.head),
                            options.share, words));
    }
    hide_copies(document, trace, blanks);
    // Numbers covered in another head are not on this page.
    std::erase_if(blanks, [&](const Place& place) {
        return place.sheet != sheet_of_head(document, place.sheet.stage, view.head);
    });
    if (blanks.empty() && asked.empty() && options.level == WorksheetLevel::Drawn)
        return Error{"the document covers no number of " + head_name(view.head) +
                     "; choose another head, or the stages whose boxes are left empty"};
    if (blanks.empty())
        return Error{"no number of these stages can be worked out by hand: the numbers are not "
                     "finite, or the mask leaves no key open"};
    return blanks;
}

} // namespace attn::figure
