// SPDX-License-Identifier: MIT
#include "core/document/question.h"

#include "core/document/covers.h"
#include "core/document/derivation_text.h"
#include "core/document/lesson.h"
#include "core/document/sheet.h"
#include "core/document/step.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace attn {
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
        add({{spoken(value_at(now, trace, question.place), view.numbers), Tone::Number}});
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

Result<Asked> asked(const OpenedLesson& opened, std::size_t at, const Document& now,
                    const Trace& trace, const View& view) {
    const LessonQuestion& question = *opened.lesson.steps[at].question;
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
    const bool is_right = question.within
                              ? std::abs(typed - value) <= *question.within
                              : spoken(typed, view.numbers) == spoken(value, view.numbers);
    return about(is_right, {{spoken(is_right ? value : typed, view.numbers), Tone::Number}});
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

} // namespace attn
