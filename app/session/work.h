// SPDX-License-Identifier: MIT
// The document with its history and the files it came from, and the journal that keeps it on disk
// while it is unsaved.
#pragma once

#include "app/files/keeping.h"
#include "core/io/workspace.h"

#include <optional>
#include <string>

namespace app {

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

} // namespace app
