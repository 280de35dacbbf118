// SPDX-License-Identifier: MIT
// JSON text laid out to be read by people: one member of an object and one row of a matrix in each
// line. Only for the .cpp files of core/io.
#pragma once

#include "core/base/matrix.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {

/// The members of an object in their order, each a key and its value as JSON text.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;

/// "{\n  "key": value,\n  …}". `indent` is that of the line it begins in, as in all of these.
std::string json_object(const JsonMembers& members, const std::string& indent);
/// Rows as lines: "[\n    [1, 0],\n    [0, 1]\n  ]".
std::string json_rows(const Matrix& matrix, const std::string& indent);
std::string json_rows(const Flags& flags, const std::string& indent);
/// ["the", "cat"] in one line.
std::string json_texts(const std::vector<std::string>& texts);
/// A word of the format in its quotes.
std::string in_quotes(std::string_view word);

} // namespace attn::io
