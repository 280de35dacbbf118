// SPDX-License-Identifier: MIT
#include "app/authoring/authoring.h"
#include "core/base/number_text.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;
using FieldKind = LessonField::Kind;

/// Lists the sheets to search for a number, those first that a class speaks about most.
std::vector<SheetId> sheets_to_search(const Frame& frame) {
    constexpr Index most_cells = 4096;
    const Document& document = frame.shown().document;
    std::vector<SheetId> list;
    if (frame.view.selected && exists(document, *frame.view.selected))
        list.push_back(frame.view.selected->sheet);
    std::vector<SheetId> all = sheets(document);
    std::stable_partition(all.begin(), all.end(), [&](const SheetId& sheet) {
        return sheet.stage == Stage::Weights && sheet.head == frame.view.head;
    });
    const auto others = std::find_if(all.begin(), all.end(), [&](const SheetId& sheet) {
        return sheet.stage != Stage::Weights || sheet.head != frame.view.head;
    });
    std::reverse(others, all.end());
    for (const SheetId& sheet : all) {
        const Shape shape = shape_of(document, sheet);
        if (sheet.stage != Stage::WeightedValues && shape.rows * shape.columns <= most_cells)
            list.push_back(sheet);
    }
    return list;
}

/// Finds the first place whose number `is_meant`: in the query word's rows, else anywhere.
template <class IsMeant>
std::optional<Place> place_with(const Frame& frame, const IsMeant& is_meant) {
    const auto& [document, trace] = frame.shown();
    std::optional<Place> elsewhere;
    for (const SheetId& sheet : sheets_to_search(frame)) {
        const Matrix numbers = matrix_of(document, trace, sheet);
        const auto found_in = [&](Index row) -> std::optional<Place> {
            for (Index column = 0; column < numbers.cols(); ++column)
                if (is_meant(sheet, numbers(row, column)))
                    return Place{sheet, row, column};
            return std::nullopt;
        };
        if (frame.view.query < numbers.rows())
            if (const auto found = found_in(frame.view.query))
                return found;
        for (Index row = 0; row < numbers.rows() && !elsewhere; ++row)
            elsewhere = found_in(row);
    }
    return elsewhere;
}

/// Returns where the typed number that ends at `end` begins.
std::size_t begin_of_number(std::string_view text, std::size_t end) {
    std::size_t from = end;
    while (from > 0 && ((text[from - 1] >= '0' && text[from - 1] <= '9') || text[from - 1] == '.' ||
                        text[from - 1] == ','))
        --from;
    while (from < end && (text[from] == '.' || text[from] == ','))
        ++from;
    if (from > 0 && from < end && text[from - 1] == '-' &&
        (from == 1 || text[from - 2] == ' ' || text[from - 2] == '(' || text[from - 2] == '\n'))
        --from;
    return from;
}

bool is_inside_braces(std::string_view text, std::size_t at) {
    const auto open = text.substr(0, at).rfind('{');
    return open != std::string_view::npos &&
           text.substr(open, at - open).find('}') == std::string_view::npos;
}

void insert(const Frame& frame, const std::string& source) {
    Writing& writing = *frame.ui.teaching.writing;
    writing.edit.insert(source);
    writing.link.reset();
    writing.typing.reset();
    take_typed_field(frame, false);
}

} // namespace

bool takes_places(const UiState& ui) {
    if (!writes_with_keys(ui))
        return false;
    const Writing& writing = *ui.teaching.writing;
    return has_live_numbers(writing.field) || writing.field.kind == FieldKind::Place;
}

bool write_place(const Frame& frame, const Place& place, bool is_pin) {
    if (!takes_places(frame.ui))
        return false;
    Writing& writing = *frame.ui.teaching.writing;
    const std::string name = to_text(place);
    if (writing.field.kind != FieldKind::Place) {
        insert(frame, (is_pin ? "{pin " : "{") + name + "}");
        return true;
    }
    const auto& question = writing.lesson.steps[frame.ui.teaching.lesson->step].question;
    Region line{place.sheet, {place.row, 1}, {std::nullopt, 1}};
    const bool is_word = question && question->kind == LessonQuestion::Kind::Word;
    writing.edit.line.select_all();
    insert(frame,
           is_word ? (question->is_smallest ? "smallest " : "largest ") + to_text(line) : name);
    return true;
}

std::optional<NumberLink> number_link(const Frame& frame, const std::string& text,
                                      std::size_t caret) {
    if (!frame.is_shown() || is_inside_braces(text, caret))
        return std::nullopt;
    const bool is_percent = caret > 0 && text[caret - 1] == '%';
    std::size_t end = is_percent ? caret - 1 : caret;
    if (is_percent && end > 0 && text[end - 1] == ' ')
        --end;
    const std::size_t from = begin_of_number(text, end);
    if (from >= end)
        return std::nullopt;
    std::string typed = text.substr(from, end - from);
    std::replace(typed.begin(), typed.end(), ',', '.');
    const auto& [document, trace] = frame.shown();
    if (is_percent) {
        const auto place = place_with(frame, [&](const SheetId& sheet, Real value) {
            return info(sheet.stage).family == Family::Weights && percent(value) == typed + " %";
        });
        if (!place)
            return std::nullopt;
        return NumberLink{from, caret, "{" + to_text(*place) + "|percent}",
                          typed + " % is " + to_text(*place)};
    }
    const auto point = typed.find('.');
    if (point == std::string::npos) {
        constexpr std::size_t most_digits = 4;
        if (typed.size() > most_digits || typed[0] == '-')
            return std::nullopt;
        return NumberLink{from, caret, "{#" + typed + "}", typed + " is no result"};
    }
    const auto digits = static_cast<int>(typed.size() - point - 1);
    if (digits < 1 || digits > 8)
        return std::nullopt;
    const auto place = place_with(frame, [&](const SheetId&, Real value) {
        return std::isfinite(value) && decimals(value, digits) == typed;
    });
    if (!place)
        return std::nullopt;
    const NumberFormat shown = format_of(document, trace, place->sheet, frame.view.numbers);
    const bool is_as_shown = shown.has_decimals() && shown.digits == digits;
    return NumberLink{from, caret,
                      "{" + to_text(*place) + (is_as_shown ? "" : "|" + std::to_string(digits)) +
                          "}",
                      typed + " is " + to_text(*place)};
}

void take_number_link(const Frame& frame) {
    Writing& writing = *frame.ui.teaching.writing;
    if (!writing.link)
        return;
    const NumberLink link = *std::exchange(writing.link, std::nullopt);
    LineEdit& line = writing.edit.line;
    if (link.to > line.text.size())
        return;
    line.anchor = link.from;
    line.caret = link.to;
    insert(frame, link.source);
}

} // namespace app
