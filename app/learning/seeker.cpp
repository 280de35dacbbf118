// SPDX-License-Identifier: MIT
#include "app/learning/seeker.h"

#include <functional>
#include <new>
#include <utility>

namespace app {

using namespace attn;

Seeker::Seeker(Document document, std::vector<Goal> goals, Freedom freedom,
               std::function<void()> wake)
    : document_(std::move(document)), goals_(std::move(goals)), freedom_(std::move(freedom)),
      wake_(std::move(wake)), thread_([this] { work(); }) {}

Seeker::~Seeker() {
    end();
    thread_.join();
}

void Seeker::stop() {
    progress_.is_cancelled = true;
}

void Seeker::end() {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    progress_.is_cancelled = true;
}

bool Seeker::has_ended() const {
    const std::lock_guard lock(mutex_);
    return has_ended_;
}

std::optional<Result<Sought>> Seeker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, std::nullopt);
}

std::optional<Document> Seeker::take_nearer() {
    const std::lock_guard lock(mutex_);
    return std::exchange(nearer_, std::nullopt);
}

void Seeker::show(const std::function<Document()>& document) {
    constexpr std::chrono::milliseconds frame(16);
    if (Clock::now() - shown_ < frame)
        return;
    Document nearer = document();
    const std::lock_guard lock(mutex_);
    nearer_ = std::move(nearer);
    shown_ = Clock::now();
    if (wake_ && !is_ending_)
        wake_();
}

void Seeker::work() {
    std::optional<Result<Sought>> found;
    shown_ = Clock::now();
    try {
        found =
            seek(document_, goals_, freedom_,
                 {&progress_, [this](const std::function<Document()>& nearer) { show(nearer); }});
    } catch (const std::bad_alloc&) {
        found = Error{"there is not enough memory to find inputs for this number; close other "
                      "programs or use fewer words"};
    }
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    found_ = std::move(found);
    nearer_.reset();
    if (wake_ && !is_ending_)
        wake_();
}

} // namespace app
