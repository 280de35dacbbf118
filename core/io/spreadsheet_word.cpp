// SPDX-License-Identifier: MIT
#include "core/io/spreadsheet_word.h"

#include <algorithm>

namespace attn::io {
namespace {

/// Whether a spreadsheet would run the word without its leading apostrophes.
bool is_formula(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of('\''), word.size()));
    for (const std::string_view sign :
         {"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"})
        if (word.starts_with(sign))
            return true;
    return false;
}

} // namespace

std::string guarded(std::string_view word) {
    return (is_formula(word) ? "'" : "") + std::string(word);
}

std::string unguarded(std::string_view word) {
    const bool has_guard = word.starts_with('\'') && is_formula(word);
    return std::string(has_guard ? word.substr(1) : word);
}

} // namespace attn::io
