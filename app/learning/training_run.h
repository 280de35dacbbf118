// SPDX-License-Identifier: MIT
// A training that runs on a thread of its own: up to a step, so many steps a second, and what came
// of it to be taken whenever there is time to show it. Any step that was taken can be looked at: it
// is kept, or the thread computes it again, to the last bit, from the one before that is.
#pragma once

#include "app/learning/kept_points.h"
#include "core/base/result.h"
#include "core/document/training.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace app {

/// The document after so many steps. It shares with the first what does not learn.
struct TrainedState {
    std::size_t step = 0;
    attn::Document document;
};

class TrainingRun {
public:
    /// Begins, and takes no step yet. `wake` is called from the thread when there is news, at most
    /// sixty times a second; it may be empty.
    TrainingRun(attn::Document start, attn::TrainingSettings settings, std::function<void()> wake);
    /// Waits for the end of the step that runs.
    ~TrainingRun();
    TrainingRun(const TrainingRun&) = delete;
    TrainingRun& operator=(const TrainingRun&) = delete;

    const attn::Document& start() const { return start_; }
    const attn::TrainingSettings& settings() const { return settings_; }

    /// Goes on up to this step, at so many steps a second; 0: as fast as it goes.
    void go_to(std::size_t step, attn::Real speed);
    /// One step more, at once.
    void step();
    /// The step that runs is the last for now; nothing is looked at any more.
    void pause();
    /// Pauses. The state after `step`, which was taken, at once where it is kept; else nothing, and
    /// it comes as news, perhaps after others on the way to it.
    std::optional<TrainedState> look_at(std::size_t step);
    /// The state at step 0, which a seed may have drawn; nothing before the thread has begun.
    std::optional<attn::Document> begun() const;
    /// There is no news any more; the thread ends with the step that runs. Does not wait for it.
    void end();
    bool has_ended() const;

    /// What came since it was asked last.
    struct News {
        std::vector<attn::Real> losses;     // the first is the one before the first step
        std::optional<TrainedState> newest; // the last there is, once it rests
        std::optional<TrainedState> looked; // what is looked at, or on the way there
        std::optional<attn::Error> fault;   // why it does not go on
        bool has_diverged = false;          // it is the loss; half of the rate may do
        bool is_running = false;
    };
    News take();
    bool has_news() const;
    /// Whether it begins, takes steps or computes one again; `wake` was called for what came
    /// before.
    bool is_working() const;

private:
    using Clock = std::chrono::steady_clock;

    void work();
    std::optional<attn::Error> begin();
    /// Until a step is due or one is looked at; false where there is none any more.
    bool wait_for_work(std::unique_lock<std::mutex>& lock);
    /// False where the training cannot go on.
    bool take_step(std::unique_lock<std::mutex>& lock);
    /// Computes what is looked at again, unless something else is wanted meanwhile.
    void compute_again(std::unique_lock<std::mutex>& lock);
    void begin_again_at(const attn::TrainingPoint& point);
    void run_to(std::size_t step, attn::Real speed);
    void look_at_nothing();
    void rest();
    void fail(attn::Error fault, bool has_diverged);
    void tell();

    const attn::Document start_;
    const attn::TrainingSettings settings_;
    const std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    // Only the thread's, but for what never changes of the first.
    std::optional<attn::Training> training_;
    std::optional<attn::Training> again_; // where a step was computed again last
    std::size_t target_ = 0, steps_ = 0, told_step_ = 0;
    attn::Real speed_ = 0;
    Clock::time_point due_; // of the next step
    Clock::time_point told_;
    std::optional<KeptPoints> kept_;
    std::optional<std::size_t> looked_for_; // the step that is to be computed again
    News news_;
    bool is_running_ = false, is_single_ = false, is_ending_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace app
