// SPDX-License-Identifier: MIT
// Plays a lecturer with a clicker and a keyboard, for a session without a window.
#pragma once

#include "app/actions/actions.h"
#include "app/editing/editing.h"
#include "app/input/keys.h"
#include "app/presenting/presenting.h"
#include "app/session/session.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "tests/support/first_cell.h"

#include <string>
#include <vector>

namespace attn::test {

using namespace app;

struct PresentingDesk {
    Session session{new_document(), "some.attn"};
    std::vector<Action> actions = all_actions({}, {{"three-inputs", "Three inputs"}});

    void carry_out() { session.carry_out(io::open_document); }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    void press(Key key, bool shift = false) { press(KeyPress{key, 0, false, shift}); }
    /// Types a text: each key is a press and its character.
    void type(const std::string& text) {
        for (const char c : text) {
            press(KeyPress{Key::Character, c});
            take_key(session.frame(), Typed{std::string(1, c)}, actions);
            carry_out();
        }
    }
    int step() { return current_step(session.frame()); }
    bool is_presenting() const { return session.ui.teaching.presenting.has_value(); }
    Presenting::Blank blank() const { return session.ui.teaching.presenting->blank; }
    Real cell(const Place& place) { return value_at(session.document(), session.trace(), place); }
    void change(Real value) {
        session.outbox.edit(SetCell{x00, value});
        carry_out();
    }
    void begin_number() { begin_editing(session.frame(), CellTarget{x00}); }
    std::string hint() {
        std::string all;
        for (const std::string& one : presented_page(session.frame()).hints)
            all += one + "|";
        return all;
    }
};

} // namespace attn::test
