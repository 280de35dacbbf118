// SPDX-License-Identifier: MIT
#include "app/learning/training_run.h"

#include "core/base/number_text.h"
#include "core/io/text/cell_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace app {
namespace {

using namespace attn;

constexpr std::array<TrainingNumberInfo, 8> all_training_numbers = {
    {{TrainingNumber::Rate, "training.rate", "rate", "Set the learning rate …",
      "Sets how far each step moves the numbers."},
     {TrainingNumber::Decay, "training.decay", "weight decay", "Set the weight decay …",
      "Adds this share of each number to its gradient, which draws the number to 0."},
     {TrainingNumber::Momentum, "training.momentum_number", "momentum", "Set the momentum …",
      "Sets how much of the last move each step keeps, from 0 to below 1."},
     {TrainingNumber::Beta1, "training.beta_1", "β₁", "Set β₁ of Adam …",
      "Sets how much of its average of the gradient Adam keeps, from 0 to below 1."},
     {TrainingNumber::Beta2, "training.beta_2", "β₂", "Set β₂ of Adam …",
      "Sets how much of its average of the squared gradient Adam keeps, from 0 to below 1."},
     {TrainingNumber::Epsilon, "training.epsilon", "ε", "Set ε of Adam …",
      "Sets the number that keeps Adam from dividing by 0."},
     {TrainingNumber::Seed, "training.seed", "seed", "Set the seed of the training …",
      "Begins each run with new numbers of this seed for what learns. Leave it empty to begin with "
      "the numbers of the document."},
     {TrainingNumber::Steps, "training.steps", "steps", "Set the number of steps …",
      "Sets the step at which the training pauses when it runs up to its number of steps."}}};

/// Returns the number in the settings; null for the two whole numbers.
Real* real_of(TrainingNumber number, TrainingSettings& settings) {
    switch (number) {
    case TrainingNumber::Rate:
        return &settings.rate;
    case TrainingNumber::Decay:
        return &settings.weight_decay;
    case TrainingNumber::Momentum:
        return &settings.momentum;
    case TrainingNumber::Beta1:
        return &settings.beta_1;
    case TrainingNumber::Beta2:
        return &settings.beta_2;
    case TrainingNumber::Epsilon:
        return &settings.epsilon;
    case TrainingNumber::Seed:
    case TrainingNumber::Steps:
        return nullptr;
    }
    assert(false && "every number is handled");
    return nullptr;
}

bool is_whole_within(Real number, Real low, Real high) {
    return number == std::floor(number) && number >= low && number <= high;
}

} // namespace

std::span<const TrainingNumberInfo> training_numbers() {
    return all_training_numbers;
}

bool is_read(TrainingNumber number, Optimiser optimiser) {
    switch (number) {
    case TrainingNumber::Momentum:
        return info(optimiser).reads_momentum;
    case TrainingNumber::Beta1:
    case TrainingNumber::Beta2:
    case TrainingNumber::Epsilon:
        return info(optimiser).reads_betas;
    default:
        return true;
    }
}

TrainingNumber next_read(TrainingNumber number, Optimiser optimiser, bool is_back) {
    constexpr std::size_t count = all_training_numbers.size();
    auto at = static_cast<std::size_t>(number);
    do
        at = (at + (is_back ? count - 1 : 1)) % count;
    while (!is_read(all_training_numbers[at].number, optimiser));
    return all_training_numbers[at].number;
}

std::string text_of(TrainingNumber number, const TrainingSettings& settings) {
    if (number == TrainingNumber::Steps)
        return std::to_string(settings.steps);
    if (number == TrainingNumber::Seed)
        return settings.seed ? std::to_string(*settings.seed) : "";
    TrainingSettings copy = settings;
    return shortest(*real_of(number, copy));
}

Result<TrainingSettings> with_typed(TrainingSettings settings, TrainingNumber number,
                                    const std::string& typed) {
    constexpr auto last_seed = std::numeric_limits<std::uint32_t>::max();
    if (number == TrainingNumber::Seed && typed.find_first_not_of(' ') == std::string::npos) {
        settings.seed.reset();
        return settings;
    }
    const auto found = io::parse_cell(typed);
    if (!found)
        return found.error();
    if (number == TrainingNumber::Seed) {
        if (!is_whole_within(*found, 0, last_seed))
            return Error{"Type a whole number from 0 to " + std::to_string(last_seed) +
                         ", or nothing"};
        settings.seed = static_cast<std::uint32_t>(*found);
    } else if (number == TrainingNumber::Steps) {
        if (!is_whole_within(*found, 1, max_training_steps))
            return Error{"Type a whole number from 1 to " + std::to_string(max_training_steps)};
        settings.steps = static_cast<int>(*found);
    } else {
        *real_of(number, settings) = *found;
    }
    if (const auto fault = validate(settings); !fault)
        return fault.error();
    return settings;
}

