// SPDX-License-Identifier: MIT
// The state of the program without its window, as plain values: the document, its results, the view
// and the moment. Requests change it; each kind of request is carried out by the file it concerns.
#pragma once

#include "app/files/keeping.h"
#include "app/session/frame.h"
#include "core/io/journal/journal.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace app {

// The document with its history and the files it came from, and the journal that keeps it on disk
// while it is unsaved.

class Work {
public:
    explicit Work(attn::io::Origin origin) : workspace_(std::move(origin)) {}

    const attn::Document& document() const { return workspace_.document(); }
    const attn::History& history() const { return workspace_.history(); }
    const attn::io::Origin& origin() const { return workspace_.origin(); }
    /// Whether the document differs from what was opened or saved.
    bool is_changed() const { return workspace_.is_changed(); }
    std::optional<std::size_t> unsaved_step() const { return workspace_.unsaved_step(); }
    attn::Gesture last_gesture() const { return workspace_.last_gesture(); }
    /// The lesson that is being written and not saved, as the journal has it.
    const std::optional<attn::io::WrittenLesson>& lesson() const { return workspace_.lesson(); }

    /// Changes the document and keeps the change in the journal. There is no other way to change
    /// it.
    attn::Result<> record(const attn::io::Entry& entry);
    /// Does nothing if there is no such step.
    void go_to(std::size_t step);

    void begin_keeping(const std::string& state_folder) {
        keeping_.begin(state_folder, workspace_);
    }
    /// Replaces this work by the unsaved work of another program and continues its journal.
    attn::Result<attn::io::Lost> restore(const std::string& journal);
    Keeping& keeping() { return keeping_; }

private:
    attn::io::Workspace workspace_;
    Keeping keeping_;
};

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
