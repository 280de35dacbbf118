// SPDX-License-Identifier: MIT
// How a document is trained, as options say it: those of train, and of export for a program that
// trains. What they do not say is as the document has it.
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
    std::string learned;               // inputs, separated by commas; empty: nothing is said
    std::optional<std::uint32_t> seed; // what learns begins with new numbers of it
    bool has_no_seed = false;          // it begins as it is
};

/// The document's settings with what the options say. The error says which input the document does
/// not have.
attn::Result<attn::TrainingSettings> training_run(const attn::Document& document,
                                                  const TrainingOptions& options);

/// "--momentum changes nothing with adam: …": the first that the optimiser does not read.
std::optional<attn::Error> unread_option(const attn::Document& document,
                                         const TrainingOptions& options);

} // namespace app::cli
