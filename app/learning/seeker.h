// SPDX-License-Identifier: MIT
// Goal seeking on a thread of its own. It shows how near it came on the way, can be stopped there,
// and nobody ever waits for it.
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
    /// Begins at once. `wake` is called from the thread when there is something to show; it may be
    /// empty.
    Seeker(attn::Document document, std::vector<attn::Goal> goals, attn::Freedom freedom,
           std::function<void()> wake);
    /// Cancels, and waits for the end of the evaluation that runs.
    ~Seeker();
    Seeker(const Seeker&) = delete;
    Seeker& operator=(const Seeker&) = delete;

    /// How often the goals were computed so far.
    std::int64_t evaluations() const { return progress_.done; }
    /// What was found, once.
    std::optional<attn::Result<attn::Sought>> take();
    /// The nearest so far, where it is another than was taken last.
    std::optional<attn::Document> take_nearer();
    /// What is found soon is the best so far.
    void stop();
    /// Nothing is told any more; the thread ends soon. Does not wait for it.
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
    Clock::time_point shown_; // only the thread's
    bool is_ending_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace app
