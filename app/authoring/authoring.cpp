// SPDX-License-Identifier: MIT
#include "app/authoring/authoring.h"

#include "app/files/file_dialog.h"
#include "app/files/saving.h"
#include "app/presenting/presenting.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"
#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace app {

using namespace attn;

namespace {

/// The title of the document, if a lesson may have it.
std::string lesson_title(const Document& document) {
    return title_fault(document.title).empty() ? document.title : "A lesson";
}

/// A lesson with one step, which presents what is shown.
Lesson new_lesson(Session& session) {
    const io::Origin& origin = session.work.origin();
    Lesson lesson;
    lesson.title = lesson_title(session.document());
    const bool is_preset = origin.path.empty() && io::is_preset_name(origin.name) &&
                           origin.saved == session.document();
    if (is_preset && io::open_document(origin.name))
        lesson.preset = origin.name;
    else
        lesson.own = session.document();
    lesson.steps.push_back(shown_lesson_step(session.frame()));
    return lesson;
}

struct LessonToWrite {
    Lesson lesson;
    std::string path;
    std::size_t step = 0;
    LessonField field;
    std::optional<io::FileMark> mark = {};
};

Result<LessonToWrite> lesson_to_write(Session& session, const WriteLesson& wanted) {
    if (wanted.from == WriteLesson::From::Document)
        return LessonToWrite{new_lesson(session), "", 0, {LessonField::Kind::Title}};
    if (wanted.from == WriteLesson::From::Lesson) {
        const LessonState& open = *session.ui.teaching.lesson;
        return LessonToWrite{open.opened->lesson, open.path, open.step, {LessonField::Kind::Text}};
    }
    auto lesson = io::written_lesson(wanted.path);
    if (!lesson)
        return lesson.error();
    lesson->name = std::filesystem::path(wanted.path).stem().string();
    return LessonToWrite{*std::move(lesson), wanted.path, 0, {LessonField::Kind::Text}};
}

/// Opens the editor with the lesson. The error says that it has no document to begin with.
Result<> begin_writing(Session& session, const LessonToWrite& begun, bool is_saved) {
    auto made = io::documents_of(begun.lesson, io::open_document);
    if (!made)
        return made.error();
    Writing writing;
    writing.lesson = begun.lesson;
    writing.path = begun.path;
    writing.mark = begun.mark;
    writing.saved = is_saved ? io::write_lesson(writing.lesson) : "";
    writing.is_unsaved = !is_saved;
    writing.first = std::move(made->first);
    writing.of_documents = std::move(made->faults);
    writing.of_steps = faults_of_steps(made->opened);
    session.ui.teaching.writing = std::move(writing);
    session.ui.files.dialog.reset(); // which asked for its file
    begin_lesson(session,
                 {std::make_shared<const OpenedLesson>(std::move(made->opened)), begun.path});
    if (begun.step > 0)
        show_lesson_step(session, {begun.step});
    enter_lesson_field(session.frame(), begun.field);
    return Nothing{};
}

} // namespace

void write_lesson(Session& session, const WriteLesson& wanted) {
    UiState& ui = session.ui;
    if (wanted.from == WriteLesson::From::Lesson && !ui.teaching.lesson)
        return;
    if (asks_to_save_lesson(session, wanted))
        return;
    auto begun = lesson_to_write(session, wanted);
    if (begun && !begun->path.empty())
        begun->mark = io::mark_of_file(begun->path);
    const Result<> done =
        begun ? begin_writing(session, *begun, wanted.from != WriteLesson::From::Document)
              : Result<>(begun.error());
    if (!done)
        ui.message = Message{done.error().text(), true};
}

void keep_written_lesson(Session& session) {
    const std::optional<Writing>& writing = session.ui.teaching.writing;
    const std::optional<io::WrittenLesson>& kept = session.work.lesson();
    if (!writing || !writing->is_unsaved) {
        if (kept)
            (void)session.work.record(io::Wrote{});
        return;
    }
    const LessonState& open = *session.ui.teaching.lesson; // equal to what is written
    const std::shared_ptr<const Lesson> lesson(open.opened, &open.opened->lesson);
    if (!kept || kept->lesson != lesson || kept->path != writing->path)
        (void)session.work.record(
            io::Wrote{io::WrittenLesson{lesson, writing->path, writing->mark, open.step}});
}

