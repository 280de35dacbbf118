// SPDX-License-Identifier: MIT
// Opens and shapes with font files directly, without fontconfig, because asking fontconfig takes
// longer than painting a figure. Only for the cairo….cpp files.
#pragma once

#include "core/figure/figure.h"
#include "core/publish/cairo_owned.h"

#include <hb.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::publish {

/// One font file.
class Face {
public:
    /// Returns nothing if the file does not exist or is not a font.
    static std::optional<Face> open(const char* path);

    bool has(char32_t code) const;
    hb_font_t* shaper() const { return shaper_.get(); }
    cairo_font_face_t* painter() const { return painter_.get(); }
    float units() const { return units_; } // per em

private:
    struct Release {
        void operator()(hb_font_t* one) const { hb_font_destroy(one); }
        void operator()(cairo_font_face_t* one) const { cairo_font_face_destroy(one); }
    };
    std::unique_ptr<hb_font_t, Release> shaper_;
    std::unique_ptr<cairo_font_face_t, Release> painter_;
    float units_ = 1000;
};

/// A part of a text in one typeface. Lengths are for font size 1.
struct Piece {
    const Face* face = nullptr;
    std::string text;
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
};
struct ShapedText {
    std::vector<Piece> pieces;
    float width = 0;
};

/// The program's typefaces, where Debian's packages install them.
class Faces {
public:
    /// Returns nothing if these typefaces are not enough for the text: another script, combining
    /// marks, or a missing font file.
    std::optional<ShapedText> shape(std::string_view text, figure::Font font);
    /// The height of capital letters at font size 1, measured on the outline of an H; 0 if the
    /// typeface is missing.
    float capital_height(figure::Font font);

private:
    const Face* face(std::size_t file);
    const Face* face_with(char32_t code, figure::Font font);

    static constexpr std::size_t file_count = 6;
    struct Slot {
        bool is_tried = false;
        std::optional<Face> face;
    };
    std::array<Slot, file_count> slots_;
};

} // namespace attn::publish
