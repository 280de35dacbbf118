// SPDX-License-Identifier: MIT
// Words in tables that spreadsheets open: none of them is run as a formula.
#pragma once

#include <string>
#include <string_view>

namespace attn::io {

/// The word with an apostrophe before it if a spreadsheet would take it for a formula: behind
/// whatever apostrophes it has, it begins with =, +, -, @, their wide forms, a tab or a line end.
std::string guarded(std::string_view word);

/// The word without the apostrophe that guarded() put there; unguarded(guarded(word)) is the word.
std::string unguarded(std::string_view word);

} // namespace attn::io
