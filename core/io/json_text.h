// SPDX-License-Identifier: MIT
// Parses JSON text into a tree, with errors that name line, column and key. Only for the .cpp files
// of core/io and core/tokenizer: no other code includes the JSON library.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace attn::io {

using Json = nlohmann::json;

/// Limits on nesting, on values (numbers, texts, lists, objects) and on keys; a text beyond them is
/// refused before it costs memory. A document needs at most the keys of 256 heads and 4096 vectors.
constexpr int max_json_depth = 32;
constexpr std::size_t max_json_values = std::size_t{8} << 20;
constexpr std::size_t max_json_keys = std::size_t{1} << 16;

/// What the text should be.
struct JsonKind {
    std::string_view name = "an Attention Lab document"; // for the message if it begins otherwise
    std::size_t max_keys = max_json_keys;
    bool may_be_list = false; // else only an object
};

/// Parses one JSON text in UTF-8 (a byte order mark is accepted). Refuses bytes that are not UTF-8,
/// a NUL, anything after the text, duplicate keys in an object, numbers beyond double, comments,
/// and texts beyond the limits above. `file_name` begins the error's `where`.
Result<Json> parse_json(std::string_view bytes, std::string_view file_name,
                        const JsonKind& kind = {});

/// Returns the position of a key path in the text, "file:12:5: heads[0].w_q[2]", for messages about
/// its meaning. Without line and column if the text has no such key.
std::string where_is(std::string_view bytes, std::string_view file_name, const std::string& path);

} // namespace attn::io
