// SPDX-License-Identifier: MIT
#include "app/files/unsaved_work.h"

#include "app/files/saving.h"
#include "app/session/session.h"
#include "app/starting/start_page.h"

#include <algorithm>

namespace app {

using namespace attn;

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
    if (!wanted.discards && asks_to_save(session, Restore{wanted.journal, true}))
        return;
    const auto lost = session.work.restore(wanted.journal);
    if (!lost) {
        session.ui.message = Message{lost.error().text(), true};
        return;
    }
    leave_start_page(session.ui);
    Gesture& gesture = session.ui.dragging.last_gesture;
    gesture = std::max(gesture, session.work.last_gesture());
    session.view.query = 0;
    session.view.selected.reset();
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
