// SPDX-License-Identifier: MIT
#include "core/document/lesson_text.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/gradient.h"
#include "core/document/sheet.h"
#include "core/document/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace attn {
namespace {

/// Quantities without an argument, and quantities of a row, a column or a whole matrix.
constexpr std::array<std::pair<std::string_view, Quantity>, 8> plain_names = {
    {{"query", Quantity::QueryWord},
     {"words", Quantity::Words},
     {"d_model", Quantity::DModel},
     {"d_k", Quantity::Dk},
     {"d_v", Quantity::Dv},
     {"divisor", Quantity::Divisor},
     {"training", Quantity::Training},
     {"steps", Quantity::Steps}}};
constexpr std::array<std::pair<std::string_view, Quantity>, 8> line_names = {
    {{"row_sum", Quantity::RowSum},
     {"column_sum", Quantity::ColumnSum},
     {"first_sum", Quantity::FirstSum},
     {"shown_sum", Quantity::ShownSum},
     {"largest", Quantity::Largest},
     {"largest_word", Quantity::LargestWord},
     {"length", Quantity::Length},
     {"spread", Quantity::Spread}}};
constexpr std::array<std::pair<std::string_view, Quantity>, 2> word_names = {
    {{"token", Quantity::Word}, {"key", Quantity::KeyWord}}};

constexpr std::string_view pin_word = "pin ", slope_word = "slope ", by_word = " by ";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

Error wrong(std::string_view source, const std::string& what) {
    return Error{what, "{" + std::string(source) + "}"};
}

/// Parses "weights[1]" into the sheet with row and column 1; "weighted_values[0,1]" has its query
/// first.
Result<Place> parse_line(std::string_view text, bool is_whole) {
    const auto bracket = text.find('[');
    if (is_whole) {
        const auto sheet = parse_sheet(text);
        if (!sheet)
            return sheet.error();
        return Place{*sheet, 0, 0};
    }
    if (bracket == std::string_view::npos || text.back() != ']')
        return Error{"a row or column is missing; write it in brackets, as in weights[1]"};
    std::string whole(text.substr(0, text.size() - 1));
    whole += ",0]"; // any place of the line: the other index does not matter
    auto place = parse_place(whole);
    if (!place)
        return place.error();
    place->column = place->row;
    return place;
}

Result<LessonPart> parse_quantity(std::string_view source) {
    LessonPart part;
    part.source = source;
    std::string_view text = source;
    if (text.starts_with('#')) {
        text.remove_prefix(1);
        if (text.empty() || text.size() > 4 || !std::all_of(text.begin(), text.end(), is_digit))
            return wrong(source, "after # write a whole number of one to four digits, as in {#1}");
        part.quantity = Quantity::Typed;
        part.run = {std::string(text)};
        return part;
    }
    if (const auto bar = text.find('|'); bar != std::string_view::npos) {
        const std::string_view format = text.substr(bar + 1);
        text = text.substr(0, bar);
        part.is_percent = format == "percent";
        if (format.size() == 1 && is_digit(format[0]))
            part.decimals = format[0] - '0';
        else if (!part.is_percent)
            return wrong(source, "after | write percent, or one digit for the number of decimals");
    }
    if (text.starts_with("was ")) {
        part.is_of_step_before = true;
        text.remove_prefix(4);
    }
    for (const auto& [name, quantity] : plain_names)
        if (text == name) {
            part.quantity = quantity;
            return part;
        }
    for (const auto& [name, quantity] : line_names) {
        if (!text.starts_with(std::string(name) + " "))
            continue;
        const std::string_view given = text.substr(name.size() + 1);
        const auto place = quantity == Quantity::FirstSum
                               ? parse_place(given)
                               : parse_line(given, quantity == Quantity::Spread);
        if (!place)
            return wrong(source, place.error().text());
        part.quantity = quantity;
        part.place = *place;
        return part;
    }
    if (text.starts_with(slope_word)) {
        const auto by = text.find(by_word);
        if (by == std::string_view::npos)
            return wrong(source, "a slope is of one number by another, as in "
                                 "slope weights[0,1] by scaled[0,1]");
        const auto of = parse_place(text.substr(slope_word.size(), by - slope_word.size()));
        const auto moved = parse_place(text.substr(by + by_word.size()));
        if (!of || !moved)
            return wrong(source, (of ? moved : of).error().text());
        part.quantity = Quantity::Slope;
        part.place = *of;
        part.by = *moved;
        return part;
    }
    for (const auto& [name, quantity] : word_names) {
        if (!text.starts_with(std::string(name) + "[") || !text.ends_with(']'))
            continue;
        const auto row = text.substr(name.size() + 1, text.size() - name.size() - 2);
        if (row.empty() || row.size() > 4 || !std::all_of(row.begin(), row.end(), is_digit))
            return wrong(source, "write a word as " + std::string(name) +
                                     "[1], with its row counted from 0");
        for (const char c : row)
            part.place.row = part.place.row * 10 + (c - '0');
        part.quantity = quantity;
        return part;
    }
    const auto place = parse_place(text);
    if (!place)
        return wrong(source, place.error().text());
    part.quantity = Quantity::Number;
    part.place = *place;
    return part;
}

/// Parses a pin: numbered like an earlier pin of the same place, else with the next number.
Result<LessonPart> parse_pin(std::string_view source, std::vector<Region>& pinned) {
    const auto region = parse_region(source.substr(pin_word.size()));
    if (!region)
        return wrong(source, region.error().text());
    auto at = std::find(pinned.begin(), pinned.end(), *region);
    if (at == pinned.end())
        at = pinned.insert(at, *region);
    LessonPart part;
    part.source = source;
    part.quantity = Quantity::Pin;
    part.run = {std::to_string(at - pinned.begin() + 1), Tone::Pin};
    return part;
}

/// Whether the text has digits, also beyond ASCII, that would look like typed results.
bool has_typed_digit(std::string_view text) {
    if (std::any_of(text.begin(), text.end(), is_digit))
        return true;
    constexpr std::array<std::string_view, 14> others = {"¼", "½", "¾", "⅓", "⅔", "¹", "²",
                                                         "³", "⁰", "⁴", "₀", "₁", "₂", "₃"};
    return std::any_of(others.begin(), others.end(), [&](std::string_view digit) {
        return text.find(digit) != std::string_view::npos;
    });
}

/// Returns the derivative of a slope part; empty if the first number has no gradient, or if the
/// second one comes after it.
std::optional<Real> slope_of(const LessonPart& part, const Spoken& at) {
    if (!exists(at.document, part.place) || !exists(at.document, part.by))
        return std::nullopt;
    const auto all = gradients_of(at.document, at.trace, part.place);
    if (all)
        for (const SheetGradient& one : *all)
            if (one.sheet == part.by.sheet)
                return one.values(part.by.row, part.by.column);
    return std::nullopt;
}

struct Evaluating {
    const LessonPart& part;
    const Spoken& at;
    const std::optional<Real> slope =
        part.quantity == Quantity::Slope ? slope_of(part, at) : std::nullopt;

