// SPDX-License-Identifier: MIT
#include "app/editing/about.h"

#include "core/document/commands/command.h"

#include <string>
#include <utility>

namespace app {

using namespace attn;

void open_about(const Frame& frame) {
    frame.ui.about = AboutDocument{line_edit(frame.document.title, true),
                                   text_edit(frame.document.notes), false, 0};
    frame.ui.cards.palette.reset();
    frame.ui.cards.help_open = false;
}

void confirm_about(const Frame& frame) {
    if (!frame.ui.about)
        return;
    const AboutDocument about = *std::exchange(frame.ui.about, std::nullopt);
    const Gesture gesture = ++frame.ui.dragging.last_gesture;
    if (about.notes.text() != frame.document.notes)
        frame.outbox.edit(SetNotes{about.notes.text()}, gesture);
    if (about.title.text != frame.document.title)
        frame.outbox.edit(SetTitle{about.title.text}, gesture);
}

void press_in_about(const Frame& frame, const KeyPress& key) {
    AboutDocument& about = *frame.ui.about;
    switch (key.key) {
    case Key::Escape:
        frame.ui.about.reset();
        return;
    case Key::Tab:
        about.is_in_notes = !about.is_in_notes;
        return;
    case Key::Enter:
        if (key.control || !about.is_in_notes)
            return confirm_about(frame);
        break;
    case Key::Down:
        if (!about.is_in_notes) {
            about.is_in_notes = true;
            return;
        }
        break;
    default:
        break;
    }
    if (about.is_in_notes)
        about.notes.press(key, frame.clipboard);
    else
        about.title.press(key, frame.clipboard);
}

void type_in_about(const Frame& frame, const std::string& text) {
    AboutDocument& about = *frame.ui.about;
    about.is_in_notes ? about.notes.insert(text) : about.title.insert(text);
}

} // namespace app
