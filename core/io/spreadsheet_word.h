// SPDX-License-Identifier: MIT
// Keeps spreadsheets from running words in exported tables as formulas.
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// Puts an apostrophe before the word if a spreadsheet would take it for a formula: after any
/// apostrophes it begins with =, +, -, @, their wide forms, a tab or a line end.
std::string guarded(std::string_view word);

/// Removes the apostrophe that guarded() added; unguarded(guarded(word)) is the word.
std::string unguarded(std::string_view word);

} // namespace attn::io
