// SPDX-License-Identifier: MIT
// Collects the matrices of a training's page: what the loss compares at the start and now, its
// target, and what learns. They may belong to any head and layer; those that are compared share a
// range of colours.
#pragma once

#include "core/figure/training_layout.h"
#include "core/figure/training_page.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace attn::figure {

/// The sheet that the loss compares; without a loss, the weights of the view's head.
SheetId compared_sheet(const Document& document, const View& view);

/// Drops a start whose places differ from the document's, such as a pinned state with more words,
/// because it cannot be compared.
TrainingSeen comparable(const Document& document, TrainingSeen training);

class TrainingMatrices {
public:
    /// All arguments must outlive it.
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
    std::vector<std::size_t> first_; // their indices in the training's order
};

} // namespace attn::figure
