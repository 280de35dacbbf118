// SPDX-License-Identifier: MIT
#include "app/files/opening.h"

#include "app/authoring/authoring.h"
#include "app/editing/sentence.h"
#include "app/explaining/lighting.h"
#include "app/files/file_dialog.h"
#include "app/files/reading.h"
#include "app/files/saving.h"
#include "app/importing/importing.h"
#include "app/presenting/presenting.h"
#include "app/starting/start_page.h"
#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "core/io/document/picture_memory.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/typing/typing.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace app {
namespace {

using namespace attn;

Result<Document> read_part(const std::string& path, Index first) {
    const auto text = io::document_text(path);
    return text ? io::read_part(*text, printable(path), first) : Result<Document>(text.error());
}

Result<io::Origin> read_origin(const Open& wanted, const std::string& path, const Opener& opener) {
    auto document = wanted.first_word ? read_part(path, *wanted.first_word) : opener(wanted.name);
    if (!document)
        return document.error();
    return origin_of(wanted.name, *std::move(document));
}

/// Says why a file cannot be opened, in the dialog that asked for it if there is one.
void refuse(UiState& ui, const Error& why) {
    if (ui.files.dialog)
        ui.files.dialog->fault = why.text();
    else
        ui.message = Message{why.text(), true};
    if (!ui.starting.has_document)
        show_start_page(ui);
}

void remember_file(Session& session, const std::string& path) {
    session.work.keeping().add_recent_file(path);
    session.ui.files.recent = session.work.keeping().recent_files();
}

/// Tells the lesson of a file beside the document that is open.
void open_lesson_of_file(Session& session, const std::string& path) {
    auto opened = io::open_lesson(path);
    if (!opened) {
        refuse(session.ui, opened.error());
        offer_to_write(session, path, opened.error());
        return;
    }
    remember_file(session, path);
    session.ui.files.dialog.reset();
    open_lesson(session, {std::make_shared<const OpenedLesson>(*std::move(opened)), path});
}

bool names_folder(const std::string& path) {
    std::error_code code;
    return std::filesystem::is_directory(path, code);
}

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

void open(Session& session, const Open& wanted, const Opener& opener) {
    const std::string path = io::file_of(wanted.name);
    if (!path.empty() && is_model(path))
        return open_model(session, path);
    if (!path.empty() && names_folder(path)) {
        session.ui.files.dialog = open_dialog(path);
        return;
    }
    if (!path.empty() && io::holds_lesson(path))
        return open_lesson_of_file(session, path);
    if (!path.empty() && io::holds_arrays(path))
        return open_arrays(session, {{path}});
    if (!wanted.read && !wanted.first_word && session.wake && is_read_slowly(path))
        return begin_reading(session, wanted, path, opener);
    Result<io::Origin> read = wanted.read ? *wanted.read : read_origin(wanted, path, opener);
    if (!read) {
        const std::string backup = path + "~";
        refuse(session.ui, read.error());
        if (!path.empty() && opener(backup))
            session.ui.question =
                Question{"This file cannot be opened, but its backup can",
                         read.error().text(),
                         {{"backup", "Open the backup", {Open{backup}}}, {"cancel", "Cancel", {}}}};
        else if (!path.empty() && !wanted.first_word) {
            if (auto question = ask_for_words(path, wanted)) {
                session.ui.question = std::move(question);
                session.ui.message.reset(); // The question says what is wrong.
            }
        }
        return;
    }
    io::Origin from = *std::move(read);
    if (!from.path.empty() && wanted.as == OpenAs::Ask && !wanted.first_word) {
        if (const auto holder = session.work.keeping().claim(from.path)) {
            const auto as = [&](OpenAs way) {
                return Open{wanted.name, wanted.discards, way, {}, wanted.read, wanted.text};
            };
            session.ui.question = Question{
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
    if (!wanted.discards &&
        asks_to_save(session, Open{wanted.name, true, wanted.as, wanted.first_word, wanted.read,
                                   wanted.text}))
        return;
    from.is_for_viewing = wanted.as == OpenAs::Viewing;
    if (wanted.as == OpenAs::Copy || wanted.first_word) {
        from.path.clear();
        from.mark.reset();
        from.name = (wanted.first_word ? "part of " : "copy of ") + from.name;
    }
    if (!from.path.empty())
        remember_file(session, from.path);
    (void)session.work.record(io::Opened{std::move(from), "Open " + io::name_of(wanted.name)});
    session.ui.files.dialog.reset();
    session.ui.message.reset();
    leave_start_page(session.ui);
    if (!session.document().unknown_keys.empty())
        session.ui.message =
            Message{"A newer version of Attention Lab wrote this file. This version does not show "
                    "the parts that it does not know, but keeps them when you save.",
                    false};
    session.view.query = 0;
    session.view.selected.reset();
    leave_light(session.ui);
    if (wanted.text && typing::why_no_text(session.document()).empty())
        type_text(session.frame(), *wanted.text);
    else if (!session.document().lesson.empty())
        session.ui.question = ask_to_begin_lesson(session.document());
}

void begin_new(Session& session, const NewDocument& wanted) {
    if (!wanted.discards && asks_to_save(session, NewDocument{true, wanted.from}))
        return;
    auto document = wanted.from ? document_of(*wanted.from) : new_document();
    if (!document) {
        session.ui.message = Message{document.error().text(), true};
        return;
    }
    (void)session.work.record(io::Opened{{"", "", std::nullopt, *std::move(document)},
                                         wanted.from ? "New from a sentence" : "New document"});
    session.view.query = 0;
    session.view.head = 0;
    session.view.selected.reset();
    leave_light(session.ui);
    leave_start_page(session.ui);
}

void revert(Session& session, const Opener& opener) {
    if (session.work.origin().path.empty())
        return;
    auto document = opener(session.work.origin().path);
    if (!document) {
        session.ui.message = Message{document.error().text(), true};
        return;
    }
    io::Origin from = origin_of(session.work.origin().path, *std::move(document));
    from.is_for_viewing = session.work.origin().is_for_viewing;
    (void)session.work.record(io::Opened{std::move(from), "Revert to the file"});
    session.ui.message = Message{
        "The document is as the file on the disk again. Undo brings your changes back.", false};
}

std::optional<Question> ask_for_words(const std::string& path, const Open& wanted) {
    const auto text = io::document_text(path);
    if (!text)
        return std::nullopt;
    const auto words = io::count_words(*text, path);
    if (!words || *words <= max_tokens || !io::read_part(*text, path, 0))
        return std::nullopt;
    const auto choice = [&](const std::string& id, Index first) {
        Open part = wanted;
        part.first_word = first;
        return Question::Choice{id,
                                "Words " + std::to_string(first) + " to " +
                                    std::to_string(first + max_tokens - 1),
                                {part}};
    };
    return Question{
        "Open a part of “" + printable(io::name_of(path), 60) + "”?",
        "It has " + std::to_string(*words) + " words, more than the " + std::to_string(max_tokens) +
            " that fit into a document. The file is not changed: you save the part under another "
            "name.",
        {choice("first", 0), choice("last", *words - max_tokens), {"cancel", "Cancel", {}}}};
}

} // namespace app
