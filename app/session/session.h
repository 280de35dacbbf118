// SPDX-License-Identifier: MIT
// The state of the program without its window, as plain values: the document, its results, the view
// and the moment. Requests change it; each kind of request is carried out by the file it concerns.
#pragma once

#include "app/session/frame.h"
#include "app/session/work.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

/// Reads a preset or file.
using Opener = std::function<attn::Result<attn::Document>(const std::string&)>;

struct Settings;

struct Session {
    explicit Session(attn::Document document, std::string opened = "");
    explicit Session(attn::io::Origin origin, Evaluator::Work evaluation = evaluate_beside);

    Work work;
    Results results;
    attn::View view;
    UiState ui;
    Outbox outbox;
    Clipboard clipboard;
    /// The settings as they are on disk; null if none are to be written.
    std::shared_ptr<const Settings> written_settings;
    std::function<void()> wake; // called by threads that have a result; may be empty
    /// Called with each request before it is carried out; may be empty.
    std::function<void(const Request&)> listens;

    /// The document that the window shows: the result of a goal search or its best state so far,
    /// else the training state that is looked at, else the document itself.
    const attn::Document& document() const {
        if (ui.seeking && ui.seeking->found)
            return ui.seeking->found->document;
        if (ui.seeking && ui.seeking->nearer)
            return *ui.seeking->nearer;
        return ui.learning.seen ? ui.learning.seen->document : work.document();
    }
    const attn::History& history() const { return work.history(); }
    /// The trace of the shown document, which may be older than document() while an evaluation
    /// runs.
    const attn::Trace& trace() const { return results.shown().trace; }
    Frame frame();

    /// Carries out the requests of the frame.
    void carry_out(const Opener& open);
    /// Advances a replay of the history and the progress of a long evaluation to the time
    /// `seconds`. Returns the seconds until the next step is due; nothing if none is.
    std::optional<double> tick(double seconds);
    /// Whether a thread works on something to be shown. Results of finished work can be taken:
    /// `wake` was called for them.
    bool is_working() const;
};

} // namespace app
