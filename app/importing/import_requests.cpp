// SPDX-License-Identifier: MIT
#include "app/importing/import_requests.h"

#include "app/files/saving.h"
#include "app/importing/importing.h"
#include "app/session/session.h"

#include <string>
#include <utility>

namespace app {

using namespace attn;

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
    const std::string& name = importing.files.front().name;
    const std::string what = "Import " + name;
    const Gesture gesture = ++session.ui.dragging.last_gesture;
    (void)session.work.record(io::Opened{{name, "", std::nullopt, new_document()}, what, gesture});
    if (const auto done =
            session.work.record(io::Edited{Replace{importing.made->document, what}, gesture});
        !done) {
        session.ui.message = Message{done.error().text(), true};
        return;
    }
    session.ui.message = Message{"Imported from " + name + ". " + importing.made->notes, false};
    session.view.query = 0;
    session.view.selected.reset();
}

} // namespace app
