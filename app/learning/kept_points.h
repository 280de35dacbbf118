// SPDX-License-Identifier: MIT
// Evenly spaced points along a training, at most a given number. When there are too many, every
// second one is dropped. Other steps are computed again from the point before.
#pragma once

#include "core/document/training.h"

#include <cstddef>
#include <vector>

namespace app {

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

} // namespace app
