// SPDX-License-Identifier: MIT
// How a document learns, as documents and commands write it: one table of keys, which PyTorch names
// where it has them. Only for the .cpp files of core/io.
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
//     "momentum": 0.9,              of momentum
//     "betas": [0.9, 0.999],        of Adam, as epsilon
//     "epsilon": 1e-8,
//     "weight_decay": 0,
//     "steps": 200,
//     "seed": 1,                    absent: what learns begins as it is
//     "learn": ["W_Q/0", "W_K/0"]   absent: every input but X, M and target
//   }
//   These are the values that absence means.
//
/// The members that are known are taken out of the object. Whether the document has what learns is
/// for validate() to say.
Result<TrainingSettings> read_training(Json& object, const std::string& path);
/// The keys that there are.
std::vector<std::string> training_keys();
/// As a command has them: a key that is not known is an error.
Result<TrainingSettings> read_whole_training(const Json& value, const std::string& path);

/// What the optimiser reads, and what is not as usual: read_training gives back equal settings.
JsonMembers training_members(const TrainingSettings& settings);
Json to_json(const TrainingSettings& settings);

} // namespace attn::io
