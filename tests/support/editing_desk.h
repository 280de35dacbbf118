// SPDX-License-Identifier: MIT
// Plays a user who selects, types and chooses actions, for a session without a window, with a
// clipboard that is a text.
#pragma once

#include "app/actions/actions.h"
#include "app/input/keys.h"
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace attn::test {

struct EditingDesk {
    app::Session session;
    std::vector<app::Action> actions = app::all_actions({});
    std::string clipboard;

    explicit EditingDesk(Document document) : session(std::move(document)) {
        session.clipboard = {[this] { return clipboard; },
                             [this](const std::string& text) { clipboard = text; }};
    }
    void carry_out() {
        session.carry_out(
            [](const std::string&) -> Result<Document> { return Error{"there is no file"}; });
    }
    void press(app::KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void press(app::Key key, bool shift = false, bool control = false) {
        press(app::KeyPress{key, 0, control, shift});
    }
    void control(char character) { press(app::KeyPress{app::Key::Character, character, true}); }
    /// Types the text, letter by letter.
    void type(const std::string& text) {
        for (const char letter : text) {
            take_key(session.frame(), app::Typed{std::string(1, letter)}, actions);
            carry_out();
        }
    }
    void run(const char* id) {
        const app::Frame frame = session.frame();
        ASSERT_TRUE(action(actions, id).is_enabled(frame)) << id;
        action(actions, id).run(frame);
        carry_out();
    }
    void select(const Place& place) {
        session.view.selected = place;
        session.view.anchor.reset();
    }
    std::string message() const { return session.ui.message ? session.ui.message->text : ""; }
};

} // namespace attn::test
