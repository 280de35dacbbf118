// SPDX-License-Identifier: MIT
// A whole training as a value: what `attention-lab train` does with its options, and what a step of
// a lesson asks for.
#pragma once

#include "core/document/training.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace attn {

struct TrainingRun {
    TrainingSettings settings;
    int steps = 200;
    std::optional<std::uint32_t> seed; // what learns begins with new numbers, see drawn_by_seed
};

/// A training of the document that has taken no step, its numbers drawn where the run has a seed.
/// The error is that of begin_training on settings.
Result<Training> begin_training(const Document& document, const TrainingRun& run);

/// The document after every step of the run; the error is that of the first step that fails.
Result<Document> trained(const Document& document, const TrainingRun& run);

/// The losses of a training as a table: "step,loss" and a line for each, the first of step 0; no
/// digit is lost. `between` stands between the columns.
std::string losses_table(std::span<const Real> losses, char between);

/// The options of the command line that say the run: "--steps 300 --seed 1 --learn W_Q,W_K". What
/// is as by default is left out.
std::string options_text(const TrainingRun& run);

} // namespace attn
