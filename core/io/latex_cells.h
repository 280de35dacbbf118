// SPDX-License-Identifier: MIT
// The cells of a LaTeX matrix. Only for core/io/latex_text.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Words as plain text: the names of rows, columns and matrices.
std::string plain_words(std::string_view words);

/// Puts `to` in the place of each `from`.
void replace_each(std::string& text, std::string_view from, std::string_view to);

/// A matrix holds numbers alone; a tabular or an array may name rows and columns.
Result<TextTable> latex_table(std::string_view body, bool may_have_names);

} // namespace attn::io