KeptPoints::KeptPoints(std::size_t most) : most_(std::max<std::size_t>(2, most)) {}

void KeptPoints::add(TrainingPoint point) {
    assert(wants(point.step) && "only evenly spaced points are kept");
    points_.push_back(std::move(point));
    if (points_.size() <= most_)
        return;
    stride_ *= 2;
    points_.erase(std::remove_if(points_.begin(), points_.end(),
                                 [this](const TrainingPoint& one) { return !wants(one.step); }),
                  points_.end());
}

const TrainingPoint& KeptPoints::before(std::size_t step) const {
    assert(!points_.empty() && "the point of step 0 is kept first");
    return points_[std::min(step / stride_, points_.size() - 1)];
}

std::size_t most_kept(const TrainingPoint& point) {
    constexpr std::size_t most = 400, room = std::size_t{64} << 20U;
    std::size_t bytes = 1;
    for (const std::vector<Matrix>* list : {&point.numbers, &point.first, &point.second})
        for (const Matrix& matrix : *list)
            bytes += static_cast<std::size_t>(matrix.size()) * sizeof(Real);
    return std::clamp<std::size_t>(room / bytes, 2, most);
}

namespace {
constexpr auto no_memory =
    "there is not enough memory to train this document; close other programs or use fewer words";
}

TrainingRun::TrainingRun(Document start, TrainingSettings settings, std::function<void()> wake)
    : start_(std::move(start)), settings_(std::move(settings)), wake_(std::move(wake)),
      thread_([this] { work(); }) {}

TrainingRun::~TrainingRun() {
    end();
    thread_.join();
}

void TrainingRun::go_to(std::size_t step, Real speed) {
    const std::lock_guard lock(mutex_);
    run_to(step, speed);
    is_single_ = false;
}

void TrainingRun::step() {
    const std::lock_guard lock(mutex_);
    // Counts single steps that are requested faster than they are taken.
    run_to((is_running_ && is_single_ ? target_ : steps_) + 1, 0);
    is_single_ = true;
}

void TrainingRun::run_to(std::size_t step, Real speed) {
    if (has_ended_)
        return;
    look_at_nothing();
    target_ = step;
    speed_ = speed;
    due_ = Clock::now();
    is_running_ = target_ > steps_;
    changed_.notify_all();
}

void TrainingRun::pause() {
    const std::lock_guard lock(mutex_);
    look_at_nothing();
    target_ = 0;
    changed_.notify_all();
}

void TrainingRun::look_at_nothing() {
    looked_for_.reset();
    news_.looked.reset();
}

std::optional<TrainedState> TrainingRun::look_at(std::size_t step) {
    const std::lock_guard lock(mutex_);
    look_at_nothing();
    target_ = 0;
    if (!kept_ || step > steps_)
        return std::nullopt;
    if (const TrainingPoint& kept = kept_->before(step); kept.step == step)
        return TrainedState{step, training_->document(kept)};
    looked_for_ = step;
    changed_.notify_all();
    return std::nullopt;
}

std::optional<Document> TrainingRun::begun() const {
    const std::lock_guard lock(mutex_);
    if (!kept_)
        return std::nullopt;
    return training_->document(kept_->before(0));
}

void TrainingRun::end() {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    changed_.notify_all();
}

bool TrainingRun::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

TrainingRun::News TrainingRun::take() {
    const std::lock_guard lock(mutex_);
    News news = std::exchange(news_, {});
    news.is_running = is_running_;
    return news;
}

bool TrainingRun::has_news() const {
    const std::lock_guard lock(mutex_);
    return news_.newest || news_.looked || news_.fault;
}

bool TrainingRun::is_working() const {
    const std::lock_guard lock(mutex_);
    return !has_ended_ && (!kept_ || is_running_ || looked_for_);
}

