// SPDX-License-Identifier: MIT
// The options of attention as documents and commands write them: biases, groups of keys and values,
// scores, positions and so on. One table says how each is read and written. Only for the .cpp files
// of core/io.
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
    /// Null where the option says what its absence says.
    Json (*write)(const AttentionOptions& options);
};
std::span<const AttentionOption> attention_options();

/// All of them as one object, as a command has them.
Json to_json(const AttentionOptions& options);
Result<AttentionOptions> read_attention_options(const Json& value, const std::string& path);

} // namespace attn::io
