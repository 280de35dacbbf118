// SPDX-License-Identifier: MIT
#include "core/document/telling/lesson.h"

#include "core/base/covered.h"
#include "core/base/number_text.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/training_run.h"
#include "core/document/model/covers.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/lesson_phrases.h"
#include "core/document/telling/step.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
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

/// Parses a pin: numbered like an earlier pin of the same place, else with the next number. A
/// phrase after "|" is left to the caller.
Result<LessonPart> parse_pin(std::string_view source, std::vector<Region>& pinned) {
    const auto region = parse_region(source.substr(0, source.find('|')).substr(pin_word.size()));
    if (!region)
        return wrong(source, region.error().text());
    auto at = std::find(pinned.begin(), pinned.end(), *region);
    if (at == pinned.end())
        at = pinned.insert(at, *region);
    LessonPart part;
    part.source = source;
    part.quantity = Quantity::Pin;
    part.phrase = static_cast<std::size_t>(at - pinned.begin()) + 1;
    part.run = {std::to_string(part.phrase), Tone::Pin};
    return part;
}

/// Finds the brace that closes the one at `at`, with mark-up and places in braces between them.
std::size_t closing_brace(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return std::string_view::npos;
}

/// Parses the words that a pin says are its phrase; the pin must have the number.
Result<std::vector<LessonPart>> parse_phrase(std::string_view source, std::size_t number) {
    const std::string_view words = source.substr(source.find('|') + 1);
    auto text = parse_lesson_text(words);
    if (!text)
        return wrong(source, text.error().text());
    if (text->parts.empty() || !text->pinned.empty())
        return wrong(source, "after | write the words that mean the place, without another pin");
    for (LessonPart& part : text->parts)
        part.phrase = number;
    return std::move(text->parts);
}

/// Whether the text has digits, also beyond ASCII, that would look like typed results. Digits of a
/// name, as in x1 and GPT2, do not.
bool has_typed_digit(std::string_view text) {
    bool is_in_name = false;
    for (const char letter : text) {
        if (is_digit(letter) && !is_in_name)
            return true;
        const bool is_letter = std::isalpha(static_cast<unsigned char>(letter)) != 0;
        is_in_name = is_letter || (is_in_name && is_digit(letter));
    }
    constexpr std::array<std::string_view, 14> others = {"¼", "½", "¾", "⅓", "⅔", "¹", "²",
                                                         "³", "⁰", "⁴", "₀", "₁", "₂", "₃"};
    return std::any_of(others.begin(), others.end(), [&](std::string_view digit) {
        return text.find(digit) != std::string_view::npos;
    });
}

