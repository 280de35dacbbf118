// SPDX-License-Identifier: MIT
// The row below the formula for documents with a table of words: all words as one sentence, which
// can be typed, and at its end what the model says next.
#pragma once

#include "app/panels/above/bar.h"
#include "app/ui/line_field.h"
#include "core/document/commands/texts.h"
#include "core/figure/base/figure.h"

#include <cstddef>

namespace app {

/// 0 if the document has no table.
float sentence_row_height(const Frame& frame, const Look& look);

void draw_sentence_row(const Bar& bar, const attn::figure::Rect& row);

/// How the text of a sentence looks while it is typed: unknown words with a red line below, and the
/// letters that the chosen one of the offered words adds.
FieldStyle sentence_style(const Look& look, const attn::TypedText& typed, std::size_t chosen);

/// The room for one of the next words, in text sizes.
constexpr float next_word_width = 6.9F;
/// Draws one of the next words: its name and probability, a bar for it, and below them what they
/// were before. `is_lit`: the pointer is there.
void draw_next_word(const Look& look, const NextWords::One& one, bool is_first, bool is_lit,
                    const attn::figure::Rect& rect);

/// Draws the offered words and the fault of a sentence that is typed, below its field.
void draw_offered_words(const Frame& frame, const Look& look);

} // namespace app
