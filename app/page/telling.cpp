// SPDX-License-Identifier: MIT
#include "app/page/telling.h"

#include "app/page/json.h"
#include "core/document/model/open_part.h"
#include "core/document/telling/lesson_phrases.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/phrase_style.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace page {

using namespace attn;

namespace {

std::string css(figure::Colour colour) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "#";
    for (const int part : {colour.red, colour.green, colour.blue}) {
        text += digits[static_cast<std::size_t>(part / 16)];
        text += digits[static_cast<std::size_t>(part % 16)];
    }
    return text;
}

/// The colours of phrases on light and on dark pages, with the pattern of their lines.
std::string phrase_styles(std::size_t count) {
    constexpr std::array<const char*, 4> patterns{"solid", "double", "dashed", "dotted"};
    std::vector<std::string> list;
    for (std::size_t phrase = 1; phrase <= count; ++phrase) {
        const auto light = figure::phrase_style(figure::theme(ThemeName::Light), phrase);
        const auto dark = figure::phrase_style(figure::theme(ThemeName::Dark), phrase);
        list.push_back(json_list({json_string(css(light.colour)), json_string(css(dark.colour)),
                                  json_string(patterns[static_cast<std::size_t>(light.pattern)])}));
    }
    return json_list(list);
}

/// Returns the pieces with their roles and phrases: [["cat", "query", 1], [" listens ", "", 0], …].
std::string pieces(const Prose& prose) {
    const auto tone = [](Tone of) {
        switch (of) {
        case Tone::Strong:
        case Tone::Word:
            return "strong";
        case Tone::QueryWord:
            return "query";
        case Tone::Number:
            return "number";
        case Tone::Code:
            return "code";
        case Tone::Text:
        case Tone::Pin:
            break;
        }
        return "";
    };
    std::vector<std::string> list;
    for (const Prose& line : lines_of(prose)) {
        if (!list.empty())
            list.push_back(json_list({json_string("\n"), json_string("")}));
        const std::string sum = is_sum(line) ? "sum" : "";
        bool begins_line = true;
        for (const Run& run : line) {
            if (run.tone == Tone::Pin)
                continue;
            std::string text = to_text(Prose{run});
            if (std::exchange(begins_line, false) && run.tone == Tone::Text &&
                text.starts_with("- "))
                text.replace(0, 1, "•");
            list.push_back(
                json_list({json_string(text), json_string(sum.empty() ? tone(run.tone) : sum),
                           std::to_string(run.phrase)}));
        }
    }
    return json_list(list);
}

} // namespace

void Telling::tell(Tells what, std::size_t which, const Document& document) {
    assert((what != Tells::Lesson || which < lessons_.size()) &&
           "the page carries the lesson that it tells");
    tells_ = what;
    which_ = which;
    at_ = 0;
    so_far_ = {};
    if (what == Tells::Steps)
        step_ = steps(document).front();
}

void Telling::go(Index by, const Document& document) {
    const auto moved = [by](std::size_t from, std::size_t count) {
        return static_cast<std::size_t>(
            std::clamp<Index>(static_cast<Index>(from) + by, 0, static_cast<Index>(count) - 1));
    };
    if (tells_ == Tells::Lesson) {
        at_ = moved(at_, told_lesson().lesson.steps.size());
        so_far_ = {};
    }
    if (tells_ != Tells::Steps)
        return;
    const auto list = steps(document);
    step_ = list[moved(told_at(document, list), list.size())];
}

std::size_t Telling::told_at(const Document& document, const std::vector<Step>& steps) const {
    const auto at = std::find(steps.begin(), steps.end(), step_);
    if (at != steps.end())
        return static_cast<std::size_t>(at - steps.begin());
    const Document part = OpenPart::shape(document, step_.part);
    if (!has_step(part, step_.kind))
        return 0;
    const auto is_before = [&](const Step& one) {
        return number(document, one) < number(document, step_);
    };
    return static_cast<std::size_t>(
        std::min(std::count_if(steps.begin(), steps.end(), is_before), std::ssize(steps) - 1));
}

const Document* Telling::document() const {
    return tells_ == Tells::Lesson ? &told_lesson().documents[at_] : nullptr;
}

std::string Telling::what() const {
    return tells_ == Tells::Lesson ? "Lesson: " + to_text(Prose{{lesson_step().title}}) : "";
}

View Telling::view(const Document& document, View now) const {
    now.marked.clear();
    now.numbers = {};
    now.show_row_sums = false;
    if (tells_ == Tells::Steps)
        return opened(document, std::move(now), step_);
    if (tells_ != Tells::Lesson)
        return now;
    now = view_of(lesson_step(), std::move(now));
    now.marked = lesson_step().view.marked;
    return now;
}

