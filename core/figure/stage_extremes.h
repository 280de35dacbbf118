// SPDX-License-Identifier: MIT
// A score of a large head as a number of the stages that follow from it, for pictures.
#pragma once

#include "core/engine/attention.h"
#include "core/engine/kernels.h"

#include <cmath>

namespace attn::figure {

/// Numbers that are only compared and coloured: single precision is enough for both.
class StageExtremes {
public:
    StageExtremes(const HeadTrace& trace, Stage stage)
        : factor_(stage == Stage::Scores
                      ? 1
                      : static_cast<float>(scaling(trace.large))),
          is_weights_(stage == Stage::Weights) {
        if (!is_weights_)
            return;
        for (std::size_t query = 0; query < trace.large.sum.size(); ++query)
            shift_.push_back(
                static_cast<float>(trace.large.largest[query] + std::log(trace.large.sum[query])));
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
