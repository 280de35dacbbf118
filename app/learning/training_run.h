// SPDX-License-Identifier: MIT
// Runs a training on its own thread, up to a given step at a given speed. Results are taken when
// there is time to show them. Any step done so far can be looked at: it is kept, or the thread
// computes it again from the nearest kept point before, identical to the last bit.
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

/// The document after a number of steps. It shares with the start all parts that do not learn.
struct TrainedState {
    std::size_t step = 0;
    attn::Document document;
};

class TrainingRun {
public:
    /// Prepares the run but takes no step yet. Calls `wake` from the thread when there is news, at
    /// most sixty times a second; it may be empty.
    TrainingRun(attn::Document start, attn::TrainingSettings settings, std::function<void()> wake);
    /// Waits for the running step to end.
    ~TrainingRun();
    TrainingRun(const TrainingRun&) = delete;
    TrainingRun& operator=(const TrainingRun&) = delete;

    const attn::Document& start() const { return start_; }
    const attn::TrainingSettings& settings() const { return settings_; }

    /// Continues up to this step, at `speed` steps per second; 0: as fast as possible.
    void go_to(std::size_t step, attn::Real speed);
    /// Takes one more step, at once.
    void step();
    /// Stops after the running step and ends looking at a step.
    void pause();
    /// Pauses. Returns the state after `step`, which must have been taken, if it is kept. Else
    /// returns nothing; the state arrives later as news, perhaps after others on the way.
    std::optional<TrainedState> look_at(std::size_t step);
    /// The state at step 0, which may be drawn from a seed; nothing before the thread has begun.
    std::optional<attn::Document> begun() const;
    /// Drops all news; the thread ends after the running step. Does not wait for it.
    void end();
    bool has_ended() const;

    /// What happened since the last call of take().
    struct News {
        std::vector<attn::Real> losses;     // the first is the loss before the first step
        std::optional<TrainedState> newest; // the last state, once the run rests
        std::optional<TrainedState> looked; // the state looked at, or one on the way to it
        std::optional<attn::Error> fault;   // why the run stopped
        bool has_diverged = false;          // the fault is a diverging loss; half the rate may help
        bool is_running = false;
    };
    News take();
    bool has_news() const;
    /// Whether it starts, takes steps or computes one again. `wake` was called for everything done
    /// before.
    bool is_working() const;

private:
    using Clock = std::chrono::steady_clock;

    void work();
    std::optional<attn::Error> begin();
    /// Waits until a step is due or one is to be looked at; returns false if the run is ending.
    bool wait_for_work(std::unique_lock<std::mutex>& lock);
    /// Returns false if the training cannot continue.
    bool take_step(std::unique_lock<std::mutex>& lock);
    /// Computes the step that is looked at, unless another request comes meanwhile.
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
    // Used by the thread only, except for constant properties of training_.
    std::optional<attn::Training> training_;
    std::optional<attn::Training> again_; // at the step that was computed again last
    std::size_t target_ = 0, steps_ = 0, told_step_ = 0;
    attn::Real speed_ = 0;
    Clock::time_point due_; // when the next step is due
    Clock::time_point told_;
    std::optional<KeptPoints> kept_;
    std::optional<std::size_t> looked_for_; // the step to be computed again
    News news_;
    bool is_running_ = false, is_single_ = false, is_ending_ = false, has_ended_ = false;
    std::thread thread_; // last: it uses the members above
};

} // namespace app
