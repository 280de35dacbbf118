// SPDX-License-Identifier: MIT
// Writes texts and numbers as JSON.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {

/// Returns a JSON string literal with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// Returns the shortest number that reads back as the same double; −0 is "-0.0". Non-finite numbers
/// are the strings "NaN", "Infinity", "-Infinity", with quotes.
std::string json_number(Real value);

// Lays out JSON text for readers: one object member and one matrix row per line.

/// The members of an object in order, each a key and its value as JSON text.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;

/// Returns "{\n  "key": value,\n  …}". `indent` is the indent of the line it begins in, as in all
/// of these.
std::string json_object(JsonMembers members, const std::string& indent);
/// Returns rows as lines: "[\n    [1, 0],\n    [0, 1]\n  ]".
std::string json_rows(const Matrix& matrix, const std::string& indent);
std::string json_rows(const Flags& flags, const std::string& indent);
/// Returns ["the", "cat"] on one line.
std::string json_texts(const std::vector<std::string>& texts);
/// Puts the text of a whole JSON file where the value of a key stands: every line but the first is
/// moved right by `indent`.
std::string json_indented(std::string text, const std::string& indent);
/// Puts a word of the format in quotes.
std::string in_quotes(std::string_view word);

} // namespace attn::io
