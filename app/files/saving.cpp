// SPDX-License-Identifier: MIT
#include "app/files/saving.h"

#include "app/authoring/authoring.h"
#include "app/explaining/comparing.h"
#include "app/files/file_dialog.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"
#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/publish/lesson_pages.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <utility>
#include <variant>

namespace app {
namespace {

using namespace attn;

/// The name of the document in a question.
std::string shown_name(const io::Origin& origin, const Document& document) {
    if (!origin.name.empty())
        return in_quotes(io::name_of(origin.name));
    return document.title.empty() ? "the new document" : in_quotes(document.title);
}

/// Suggests a file name for a document without one: from its preset or title.
std::string suggested_name(const io::Origin& origin, const Document& document) {
    std::string name = !origin.name.empty() ? io::name_of(origin.name) : hyphened(document.title);
    if (const auto dot = name.rfind('.'); dot != std::string::npos && dot > 0)
        name.resize(dot);
    for (char& c : name)
        if (c == '/' || static_cast<unsigned char>(c) < ' ')
            c = '-';
    constexpr std::size_t longest = 120;
    if (name.size() > longest)
        name = valid_utf8(name.substr(0, longest));
    return (name.empty() ? "document" : name) + ".attn";
}

Question::Choice other_name(const SaveAs& wanted) {
    AskWhereToSave again{wanted.is_lesson};
    again.exported = wanted.exported;
    return {"save_as", "Save under another name …", {again}};
}

void ask_about(Session& session, const SaveAs& wanted, const io::Saved& saved) {
    using io::Obstacle;
    const auto with = [&](bool io::SaveChoices::*choice) {
        SaveAs again = wanted;
        again.choices.*choice = true;
        return again;
    };
    const auto replacing = with(&io::SaveChoices::replaces);
    const Question::Choice other = other_name(wanted);
    // The dialog for a name may be open behind the question; then the waiting requests stay.
    const Question::Choice cancel{"cancel", "Cancel",
                                  session.ui.files.dialog ? std::vector<Request>{}
                                                          : std::vector<Request>{StopLeaving{}}};
    Question question{"", saved.error.text(), {}};
    switch (*saved.obstacle) {
    case Obstacle::Failed:
    case Obstacle::ReadOnly:
        if (session.ui.files.dialog) {
            session.ui.files.dialog->fault = saved.error.text();
            return;
        }
        question.title = wanted.exported    ? "The lesson is not exported"
                         : wanted.is_lesson ? "The lesson is not saved"
                                            : "The document is not saved";
        question.choices = {other, cancel};
        break;
    case Obstacle::Exists:
        question.title = "Replace " + in_quotes(io::name_of(wanted.path)) + "?";
        question.choices = {{"replace", "Replace it", {replacing}}, cancel};
        question.chosen = 1;
        break;
    case Obstacle::Changed:
        question.title = "Overwrite what another program wrote?";
        question.choices = {other,
                            {"compare", "Compare", {StopLeaving{}, CompareWithFile{wanted.path}}},
                            {"replace", "Overwrite it", {replacing}},
                            cancel};
        if (wanted.is_lesson || wanted.exported)
            question.choices.erase(question.choices.begin() + 1);
        break;
    case Obstacle::Gone:
        question.title = "The file no longer exists. Create it again?";
        question.choices = {{"replace", "Create it again", {replacing}}, other, cancel};
        break;
    case Obstacle::HardLink:
        question.title = "This file has other names (hard links)";
        question.choices = {
            {"break", "Save under this name only", {with(&io::SaveChoices::breaks_link)}},
            {"in_place", "Save under all names", {with(&io::SaveChoices::in_place)}},
            cancel};
        break;
    case Obstacle::FolderClosed:
        question.title = "Overwrite the file in place?";
        question.text += ". Attention Lab first keeps a copy of the file";
        question.choices = {
            other, {"in_place", "Overwrite it", {with(&io::SaveChoices::in_place)}}, cancel};
        break;
    }
    session.ui.question = std::move(question);
}

} // namespace

std::string hyphened(const std::string& name) {
    std::string stem;
    for (const char letter : name) {
        const bool is_kept = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                             letter == '-' || letter == '_' || (letter & 0x80) != 0;
        if (is_kept)
            stem += letter;
        else if (!stem.empty() && stem.back() != '-')
            stem += '-';
    }
    while (stem.ends_with('-'))
        stem.pop_back();
    return stem;
}

bool asks_to_save(Session& session, const Request& then) {
    const auto step = session.work.unsaved_step();
    if (!step)
        return false;
    Question question;
    session.ui.files.after_saving = {then};
    const Question::Choice dont{"dont_save", "Don't save", {then, StopLeaving{}}};
    const Question::Choice cancel{"cancel", "Cancel", {StopLeaving{}}};
    const std::string loss =
        std::holds_alternative<Quit>(then)
            ? "If you quit without saving, your changes are lost."
            : "If you do not save, only Undo in this window brings your changes back.";
    if (*step == session.history().position()) {
        question.title =
            "Save the changes to " + shown_name(session.work.origin(), session.document()) + "?";
        question.text = loss;
        question.choices = {{"save", "Save", {Save{}}}, dont, cancel};
    } else {
        question.title = "Your work from before the lesson is not saved";
        question.text = loss;
        question.choices = {
            {"back", "Go back to that work", {StopLeaving{}, CloseLesson{}, GoToStep{*step}}},
            dont,
            cancel};
    }
    session.ui.question = std::move(question);
    return true;
}

void ask_where_to_save(Session& session, const AskWhereToSave& wanted) {
    const io::Origin& from = session.work.origin();
    const auto& writing = session.ui.teaching.writing;
    const auto& lesson = session.ui.teaching.lesson;
    if ((wanted.is_lesson && !writing) || (wanted.exported && !lesson))
        return;
    const std::string& path = wanted.exported    ? lesson->path
                              : wanted.is_lesson ? writing->path
                                                 : from.path;
    const std::string folder = !path.empty() ? io::folder_of(path)
                               : !session.ui.files.recent.empty()
                                   ? io::folder_of(session.ui.files.recent[0])
                                   : home_folder();
    if (wanted.exported) {
        const std::string stem =
            hyphened(figure::plain_text(lesson->opened->lesson.title)) +
            (*wanted.exported == publish::LessonPages::Handout ? "-handout" : "");
        FileDialog dialog =
            save_dialog(folder, (stem.empty() ? "lesson" : stem) + std::string(wanted.ending));
        dialog.exported = wanted.exported;
        dialog.ending = wanted.ending;
        session.ui.files.dialog = std::move(dialog);
        return;
    }
    session.ui.files.dialog =
        save_dialog(folder,
                    wanted.is_lesson ? suggested_name(*writing, wanted.is_inside)
                                     : suggested_name(from, session.document()),
                    wanted.is_lesson);
}

void save(Session& session) {
    if (session.work.origin().path.empty() || session.work.origin().is_for_viewing)
        ask_where_to_save(session);
    else
        save_as(session, {session.work.origin().path, {}});
}

namespace {

/// Writes the open lesson for others. It is not saved by that.
void export_lesson(Session& session, const SaveAs& wanted) {
    const auto& lesson = session.ui.teaching.lesson;
    if (!lesson)
        return;
    const auto refuse = [&](const std::string& why) {
        if (session.ui.files.dialog)
            session.ui.files.dialog->fault = why;
        else
            session.ui.message = Message{why, true};
    };
    const auto& writing = session.ui.teaching.writing;
    if (writing && (writing->path.empty() || writing->is_unsaved) && wanted.path.ends_with(".html"))
        return refuse("A page for browsers is made of the saved lesson. Save it with Ctrl+S first");
    const std::string& name = writing                 ? writing->path
                              : !lesson->path.empty() ? lesson->path
                                                      : lesson->opened->lesson.name;
    const auto bytes = publish::lesson_file(*lesson->opened, name, wanted.path, *wanted.exported);
    if (!bytes)
        return refuse(bytes.error().text());
    io::SaveChoices choices = wanted.choices;
    choices.copies_folder = session.work.keeping().copies_folder();
    const io::Saved saved = io::save_bytes(*bytes, wanted.path, std::nullopt, choices);
    if (saved.obstacle)
        return ask_about(session, wanted, saved);
    session.ui.files.dialog.reset();
    session.ui.message =
        Message{"Wrote " + printable(wanted.path) + "  ·  " + size_text(saved.mark.size), false};
}

} // namespace

void save_as(Session& session, const SaveAs& wanted) {
    if (wanted.exported)
        return export_lesson(session, wanted);
    std::optional<Writing>& writing = session.ui.teaching.writing;
    if (wanted.is_lesson && !writing)
        return;
    io::SaveChoices choices = wanted.choices;
    choices.copies_folder = session.work.keeping().copies_folder();
    const io::Origin& origin = session.work.origin();
    const bool is_own = wanted.is_lesson ? wanted.path == writing->path
                                         : wanted.path == origin.path && !origin.is_for_viewing;
    if (const auto holder =
            choices.replaces ? std::nullopt : session.work.keeping().claim(wanted.path);
        holder && !is_own) {
        choices.replaces = true;
        session.ui.question =
            Question{in_quotes(io::name_of(wanted.path)) + " is open in another window",
                     "Process " + std::to_string(holder->process) +
                         " is editing it. If both windows save to this file, the one "
                         "that saves last overwrites the other.",
                     {other_name(wanted),
                      {"replace", "Replace it", {SaveAs{wanted.path, choices, wanted.is_lesson}}},
                      {"cancel", "Cancel", {StopLeaving{}}}}};
        return;
    }
    const io::Saved saved =
        wanted.is_lesson
            ? io::save_bytes(io::bytes_of_lesson(writing->lesson, writing->first, wanted.path),
                             wanted.path, is_own ? writing->mark : std::nullopt, choices)
            : io::save_document(session.document(), wanted.path,
                                is_own ? origin.mark : std::nullopt, choices);
    if (saved.obstacle) {
        ask_about(session, {wanted.path, choices, wanted.is_lesson}, saved);
        return;
    }
    if (wanted.is_lesson)
        note_saved_lesson(*writing, wanted.path, saved.mark);
    else
        (void)session.work.record(io::SavedTo{wanted.path, saved.mark});
    session.work.keeping().add_recent_file(wanted.path);
    session.ui.files.recent = session.work.keeping().recent_files();
    session.ui.files.dialog.reset();
    session.ui.message =
        Message{"Saved " + clock_text(std::time(nullptr)) + "  ·  " + size_text(saved.mark.size) +
                    "  ·  " + printable(wanted.path) +
                    (saved.copy.empty() ? "" : "; the previous version is in " + saved.copy),
                false};
    for (Request& waiting : std::exchange(session.ui.files.after_saving, {}))
        session.outbox.post(std::move(waiting));
}

void compare_with(Session& session, const std::string& path) {
    const auto theirs = io::open_file(path);
    if (!theirs || theirs->model != session.document().model) {
        session.ui.message =
            Message{theirs ? "The file now contains a document of another kind, which cannot be "
                             "compared with this one. Open it in a second window."
                           : theirs.error().text(),
                    true};
        return;
    }
    pin_as(session.frame(), {*theirs, attn::evaluate(*theirs)}, "the file on the disk");
    session.ui.comparing->is_beside = true;
    session.ui.files.dialog.reset();
    session.ui.message =
        Message{"A is the file on the disk, B is your document. Nothing is saved yet.", false};
}

void begin_keeping(Session& session, const std::string& state_folder) {
    session.work.begin_keeping(state_folder);
    look_at_keeping(session);
    if (state_folder.empty())
        return;
    session.ui.files.recent = session.work.keeping().recent_files();
    session.ui.recovery.offer = session.work.keeping().offer();
    if (session.work.origin().path.empty())
        return;
    if (session.work.keeping().claim(session.work.origin().path))
        session.outbox.post(Open{session.work.origin().path}); // Open asks how.
    else
        session.work.keeping().add_recent_file(session.work.origin().path);
}

void offer_unsaved_work(Session& session) {
    session.ui.recovery.offer = session.work.keeping().offer();
    if (!session.ui.recovery.offer)
        session.ui.message = Message{"There is no unsaved work to restore.", false};
}

void restore(Session& session, const Restore& wanted) {
    if (!wanted.discards && (asks_to_save_lesson(session, wanted) ||
                             asks_to_save(session, Restore{wanted.journal, true})))
        return;
    const auto lost = session.work.restore(wanted.journal);
    if (!lost) {
        session.ui.message = Message{lost.error().text(), true};
        return;
    }
    if (session.ui.teaching.writing)
        leave_writing(session);
    leave_start_page(session.ui);
    Gesture& gesture = session.ui.dragging.last_gesture;
    gesture = std::max(gesture, session.work.last_gesture());
    session.view.query = 0;
    session.view.selected.reset();
    restore_written_lesson(session);
    session.ui.message = Message{"Restored. Save it to keep it.", false};
    if (lost->unkept)
        session.ui.message = Message{"Restored. " + io::unkept_sentence(*lost->unkept) +
                                         " Make them again, and save.",
                                     true};
    session.ui.recovery.offer = session.work.keeping().offer();
}

void discard(Session& session, const std::string& journal) {
    session.work.keeping().discard(journal);
    session.ui.recovery.offer = session.work.keeping().offer();
}

/// Shows a message once; the mark in the status bar stays as long as the trouble.
void look_at_keeping(Session& session) {
    if (const auto trouble = session.work.keeping().new_trouble())
        session.ui.message = Message{trouble->text(), true};
    const auto trouble = session.work.keeping().trouble();
    session.ui.recovery.not_kept = trouble ? trouble->text() : "";
}

} // namespace app