void TrainingRun::fail(Error fault, bool has_diverged) {
    news_.fault = std::move(fault);
    news_.has_diverged = has_diverged;
    target_ = 0;
    is_running_ = false;
    if (wake_ && !is_ending_)
        wake_();
}

void TrainingRun::tell() {
    news_.newest = TrainedState{steps_, training_->document()};
    told_ = Clock::now();
    told_step_ = steps_;
    if (wake_ && !is_ending_)
        wake_();
}

/// Publishes the last state when the run rests.
void TrainingRun::rest() {
    if (!is_running_ && told_step_ == steps_)
        return;
    is_running_ = false;
    tell();
}

bool TrainingRun::wait_for_work(std::unique_lock<std::mutex>& lock) {
    while (!is_ending_ && !looked_for_ && (target_ <= steps_ || Clock::now() < due_)) {
        if (target_ <= steps_) {
            rest();
            changed_.wait(lock);
        } else {
            changed_.wait_until(lock, due_);
        }
    }
    return !is_ending_;
}

std::optional<Error> TrainingRun::begin() {
    try {
        auto begun = begin_training(start_, settings_);
        if (!begun)
            return begun.error();
        training_ = *std::move(begun);
    } catch (const std::bad_alloc&) {
        return Error{no_memory};
    }
    return std::nullopt;
}

bool TrainingRun::take_step(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds frame(16);
    if (speed_ > 0)
        due_ = std::max(due_ + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<Real>(1 / speed_)),
                        Clock::now());
    lock.unlock();
    Result<> done = Nothing{};
    bool has_memory = true;
    try {
        done = training_->step();
    } catch (const std::bad_alloc&) {
        has_memory = false;
    }
    lock.lock();
    if (!has_memory) { // A failed allocation leaves the training half done.
        fail(Error{no_memory}, false);
        return false;
    }
    if (!done) {
        fail(done.error(), true);
        return true;
    }
    steps_ = training_->steps();
    news_.losses.push_back(training_->loss());
    if (kept_->wants(steps_))
        kept_->add(training_->point());
    if (target_ > steps_ && !news_.newest && Clock::now() - told_ >= frame)
        tell();
    return true;
}

void TrainingRun::begin_again_at(const TrainingPoint& point) {
    if (!again_ || again_->steps() < point.step)
        again_ = training_;
    again_->go_back(point);
}

void TrainingRun::compute_again(std::unique_lock<std::mutex>& lock) {
    constexpr std::chrono::milliseconds shown_on_the_way(50);
    rest();
    const std::size_t wanted = *looked_for_;
    const TrainingPoint from = kept_->before(wanted);
    const auto show = [this](std::size_t step, Document document) {
        news_.looked = TrainedState{step, std::move(document)};
        told_ = Clock::now();
        if (wake_ && !is_ending_)
            wake_();
    };
    const auto is_wanted = [&] { return !is_ending_ && looked_for_ == wanted; };
    told_ = Clock::now();
    bool has_memory = true;
    while (has_memory && is_wanted()) {
        if (again_ && again_->steps() == wanted) {
            looked_for_.reset();
            return show(wanted, again_->document());
        }
        if (again_ && again_->steps() < wanted && Clock::now() - told_ >= shown_on_the_way)
            show(again_->steps(), again_->document());
        lock.unlock();
        try {
            if (!again_ || again_->steps() > wanted || again_->steps() < from.step)
                begin_again_at(from);
            else
                (void)again_->step(); // The step succeeded before, so it succeeds again.
        } catch (const std::bad_alloc&) {
            has_memory = false;
        }
        lock.lock();
    }
    if (has_memory || !is_wanted())
        return;
    again_.reset();
    looked_for_.reset();
    show(from.step, training_->document(from));
}

void TrainingRun::work() {
    auto fault = begin();
    std::unique_lock lock(mutex_);
    if (fault) {
        fail(*std::move(fault), false);
    } else {
        TrainingPoint first = training_->point();
        kept_.emplace(most_kept(first));
        kept_->add(std::move(first));
        news_.losses.push_back(training_->loss());
        tell();
        while (wait_for_work(lock)) {
            if (looked_for_)
                compute_again(lock);
            else if (!take_step(lock))
                break;
        }
    }
    is_running_ = false;
    has_ended_ = true;
}

} // namespace app
