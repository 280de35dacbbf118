// SPDX-License-Identifier: MIT
#include "app/importing/import_requests.h"

#include "app/files/saving.h"
#include "app/importing/importing.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"

#include <string>
#include <utility>

namespace app {

using namespace attn;

namespace {

/// Replaces the document, as one step and without a file.
void take_imported(Session& session, const std::string& name, const Document& document,
                   const std::string& notes) {
    const std::string what = "Import " + name;
    const Gesture gesture = ++session.ui.dragging.last_gesture;
    (void)session.work.record(io::Opened{{name, "", std::nullopt, new_document()}, what, gesture});
    if (const auto done = session.work.record(io::Edited{Replace{document, what}, gesture});
        !done) {
        session.ui.message = Message{done.error().text(), true};
        return;
    }
    session.ui.message = Message{"Imported from " + name + ". " + notes, false};
    leave_start_page(session.ui);
    session.view.query = 0;
    session.view.head = 0;
    session.view.selected.reset();
}

} // namespace

void open_arrays(Session& session, const OpenArrays& wanted) {
    auto importing = begin_importing(wanted.paths);
    if (!importing) {
        if (session.ui.files.dialog)
            session.ui.files.dialog->fault = importing.error().text();
        else
            session.ui.message = Message{importing.error().text(), true};
        return;
    }
    session.ui.files.dialog.reset();
    session.ui.message.reset();
    session.ui.importing = *std::move(importing);
}

void import_arrays(Session& session, const Import& wanted) {
    if (!session.ui.importing || !session.ui.importing->made)
        return;
    if (!wanted.discards && asks_to_save(session, Import{true}))
        return;
    const Importing importing = std::move(*session.ui.importing);
    session.ui.importing.reset();
    take_imported(session, importing.files.front().name, importing.made->document,
                  importing.made->notes);
}

void open_model(Session& session, const std::string& path) {
    auto importing = begin_model(path, session.wake);
    if (!importing) {
        if (session.ui.files.dialog)
            session.ui.files.dialog->fault = importing.error().text();
        else
            session.ui.message = Message{importing.error().text(), true};
        return;
    }
    session.work.keeping().add_recent_file(path);
    session.ui.files.recent = session.work.keeping().recent_files();
    session.ui.files.dialog.reset();
    session.ui.message.reset();
    session.ui.model = *std::move(importing);
}

void import_model(Session& session, const ImportModel& wanted) {
    if (!session.ui.model || !session.ui.model->made)
        return;
    if (!wanted.discards && asks_to_save(session, ImportModel{true}))
        return;
    const ModelImporting importing = std::move(*session.ui.model);
    session.ui.model.reset();
    take_imported(session, importing.name, importing.made->document,
                  "The notes of the document say which tensor each matrix came from.");
}

} // namespace app
