// SPDX-License-Identifier: MIT
// Turns the scores of a large head into numbers of the stages that follow, for pictures.
#pragma once

#include "core/engine/derived.h"
#include "core/engine/kernels.h"

#include <limits>

namespace attn::figure {

/// Whether float is precise enough for a picture of the stage. Scores must not leave its range, and
/// their rounding errors must be small compared with `span`, the difference between the ends of the
/// colours; for weights, e to the power of the rounding error must be near 1.
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

/// Converts scores to numbers that are only compared and coloured. Float is precise enough for both
/// if is_single_enough() says so.
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

    /// A number that grows with the number of the stage: the number itself, or a weight's
    /// logarithm.
    float compared(Index query, float score) const {
        return score * factor_ - (is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0);
    }
    float factor() const { return factor_; }
    float shift(Index query) const {
        return is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0;
    }
    /// Turns compared numbers into the numbers of the stage.
    void make_numbers(Real* compared, std::size_t count) const {
        if (is_weights_)
            kernels().exact_exponentials(compared, 0, compared, static_cast<std::ptrdiff_t>(count));
    }

private:
    float factor_;
    bool is_weights_;
    std::vector<float> shift_; // for each query: the logarithm of the sum its powers are divided by
};

} // namespace attn::figure
