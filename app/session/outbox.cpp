// SPDX-License-Identifier: MIT
#include "app/session/outbox.h"

#include <utility>

namespace app {

void Outbox::post(Request request) {
    requests_.push_back(std::move(request));
}

void Outbox::edit(attn::Command command, attn::Gesture gesture) {
    post(Edit{std::move(command), gesture});
}

std::vector<Request> Outbox::take() {
    return std::exchange(requests_, {});
}

} // namespace app
