// SPDX-License-Identifier: MIT
// Lays out lines of text in the program's typefaces. Only for the cairo….cpp files.
#pragma once

#include "core/figure/base/figure.h"

#include <cairo.h>
#include <hb.h>
#include <pango/pangocairo.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::publish {

// Owning pointers to objects of Cairo and Pango.

struct Release {
    void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
    void operator()(cairo_t* p) const { cairo_destroy(p); }
    void operator()(cairo_font_options_t* p) const { cairo_font_options_destroy(p); }
    void operator()(PangoFontDescription* p) const { pango_font_description_free(p); }
    void operator()(PangoAttrList* p) const { pango_attr_list_unref(p); }
    void operator()(PangoFontMetrics* p) const { pango_font_metrics_unref(p); }
    template <class Object>
    void operator()(Object* p) const {
        g_object_unref(p);
    }
};
template <class Thing>
using Owned = std::unique_ptr<Thing, Release>;

// Opens and shapes with font files directly, without fontconfig, because asking fontconfig takes
// longer than painting a figure.

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

// Glyphs with colours of their own, such as emoji. Cairo writes them into a PDF with one pixel per
// point; here they become images sharp enough for print.

/// Calls `each` with every run of a one-line layout and with the iterator at that run.
template <class Each>
void each_run(PangoLayout* layout, Each each) {
    struct Delete {
        void operator()(PangoLayoutIter* iter) const { pango_layout_iter_free(iter); }
    };
    const std::unique_ptr<PangoLayoutIter, Delete> iter(pango_layout_get_iter(layout));
    do {
        if (PangoLayoutRun* run = pango_layout_iter_get_run_readonly(iter.get()))
            each(*run, iter.get());
    } while (pango_layout_iter_next_run(iter.get()));
}

/// Whether a typeface of the layout has coloured glyphs in any of the four formats.
bool has_colours(PangoLayout* layout);

/// Paints the layout with its upper left corner at the current point, as pango_cairo_show_layout
/// does. In a PDF, coloured glyphs become images of 600 pixels per inch.
void show_layout(cairo_t* cairo, PangoLayout* layout);

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
