// SPDX-License-Identifier: MIT
#include "app/learning/kept_states.h"

#include "core/document/model.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace app {

using namespace attn;

KeptStates::KeptStates(std::size_t most) : most_(std::max<std::size_t>(2, most)) {}

void KeptStates::add(TrainedState state) {
    assert(wants(state.step) && "only evenly spaced states are kept");
    states_.push_back(std::move(state));
    if (states_.size() <= most_)
        return;
    stride_ *= 2;
    states_.erase(std::remove_if(states_.begin(), states_.end(),
                                 [this](const TrainedState& one) { return !wants(one.step); }),
                  states_.end());
}

const TrainedState& KeptStates::nearest(std::size_t step) const {
    assert(!states_.empty());
    const std::size_t at = (step + stride_ / 2) / stride_;
    return states_[std::min(at, states_.size() - 1)];
}

std::size_t most_kept(const Document& document, const std::vector<SheetId>& learned) {
    constexpr std::size_t most = 400, room = std::size_t{64} << 20U;
    std::size_t bytes = 1;
    for (const SheetId& sheet : learned)
        if (const SharedMatrix* matrix = input(document, sheet))
            bytes += static_cast<std::size_t>((*matrix)->size()) * sizeof(Real);
    return std::clamp<std::size_t>(room / bytes, 2, most);
}

} // namespace app
