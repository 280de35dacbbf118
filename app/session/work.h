// SPDX-License-Identifier: MIT
// What is worked on: the document with its history and the files it came from, and what is kept of
// it on the disk while it is unsaved.
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

    /// The one way to change it: what is done is kept.
    attn::Result<> record(const attn::io::Entry& entry);
    /// Nothing where there is no such step.
    void go_to(std::size_t step);

    void begin_keeping(const std::string& state_folder) {
        keeping_.begin(state_folder, workspace_);
    }
    /// The work of a dead program takes the place of this one and goes on being kept.
    attn::Result<attn::io::Lost> restore(const std::string& journal);
    Keeping& keeping() { return keeping_; }

private:
    attn::io::Workspace workspace_;
    Keeping keeping_;
};

} // namespace app
