// SPDX-License-Identifier: MIT
// How a document is trained, as options say it: those of train, and of export for a program that
// trains.
#pragma once

#include "core/document/training_run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace app::cli {

struct TrainingOptions {
    int steps = 200;
    double rate = 0.1, weight_decay = 0;
    attn::Optimiser optimiser = attn::Optimiser::Adam;
    std::string learned; // inputs, separated by commas; empty: the usual ones
    std::optional<std::uint32_t> seed;
};

/// The training that the options ask for; the error says which input the document does not have.
attn::Result<attn::TrainingRun> training_run(const attn::Document& document,
                                             const TrainingOptions& options);

} // namespace app::cli
