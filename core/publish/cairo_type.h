// SPDX-License-Identifier: MIT
// Lays out lines of text in the program's typefaces. Only for the cairo….cpp files.
#pragma once

#include "core/figure/figure.h"
#include "core/publish/cairo_face.h"
#include "core/publish/cairo_owned.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::publish {

/// Finds the typefaces once and remembers what it laid out: figures repeat their texts, and finding
/// and shaping cost more than painting. Pango lays out what these typefaces cannot show.
class Typesetter {
public:
    Typesetter();

    float width(std::string_view text, figure::Font font, float size);
    /// Whether the text has a letter that no typeface on this machine has.
    bool lacks_letters(std::string_view text);
    /// Paints the text from `x` on, with its baseline at `baseline`, in the current colour.
    void show(cairo_t* cairo, std::string_view text, figure::Font font, float size, float x,
              float baseline);
    /// The height of capital letters at font size 1, measured on the outline of an H.
    float capital_height(figure::Font font);

    /// Lets Pango lay out the text in one line. With `is_direction_of_text` the line runs as its
    /// first letter does; otherwise from left to right, unless all letters run the other way.
    Owned<PangoLayout> line(std::string_view text, figure::Font font, float size,
                            bool is_direction_of_text);

    PangoContext* context();
    const PangoFontDescription* description(figure::Font font) const {
        return descriptions_[static_cast<std::size_t>(font)].get();
    }

private:
    /// A text in one typeface: shaped, or only with the width that Pango gives.
    struct Known {
        std::optional<ShapedText> shaped;
        float width = 0; // at font size 1
    };
    const Known& know(std::string_view text, figure::Font font);
    Owned<PangoLayout> laid_out(std::string_view text, figure::Font font, float size);

    Faces faces_;
    Owned<cairo_font_options_t> options_;
    Owned<PangoFontMap> map_; // created when first needed
    Owned<PangoContext> context_;
    Owned<PangoAttrList> attributes_;
    std::array<Owned<PangoFontDescription>, 4> descriptions_;
    std::array<float, 4> capitals_{};
    std::unordered_map<std::string, Known> known_;
    std::string key_;
    std::vector<cairo_glyph_t> glyphs_;
};

} // namespace attn::publish
