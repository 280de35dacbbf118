// SPDX-License-Identifier: MIT
// Reads tables in Markdown. Only for core/io/paste.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string_view>
#include <vector>

namespace attn::io {

/// Whether the text holds a table as Markdown viewers know it: a line of | and dashes.
bool is_markdown(std::string_view text);
/// Returns its tables in order. The line above the dashes names the columns; bold cells or words in
/// the first column name the rows.
Result<std::vector<TextTable>> read_markdown(std::string_view text);

} // namespace attn::io
