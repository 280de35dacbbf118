// SPDX-License-Identifier: MIT
#include "core/io/workspace.h"

#include "core/io/descriptor.h"

#include <algorithm>

namespace attn::io {

Workspace::Workspace(Origin origin) : history_(origin.saved) {
    origins_.push_back(std::move(origin));
}

Result<> Workspace::apply(const Entry& entry) {
    auto done = std::visit([this](const auto& change) { return carry_out(change); }, entry);
    is_changed_ = !(document() == origin().saved);
    return done;
}

std::optional<std::size_t> Workspace::unsaved_step() const {
    std::size_t step = history_.position();
    while (true) {
        const std::size_t from = history_.origin(step);
        if (!(history_.document(step) == origins_[from].saved))
            return step;
        if (!origins_[from].is_passing)
            return std::nullopt;
        while (history_.origin(step) == from)
            if (step-- == 0)
                return std::nullopt;
    }
}

Result<> Workspace::carry_out(const Opened& opened) {
    origins_.push_back(opened.origin);
    history_.push_opened(opened.origin.saved, opened.what, origins_.size() - 1, opened.gesture);
    last_gesture_ = std::max(last_gesture_, opened.gesture);
    edits_ = 0;
    return Nothing{};
}

Result<> Workspace::carry_out(const Edited& edited) {
    auto after = attn::apply(document(), edited.command);
    if (!after)
        return after.error();
    history_.push(*std::move(after), describe(history_.before(edited.gesture), edited.command),
                  edited.gesture);
    last_gesture_ = std::max(last_gesture_, edited.gesture);
    ++edits_;
    return Nothing{};
}

Result<> Workspace::carry_out(const Brought& brought) {
    history_.push(brought.document, brought.what, brought.gesture);
    last_gesture_ = std::max(last_gesture_, brought.gesture);
    ++edits_;
    return Nothing{};
}

Result<> Workspace::carry_out(const Cancelled& cancelled) {
    history_.cancel(cancelled.gesture);
    return Nothing{};
}

Result<> Workspace::carry_out(const WentTo& went) {
    if (went.step >= history_.size())
        return Error{"the history has no step " + std::to_string(went.step)};
    history_.go_to(went.step);
    return Nothing{};
}

Result<> Workspace::carry_out(const SavedTo& saved) {
    Origin& origin = origins_[history_.origin()];
    origin.name = name_of(saved.path);
    origin.path = saved.path;
    origin.mark = saved.mark;
    origin.saved = document();
    origin.is_for_viewing = origin.is_passing = false;
    edits_ = 0;
    return Nothing{};
}

} // namespace attn::io