    Run number(Real value) const {
        if (part.is_percent)
            return {percent(value), Tone::Number};
        NumberFormat format = at.view.numbers;
        if (part.decimals)
            format = {NumberFormat::Kind::Decimals, *part.decimals};
        return {spoken(value, format), Tone::Number};
    }
    Run whole(Index value) const { return {std::to_string(value), Tone::Number}; }
    Run word(Index row) const {
        return {at.document.tokens[static_cast<std::size_t>(row)],
                row == at.view.query ? Tone::QueryWord : Tone::Word};
    }
    Run of_memory(Index row) const {
        return {at.document.memory[static_cast<std::size_t>(row)], Tone::Word};
    }
    /// Returns the word of a column whose columns are words: keys, or output words.
    Run column_word(Index column) const {
        const Role role = info(part.place.sheet.stage).columns;
        const std::vector<std::string>* const words = words_of(at.document, role);
        if (!words || words == &at.document.tokens.list())
            return word(std::min(column, token_count(at.document) - 1));
        return {(*words)[static_cast<std::size_t>(column)], Tone::Word};
    }
    Matrix matrix() const { return matrix_of(at.document, at.trace, part.place.sheet); }

    bool has_place() const {
        Place place = part.place;
        switch (*part.quantity) {
        case Quantity::Number:
        case Quantity::FirstSum:
            return exists(at.document, place);
        case Quantity::Slope:
            return slope.has_value();
        case Quantity::Word:
            return place.row < token_count(at.document);
        case Quantity::KeyWord:
            return place.row < key_count(at.document);
        case Quantity::ColumnSum:
            place.row = 0;
            return exists(at.document, place);
        case Quantity::RowSum:
        case Quantity::ShownSum:
        case Quantity::Largest:
        case Quantity::LargestWord:
        case Quantity::Length:
        case Quantity::Spread:
            place.column = 0;
            return exists(at.document, place);
        default:
            return true;
        }
    }

