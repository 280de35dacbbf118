// SPDX-License-Identifier: MIT
// Makes words visible to people: shows awkward characters and shortens long words to a width.
#pragma once

#include "core/figure/figure.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// Makes everything invisible in a word visible: a blank at either end or beside another blank "␣",
/// a new line "↵", a tab "⇥", control and bidirectional characters by their code "‹U+202E›", and an
/// empty word "∅". Joiners stay if they join letters (Persian, Hindi) or emoji. Bytes that are not
/// UTF-8 become "�". Words of more than 64 characters are cut with "…", never between a letter and
/// its marks. The result is not escaped for rich text (see escape).
std::string visible_word(std::string_view word);

/// Applies visible_word() to a list.
std::shared_ptr<const std::vector<std::string>>
visible_words(const std::vector<std::string>& words);

/// The longest beginning of a plain text that fits in `width`, followed by "…" if something is cut;
/// at least "…". Letters keep their marks, and emoji their parts.
std::string shortened(std::string_view plain, float width, Font font, float size,
                      const Measure& measure);

/// The end of the piece of plain text that begins at `from` and must not be broken: the next blank,
/// except that "300 × 4" and "120 mm" stay together.
std::size_t piece_end(std::string_view plain, std::size_t from);

} // namespace attn::figure
