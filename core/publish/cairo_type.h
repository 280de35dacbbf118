// SPDX-License-Identifier: MIT
// Lines of text set in the faces of the program; only for the cairo….cpp files.
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

/// Finds the faces once and remembers what it has set: figures repeat their texts, and finding and
/// shaping cost more than painting. What the faces cannot show by themselves, Pango sets.
class Typesetter {
public:
    Typesetter();

    float width(std::string_view text, figure::Font font, float size);
    /// Whether no typeface on this machine has some letter of the text.
    bool lacks_letters(std::string_view text);
    /// Paints the text from `x` on with its letters standing on `baseline`, in the current colour.
    void show(cairo_t* cairo, std::string_view text, figure::Font font, float size, float x,
              float baseline);
    /// Height of capital letters of size 1, from the outline of an H.
    float capital_height(figure::Font font);

    /// The text set by Pango in one line, which runs as its first letter does, or from left to
    /// right unless all of it runs the other way.
    Owned<PangoLayout> line(std::string_view text, figure::Font font, float size,
                            bool is_direction_of_text);

    PangoContext* context();
    const PangoFontDescription* description(figure::Font font) const {
        return descriptions_[static_cast<std::size_t>(font)].get();
    }

private:
    /// A text of one face: shaped, or as wide as Pango says.
    struct Known {
        std::optional<ShapedText> shaped;
        float width = 0; // of size 1
    };
    const Known& know(std::string_view text, figure::Font font);
    Owned<PangoLayout> laid_out(std::string_view text, figure::Font font, float size);

    Faces faces_;
    Owned<cairo_font_options_t> options_;
    Owned<PangoFontMap> map_; // made when it is needed
    Owned<PangoContext> context_;
    Owned<PangoAttrList> attributes_;
    std::array<Owned<PangoFontDescription>, 4> descriptions_;
    std::array<float, 4> capitals_{};
    std::unordered_map<std::string, Known> known_;
    std::string key_;
    std::vector<cairo_glyph_t> glyphs_;
};

} // namespace attn::publish
