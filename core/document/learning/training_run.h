// SPDX-License-Identifier: MIT
// A whole training, as `attention-lab train` and a lesson's step run it, and its reports: the
// losses, and the command that repeats it.
#pragma once

#include "core/document/learning/training.h"

#include <span>
#include <string>

namespace attn {

/// Returns the document's own training settings, or the defaults.
TrainingSettings training_settings(const Document& document);

/// Returns the document after all steps of the settings. Fails as begin_training does, or as the
/// first failing step.
Result<Document> trained(const Document& document, const TrainingSettings& settings);

/// Writes the losses as a table: "step,loss" and a line for each, from step 0, with all digits.
/// `between` separates the columns.
std::string losses_table(std::span<const Real> losses, char between);

/// Writes the settings as command-line options: "--steps 300 --seed 1 --learn W_Q,W_K". Leaves out
/// defaults and what the optimiser does not read.
std::string options_text(const TrainingSettings& settings);

} // namespace attn
