// SPDX-License-Identifier: MIT
// A whole training, as `attention-lab train` and a step of a lesson ask for it, and what is told of
// it: its losses, and the command that says it.
#pragma once

#include "core/document/training.h"

#include <span>
#include <string>

namespace attn {

/// How the document learns: its own settings, or the usual ones.
TrainingSettings training_settings(const Document& document);

/// The document after every step of the settings; the error is that of begin_training or of the
/// first step that fails.
Result<Document> trained(const Document& document, const TrainingSettings& settings);

/// The losses of a training as a table: "step,loss" and a line for each, the first of step 0; no
/// digit is lost. `between` stands between the columns.
std::string losses_table(std::span<const Real> losses, char between);

/// The options of the command line that say the settings: "--steps 300 --seed 1 --learn W_Q,W_K".
/// What is as usual, and what the optimiser does not read, is left out.
std::string options_text(const TrainingSettings& settings);

} // namespace attn
