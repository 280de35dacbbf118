// SPDX-License-Identifier: MIT
// The program without its window: history, trace, view and the state of the moment, and how keys
// and requests change them.
#pragma once

#include "app/files/keeping.h"
#include "app/input/input.h"
#include "app/session/outbox.h"
#include "app/session/results.h"
#include "app/session/ui_state.h"
#include "core/io/workspace.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

struct Action;

/// What panels and actions may see and do during one frame.
struct Frame {
    const attn::Document& document; // the newest: what keys and edits act on
    Results& results;
    const attn::History& history;
    attn::View& view;
    UiState& ui;
    Outbox& outbox;
    const Clipboard& clipboard;

    /// What is seen: a document with its trace. It may be from before the newest edits, and must
    /// not be looked at where there is nothing to see (see Results::is_shown).
    const attn::Calculation& shown() const { return results.shown(); }
    bool is_shown() const { return results.is_shown(document); }
    /// Waits until what is seen is the document; for what must be exact. False: no memory for it.
    bool settle() const { return results.settle(document); }
};

class Session {
public:
    explicit Session(attn::Document document, std::string opened = "");
    explicit Session(attn::io::Origin origin, Evaluator::Work work = evaluate_beside);

    /// From now on keeps what happens in the state folder (app/files/keeping.h), and offers what
    /// dead programs left there. An empty folder keeps nothing.
    void begin_keeping(const std::string& state_folder);
    Keeping& keeping() { return keeping_; }

    const attn::Document& document() const { return workspace_.document(); }
    /// Of the document once it is evaluated: at once where that is quick.
    const attn::Trace& trace() const { return results_.shown().trace; }
    Results& results() { return results_; }
    const Results& results() const { return results_; }
    const attn::History& history() const { return workspace_.history(); }
    const attn::io::Origin& origin() const { return workspace_.origin(); }
    attn::View& view() { return view_; }
    const attn::View& view() const { return view_; }
    UiState& ui() { return ui_; }
    const UiState& ui() const { return ui_; }
    Outbox& outbox() { return outbox_; }
    Clipboard& clipboard() { return clipboard_; }

    Frame frame();

    /// One key event: the palette, the help, the text being typed, shortcuts, then the canvas.
    void key(const KeyEvent& event, const std::vector<Action>& actions);

    /// Carries out what was asked for during the frame. `open` reads a preset or file.
    void carry_out(const std::function<attn::Result<attn::Document>(const std::string&)>& open);
    /// Time passes: a replay of the history shows its next step, a long evaluation how far it is.
    /// Gives the seconds until the next is due; nothing when none is.
    std::optional<double> tick(double seconds);

    /// Whether the document differs from what was opened or saved.
    bool is_changed() const { return workspace_.is_changed(); }

private:
    using Opener = std::function<attn::Result<attn::Document>(const std::string&)>;

    /// The one way to change the workspace: what is done is kept.
    attn::Result<> record(const attn::io::Entry& entry);
    void carry_out(const Request& request, const Opener& open);
    void carry_out(const Edit& edit);
    // Files (app/files/session_files.cpp).
    void open(const Open& wanted, const Opener& opener);
    void open_arrays(const OpenArrays& wanted);
    void import(const Import& wanted);
    void begin_new(const NewDocument& wanted);
    void revert(const Opener& opener);
    void save();
    void save_as(const SaveAs& wanted);
    void compare_with(const std::string& path);
    void ask_where_to_save();
    void ask_about(const SaveAs& wanted, const attn::io::Saved& saved);
    /// Asks whether to save first; returns whether it had to.
    bool asks_to_save(const Request& then);
    void restore(const Restore& wanted);
    void discard(const std::string& journal);
    void carry_out(Present wanted);
    void show_lesson_step(std::size_t step);
    void close_lesson();
    void give_up();
    void look_at_keeping();
    void keep_view_inside();

    attn::io::Workspace workspace_;
    Keeping keeping_;
    Results results_;
    attn::View view_;
    UiState ui_;
    Outbox outbox_;
    Clipboard clipboard_;
};

/// Where a document that was read as `name` comes from: a preset, a file to save to, or a picture
/// that remembers it, which is not overwritten.
attn::io::Origin origin_of(const std::string& name, attn::Document document);

} // namespace app