void restore_written_lesson(Session& session) {
    if (!session.work.lesson())
        return;
    const io::WrittenLesson kept = *session.work.lesson();
    const bool is_tried = session.work.origin().is_passing && session.work.is_changed();
    const Document tried = session.document();
    LessonToWrite begun{*kept.lesson, kept.path, kept.step, {LessonField::Kind::Text}, kept.mark};
    if (!begun.path.empty())
        begun.lesson.name = std::filesystem::path(begun.path).stem().string();
    if (!begin_writing(session, begun, false)) { // Its preset is gone; the texts are not.
        begun.lesson.preset.clear();
        begun.lesson.own = tried;
        (void)begin_writing(session, begun, false);
    }
    if (is_tried) // over the step, which does not have it yet
        (void)session.work.record(io::Brought{tried, "Restore what was tried", 0});
}

void save_lesson(Session& session) {
    const auto& writing = session.ui.teaching.writing;
    if (!writing)
        return;
    if (writing->path.empty())
        ask_where_to_save(session, {true});
    else
        save_as(session, {writing->path, {}, true});
}

void leave_writing(Session& session) {
    session.ui.teaching.writing.reset();
    close_lesson(session);
}

bool asks_to_save_lesson(Session& session, const Request& then) {
    const auto& writing = session.ui.teaching.writing;
    if (!writing || !writing->is_unsaved)
        return false;
    session.ui.files.after_saving = {then};
    session.ui.question =
        Question{"Save the lesson " + in_quotes(figure::plain_text(writing->lesson.title)) + "?",
                 "If you do not save it, what you wrote is lost.",
                 {{"save", "Save", {SaveLesson{}}},
                  {"dont_save", "Don't save", {LeaveWriting{}, StopLeaving{}, then}},
                  {"cancel", "Cancel", {StopLeaving{}}}}};
    return true;
}

void note_saved_lesson(Writing& writing, const std::string& path, const io::FileMark& mark) {
    writing.path = path;
    writing.mark = mark;
    writing.saved = io::write_lesson(writing.lesson);
    writing.is_unsaved = false;
}

std::string suggested_name(const Writing& writing, bool is_inside) {
    const std::string ending(is_inside ? io::document_ending : io::lesson_ending);
    if (writing.path.ends_with(ending) || (!writing.path.empty() && !is_inside))
        return io::name_of(writing.path);
    const std::string stem = hyphened(figure::plain_text(writing.lesson.title));
    return (stem.empty() ? "lesson" : stem) + ending;
}

Question ask_to_begin_lesson(const Document& document) {
    const Lesson lesson = io::carried_lesson(document);
    const std::size_t steps = lesson.steps.size();
    return {"This document carries the lesson " + in_quotes(figure::plain_text(lesson.title)),
            std::to_string(reading_minutes(lesson)) + " min · " + std::to_string(steps) +
                (steps == 1 ? " step" : " steps") +
                ". Teach, Begin the document's lesson begins it later too.",
            {{"begin", "Begin the lesson", {OpenOwnLesson{}}}, {"document", "The document", {}}}};
}

void open_own_lesson(Session& session) {
    const Document& document = session.document();
    if (document.lesson.empty())
        return;
    const std::string path = session.work.origin().path;
    auto file = io::lesson_file(document, path.empty() ? "the document" : path);
    if (!file) {
        session.ui.message = Message{file.error().text(), true};
        if (!path.empty())
            offer_to_write(session, path, file.error());
        return;
    }
    open_lesson(session, {std::make_shared<const OpenedLesson>(std::move(file->opened)), path});
}

bool saves_lesson(const FileState& files) {
    return files.dialog && files.dialog->is_lesson;
}

void offer_to_write(Session& session, const std::string& path, const Error& why) {
    const auto lesson = io::written_lesson(path);
    if (!lesson || !io::documents_of(*lesson, io::open_document))
        return;
    session.ui.message.reset(); // the question says it
    session.ui.question =
        Question{in_quotes(io::name_of(path)) + " cannot be told yet",
                 why.text(),
                 {{"write", "Edit it", {WriteLesson{WriteLesson::From::File, path}}},
                  {"cancel", "Cancel", {}}}};
}

} // namespace app
