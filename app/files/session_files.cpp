// SPDX-License-Identifier: MIT
// The part of the session that opens and saves files, and asks before anything could be lost.
#include "app/explaining/comparing.h"
#include "app/files/too_many_words.h"
#include "app/session/session.h"
#include "core/base/utf8.h"
#include "core/io/arrays.h"
#include "core/io/descriptor.h"
#include "core/io/document_part.h"
#include "core/io/file.h"
#include "core/io/library.h"
#include "core/io/machine.h"
#include "core/io/picture_memory.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

namespace app {
namespace {

using namespace attn;

std::string clock_text(std::time_t time) {
    std::tm parts = {};
    ::localtime_r(&time, &parts);
    const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec);
}

std::string size_text(std::uint64_t bytes) {
    return bytes < 1000 ? std::to_string(bytes) + " bytes"
                        : std::to_string((bytes + 500) / 1000) + " KB";
}

std::string in_quotes(const std::string& text) {
    return "“" + printable(text, 60) + "”";
}

/// How the document is called in a question.
std::string shown_name(const io::Origin& origin, const Document& document) {
    if (!origin.name.empty())
        return in_quotes(io::name_of(origin.name));
    return document.title.empty() ? "the new document" : in_quotes(document.title);
}

/// A name for the file of a document that has none: its preset's, its title's.
std::string suggested_name(const io::Origin& origin, const Document& document) {
    std::string name = io::name_of(!origin.name.empty() ? origin.name : document.title);
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

Result<Document> part_of(const std::string& path, Index first) {
    const auto text = io::document_text(path);
    return text ? io::read_part(*text, printable(path), first) : Result<Document>(text.error());
}

bool is_folder(const std::string& path) {
    std::error_code code;
    return std::filesystem::is_directory(path, code);
}

const Question::Choice other_name{"save_as", "Save under another name …", {AskWhereToSave{}}};

} // namespace

io::Origin origin_of(const std::string& name, Document document) {
    io::Origin origin{name, io::file_of(name), std::nullopt, std::move(document)};
    if (origin.path.empty())
        return origin;
    origin.name = io::name_of(origin.path);
    const auto bytes = io::read_file(origin.path, std::size_t{1} << 30);
    if (!bytes || io::is_picture(*bytes))
        origin.path.clear();
    else
        origin.mark = io::mark_of(*bytes);
    return origin;
}

void Session::begin_keeping(const std::string& state_folder) {
    keeping_.begin(state_folder, workspace_);
    look_at_keeping();
    if (state_folder.empty())
        return;
    ui_.files.recent = keeping_.recent_files();
    ui_.recovery.offer = keeping_.offer();
    if (origin().path.empty())
        return;
    if (keeping_.claim(origin().path))
        outbox_.post(Open{origin().path}); // Asks how.
    else
        keeping_.add_recent_file(origin().path);
}

bool Session::asks_to_save(const Request& then) {
    const auto step = workspace_.unsaved_step();
    if (!step)
        return false;
    Question question;
    ui_.files.after_saving = {then};
    const Question::Choice dont{"dont_save", "Don't save", {then, StopLeaving{}}};
    const Question::Choice cancel{"cancel", "Cancel", {StopLeaving{}}};
    const std::string loss =
        std::holds_alternative<Quit>(then)
            ? "If you quit without saving, your changes are lost."
            : "If you do not save, only Undo in this window brings your changes back.";
    if (*step == history().position()) {
        question.title = "Save the changes to " + shown_name(origin(), document()) + "?";
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
    ui_.question = std::move(question);
    return true;
}

void Session::open(const Open& wanted, const Opener& opener) {
    const std::string path = io::file_of(wanted.name);
    if (!path.empty() && is_folder(path)) {
        ui_.files.dialog = open_dialog(path);
        return;
    }
    if (!path.empty() && io::holds_arrays(path))
        return open_arrays({{path}});
    auto document = wanted.first_word ? part_of(path, *wanted.first_word) : opener(wanted.name);
    if (!document) {
        const std::string backup = path + "~";
        if (ui_.files.dialog)
            ui_.files.dialog->fault = document.error().text();
        else
            ui_.message = Message{document.error().text(), true};
        if (!path.empty() && opener(backup))
            ui_.question =
                Question{"This file cannot be opened, but its backup can",
                         document.error().text(),
                         {{"backup", "Open the backup", {Open{backup}}}, {"cancel", "Cancel", {}}}};
        else if (!path.empty() && !wanted.first_word) {
            if (auto question = ask_for_words(path, wanted)) {
                ui_.question = std::move(question);
                ui_.message.reset(); // It says itself what is wrong.
            }
        }
        return;
    }
    io::Origin from = origin_of(wanted.name, *std::move(document));
    if (!from.path.empty() && wanted.as == OpenAs::Ask && !wanted.first_word) {
        if (const auto holder = keeping_.claim(from.path)) {
            const auto as = [&](OpenAs way) { return Open{wanted.name, wanted.discards, way}; };
            ui_.question = Question{
                in_quotes(from.name) + " is open in another window",
                "Process " + std::to_string(holder->process) +
                    (holder->host == io::host_name() ? "" : " on " + printable(holder->host)) +
                    " has had it open since " + clock_text(holder->since) + ".",
                {{"view", "View it only", {as(OpenAs::Viewing)}},
                 {"copy", "Open a copy", {as(OpenAs::Copy)}},
                 {"edit", "Open it anyway", {as(OpenAs::Editing)}},
                 {"cancel", "Cancel", {}}}};
            return;
        }
    }
    if (!wanted.discards && asks_to_save(Open{wanted.name, true, wanted.as, wanted.first_word}))
        return;
    from.is_for_viewing = wanted.as == OpenAs::Viewing;
    if (wanted.as == OpenAs::Copy || wanted.first_word) {
        from.path.clear();
        from.mark.reset();
        from.name = (wanted.first_word ? "part of " : "copy of ") + from.name;
    }
    if (!from.path.empty()) {
        keeping_.add_recent_file(from.path);
        ui_.files.recent = keeping_.recent_files();
    }
    (void)record(io::Opened{std::move(from), "Open " + io::name_of(wanted.name)});
    ui_.files.dialog.reset();
    ui_.message.reset();
    if (!this->document().unknown_keys.empty())
        ui_.message =
            Message{"A newer version of Attention Lab wrote this file. This version does not show "
                    "the parts that it does not know, but keeps them when you save.",
                    false};
    view_.query = 0;
    view_.selected.reset();
}

void Session::begin_new(const NewDocument& wanted) {
    if (!wanted.discards && asks_to_save(NewDocument{true}))
        return;
    (void)record(io::Opened{{"", "", std::nullopt, new_document()}, "New document"});
}

void Session::revert(const Opener& opener) {
    if (origin().path.empty())
        return;
    auto document = opener(origin().path);
    if (!document) {
        ui_.message = Message{document.error().text(), true};
        return;
    }
    io::Origin from = origin_of(origin().path, *std::move(document));
    from.is_for_viewing = origin().is_for_viewing;
    (void)record(io::Opened{std::move(from), "Revert to the file"});
    ui_.message = Message{
        "The document is as the file on the disk again. Undo brings your changes back.", false};
}

void Session::ask_where_to_save() {
    const io::Origin& from = origin();
    const std::string folder = !from.path.empty()          ? io::folder_of(from.path)
                               : !ui_.files.recent.empty() ? io::folder_of(ui_.files.recent[0])
                                                           : home_folder();
    ui_.files.dialog = save_dialog(folder, suggested_name(from, document()));
}

void Session::save() {
    if (origin().path.empty() || origin().is_for_viewing)
        ask_where_to_save();
    else
        save_as({origin().path, {}});
}

void Session::save_as(const SaveAs& wanted) {
    io::SaveChoices choices = wanted.choices;
    choices.copies_folder = keeping_.copies_folder();
    const bool is_own = wanted.path == origin().path && !origin().is_for_viewing;
    if (const auto holder = choices.replaces ? std::nullopt : keeping_.claim(wanted.path);
        holder && !is_own) {
        choices.replaces = true;
        ui_.question = Question{in_quotes(io::name_of(wanted.path)) + " is open in another window",
                                "Process " + std::to_string(holder->process) +
                                    " is editing it. If both windows save to this file, the one "
                                    "that saves last overwrites the other.",
                                {other_name,
                                 {"replace", "Replace it", {SaveAs{wanted.path, choices}}},
                                 {"cancel", "Cancel", {StopLeaving{}}}}};
        return;
    }
    const io::Saved saved =
        io::save_document(document(), wanted.path, is_own ? origin().mark : std::nullopt, choices);
    if (saved.obstacle) {
        ask_about({wanted.path, choices}, saved);
        return;
    }
    (void)record(io::SavedTo{wanted.path, saved.mark});
    keeping_.add_recent_file(wanted.path);
    ui_.files.recent = keeping_.recent_files();
    ui_.files.dialog.reset();
    ui_.message =
        Message{"Saved " + clock_text(std::time(nullptr)) + "  ·  " + size_text(saved.mark.size) +
                    "  ·  " + printable(wanted.path) +
                    (saved.copy.empty() ? "" : "; the previous version is in " + saved.copy),
                false};
    for (Request& waiting : std::exchange(ui_.files.after_saving, {}))
        outbox_.post(std::move(waiting));
}

void Session::ask_about(const SaveAs& wanted, const io::Saved& saved) {
    using io::Obstacle;
    const auto with = [&](bool io::SaveChoices::*choice) {
        SaveAs again = wanted;
        again.choices.*choice = true;
        return again;
    };
    const auto replacing = with(&io::SaveChoices::replaces);
    // Behind the question the dialog for another name may be open; then it goes on waiting.
    const Question::Choice cancel{"cancel", "Cancel",
                                  ui_.files.dialog ? std::vector<Request>{}
                                                   : std::vector<Request>{StopLeaving{}}};
    Question question{"", saved.error.text(), {}};
    switch (*saved.obstacle) {
    case Obstacle::Failed:
    case Obstacle::ReadOnly:
        if (ui_.files.dialog) {
            ui_.files.dialog->fault = saved.error.text();
            return;
        }
        question.title = "The document is not saved";
        question.choices = {other_name, cancel};
        break;
    case Obstacle::Exists:
        question.title = "Replace " + in_quotes(io::name_of(wanted.path)) + "?";
        question.choices = {{"replace", "Replace it", {replacing}}, cancel};
        question.chosen = 1;
        break;
    case Obstacle::Changed:
        question.title = "Overwrite what another program wrote?";
        question.choices = {other_name,
                            {"compare", "Compare", {StopLeaving{}, CompareWithFile{wanted.path}}},
                            {"replace", "Overwrite it", {replacing}},
                            cancel};
        break;
    case Obstacle::Gone:
        question.title = "The file no longer exists. Create it again?";
        question.choices = {{"replace", "Create it again", {replacing}}, other_name, cancel};
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
            other_name, {"in_place", "Overwrite it", {with(&io::SaveChoices::in_place)}}, cancel};
        break;
    }
    ui_.question = std::move(question);
}

void Session::compare_with(const std::string& path) {
    const auto theirs = io::open_file(path);
    if (!theirs || theirs->model != document().model) {
        ui_.message =
            Message{theirs ? "The file now contains a document of another kind, which cannot be "
                             "compared with this one. Open it in a second window."
                           : theirs.error().text(),
                    true};
        return;
    }
    pin_as(frame(), {*theirs, attn::evaluate(*theirs)});
    ui_.files.dialog.reset();
    ui_.message =
        Message{"A is the file on the disk, B is your document. Nothing is saved yet.", false};
}

void Session::restore(const Restore& wanted) {
    if (!wanted.discards && asks_to_save(Restore{wanted.journal, true}))
        return;
    auto found = keeping_.restore(wanted.journal);
    if (!found) {
        ui_.message = Message{found.error().text(), true};
        return;
    }
    workspace_ = *std::move(found->workspace);
    if (const auto step = workspace_.unsaved_step(); step && *step != history().position())
        (void)record(io::WentTo{*step});
    ui_.dragging.last_gesture = std::max(ui_.dragging.last_gesture, workspace_.last_gesture());
    if (!origin().path.empty())
        (void)keeping_.claim(origin().path);
    view_.query = 0;
    view_.selected.reset();
    ui_.message = Message{"Restored. Save it to keep it.", false};
    if (found->unkept)
        ui_.message = Message{"Restored. " + io::unkept_sentence(*found->unkept) +
                                  " Make them again, and save.",
                              true};
    ui_.recovery.offer = keeping_.offer();
}

void Session::discard(const std::string& journal) {
    keeping_.discard(journal);
    ui_.recovery.offer = keeping_.offer();
}

std::optional<double> Session::tick(double seconds) {
    constexpr double pause = 0.8, progress_pause = 0.1;
    std::optional<double> due;
    if (results_.running())
        due = progress_pause;
    if (!ui_.history.replay)
        return due;
    if (seconds >= ui_.history.replay->next) {
        if (ui_.history.replay->next > 0)
            outbox_.post(Redo{});
        if (history().position() + 1 >= history().size()) {
            ui_.history.replay.reset();
            return due;
        }
        ui_.history.replay->next = seconds + pause;
    }
    return std::min(due.value_or(pause), ui_.history.replay->next - seconds);
}

} // namespace app
