// SPDX-License-Identifier: MIT
// Reads and writes the options of attention in documents and commands: biases, groups of keys and
// values, scores, positions and so on. One table says how. Only for the .cpp files of core/io.
#pragma once

#include "core/document/model/attention_options.h"
#include "core/document/model/training_settings.h"
#include "core/engine/numbers/switches.h"
#include "core/io/document/json_literal.h"
#include "core/io/document/json_text.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

// Reads and writes scales and masks in documents and commands.

/// Reads a word of the file format, or a number above 0.
Result<Scale> read_scale(const Json& value, const std::string& path);
/// Reads a word of the file format, or a row of true (blocked) and false for each query, with one
/// entry per key.
Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys);
/// Reads the mask of a command, which does not know its document; `apply` checks that it fits.
Result<Mask> read_mask_of_any_size(const Json& value, const std::string& path);

Json to_json(const Scale& scale);
Json to_json(const Mask& mask);
Json to_json(const Matrix& matrix);
/// Writes a number; non-finite ones as the texts "NaN", "Infinity", "-Infinity".
Json to_json(Real number);

struct AttentionOption {
    std::string_view key;
    Result<> (*read)(const Json& value, const std::string& path, AttentionOptions& options);
    /// Null if the option has its default.
    Json (*write)(const AttentionOptions& options);
};
std::span<const AttentionOption> attention_options();

/// Writes all options as one object, for a command.
Json to_json(const AttentionOptions& options);
Result<AttentionOptions> read_attention_options(const Json& value, const std::string& path);

// Reads and writes training settings in documents and commands: one table of keys, with PyTorch's
// names where they exist.

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
