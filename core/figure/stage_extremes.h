// SPDX-License-Identifier: MIT
// A score of a large head as a number of the stages that follow from it, for pictures.
#pragma once

#include "core/engine/derived.h"
#include "core/engine/kernels.h"

#include <limits>

namespace attn::figure {

/// Whether single precision tells apart what a picture of the stage shows apart. Of scores it does
/// while none can leave its range, and what it rounds off is little beside `span`, the difference
/// between the ends of the colours; of weights while the power of what it rounds off is near 1.
inline bool is_single_enough(const Cells& cells,
                             Real span = std::numeric_limits<Real>::infinity()) {
    constexpr Real smallest = 1e-30, largest = 1e30, largest_power = 1e5, shades = 256;
    const Real score = largest_score(cells);
    const Real scaled = cells.stage() == Stage::Scores ? score : score * scaling(cells);
    for (const Real bound : {score, scaled})
        if (bound != 0 && !(bound > smallest && bound < largest))
            return false;
    if (cells.stage() == Stage::Weights)
        return scaled < largest_power;
    return scaled * std::numeric_limits<float>::epsilon() * shades <= span;
}

/// Numbers that are only compared and coloured: single precision is enough for both, where
/// is_single_enough says so.
class StageExtremes {
public:
    explicit StageExtremes(const Cells& cells)
        : factor_(cells.stage() == Stage::Scores ? 1 : static_cast<float>(scaling(cells))),
          is_weights_(cells.stage() == Stage::Weights) {
        if (!is_weights_)
            return;
        for (Index query = 0; query < cells.rows(); ++query)
            shift_.push_back(static_cast<float>(log_sum(cells, query)));
    }

    /// Grows with the number of the stage: the number itself, or a weight's logarithm.
    float compared(Index query, float score) const {
        return score * factor_ - (is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0);
    }
    float factor() const { return factor_; }
    float shift(Index query) const {
        return is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0;
    }
    /// Makes of what is compared the numbers of the stage themselves.
    void make_numbers(Real* compared, std::size_t count) const {
        if (is_weights_)
            kernels().exact_exponentials(compared, 0, compared, static_cast<std::ptrdiff_t>(count));
    }

private:
    float factor_;
    bool is_weights_;
    std::vector<float> shift_; // per query: the logarithm of what its powers are divided by
};

} // namespace attn::figure
