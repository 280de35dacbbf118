// SPDX-License-Identifier: MIT
// Seeks goals on its own thread. It shows its best state on the way and can be stopped there. The
// window never waits for it.
#pragma once

#include "core/document/goal_seek.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace app {

class Seeker {
public:
    /// Starts at once. Calls `wake` from the thread when there is something to show; it may be
    /// empty.
    Seeker(attn::Document document, std::vector<attn::Goal> goals, attn::Freedom freedom,
           std::function<void()> wake);
    /// Cancels, and waits for the running evaluation to end.
    ~Seeker();
    Seeker(const Seeker&) = delete;
    Seeker& operator=(const Seeker&) = delete;

    /// How often the goals have been computed so far.
    std::int64_t evaluations() const { return progress_.done; }
    /// Returns the result, once.
    std::optional<attn::Result<attn::Sought>> take();
    /// Returns the best state so far, if it is new since the last call.
    std::optional<attn::Document> take_nearer();
    /// Ends the search soon with the best state so far as its result.
    void stop();
    /// Drops the result; the thread ends soon. Does not wait for it.
    void end();
    bool has_ended() const;

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void show(const std::function<attn::Document()>& document);

    const attn::Document document_;
    const std::vector<attn::Goal> goals_;
    const attn::Freedom freedom_;
    const std::function<void()> wake_;
    attn::Progress progress_;
    mutable std::mutex mutex_;
    std::optional<attn::Result<attn::Sought>> found_;
    std::optional<attn::Document> nearer_;
    Clock::time_point shown_; // used by the thread only
    bool is_ending_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the members above
};

} // namespace app
