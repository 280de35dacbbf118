// SPDX-License-Identifier: MIT
// The program without its window, as values: what is worked on, what came out of it, how to look at
// it and the state of the moment. Requests change them; each is carried out beside what it is
// about.
#pragma once

#include "app/session/frame.h"
#include "app/session/work.h"

#include <functional>
#include <optional>
#include <string>

namespace app {

/// Reads a preset or file.
using Opener = std::function<attn::Result<attn::Document>(const std::string&)>;

struct Session {
    explicit Session(attn::Document document, std::string opened = "");
    explicit Session(attn::io::Origin origin, Evaluator::Work evaluation = evaluate_beside);

    Work work;
    Results results;
    attn::View view;
    UiState ui;
    Outbox outbox;
    Clipboard clipboard;
    std::function<void()> wake; // called by threads that have something to show; may be empty
    /// Hears of each request before it is carried out; may be empty.
    std::function<void(const Request&)> listens;

    /// What is worked on: what a goal search found, or how near it came so far; the state of a
    /// training that is looked at, else the document itself.
    const attn::Document& document() const {
        if (ui.seeking && ui.seeking->found)
            return ui.seeking->found->document;
        if (ui.seeking && ui.seeking->nearer)
            return *ui.seeking->nearer;
        return ui.learning.seen ? ui.learning.seen->document : work.document();
    }
    const attn::History& history() const { return work.history(); }
    /// Of the document once it is evaluated: at once where that is quick.
    const attn::Trace& trace() const { return results.shown().trace; }
    Frame frame();

    /// Carries out what was asked for during the frame.
    void carry_out(const Opener& open);
    /// Time passes: a replay of the history shows its next step, a long evaluation how far it is.
    /// Gives the seconds until the next is due; nothing when none is.
    std::optional<double> tick(double seconds);
    /// Whether a thread works on what would be shown. What threads did before is there to be taken:
    /// `wake` was called for it.
    bool is_working() const;
};

} // namespace app
