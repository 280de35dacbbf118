// SPDX-License-Identifier: MIT
// The small mark-up of texts in figures: lowered and raised letters, and how to escape plain words.
#pragma once

#include "core/base/matrix.h"
#include "core/figure/base/figure.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// A piece of a text: level 0 is on the line, −1 lowered, +1 raised.
struct Span {
    std::string text;
    int level = 0;
    friend bool operator==(const Span&, const Span&) = default;
};

/// Parses "W_{Q}" into "W" and lowered "Q". A backslash escapes the next character; a mark without
/// its brace is a plain character; a missing closing brace ends with the text. Levels do not nest.
std::vector<Span> spans(std::string_view rich);

/// Escapes a word so that spans() returns it unchanged as one piece on level 0.
std::string escape(std::string_view plain);
/// The text without its mark-up: "W_{Q}" → "WQ".
std::string plain_text(std::string_view rich);

/// A piece ready to draw: `x` is its left side from the left end of the whole text and `drop` its
/// distance below the line, in the figure's units.
struct PlacedSpan {
    std::string text;
    float x = 0;
    float drop = 0;
    float size = 0;
};
struct PlacedText {
    std::vector<PlacedSpan> spans;
    float width = 0;
};
/// Places the pieces of a text. `measure` gets plain text only.
PlacedText place_text(std::string_view rich, Font font, float size, const Measure& measure);

/// The width of a text with mark-up.
float rich_width(std::string_view rich, Font font, float size, const Measure& measure);

// Makes words visible to people: shows awkward characters and shortens long words to a width.

/// Makes everything invisible in a word visible: a blank at either end or beside another blank "␣",
/// a new line "↵", a tab "⇥", control and bidirectional characters by their code "‹U+202E›", and an
/// empty word "∅". Joiners stay if they join letters (Persian, Hindi) or emoji. Bytes that are not
/// UTF-8 become "�". Words of more than 64 characters are cut with "…", never between a letter and
/// its marks. The result is not escaped for rich text (see escape).
std::string visible_word(std::string_view word);

/// Applies visible_word() to a list.
std::shared_ptr<const std::vector<std::string>>
visible_words(const std::vector<std::string>& words);

/// The width of the widest name of `count` lines that are numbered from 0: digits differ in width,
/// so 1 is narrower than 0.
float index_width(Index count, Font font, float size, const Measure& measure);

/// The longest beginning of a plain text that fits in `width`, followed by "…" if something is cut;
/// at least "…". Letters keep their marks, and emoji their parts.
std::string shortened(std::string_view plain, float width, Font font, float size,
                      const Measure& measure);

/// Shortens one of the names of a list: in its middle if what is left at its beginning would be
/// left of another name too, so that both can be told apart ("layer.0…bias"); otherwise as above.
std::string shortened_name(std::string_view plain, const std::vector<std::string>& names,
                           float width, Font font, float size, const Measure& measure);

/// The end of the piece of plain text that begins at `from` and must not be broken: the next blank,
/// except that "300 × 4" and "120 mm" stay together.
std::size_t piece_end(std::string_view plain, std::size_t from);

// Picks which line names are written if not all fit.

/// The smallest round number that is at least `least`: 1, 2, 4, 8, 16 … or 5, 10, 20, 50, 100 …
inline Index round_line_step(Index least) {
    Index best = 1;
    while (best < least)
        best *= 2;
    for (Index ten = 1; ten < best; ten *= 10)
        for (const Index factor : {1, 2, 5})
            if (const Index step = factor * ten; step >= least && step < best)
                best = step;
    return best;
}

// Tells whether two measures give equal widths, so that a layout made with one can be kept for the
// other.

/// Names the widths that a measure gives: equal names promise equal widths of every text.
struct WidthsName {
    const void* of = nullptr;  // the owner of the typefaces; null: approximate_width
    std::uint64_t version = 0; // another one whenever a width may have changed
    friend bool operator==(const WidthsName&, const WidthsName&) = default;
};

/// A measure that carries its name wherever it is copied.
struct NamedMeasure {
    Measure measure;
    WidthsName name;

    float operator()(std::string_view text, Font font, float size) const {
        return measure(text, font, size);
    }
};

/// The name of a measure made from a NamedMeasure or from approximate_width. Nothing for any other:
/// its widths may change at any time, so nothing made with it can be kept.
std::optional<WidthsName> widths_name(const Measure& measure);

} // namespace attn::figure
