// SPDX-License-Identifier: MIT
// Plays a person who opens, saves and recovers documents by keyboard, without a window.
#pragma once

#include "app/actions/actions.h"
#include "app/files/opening.h"
#include "app/files/saving.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/io/journal/file.h"
#include "tests/support/first_cell.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn::test {

using namespace app;

inline Document titled(const std::string& title) {
    Document document = new_document();
    document.title = title;
    return document;
}

/// A window's session, driven by keys; several may share a home folder.
struct FileDesk {
    std::unique_ptr<Session> session;
    std::vector<Action> actions = all_actions({{"four-words", "Four words"}});

    explicit FileDesk(const TempDir& home, const std::string& file = "") {
        if (file.empty())
            session = std::make_unique<Session>(new_document());
        else
            session = std::make_unique<Session>(origin_of(file, *io::open_file(file)));
        begin_keeping(*session, home / "state");
        carry_out();
    }
    UiState& ui() { return session->ui; }
    const Document& document() { return session->document(); }
    void carry_out() { session->carry_out(io::open_document); }
    void post(Request request) {
        session->outbox.post(std::move(request));
        carry_out();
    }
    void press(KeyPress key) {
        take_key(session->frame(), key, actions);
        carry_out();
    }
    void press(Key key) { press(KeyPress{key}); }
    void control(char character, bool shift = false) {
        press(KeyPress{Key::Character, character, true, shift});
    }
    void type(const std::string& text) {
        take_key(session->frame(), Typed{text}, actions);
        carry_out();
    }
    void change(Real value) { post(Edit{SetCell{x00, value}, 0}); }
    Real value() { return value_at(document(), session->trace(), x00); }
    std::string asked() { return ui().question ? ui().question->title : ""; }
    /// Answers the question with the choice of this id.
    void answer(const std::string& id) {
        ASSERT_TRUE(ui().question) << "nothing is asked; wanted " << id;
        const auto& choices = ui().question->choices;
        for (std::size_t at = 0; at < choices.size(); ++at)
            if (choices[at].id == id) {
                while (ui().question->chosen < at)
                    press(Key::Right);
                while (ui().question->chosen > at)
                    press(Key::Left);
                press(Key::Enter);
                return;
            }
        FAIL() << ui().question->title << " has no choice " << id;
    }
    /// Ends the session as if the program were killed.
    void die() {
        session->work.keeping().flush();
        session.reset();
    }
};

inline std::string title_in(const std::string& path) {
    const auto document = io::open_file(path);
    return document ? document->title : document.error().text();
}

inline std::string document_file(const TempDir& folder, const std::string& name) {
    EXPECT_TRUE(io::write_file(folder / name, io::write_document(titled(name))));
    return folder / name;
}

} // namespace attn::test
