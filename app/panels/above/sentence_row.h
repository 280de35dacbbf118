// SPDX-License-Identifier: MIT
// The row below the formula for documents with a table of words: all words as one sentence, which
// can be typed, and at its end what the model says next. For layers of a model in a folder it is
// folder_row.h.
#pragma once

#include "app/panels/above/bar.h"
#include "app/ui/line_field.h"
#include "core/document/commands/texts.h"
#include "core/figure/base/figure.h"

#include <cstddef>
#include <string>

namespace app {

/// 0 if nothing says what comes after the document's words.
float sentence_row_height(const Frame& frame, const Look& look);

void draw_sentence_row(const Bar& bar, const attn::figure::Rect& row);

/// How the text of a sentence looks while it is typed: unknown words with a red line below, and the
/// letters that the chosen one of the offered words adds.
FieldStyle sentence_style(const Look& look, const attn::TypedText& typed, std::size_t chosen);

/// The room for one of the next words, and for the names of its numbers, in text sizes.
constexpr float next_word_width = 6.9F, next_label_width = 3.6F;
/// Draws "next", and "before" below it if another state is compared.
void draw_next_label(const Bar& bar, const attn::figure::Rect& rect);
/// "“cat” comes next with a probability of 0.9; before the last change 0.8."
std::string told_next(const NextWords& next, const NextWords::One& one);
/// Draws one of the next words: its name and probability, a bar for it, and below them what they
/// were before. `is_lit`: the pointer is there.
void draw_next_word(const Look& look, const NextWords::One& one, bool is_first, bool is_lit,
                    const attn::figure::Rect& rect);

/// The width of the card below a typed text, whose widest line is `line` wide, and the height that
/// the text's fault takes in it; 0 without a fault.
struct TextCard {
    float width = 0, told = 0;
};
TextCard text_card(const Look& look, float line, const std::string& fault);
/// Begins the card's window, which ImGui::End() ends, with the fault at its top.
void begin_text_card(const Look& look, const char* name, const attn::figure::Rect& rect,
                     const TextCard& card, const std::string& fault);
/// The space between the card's edge and its lines, in text sizes.
constexpr float text_card_inset = 0.7F;

/// Draws the offered words and the fault of a sentence that is typed, below its field.
void draw_offered_words(const Frame& frame, const Look& look);

} // namespace app
