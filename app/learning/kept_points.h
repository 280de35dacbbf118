// SPDX-License-Identifier: MIT
// Points along a training, evenly spaced and never more than so many: of a long run every second
// one is dropped, again and again. Steps between them are computed again from the one before.
#pragma once

#include "core/document/training.h"

#include <cstddef>
#include <vector>

namespace app {

class KeptPoints {
public:
    /// At least 2 are kept.
    explicit KeptPoints(std::size_t most);

    /// Whether the point of this step is to be added. Steps come in order, from 0 on.
    bool wants(std::size_t step) const { return step % stride_ == 0; }
    void add(attn::TrainingPoint point);

    /// The last one that is not after the step; there must be one.
    const attn::TrainingPoint& before(std::size_t step) const;
    std::size_t size() const { return points_.size(); }
    /// One in so many steps is kept.
    std::size_t stride() const { return stride_; }

private:
    std::size_t most_, stride_ = 1;
    std::vector<attn::TrainingPoint> points_; // of steps 0, stride, 2 · stride …
};

/// How many points of this size are kept: 400, or fewer where those would take more than 64 MB.
std::size_t most_kept(const attn::TrainingPoint& point);

} // namespace app
