// SPDX-License-Identifier: MIT
// JSON text to a tree, with errors that name line, column and key. Only for the .cpp files
// of core/io and core/tokenizer: nobody else sees the JSON library.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace attn::io {

using Json = nlohmann::json;

/// Deeper nesting, more values (numbers, texts, lists, objects) and more keys than this are refused
/// before memory is spent. The most keys that a document needs are those of its 256 heads and 4096
/// vectors.
constexpr int max_json_depth = 32;
constexpr std::size_t max_json_values = std::size_t{8} << 20;
constexpr std::size_t max_json_keys = std::size_t{1} << 16;

/// What a text should be.
struct JsonKind {
    std::string_view name = "an Attention Lab document"; // for what begins otherwise
    std::size_t max_keys = max_json_keys;
    bool may_be_list = false; // not only an object
};

/// The tree of one JSON text in UTF-8 (a byte order mark is accepted). Refused are: bytes that are
/// not UTF-8, a NUL, anything after the text, a key that stands twice in an object, numbers beyond
/// double, comments, and the limits above. `file_name` begins the error's `where`.
Result<Json> parse_json(std::string_view bytes, std::string_view file_name,
                        const JsonKind& kind = {});

/// "file:12:5: heads[0].w_q[2]": the place of a key path in the text, for messages about what it
/// means. Without the position when the text has no such key.
std::string where_is(std::string_view bytes, std::string_view file_name, const std::string& path);

} // namespace attn::io
