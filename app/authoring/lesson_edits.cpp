// SPDX-License-Identifier: MIT
#include "app/authoring/authoring.h"
#include "app/explaining/lighting.h"
#include "app/session/pages.h"
#include "core/document/commands/difference.h"
#include "core/document/model/covers.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/page_figures.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr std::size_t most_versions = 300;
constexpr Index most_marked = 64;

/// The numbers that are selected, if they are few.
std::vector<Place> marked_now(const Frame& frame) {
    std::vector<Place> places;
    const auto range = selection(frame.view);
    if (!range || !exists(frame.document, range->sheet) ||
        range->rows * range->columns > most_marked)
        return places;
    // One number of an input is still selected after it was typed: that marks nothing.
    if (range->rows * range->columns == 1 && is_given(frame.document, range->sheet))
        return places;
    for (Index row = 0; row < range->rows; ++row)
        for (Index column = 0; column < range->columns; ++column)
            places.push_back({range->sheet, range->row + row, range->column + column});
    return places;
}

/// Takes what the canvas shows, so that a step can show it again.
LessonView view_shown(const Frame& frame) {
    const Document& document = frame.document;
    const View& now = frame.view;
    LessonView view;
    if (token_count(document) > 1)
        view.query = now.query;
    if (head_count(document) > 1)
        view.head = now.head;
    if (layer_count(document) > 1)
        view.layer = now.layer;
    if (has_cross(document))
        view.is_cross = now.is_cross;
    if (now.show_row_sums)
        view.has_row_sums = true;
    if (now.numbers.has_decimals() && now.numbers.digits != NumberFormat{}.digits)
        view.decimals = now.numbers.digits;
    view.marked = marked_now(frame);
    if (const auto light = light_of(frame); light && light->lesson) {
        const LessonView& open = light->lesson->lesson.steps[light->step].view;
        view.step = open.step;
        view.figure = open.figure;
        view.is_query_row = open.is_query_row;
    } else if (light) {
        view.figure = {light->number ? light->number->sheet
                                     : open_sheet(document, light->stage, now)};
    } else if (const auto page = shown_page(frame);
               page != page_id::forward && page != page_id::backward) {
        view.page = page;
    }
    return view;
}

/// A title for what is shown: "Weights".
std::string title_shown(const Frame& frame, const LessonView& view) {
    if (!view.figure.empty())
        return std::string(info(view.figure.back().stage, frame.document.model).title);
    const auto* const page =
        view.page.empty() ? nullptr : figure::page_with_id(figure::canvas_pages(), view.page);
    const std::string title = page ? std::string(page->tab) : "What is shown";
    return title_fault(title).empty() ? title : "What is shown";
}

/// Changes the commands of steps so that each step keeps its document, whatever was moved, added or
/// removed before it. A step that trains, or begins with a preset, keeps its commands.
void keep_documents(Lesson& lesson, Document before, const std::vector<Document>& documents) {
    for (std::size_t at = 0; at < lesson.steps.size(); ++at) {
        LessonStep& step = lesson.steps[at];
        if (step.preset.empty() && !step.training) {
            if (io::after_commands(step, before) != documents[at])
                step.commands = commands_between(before, documents[at]);
        }
        before = documents[at];
    }
}

void show_again(const Frame& frame, std::size_t step) {
    frame.outbox.post(ShowLessonStep{step});
}

/// Makes the open lesson equal to the written one.
void follow_writing(const Frame& frame, std::size_t step, bool changes_documents) {
    Writing& writing = *frame.ui.teaching.writing;
    LessonState& lesson = *frame.ui.teaching.lesson;
    if (changes_documents) {
        auto made = io::documents_of(writing.lesson, io::open_document);
        if (!made) {
            frame.ui.message = Message{made.error().text(), true};
            return;
        }
        writing.first = std::move(made->first);
        writing.of_documents = std::move(made->faults);
        writing.of_steps = faults_of_steps(made->opened);
        lesson.opened = std::make_shared<const OpenedLesson>(std::move(made->opened));
    } else {
        OpenedLesson told = *lesson.opened;
        told.lesson = writing.lesson;
        std::vector<io::LessonFault>& faults = writing.of_steps;
        faults.erase(std::remove_if(faults.begin(), faults.end(),
                                    [&](const auto& fault) { return fault.step == step; }),
                     faults.end());
        for (io::LessonFault& fault : faults_of_steps(told, step))
            faults.push_back(std::move(fault));
        lesson.opened = std::make_shared<const OpenedLesson>(std::move(told));
    }
    lesson.step = std::min(step, writing.lesson.steps.size() - 1);
    writing.is_unsaved = !changes_documents || io::write_lesson(writing.lesson) != writing.saved;
}

