// SPDX-License-Identifier: MIT
#include "app/explaining/gradient_maker.h"

#include <new>
#include <utility>

namespace app {

using namespace attn;

namespace {

/// The same with a sentence where memory does not suffice.
Sensitivity made_of(const GradientMaker::Wish& wish) {
    try {
        return sensitivity(wish.document, evaluate(wish.document), wish.of);
    } catch (const std::bad_alloc&) {
        Sensitivity none;
        none.of = wish.of;
        none.why = "there is not enough memory for the gradient; close other programs or use "
                   "fewer words";
        return none;
    }
}

} // namespace

GradientMaker::GradientMaker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

GradientMaker::~GradientMaker() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void GradientMaker::ask(Wish wish) {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(wish);
    changed_.notify_one();
}

std::optional<GradientMaker::Made> GradientMaker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(made_, std::nullopt);
}

bool GradientMaker::has_news() const {
    const std::lock_guard lock(mutex_);
    return made_.has_value();
}

void GradientMaker::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || waiting_; });
        if (is_ending_)
            return;
        Wish wish = *std::exchange(waiting_, std::nullopt);
        lock.unlock();
        auto found = std::make_shared<const Sensitivity>(made_of(wish));
        lock.lock();
        made_ = Made{std::move(found), std::move(wish.document)};
        if (is_ending_ || !wake_)
            continue;
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace app
