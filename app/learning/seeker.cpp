// SPDX-License-Identifier: MIT
#include "app/learning/seeker.h"

#include <new>
#include <utility>

namespace app {

using namespace attn;

Seeker::Seeker(Document document, std::vector<Goal> goals, Freedom freedom,
               std::function<void()> wake)
    : document_(std::move(document)), goals_(std::move(goals)), freedom_(std::move(freedom)),
      wake_(std::move(wake)), thread_([this] { work(); }) {}

Seeker::~Seeker() {
    progress_.is_cancelled = true;
    thread_.join();
}

bool Seeker::is_done() const {
    const std::lock_guard lock(mutex_);
    return found_.has_value();
}

std::optional<Result<Sought>> Seeker::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, std::nullopt);
}

void Seeker::work() {
    std::optional<Result<Sought>> found;
    try {
        found = seek(document_, goals_, freedom_, &progress_);
    } catch (const std::bad_alloc&) {
        found = Error{"there is not enough memory to find inputs for this number; close other "
                      "programs or use fewer words"};
    }
    const std::lock_guard lock(mutex_);
    if (progress_.is_cancelled)
        return;
    found_ = std::move(found);
    if (wake_)
        wake_();
}

} // namespace app
