// SPDX-License-Identifier: MIT
#include "app/window/speaker_maker.h"

#include <utility>

namespace app {

using namespace attn;

SpeakerMaker::SpeakerMaker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

SpeakerMaker::~SpeakerMaker() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void SpeakerMaker::ask(figure::Figure figure) {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(figure);
    changed_.notify_one();
}

std::optional<figure::Pixels> SpeakerMaker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(made_, std::nullopt);
}

void SpeakerMaker::work() {
    const publish::Type type = publish::typesetter();
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || waiting_; });
        if (is_ending_)
            return;
        const figure::Figure figure = *std::exchange(waiting_, std::nullopt);
        lock.unlock();
        auto painted = publish::paint_pixels(figure, 1, type);
        lock.lock();
        if (!painted) // Of a window that is too large for a picture nothing new is shown.
            continue;
        made_ = *std::move(painted);
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace app
