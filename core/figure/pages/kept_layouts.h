// SPDX-License-Identifier: MIT
// Keeps layouts from one figure to the next: while a number is dragged nothing moves.
#pragma once

#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/pages/block_layout.h"
#include "core/figure/pages/heads_layout.h"
#include "core/figure/spotlight/spotlight_layout.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace attn::figure {

/// The last few values that were made, each with all that it was made from.
template <class From, class Made>
class LastMade {
public:
    /// The kept value, or a new one by `make`, which must read nothing but `from`.
    template <class Make>
    Made of(const From& from, const Make& make) {
        constexpr std::size_t most_kept = 4; // A figure that scrolls asks for two.
        const auto found = std::find_if(kept_.begin(), kept_.end(),
                                        [&](const auto& one) { return one.first == from; });
        if (found != kept_.end())
            return found->second;
        ++count_;
        if (kept_.size() == most_kept)
            kept_.erase(kept_.begin());
        return kept_.emplace_back(from, make(from)).second;
    }
    /// How many values had to be made.
    std::size_t count() const { return count_; }

private:
    std::vector<std::pair<From, Made>> kept_; // the newest last
    std::size_t count_ = 0;
};

/// What the layout of a canvas is made from.
struct CanvasSource {
    CanvasShape shape;
    WidthsName widths;
    friend bool operator==(const CanvasSource&, const CanvasSource&) = default;
};

/// Belongs to the owner of a sequence of figures, and may serve any documents in any order.
struct KeptLayouts {
    LastMade<CanvasSource, CanvasLayout> canvas;
    // The widths of their texts are in their shapes:
    LastMade<HeadsShape, HeadsFit> heads;
    LastMade<HeadsTexts, HeadsWidths> heads_widths;
    LastMade<BlockShape, BlockFit> block;
    LastMade<SpotlightSource, SpotlightMade> spotlight;
};

} // namespace attn::figure
