// SPDX-License-Identifier: MIT
// Training settings as command-line options, of train, and of export for programs that train. What
// they do not set comes from the document.
#pragma once

#include "core/document/training_run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app::cli {

struct TrainingOptions {
    std::optional<int> steps;
    std::optional<double> rate, momentum, epsilon, weight_decay;
    std::vector<double> betas; // two, or none
    std::optional<attn::Optimiser> optimiser;
    std::string learned;               // inputs, separated by commas; empty: not given
    std::optional<std::uint32_t> seed; // draws new numbers for what learns
    bool has_no_seed = false;          // keeps the document's numbers
};

/// Returns the document's settings with the options applied. The error names an input that the
/// document does not have.
attn::Result<attn::TrainingSettings> training_run(const attn::Document& document,
                                                  const TrainingOptions& options);

/// Returns "--momentum changes nothing with adam: …" for the first option that the optimiser does
/// not use; else nothing.
std::optional<attn::Error> unread_option(const attn::Document& document,
                                         const TrainingOptions& options);

} // namespace app::cli