    Real shown_sum() const {
        const Matrix row = matrix().row(part.place.row);
        NumberFormat format = at.view.numbers;
        if (part.decimals)
            format = {NumberFormat::Kind::Decimals, *part.decimals};
        Real sum = 0;
        for (Index column = 0; column < row.cols(); ++column) {
            const auto shown = parse_number(attn::format(row(0, column), format));
            sum += shown ? *shown : row(0, column);
        }
        return sum;
    }
    Real spread() const {
        const Matrix all = matrix();
        const Real mean = all.mean();
        return std::sqrt((all.array() - mean).square().mean());
    }
    Run value() const {
        const Index row = part.place.row;
        Index largest = 0;
        switch (*part.quantity) {
        case Quantity::Number:
            return number(value_at(at.document, at.trace, part.place));
        case Quantity::Word:
            return word(row);
        case Quantity::KeyWord:
            return at.document.options.has_memory ? of_memory(row) : word(row);
        case Quantity::QueryWord:
            return word(at.view.query);
        case Quantity::Words:
            return whole(token_count(at.document));
        case Quantity::DModel:
            return whole(d_model(at.document));
        case Quantity::Dk:
            return whole(d_k(at.document, at.view.head));
        case Quantity::Dv:
            return whole(d_v(at.document, at.view.head));
        case Quantity::Divisor:
            return number(divisor(at.document.switches.scale, d_k(at.document, at.view.head),
                                  d_model(at.document)));
        case Quantity::RowSum:
            return number(matrix().row(row).sum());
        case Quantity::ColumnSum:
            return number(matrix().col(part.place.column).sum());
        case Quantity::FirstSum:
            return number(matrix().row(row).head(part.place.column + 1).sum());
        case Quantity::ShownSum:
            return number(shown_sum());
        case Quantity::Largest:
        case Quantity::LargestWord:
            if (has_covered(Vector(matrix().row(row))))
                return number(covered_number);
            if (part.quantity == Quantity::Largest)
                return number(matrix().row(row).maxCoeff());
            matrix().row(row).maxCoeff(&largest);
            return column_word(largest);
        case Quantity::Length:
            return number(matrix().row(row).norm());
        case Quantity::Spread:
            return number(spread());
        case Quantity::Slope:
            return number(*slope);
        case Quantity::Training:
            return {at.training->command, Tone::Strong};
        case Quantity::Steps:
            return whole(at.training->steps);
        case Quantity::Typed:
        case Quantity::Pin:
            return part.run;
        }
        return part.run;
    }
};

} // namespace

Result<LessonText> parse_lesson_text(std::string_view text) {
    LessonText result;
    std::string literal;
    bool is_strong = false;
    const auto flush = [&]() -> Result<> {
        if (has_typed_digit(literal))
            return Error{"a digit is typed in \"" + literal +
                         "\"; write the place that the number comes from in braces, or {#…} for a "
                         "whole number that is not a result"};
        if (!literal.empty()) {
            LessonPart part;
            part.run = {std::exchange(literal, ""), is_strong ? Tone::Strong : Tone::Text};
            result.parts.push_back(std::move(part));
        }
        return Nothing{};
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_markup = at > 0 && (text[at - 1] == '_' || text[at - 1] == '^');
        if (text.substr(at, 2) == "**") {
            if (auto fault = flush(); !fault)
                return fault.error();
            is_strong = !is_strong;
            ++at;
        } else if (text[at] == '{' && !is_markup) {
            const auto end = text.find('}', at);
            if (end == std::string_view::npos)
                return Error{"the brace that begins \"" + std::string(text.substr(at, 20)) +
                             "\" is not closed; write } behind the place"};
            if (auto fault = flush(); !fault)
                return fault.error();
            const std::string_view source = text.substr(at + 1, end - at - 1);
            auto part = source.starts_with(pin_word) ? parse_pin(source, result.pinned)
                                                     : parse_quantity(source);
            if (!part)
                return part.error();
            if (part->quantity == Quantity::Typed)
                part->run.tone = is_strong ? Tone::Strong : Tone::Text;
            result.parts.push_back(*std::move(part));
            at = end;
        } else {
            literal += text[at];
        }
    }
    if (auto fault = flush(); !fault)
        return fault.error();
    if (is_strong)
        return Error{"\"**\" begins bold text, but no second \"**\" ends it"};
    return result;
}

Result<Prose> evaluated(const LessonText& text, const Spoken& now, const Spoken* before) {
    Prose prose;
    for (const LessonPart& part : text.parts) {
        if (!part.quantity) {
            prose.push_back(part.run);
            continue;
        }
        if (part.is_of_step_before && !before)
            return wrong(part.source,
                         "the first step has no step before it, so \"was\" has no meaning here");
        const bool is_of_training =
            part.quantity == Quantity::Training || part.quantity == Quantity::Steps;
        if (is_of_training && !now.training)
            return wrong(
                part.source,
                "no step of the lesson up to this one trains; give one of them a \"train\"");
        const Evaluating evaluating{part, part.is_of_step_before ? *before : now};
        if (!evaluating.has_place())
            return wrong(part.source, "the document has no such place");
        prose.push_back(evaluating.value());
    }
    return prose;
}

} // namespace attn
