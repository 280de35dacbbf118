// SPDX-License-Identifier: MIT
// Runs a training on its own thread, up to a given step at a given speed. Results are taken when
// there is time to show them. Any step done so far can be looked at: it is kept, or the thread
// computes it again from the nearest kept point before, identical to the last bit.
#pragma once

#include "core/base/result.h"
#include "core/document/learning/training.h"
#include "core/document/model/training_settings.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace app {

// The numbers of a training that can be typed, as one table: their action and field, which
// optimisers use them, and how to read a typed text.

/// In the order of Tab.
enum class TrainingNumber { Rate, Decay, Momentum, Beta1, Beta2, Epsilon, Seed, Steps };

struct TrainingNumberInfo {
    TrainingNumber number;
    const char* id;    // the id of its action and its field
    const char* label; // beside the field
    const char* name;  // the action's name
    const char* sentence;
};
/// In the order of the enum.
std::span<const TrainingNumberInfo> training_numbers();

/// Whether the optimiser uses the number. Others have no field.
bool is_read(TrainingNumber number, attn::Optimiser optimiser);
/// The next number that the optimiser uses, or the previous one.
TrainingNumber next_read(TrainingNumber number, attn::Optimiser optimiser, bool is_back);

/// The text of the field; empty for no seed.
std::string text_of(TrainingNumber number, const attn::TrainingSettings& settings);
/// Returns the settings with the typed number; the error says what can be typed.
attn::Result<attn::TrainingSettings> with_typed(attn::TrainingSettings settings,
                                                TrainingNumber number, const std::string& typed);

// Evenly spaced points along a training, at most a given number. When there are too many, every
// second one is dropped. Other steps are computed again from the point before.

class KeptPoints {
public:
    /// Keeps at most `most` points, but at least 2.
    explicit KeptPoints(std::size_t most);

    /// Whether to add the point of this step. Steps come in order, from 0.
    bool wants(std::size_t step) const { return step % stride_ == 0; }
    void add(attn::TrainingPoint point);

    /// Returns the last point not after the step. There must be one.
    const attn::TrainingPoint& before(std::size_t step) const;
    std::size_t size() const { return points_.size(); }
    /// The number of steps from one kept point to the next.
    std::size_t stride() const { return stride_; }

private:
    std::size_t most_, stride_ = 1;
    std::vector<attn::TrainingPoint> points_; // the points of steps 0, stride, 2 · stride …
};

/// Returns how many points of this size are kept: 400, or fewer if they would take more than 64 MB.
std::size_t most_kept(const attn::TrainingPoint& point);

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
