// SPDX-License-Identifier: MIT
// Reads and writes training settings in documents and commands: one table of keys, with PyTorch's
// names where they exist. Only for the .cpp files of core/io.
#pragma once

#include "core/document/training_settings.h"
#include "core/io/json_layout.h"
#include "core/io/json_text.h"

#include <string>
#include <vector>

namespace attn::io {

//
//   "training": {
//     "optimiser": "adam",          or "momentum", "gradient"
//     "learning_rate": 0.1,
//     "momentum": 0.9,              for momentum
//     "betas": [0.9, 0.999],        for Adam, as is epsilon
//     "epsilon": 1e-8,
//     "weight_decay": 0,
//     "steps": 200,
//     "seed": 1,                    absent: start from the present numbers
//     "learn": ["W_Q/0", "W_K/0"]   absent: every input but X, M and target
//   }
//   The values shown are the defaults, except for seed and learn.
//
/// Reads the settings and removes known members from the object. Does not check that the document
/// has the learning inputs; validate() does.
Result<TrainingSettings> read_training(Json& object, const std::string& path);
/// Lists the known keys.
std::vector<std::string> training_keys();
/// Reads a command's settings: an unknown key is an error.
Result<TrainingSettings> read_whole_training(const Json& value, const std::string& path);

/// Writes what the optimiser reads and what differs from the defaults: read_training gives back
/// equal settings.
JsonMembers training_members(const TrainingSettings& settings);
Json to_json(const TrainingSettings& settings);

} // namespace attn::io
