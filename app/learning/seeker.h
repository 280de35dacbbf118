// SPDX-License-Identifier: MIT
// Goal seeking on a thread of its own.
#pragma once

#include "core/document/goal_seek.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace app {

class Seeker {
public:
    /// Begins at once. `wake` is called from the thread when it is done; it may be empty.
    Seeker(attn::Document document, std::vector<attn::Goal> goals, attn::Freedom freedom,
           std::function<void()> wake);
    /// Cancels, and waits for the end of the evaluation that runs.
    ~Seeker();
    Seeker(const Seeker&) = delete;
    Seeker& operator=(const Seeker&) = delete;

    /// How often the goals were computed so far.
    std::int64_t evaluations() const { return progress_.done; }
    bool is_done() const;
    /// What was found, once.
    std::optional<attn::Result<attn::Sought>> take();

private:
    void work();

    const attn::Document document_;
    const std::vector<attn::Goal> goals_;
    const attn::Freedom freedom_;
    const std::function<void()> wake_;
    attn::Progress progress_;
    mutable std::mutex mutex_;
    std::optional<attn::Result<attn::Sought>> found_;
    std::thread thread_; // last: it uses the others
};

} // namespace app
