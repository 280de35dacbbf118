// SPDX-License-Identifier: MIT
// The part of the session that takes arrays of others into a document.
#include "app/importing/importing.h"
#include "app/session/session.h"

namespace app {

using namespace attn;

void Session::open_arrays(const OpenArrays& wanted) {
    auto importing = begin_importing(wanted.paths);
    if (!importing) {
        if (ui_.files.dialog)
            ui_.files.dialog->fault = importing.error().text();
        else
            ui_.message = Message{importing.error().text(), true};
        return;
    }
    ui_.files.dialog.reset();
    ui_.message.reset();
    ui_.importing = *std::move(importing);
}

/// Opened and changed as one step: the document has no file yet, and closing asks to save it.
void Session::import(const Import& wanted) {
    if (!ui_.importing || !ui_.importing->made)
        return;
    if (!wanted.discards && asks_to_save(Import{true}))
        return;
    const Importing importing = std::move(*ui_.importing);
    ui_.importing.reset();
    const std::string& name = importing.files.front().name;
    const std::string what = "Import " + name;
    const Gesture gesture = ++ui_.dragging.last_gesture;
    (void)record(io::Opened{{name, "", std::nullopt, new_document()}, what, gesture});
    if (const auto done = record(io::Edited{Replace{importing.made->document, what}, gesture});
        !done) {
        ui_.message = Message{done.error().text(), true};
        return;
    }
    ui_.message = Message{"Imported from " + name + ". " + importing.made->notes, false};
    view_.query = 0;
    view_.selected.reset();
}

} // namespace app
