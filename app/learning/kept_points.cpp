// SPDX-License-Identifier: MIT
#include "app/learning/kept_points.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace app {

using namespace attn;

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

} // namespace app
