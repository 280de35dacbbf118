// SPDX-License-Identifier: MIT
// Uses the window at random: clicks, drags, keys, typing, pastes, resizes, dropped files. The same
// seed does the same.
#pragma once

#include "app/session/session.h"
#include "app/window/lab.h"
#include "tests/support/headless.h"
#include "tests/support/random_document.h"
#include "tests/support/temp_dir.h"

#include <cstdint>
#include <deque>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace attn::test {

class Walk {
public:
    Walk(std::uint32_t seed, Document first);

    /// Continues until this many inputs were made, or until something is wrong.
    void go(std::size_t inputs);

    /// Describes what is wrong and after which inputs; empty if nothing is.
    std::string fault;
    std::size_t inputs = 0;
    Headless& screen() { return screen_; }
    app::Session& session() { return session_; }
    std::string home() const { return home_ / "home"; }
    /// The folder of its journal.
    std::string recovery() const { return home_ / "state/recovery"; }

private:
    using Step = std::function<app::WindowEvents()>;

    app::WindowEvents next();
    void choose_input();
    void stay_at_home();
    void look_at_document();

    // Inputs, each as steps of one frame.
    void point(ImVec2 at);
    void click();
    void drag();
    void press(app::KeyPress key);
    void type(const std::string& text);
    void act();
    void paste();
    void resize();
    void drop();
    void say(const std::string& input);

    ImVec2 somewhere();
    std::string some_text();
    std::string some_matrix();
    template <class Of>
    const auto& one_of(const Of& list) {
        return list[static_cast<std::size_t>(
            random_.whole(0, static_cast<Index>(list.size()) - 1))];
    }

    TempDir home_;
    Document first_;
    Document kept_; // the last one checked to survive a file
    test::Random random_;
    Headless screen_;
    std::vector<app::Action> actions_;
    app::Session session_;
    app::Lab lab_;
    std::deque<Step> steps_;
    std::deque<std::string> said_; // the last inputs
    std::ofstream log_;
    std::size_t wanted_ = 0;
};

} // namespace attn::test
