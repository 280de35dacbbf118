// SPDX-License-Identifier: MIT
// Reads and writes the options of attention in documents and commands: biases, groups of keys and
// values, scores, positions and so on. One table says how. Only for the .cpp files of core/io.
#pragma once

#include "core/document/attention_options.h"
#include "core/io/json_text.h"

#include <span>
#include <string>
#include <string_view>

namespace attn::io {

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

} // namespace attn::io
