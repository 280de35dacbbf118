// SPDX-License-Identifier: MIT
// The program without its window: history, trace, view and the state of the moment, and how keys
// and requests change them.
#pragma once

#include "app/input.h"
#include "app/outbox.h"
#include "app/ui_state.h"
#include "core/document/evaluate.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace app {

struct Action;

/// What panels and actions may see and do during one frame.
struct Frame {
    const attn::Document& document;
    const attn::Trace& trace;
    const attn::History& history;
    attn::View& view;
    UiState& ui;
    Outbox& outbox;
    const Clipboard& clipboard;
};

class Session {
public:
    explicit Session(attn::Document document, std::string opened = "");

    const attn::Document& document() const { return history_.current(); }
    const attn::Trace& trace() const { return trace_; }
    const attn::History& history() const { return history_; }
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

    /// How long the last evaluation took, and how many there were.
    std::chrono::nanoseconds evaluation_time() const { return evaluation_time_; }
    std::uint64_t evaluations() const { return evaluations_; }
    /// Whether the document differs from what was opened.
    bool is_changed() const { return !(history_.current() == opened_); }

private:
    void carry_out(const Edit& edit);
    void carry_out(Present wanted);
    void show_lesson_step(std::size_t step);
    void close_lesson();
    void evaluate();
    void keep_view_inside();

    attn::History history_;
    attn::Document opened_;
    attn::Document evaluated_;
    attn::Trace trace_;
    attn::View view_;
    UiState ui_;
    Outbox outbox_;
    Clipboard clipboard_;
    std::chrono::nanoseconds evaluation_time_{0};
    std::uint64_t evaluations_ = 0;
};

} // namespace app
