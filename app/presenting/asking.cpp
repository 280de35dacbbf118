// SPDX-License-Identifier: MIT
#include "app/presenting/asking.h"

#include "core/base/number_text.h"
#include "core/document/lesson.h"
#include "core/document/sheet.h"
#include "core/document/slips.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

using namespace attn;

const LessonQuestion* question(const Frame& frame) {
    const auto& lesson = frame.ui.teaching.lesson;
    return lesson && lesson->current().question ? &*lesson->current().question : nullptr;
}

Answering& so_far(const Frame& frame) {
    return frame.ui.teaching.lesson->asking.so_far;
}

} // namespace

std::optional<Asked> lesson_question(const Frame& frame) {
    if (!question(frame) || !frame.is_shown())
        return std::nullopt;
    const LessonState& lesson = *frame.ui.teaching.lesson;
    auto found =
        asked(*lesson.opened, lesson.step, frame.exact().document, frame.exact().trace, frame.view);
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

bool has_open_question(const Frame& frame) {
    return question(frame) && !so_far(frame).is_answered;
}

bool asks_for_choice(const Frame& frame) {
    return has_open_question(frame) && (question(frame)->kind == LessonQuestion::Kind::Choice ||
                                        question(frame)->kind == LessonQuestion::Kind::Word);
}

bool asks_for_number(const Frame& frame) {
    return has_open_question(frame) && question(frame)->kind == LessonQuestion::Kind::Number;
}

void answer_by_choice(const Frame& frame, std::size_t choice) {
    const auto asked = lesson_question(frame);
    if (!asked || choice >= asked->choices.size() || so_far(frame).is_answered)
        return;
    so_far(frame).take(verdict(asked->choices[choice]));
}

void answer_by_number(const Frame& frame, Real number) {
    if (!asks_for_number(frame) || !frame.settle())
        return;
    const LessonQuestion& asked = *question(frame);
    const Calculation& exact = frame.exact();
    if (!exists(exact.document, asked.place))
        return;
    Verdict said = verdict(asked, number, exact.document, exact.trace, frame.view);
    if (!said.is_right)
        for (const std::string& slip :
             slips(exact.document, exact.trace, asked.place, number, frame.view.numbers))
            said.text.push_back({" " + slip});
    so_far(frame).take(std::move(said));
}

bool has_hint(const Frame& frame) {
    if (!has_open_question(frame))
        return false;
    const auto asked = lesson_question(frame);
    return asked && so_far(frame).hints < asked->hints.size();
}

void show_hint(const Frame& frame) {
    if (has_hint(frame))
        so_far(frame).show_hint();
}

void show_answer(const Frame& frame) {
    if (has_open_question(frame))
        so_far(frame).show_answer();
}

void count_guess(const Frame& frame, std::size_t choice) {
    const auto asked = lesson_question(frame);
    if (asked && choice < asked->choices.size())
        frame.ui.teaching.lesson->asking.guesses.push_back(choice);
}

bool take_guess_back(const Frame& frame) {
    if (!has_open_question(frame) || frame.ui.teaching.lesson->asking.guesses.empty())
        return false;
    frame.ui.teaching.lesson->asking.guesses.pop_back();
    return true;
}

std::optional<figure::PageQuestion> page_question(const Frame& frame) {
    const auto asked = lesson_question(frame);
    if (!asked)
        return std::nullopt;
    const Asking& now = frame.ui.teaching.lesson->asking;
    figure::PageQuestion page{asked->ask, {}, {}, asked->hints};
    page.said = said(now.so_far, *question(frame), *asked, frame.view.selected,
                     frame.exact().document, frame.exact().trace);
    page.sayings.push_back(asked->answer);
    for (std::size_t at = 0; at < asked->choices.size(); ++at) {
        const Choice& choice = asked->choices[at];
        const auto guesses = std::count(now.guesses.begin(), now.guesses.end(), at);
        page.choices.push_back(
            {choice.text, static_cast<int>(guesses), now.so_far.is_answered && choice.is_right});
    }
    if (frame.ui.teaching.presenting && frame.ui.editing &&
        std::holds_alternative<AnswerTarget>(frame.ui.editing->target))
        page.said = {{"You type "}, {frame.ui.editing->line.text, Tone::Number}};
    return page;
}

} // namespace app
