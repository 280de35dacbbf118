// SPDX-License-Identifier: MIT
// The matrices of a training's page: what the loss compares, at the start and now, its target, and
// what learns. They may be of any head and layer, and share a range of colours as far as they are
// compared with each other.
#pragma once

#include "core/figure/training_layout.h"
#include "core/figure/training_page.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace attn::figure {

/// What the loss compares; without one, the weights of the view's head.
SheetId compared_sheet(const Document& document, const View& view);

/// Without a start of other places, such as a pinned state with more words: nothing of it could
/// stand beside what is now.
TrainingSeen comparable(const Document& document, TrainingSeen training);

class TrainingMatrices {
public:
    /// All of them must live as long.
    TrainingMatrices(const Document& document, const Trace& trace, const View& view,
                     const TrainingSeen& training, KeptLooks* kept);

    TrainingLooks looks() const;
    const std::vector<std::string>& words() const { return words_; }

private:
    Contents& add(const Document& document, const Trace& trace, const SheetId& sheet);
    void set_ranges(KeptLooks* kept);

    const View& view_;
    std::vector<std::unique_ptr<Contents>> all_;
    std::vector<std::string> words_;
    Contents *start_ = nullptr, *now_ = nullptr, *target_ = nullptr;
    std::vector<Contents*> learned_; // in the order of the calculation
    std::vector<std::size_t> first_; // of these, as the training has them
};

} // namespace attn::figure