/// Brings back a version, and keeps the present one in `other`.
void go_to_version(const Frame& frame, std::vector<LessonVersion>& from,
                   std::vector<LessonVersion>& other, const std::string& how) {
    Writing& writing = *frame.ui.teaching.writing;
    if (from.empty()) {
        frame.ui.message = Message{"There is nothing to " + how + " in the lesson", false};
        return;
    }
    LessonVersion version = std::move(from.back());
    from.pop_back();
    const std::size_t now = frame.ui.teaching.lesson->step;
    const std::vector<Document> before = frame.ui.teaching.lesson->opened->documents;
    other.push_back({std::exchange(writing.lesson, std::move(version.lesson)), now});
    writing.typing.reset();
    follow_writing(frame, version.step, true);
    if (version.step != now || frame.ui.teaching.lesson->opened->documents != before)
        show_again(frame, frame.ui.teaching.lesson->step);
    enter_lesson_field(frame, writing.field);
}

/// The numbers that the answer to the step's question tells, if they can be covered.
std::optional<CellRange> answer_in(const LessonStep& step, const Document& document) {
    const auto region = step.question ? told_by_answer(*step.question) : std::nullopt;
    const auto cells = region ? cells_of(document, *region) : std::nullopt;
    return cells && why_not_covered(document, cells->sheet).empty() ? cells : std::nullopt;
}

/// Changes the list of steps, each with its document, by `change`.
template <class Change>
void change_steps(const Frame& frame, std::size_t step, const Change& change) {
    Lesson lesson = frame.ui.teaching.writing->lesson;
    std::vector<Document> documents = frame.ui.teaching.lesson->opened->documents;
    change(lesson.steps, documents);
    keep_documents(lesson, frame.ui.teaching.writing->first, documents);
    take_lesson(frame, std::move(lesson), step);
    show_again(frame, step);
}

} // namespace

std::vector<io::LessonFault> faults_of_steps(const OpenedLesson& opened,
                                             std::optional<std::size_t> only) {
    std::vector<io::LessonFault> faults = io::faults_of(opened, only);
    for (std::size_t at = 0; at < opened.documents.size(); ++at)
        if (at == only.value_or(at))
            if (std::string why = figure::fault_of_page(opened, at); !why.empty())
                faults.push_back({at, "view.page", std::move(why)});
    return faults;
}

LessonStep shown_lesson_step(const Frame& frame) {
    LessonStep step;
    step.view = view_shown(frame);
    step.title = title_shown(frame, step.view);
    return step;
}

void take_lesson(const Frame& frame, Lesson lesson, std::size_t step,
                 const std::optional<LessonField>& typing, bool changes_documents) {
    Writing& writing = *frame.ui.teaching.writing;
    const std::size_t now = frame.ui.teaching.lesson->step;
    const bool goes_on = typing && writing.typing == typing && now == step;
    if (!goes_on) {
        writing.past.push_back({writing.lesson, now});
        if (writing.past.size() > most_versions)
            writing.past.erase(writing.past.begin());
    }
    writing.future.clear();
    writing.typing = typing;
    writing.lesson = std::move(lesson);
    follow_writing(frame, step, changes_documents);
}

void add_lesson_step(const Frame& frame) {
    if (!frame.ui.teaching.writing || !frame.settle())
        return;
    const std::size_t at = frame.ui.teaching.lesson->step + 1;
    LessonStep added = shown_lesson_step(frame);
    Document shown = frame.document;
    // The question before is answered then.
    if (const auto cells = answer_in(frame.ui.teaching.lesson->current(), shown))
        shown.covers = without_cover(shown, *cells);
    change_steps(frame, at, [&](auto& steps, auto& documents) {
        const auto place = static_cast<std::ptrdiff_t>(at);
        steps.insert(steps.begin() + place, std::move(added));
        documents.insert(documents.begin() + place, std::move(shown));
    });
    enter_lesson_field(frame, {LessonField::Kind::Title});
}

void update_lesson_step(const Frame& frame) {
    if (!frame.ui.teaching.writing || !frame.settle())
        return;
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const std::size_t at = lesson.step;
    LessonStep shown = shown_lesson_step(frame);
    // What is presented stays, unless the canvas shows something of its own.
    const LessonView& kept = frame.ui.teaching.writing->lesson.steps[at].view;
    if (shown.view.figure.empty() && !shown.view.step && shown.view.page.empty()) {
        shown.view.step = kept.step;
        shown.view.figure = kept.figure;
        shown.view.is_query_row = kept.is_query_row;
    }
    const bool is_changed = frame.document != lesson.document();
    change_steps(frame, at, [&](auto& steps, auto& documents) {
        steps[at].view = shown.view;
        if (!is_changed)
            return;
        steps[at].preset.clear();
        steps[at].training.reset();
        steps[at].commands.clear();
        documents[at] = frame.document;
    });
}

namespace {

/// Whether a number of the range is shown.
bool shows_any(const Document& document, const CellRange& cells) {
    for (Index row = 0; row < cells.rows; ++row)
        for (Index column = 0; column < cells.columns; ++column)
            if (!is_covered(document, {cells.sheet, cells.row + row, cells.column + column}))
                return true;
    return false;
}

} // namespace