std::optional<figure::Spotlight> Telling::light(const Document& document, const View& view) const {
    figure::Spotlight light;
    if (tells_ == Tells::Steps) {
        const auto list = steps(document);
        light = figure::spotlight_of(document, view, list[told_at(document, list)]);
    } else if (tells_ == Tells::Lesson) {
        light = figure::spotlight_of(document, lesson_step(),
                                     shown_step(told_lesson().lesson, at_, document), view);
    }
    return light.sheets.empty() ? std::nullopt : std::optional(std::move(light));
}

Prose Telling::lesson_text(const Document& document, const Trace& trace, const View& view) const {
    const LessonText& text = lesson_step().text;
    if (const auto live = filled(told_lesson(), at_, text, document, trace, view))
        return *live;
    // A change removed a place: the text uses the lesson's own document.
    const auto own = filled(told_lesson(), at_, text, told_lesson().documents[at_],
                            told_lesson().traces[at_], view_of(lesson_step(), View{}));
    if (own)
        return *own;
    return Prose{{own.error().text()}};
}

std::optional<Asked> Telling::question(const Document& document, const Trace& trace,
                                       const View& view) const {
    if (tells_ != Tells::Lesson || !lesson_step().question)
        return std::nullopt;
    auto found = asked(told_lesson(), at_, document, trace, figure::within(document, view));
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

void Telling::answer_by_choice(std::size_t choice, const Document& document, const Trace& trace,
                               const View& view) {
    const auto asked = question(document, trace, view);
    if (asked && choice < asked->choices.size())
        so_far_.take(verdict(asked->choices[choice]));
}

void Telling::answer_by_number(Real number, const Document& document, const Trace& trace,
                               const View& view) {
    if (question(document, trace, view))
        so_far_.take(verdict(*lesson_step().question, number, document, trace, view));
}

const LessonQuestion* Telling::answered() const {
    const bool is_asked = tells_ == Tells::Lesson && lesson_step().question;
    return is_asked && so_far_.is_answered ? &*lesson_step().question : nullptr;
}

std::string Telling::question_json(const Document& document, const Trace& trace,
                                   const View& view) const {
    const auto asked = question(document, trace, view);
    if (!asked)
        return "null";
    const LessonQuestion& about = *lesson_step().question;
    const auto flag = [](bool is) { return is ? "true" : "false"; };
    std::vector<std::string> choices;
    for (const Choice& choice : asked->choices)
        choices.push_back(json_object({{"text", json_string(choice.text)},
                                       {"right", flag(so_far_.is_answered && choice.is_right)}}));
    return json_object(
        {{"ask", pieces(asked->ask)},
         {"choices", json_list(choices)},
         {"number", flag(about.kind == LessonQuestion::Kind::Number)},
         {"hint", flag(so_far_.hints < asked->hints.size())},
         {"answered", flag(so_far_.is_answered)},
         {"said", pieces(said(so_far_, about, *asked, view.selected, document, trace))}});
}

std::string Telling::json(const Document& document, const Trace& trace, const View& asked,
                          std::size_t lit_phrase) const {
    if (tells_ == Tells::Nothing)
        return "null";
    const View view = figure::within(document, asked);
    const std::size_t phrases = tells_ == Tells::Lesson ? lesson_step().text.pinned.size() : 0;
    const auto said = [&](const char* what, std::size_t at, std::size_t count, const Prose& title,
                          const Prose& text, const std::string& note) {
        return json_object({{"what", json_string(what)},
                            {"which", std::to_string(which_)},
                            {"at", std::to_string(at + 1)},
                            {"count", std::to_string(count)},
                            {"title", pieces(title)},
                            {"text", pieces(text)},
                            {"shown", light(document, view) ? "true" : "false"},
                            {"phrases", phrase_styles(phrases)},
                            {"lit", std::to_string(lit_phrase)},
                            {"note", json_string(to_text(Prose{{note}}))}});
    };
    if (tells_ == Tells::Lesson)
        return said("lesson", at_, told_lesson().lesson.steps.size(), Prose{{lesson_step().title}},
                    lesson_text(document, trace, view), "");
    const auto list = steps(document);
    const std::size_t at = told_at(document, list);
    return said("steps", at, list.size(), title(document, trace, view, list[at]),
                sentence(document, trace, view, list[at]), skipped_before(document, list[at]));
}

} // namespace page