/// Lowers what follows the only letter of a name: "√d_k" becomes "√d_{k}", "snake_case" stays.
std::string with_lowered(std::string_view text) {
    constexpr std::size_t most_letters = 8;
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto is_of_name = [&](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    std::string lowered;
    for (std::size_t at = 0; at < text.size(); ++at) {
        lowered += text[at];
        const bool begins_name =
            is_letter(text[at]) && (at == 0 || (!is_of_name(text[at - 1]) && text[at - 1] != '\\'));
        if (!begins_name || at + 1 == text.size() || text[at + 1] != '_')
            continue;
        const std::size_t from = at + 2;
        std::size_t end = from;
        while (end < text.size() && is_letter(text[end]))
            ++end;
        if (end == from || end - from > most_letters ||
            (end < text.size() && is_of_name(text[end])))
            continue;
        lowered += "_{" + std::string(text.substr(from, end - from)) + "}";
        at = end - 1;
    }
    return lowered;
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
        return {spoken(value, format()), Tone::Number};
    }
    /// The format of the part's matrix, unless the part asks for decimals. Numbers of no matrix,
    /// and quantities that whole numbers need not make whole, decide by themselves.
    NumberFormat format() const {
        if (part.decimals)
            return {NumberFormat::Kind::Decimals, *part.decimals};
        switch (*part.quantity) {
        case Quantity::Number:
        case Quantity::RowSum:
        case Quantity::ColumnSum:
        case Quantity::FirstSum:
        case Quantity::ShownSum:
        case Quantity::Largest:
            return format_of(at.document, at.trace, part.place.sheet, at.view.numbers);
        default:
            return at.view.numbers;
        }
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
        const Role role = info(part.place.sheet.stage, at.document.model).columns;
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
        Real sum = 0;
        for (Index column = 0; column < row.cols(); ++column) {
            const auto shown = parse_number(attn::format(row(0, column), format()));
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
    result.source = text;
    std::string literal;
    bool is_strong = false, is_code = false;
    const auto tone = [&] { return is_code ? Tone::Code : is_strong ? Tone::Strong : Tone::Text; };
    const auto flush = [&]() -> Result<> {
        if (has_typed_digit(literal))
            return Error{"a digit is typed in \"" + literal +
                         "\"; write the place that the number comes from in braces, or {#…} for a "
                         "whole number that is not a result"};
        if (!literal.empty()) {
            LessonPart part;
            part.run = {is_code ? literal : with_lowered(literal), tone()};
            literal.clear();
            result.parts.push_back(std::move(part));
        }
        return Nothing{};
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_markup = at > 0 && (text[at - 1] == '_' || text[at - 1] == '^');
        if (text[at] == '`' && (is_code || text.find('`', at + 1) != std::string_view::npos)) {
            if (auto fault = flush(); !fault)
                return fault.error();
            is_code = !is_code;
        } else if (!is_code && text.substr(at, 2) == "**") {
            if (auto fault = flush(); !fault)
                return fault.error();
            is_strong = !is_strong;
            ++at;
        } else if (text[at] == '{' && !is_markup) {
            const bool is_pin = text.substr(at + 1).starts_with(pin_word);
            const auto end = is_pin ? closing_brace(text, at) : text.find('}', at);
            if (end == std::string_view::npos)
                return Error{"the brace that begins \"" + std::string(text.substr(at, 20)) +
                             "\" is not closed; write } behind the place"};
            if (auto fault = flush(); !fault)
                return fault.error();
            const std::string_view source = text.substr(at + 1, end - at - 1);
            auto part = is_pin ? parse_pin(source, result.pinned) : parse_quantity(source);
            if (!part)
                return part.error();
            if (part->quantity == Quantity::Typed)
                part->run.tone = tone();
            const std::size_t number = part->phrase;
            part->phrase = 0;
            result.parts.push_back(*std::move(part));
            if (is_pin && source.find('|') != std::string_view::npos) {
                auto phrase = parse_phrase(source, number);
                if (!phrase)
                    return phrase.error();
                for (LessonPart& one : *phrase)
                    result.parts.push_back(std::move(one));
            }
            at = end;
        } else {
            literal += text[at];
        }
    }
    if (auto fault = flush(); !fault)
        return fault.error();
    if (is_strong)
        return Error{"\"**\" begins bold text, but no second \"**\" ends it"};
    mark_phrases(result.parts);
    return result;
}

LessonText written_text(std::string text) {
    auto parsed = parse_lesson_text(text);
    if (parsed)
        return *std::move(parsed);
    LessonText faulty;
    faulty.source = std::move(text);
    faulty.fault = parsed.error().text();
    return faulty;
}

std::string title_fault(std::string_view title) {
    const auto parsed = parse_lesson_text(title);
    if (!parsed)
        return parsed.error().text();
    return parsed->parts.size() == 1 && !parsed->parts[0].quantity
               ? ""
               : "found " + std::string(title.empty() ? "no title" : "braces in the title") +
                     "; expected plain text";
}

std::vector<KeyedText> texts_of(const LessonStep& step) {
    std::vector<KeyedText> list{{"text", &step.text}, {"notes", &step.notes}};
    if (!step.question)
        return list;
    const auto add = [&list](const std::string& key, const std::vector<LessonText>& texts) {
        for (std::size_t at = 0; at < texts.size(); ++at)
            list.push_back({"question." + key + "[" + std::to_string(at) + "]", &texts[at]});
    };
    list.push_back({"question.ask", &step.question->ask});
    add("choices", step.question->choices);
    if (step.question->kind == LessonQuestion::Kind::Choice)
        list.push_back({"question.answer", &step.question->answer});
    add("hints", step.question->hints);
    return list;
}

Result<Prose> evaluated(const LessonText& text, const Spoken& now, const Spoken* before) {
    if (!text.fault.empty())
        return Error{text.fault};
    Prose prose;
    for (const LessonPart& part : text.parts) {
        if (!part.quantity) {
            prose.push_back(part.run);
            prose.back().phrase = part.phrase;
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
        prose.back().phrase = part.phrase;
    }
    return prose;
}

namespace {

/// Returns the document without covers, to compute answers.
Document uncovered(const Document& document) {
    Document open = document;
    open.covers.clear();
    return open;
}

bool is_line(const Region& region) {
    return (region.rows.first && region.rows.count == 1) !=
           (region.columns.first && region.columns.count == 1);
}

/// Returns the names along a line, and which of them have its largest or smallest number.
Result<std::vector<Choice>> words_of_line(const LessonQuestion& question, const Document& now,
                                          const Trace& trace) {
    const auto cells = cells_of(now, question.line);
    if (!cells)
        return Error{"the question asks of " + to_text(question.line) +
                     ", but the document has no such place"};
    const bool is_row = cells->rows == 1;
    const SheetRoles about = roles_of(now, cells->sheet);
    const auto* const words = words_of(now, is_row ? about.columns : about.rows);
    const Index from = is_row ? cells->column : cells->row;
    const Index count = is_row ? cells->columns : cells->rows;
    if (!words)
        return Error{"the question asks for a word, but along " + to_text(question.line) +
                     " there are none"};
    if (count > static_cast<Index>(max_choices))
        return Error{"the question asks for one of " + std::to_string(count) +
                     " words; there is room for " + std::to_string(max_choices)};
    std::vector<Choice> choices;
    std::vector<Real> values;
    for (Index at = 0; at < count; ++at) {
        const Place place{cells->sheet, cells->row + (is_row ? 0 : at),
                          cells->column + (is_row ? at : 0)};
        const Real value = value_at(now, trace, place);
        values.push_back(question.is_smallest ? -value : value);
        choices.push_back({(*words)[static_cast<std::size_t>(from + at)], false});
    }
    const Real extreme = *std::max_element(values.begin(), values.end());
    for (std::size_t at = 0; at < choices.size(); ++at)
        choices[at].is_right = values[at] == extreme;
    return choices;
}

/// Returns the steps of a derivation except the last result.
std::vector<Prose> derivation_hints(const Document& now, const Trace& trace, const Place& place,
                                    const View& view) {
    const Seen seen(now, trace);
    const DerivationStyle style{view.numbers};
    const auto steps = derivation_steps(seen.document(), seen.trace(), place);
    std::vector<Prose> hints;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const bool is_last = at + 1 == steps.size();
        const std::string text =
            is_last ? numbers_text(steps[at], style) : one_line(steps[at], style);
        if (!text.empty())
            hints.push_back({{is_last ? "It is " : "", Tone::Text}, {text, Tone::Number}});
    }
    return hints;
}

Prose listed(const std::vector<std::string>& names, Tone tone, const std::string& joined_by) {
    Prose prose;
    for (std::size_t at = 0; at < names.size(); ++at) {
        if (at > 0)
            prose.push_back({at + 1 == names.size() ? " " + joined_by + " " : ", "});
        prose.push_back({names[at], tone});
    }
    return prose;
}

/// Lists the places a number is made of, the largest terms first. A copy is not a part of itself:
/// without a mask, weights are made of the scaled scores.
std::vector<Place> parts_of(const Document& now, const Trace& trace, const Place& place) {
    std::vector<Place> parts = largest_places(derive(now, trace, place));
    for (Place& part : parts)
        for (Derivation made = derive(now, trace, part); is_copy(made);
             made = derive(now, trace, part))
            part = largest_places(made).front();
    return parts;
}

std::vector<std::string> named(const std::vector<Place>& places) {
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (std::size_t at = 0; at < std::min(most, places.size()); ++at)
        names.push_back(to_text(places[at]));
    if (places.size() > most)
        names.push_back(std::to_string(places.size() - most) + " more");
    return names;
}

Prose answer_of(const LessonQuestion& question, const std::vector<Choice>& choices,
                const Document& now, const Trace& trace, const View& view) {
    Prose answer{{"It is "}};
    const auto add = [&answer](const Prose& more) {
        answer.insert(answer.end(), more.begin(), more.end());
    };
    std::vector<std::string> right;
    for (const Choice& choice : choices)
        if (choice.is_right)
            right.push_back(choice.text);
    if (question.kind == LessonQuestion::Kind::Number)
        add({{spoken(value_at(now, trace, question.place),
                     format_of(now, trace, question.place.sheet, view.numbers)),
              Tone::Number}});
    else if (question.kind == LessonQuestion::Kind::Cell)
        add({{"any of these: "}});
    if (question.kind == LessonQuestion::Kind::Cell)
        add(listed(named(parts_of(now, trace, question.place)), Tone::Number, "and"));
    add(listed(right, Tone::Word, "or"));
    answer.push_back({"."});
    return answer;
}

Verdict about(bool is_right, const Prose& what) {
    Verdict verdict{is_right, {{is_right ? "Yes, it is " : "No, it is not "}}};
    verdict.text.insert(verdict.text.end(), what.begin(), what.end());
    verdict.text.push_back({"."});
    return verdict;
}

} // namespace

Result<> parse_word_question(std::string_view text, LessonQuestion& question) {
    constexpr std::string_view largest = "largest ", smallest = "smallest ";
    question.is_smallest = text.starts_with(smallest);
    if (!text.starts_with(largest) && !question.is_smallest)
        return Error{"write the line whose word is asked for as in \"largest weights[1,:]\" or "
                     "\"smallest weights[1,:]\""};
    const auto region =
        parse_region(text.substr((question.is_smallest ? smallest : largest).size()));
    if (!region)
        return region.error();
    if (!is_line(*region))
        return Error{"found " + to_text(*region) +
                     ", expected one row or one column, as in "
                     "weights[1,:]"};
    question.line = *region;
    return Nothing{};
}

void take_written(LessonQuestion& question, std::string written) {
    using Kind = LessonQuestion::Kind;
    question.fault.reset();
    if (question.kind == Kind::Word) {
        if (const auto line = parse_word_question(written, question); !line)
            question.fault = Error{line.error().text(), "question.word"};
    } else if (question.kind == Kind::Number || question.kind == Kind::Cell) {
        const char* const key = question.kind == Kind::Cell ? "question.cell" : "question.number";
        if (const auto place = parse_place(written))
            question.place = *place;
        else
            question.fault = Error{place.error().text(), key};
    } else if (question.choices.size() < 2 || question.choices.size() > max_choices) {
        question.fault = Error{"found " + std::to_string(question.choices.size()) +
                                   " choices, expected 2 to " + std::to_string(max_choices),
                               "question.choices"};
    }
    question.written = std::move(written);
}

Result<Asked> asked(const OpenedLesson& opened, std::size_t at, const Document& now,
                    const Trace& trace, const View& view) {
    const LessonQuestion& question = *opened.lesson.steps[at].question;
    if (question.fault)
        return *question.fault;
    const Document open = uncovered(now);
    Asked result;
    const auto fill = [&](const LessonText& text, Prose& into) -> Result<> {
        auto prose = filled(opened, at, text, now, trace, view);
        if (!prose)
            return prose.error();
        into = *std::move(prose);
        return Nothing{};
    };
    if (auto fault = fill(question.ask, result.ask); !fault)
        return fault.error();
    for (const LessonText& hint : question.hints)
        if (auto fault = fill(hint, result.hints.emplace_back()); !fault)
            return fault.error();
    if (question.kind == LessonQuestion::Kind::Choice) {
        const auto right = filled(opened, at, question.answer, open, trace, view);
        if (!right)
            return right.error();
        for (const LessonText& choice : question.choices) {
            Prose text;
            if (auto fault = fill(choice, text); !fault)
                return fault.error();
            const auto open_text = filled(opened, at, choice, open, trace, view);
            result.choices.push_back(
                {to_text(text), open_text && to_text(*open_text) == to_text(*right)});
        }
        if (std::none_of(result.choices.begin(), result.choices.end(),
                         [](const Choice& choice) { return choice.is_right; }))
            return Error{"none of the choices is the answer, \"" + to_text(*right) + "\""};
    }
    if (question.kind == LessonQuestion::Kind::Word) {
        auto words = words_of_line(question, open, trace);
        if (!words)
            return words.error();
        result.choices = *std::move(words);
    }
    const bool has_place = question.kind == LessonQuestion::Kind::Number ||
                           question.kind == LessonQuestion::Kind::Cell;
    if (has_place && !exists(now, question.place))
        return Error{"the question asks of " + to_text(question.place) +
                     ", but the document has no such place"};
    if (question.kind == LessonQuestion::Kind::Cell &&
        parts_of(open, trace, question.place).empty())
        return Error{"the question asks what " + to_text(question.place) +
                     " is made of, but it is an input"};
    if (question.kind == LessonQuestion::Kind::Number && question.hints.empty())
        result.hints = derivation_hints(now, trace, question.place, view);
    result.answer = answer_of(question, result.choices, open, trace, view);
    return result;
}

Verdict verdict(const Choice& choice) {
    return about(choice.is_right, {{choice.text, Tone::Word}});
}

Verdict verdict(const LessonQuestion& question, Real typed, const Document& now, const Trace& trace,
                const View& view) {
    const Real value = value_at(now, trace, question.place);
    const bool is_right = question.within ? std::abs(typed - value) <= *question.within
                                          : spoken(typed, compared_format(view.numbers)) ==
                                                spoken(value, compared_format(view.numbers));
    const NumberFormat numbers =
        is_right ? format_of(now, trace, question.place.sheet, view.numbers) : view.numbers;
    return about(is_right, {{spoken(is_right ? value : typed, numbers), Tone::Number}});
}

Verdict verdict(const LessonQuestion& question, const Place& clicked, const Document& now,
                const Trace& trace) {
    const auto places = parts_of(now, trace, question.place);
    const bool is_right = std::find(places.begin(), places.end(), clicked) != places.end();
    return {is_right,
            {{is_right ? "Yes, " : "No, "},
             {to_text(question.place), Tone::Number},
             {is_right ? " is made of " : " is not made of "},
             {to_text(clicked), Tone::Number},
             {is_right ? "." : " itself."}}};
}

std::optional<Region> told_by_answer(const LessonQuestion& question) {
    if (question.fault)
        return std::nullopt;
    switch (question.kind) {
    case LessonQuestion::Kind::Word:
        return question.line;
    case LessonQuestion::Kind::Number:
        return Region{question.place.sheet, {question.place.row, 1}, {question.place.column, 1}};
    case LessonQuestion::Kind::Choice:
    case LessonQuestion::Kind::Cell:
        return std::nullopt;
    }
    assert(false && "every kind of question is handled");
    return std::nullopt;
}

void Answering::take(Verdict verdict) {
    is_answered = verdict.is_right;
    said = std::move(verdict.text);
}

void Answering::show_hint() {
    ++hints;
    said.clear();
}

void Answering::show_answer() {
    said.clear();
    is_answered = true;
}

Prose said(const Answering& so_far, const LessonQuestion& question, const Asked& asked,
           const std::optional<Place>& clicked, const Document& now, const Trace& trace) {
    if (!so_far.said.empty())
        return so_far.said;
    if (so_far.is_answered)
        return asked.answer;
    if (question.kind == LessonQuestion::Kind::Cell && clicked && exists(now, *clicked))
        return verdict(question, *clicked, now, trace).text;
    if (so_far.hints > 0 && so_far.hints <= asked.hints.size())
        return asked.hints[so_far.hints - 1];
    return {};
}

View view_of(const LessonStep& step, View view) {
    const LessonView& wanted = step.view;
    view.query = wanted.query.value_or(view.query);
    view.head = wanted.head.value_or(view.head);
    view.layer = wanted.layer.value_or(view.layer);
    view.is_cross = wanted.is_cross.value_or(view.is_cross && !wanted.layer);
    view.show_row_sums = wanted.has_row_sums.value_or(false);
    if (wanted.decimals) { // numbers that are not whole keep some, or they would be untrue
        const int digits = *wanted.decimals == 0 ? NumberFormat{}.digits : *wanted.decimals;
        view.numbers = {NumberFormat::Kind::Automatic, digits};
    }
    return view;
}

View own_view_of(const LessonStep& step, View before) {
    before.numbers = {};
    return view_of(step, std::move(before));
}

std::optional<Step> shown_step(const Lesson& lesson, std::size_t at, const Document& document) {
    std::optional<Step> step = lesson.steps[at].view.step;
    if (!step)
        return std::nullopt;
    View view;
    for (std::size_t before = 0; before <= at; ++before)
        view = view_of(lesson.steps[before], view);
    step->part = part_index(document, view);
    return step;
}

TrainingSettings settings_of(const LessonTraining& training, const Document& document) {
    TrainingSettings settings = training_settings(document);
    if (training.seed)
        settings.seed = training.seed;
    return settings;
}

namespace {

/// Returns the training of this step or the latest before it, as the command line writes it.
std::optional<SpokenTraining> spoken_training(const OpenedLesson& opened, std::size_t at) {
    const Lesson& lesson = opened.lesson;
    std::string preset = lesson.preset;
    std::optional<SpokenTraining> spoken;
    for (std::size_t step = 0; step <= at; ++step) {
        const LessonStep& one = lesson.steps[step];
        if (!one.preset.empty())
            preset = one.preset;
        if (one.training) {
            const TrainingSettings how = settings_of(*one.training, opened.documents[step]);
            const std::string options = options_text(how);
            spoken = {"attention-lab train " + preset + (options.empty() ? "" : " ") + options,
                      how.steps};
        }
    }
    return spoken;
}

} // namespace

Result<Prose> filled(const OpenedLesson& opened, std::size_t at, const LessonText& text,
                     const Document& now, const Trace& trace, const View& view) {
    const auto training = spoken_training(opened, at);
    const Seen seen(now, trace);
    const Spoken here{seen.document(), seen.trace(), view, training ? &*training : nullptr};
    if (at == 0)
        return evaluated(text, here, nullptr);
    View earlier = view;
    earlier.head = std::min(view.head, head_count(opened.documents[at - 1]) - 1);
    earlier.query = std::min(view.query, token_count(opened.documents[at - 1]) - 1);
    const Seen seen_before(opened.documents[at - 1], opened.traces[at - 1]);
    const Spoken before{seen_before.document(), seen_before.trace(), earlier};
    return evaluated(text, here, &before);
}

int reading_minutes(const Lesson& lesson) {
    std::ptrdiff_t words = 0;
    for (const LessonStep& step : lesson.steps) {
        bool is_inside = false; // inside a word; a number or a name counts as one
        for (const LessonPart& part : step.text.parts) {
            if (part.quantity) {
                words += *part.quantity != Quantity::Pin && !is_inside ? 1 : 0;
                is_inside = *part.quantity != Quantity::Pin;
                continue;
            }
            for (const char c : part.run.text) {
                const bool is_blank = c == ' ' || c == '\n';
                words += !is_blank && !is_inside ? 1 : 0;
                is_inside = !is_blank;
            }
        }
    }
    return std::max(1, static_cast<int>((words + words_a_minute / 2) / words_a_minute));
}

namespace {

/// The lines of a text as Markdown, each after the prefix. A blank line ends a list, whose last
/// item would have the line after it too.
std::string markdown_lines(const Prose& prose, std::string_view prefix) {
    std::string text;
    bool is_item = false;
    for (const Prose& line : lines_of(prose)) {
        const std::string written = to_markdown(line);
        if (std::exchange(is_item, written.starts_with("- ")) && !is_item)
            text += std::string(prefix) + "\n";
        text += std::string(prefix) + written + "\n";
    }
    return text;
}

} // namespace

Result<std::string> speaker_notes(const OpenedLesson& opened) {
    std::string text = "# " + to_markdown(Prose{{opened.lesson.title}}) + "\n";
    View view;
    for (std::size_t at = 0; at < opened.lesson.steps.size(); ++at) {
        const LessonStep& step = opened.lesson.steps[at];
        view = own_view_of(step, view);
        const auto fill = [&](const LessonText& part) {
            return filled(opened, at, part, opened.documents[at], opened.traces[at], view);
        };
        const auto said = fill(step.text), notes = fill(step.notes);
        if (!said)
            return said.error();
        if (!notes)
            return notes.error();
        text += "\n## " + std::to_string(at + 1) + ". " + to_markdown(Prose{{step.title}}) +
                "\n\n" + markdown_lines(*said, "");
        if (!notes->empty())
            text += "\n" + markdown_lines(*notes, "> ");
        if (!step.question)
            continue;
        const auto question = asked(opened, at, opened.documents[at], opened.traces[at], view);
        if (!question)
            return question.error();
        text += "\n**Question.** " + markdown_lines(question->ask, "");
        for (std::size_t choice = 0; choice < question->choices.size(); ++choice)
            text += "\n" + std::to_string(choice + 1) + ". " +
                    plain_as_markdown(question->choices[choice].text);
        text +=
            (question->choices.empty() ? "\n> " : "\n\n> ") + to_markdown(question->answer) + "\n";
    }
    return text;
}

} // namespace attn