std::optional<LessonAnswer> lesson_answer(const Frame& frame) {
    if (!frame.ui.teaching.writing)
        return std::nullopt;
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const auto cells = answer_in(lesson.current(), lesson.document());
    if (!cells)
        return std::nullopt;
    return LessonAnswer{*cells, !shows_any(lesson.document(), *cells)};
}

void cover_lesson_answer(const Frame& frame) {
    const auto answer = lesson_answer(frame);
    if (!answer)
        return;
    const std::size_t at = frame.ui.teaching.lesson->step;
    change_steps(frame, at, [&](auto&, auto& documents) {
        documents[at].covers = answer->is_covered ? without_cover(documents[at], answer->cells)
                                                  : with_cover(documents[at], answer->cells);
    });
}

void move_lesson_step(const Frame& frame, int by) {
    const std::size_t at = frame.ui.teaching.lesson->step;
    const std::size_t count = frame.ui.teaching.writing->lesson.steps.size();
    if ((by < 0 && at == 0) || (by > 0 && at + 1 == count))
        return;
    move_lesson_step_to(frame, at, by < 0 ? at - 1 : at + 1);
}

void move_lesson_step_to(const Frame& frame, std::size_t from, std::size_t to) {
    if (from == to || std::max(from, to) >= frame.ui.teaching.writing->lesson.steps.size())
        return;
    const auto move = [&](auto& list) {
        const auto one = list.begin() + static_cast<std::ptrdiff_t>(from),
                   place = list.begin() + static_cast<std::ptrdiff_t>(to);
        if (from < to)
            std::rotate(one, one + 1, place + 1);
        else
            std::rotate(place, one, one + 1);
    };
    change_steps(frame, to, [&](auto& steps, auto& documents) {
        move(steps);
        move(documents);
    });
}

void copy_lesson_step(const Frame& frame) {
    const std::size_t at = frame.ui.teaching.lesson->step;
    change_steps(frame, at + 1, [&](auto& steps, auto& documents) {
        const auto place = static_cast<std::ptrdiff_t>(at) + 1;
        LessonStep copy = steps[at];
        copy.commands.clear();
        copy.training.reset();
        copy.preset.clear();
        steps.insert(steps.begin() + place, std::move(copy));
        documents.insert(documents.begin() + place, Document(documents[at]));
    });
}

void remove_lesson_step(const Frame& frame) {
    const std::size_t at = frame.ui.teaching.lesson->step;
    const std::size_t count = frame.ui.teaching.writing->lesson.steps.size();
    if (count == 1) {
        frame.ui.message = Message{"A lesson has at least one step", false};
        return;
    }
    change_steps(frame, std::min(at, count - 2), [&](auto& steps, auto& documents) {
        const auto place = static_cast<std::ptrdiff_t>(at);
        steps.erase(steps.begin() + place);
        documents.erase(documents.begin() + place);
    });
}

void undo_lesson(const Frame& frame) {
    Writing& writing = *frame.ui.teaching.writing;
    go_to_version(frame, writing.past, writing.future, "undo");
}

void redo_lesson(const Frame& frame) {
    Writing& writing = *frame.ui.teaching.writing;
    go_to_version(frame, writing.future, writing.past, "redo");
}

bool is_lesson_step_changed(const Frame& frame) {
    return frame.ui.teaching.lesson && frame.document != frame.ui.teaching.lesson->document();
}

namespace {

std::string described_step(const Frame& frame) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    const LessonStep& step = lesson.current();
    const Document& document = lesson.document();
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : " · ") + part;
    };
    if (!step.preset.empty())
        add("begins with " + step.preset);
    constexpr std::size_t most = 2;
    Document before = lesson.step > 0 ? lesson.opened->documents[lesson.step - 1]
                                      : frame.ui.teaching.writing->first;
    for (std::size_t at = 0; at < std::min(most, step.commands.size()); ++at) {
        add(describe(before, step.commands[at]));
        if (auto next = attn::apply(before, step.commands[at]))
            before = *std::move(next);
    }
    if (step.commands.size() > most)
        add(std::to_string(step.commands.size() - most) + " more changes");
    if (step.training)
        add("trains");
    if (step.view.query && *step.view.query < token_count(document))
        add("query " +
            figure::visible_word(document.tokens[static_cast<std::size_t>(*step.view.query)]));
    if (!step.view.page.empty())
        add("page " + step.view.page);
    if (!document.covers.empty())
        add(std::to_string(document.covers.size()) +
            (document.covers.size() == 1 ? " cover" : " covers"));
    if (!step.view.marked.empty())
        add(std::to_string(step.view.marked.size()) + " marked");
    return text;
}

} // namespace

const std::string& kept_by_lesson_step(const Frame& frame) {
    const LessonState& lesson = *frame.ui.teaching.lesson;
    KeptByStep& kept = frame.ui.teaching.writing->kept;
    if (kept.lesson != lesson.opened || kept.step != lesson.step)
        kept = {lesson.opened, lesson.step, described_step(frame)};
    return kept.text;
}

} // namespace app
