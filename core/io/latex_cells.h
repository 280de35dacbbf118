// SPDX-License-Identifier: MIT
// Reads the cells of a LaTeX matrix. Only for core/io/latex_text.cpp.
#pragma once

#include "core/base/result.h"
#include "core/io/table_text.h"

#include <string>
#include <string_view>

namespace attn::io {

/// Returns words as plain text: the names of rows, columns and matrices.
std::string plain_words(std::string_view words);

/// Replaces each `from` by `to`.
void replace_each(std::string& text, std::string_view from, std::string_view to);

/// Reads the table. A matrix holds only numbers; a tabular or an array may name rows and columns.
Result<TextTable> latex_table(std::string_view body, bool may_have_names);

} // namespace attn::io
