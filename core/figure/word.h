// SPDX-License-Identifier: MIT
// Words as people can see them: awkward characters visible, long words shortened to a width.
#pragma once

#include "core/figure/figure.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// The word with everything invisible made visible: a blank at either end or beside another blank
/// "␣", a new line "↵", a tab "⇥", control and bidirectional characters by their code "‹U+202E›",
/// and a word of nothing "∅". Joiners stay between what they join: letters of Persian and Hindi,
/// emoji. Bytes that are not UTF-8 become "�". Words of more than 64 characters are cut with "…",
/// never between a letter and its marks. Not escaped for rich text (see escape).
std::string visible_word(std::string_view word);

/// All of a list.
std::shared_ptr<const std::vector<std::string>>
visible_words(const std::vector<std::string>& words);

/// The longest beginning of a plain text that is at most `width` wide, "…" after it when something
/// is left out; at the least "…". Letters keep their marks, and emoji their parts.
std::string shortened(std::string_view plain, float width, Font font, float size,
                      const Measure& measure);

/// Where the piece of a plain text ends that begins at `from` and is not broken into lines: at the
/// next blank, but "300 × 4" and "120 mm" stay together.
std::size_t piece_end(std::string_view plain, std::size_t from);

} // namespace attn::figure
