// SPDX-License-Identifier: MIT
#include "core/publish/cairo_type.h"

#include "core/base/direction.h"
#include "core/publish/cairo_colours.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace attn::publish {
namespace {

using figure::Font;

constexpr std::size_t most_remembered = 4096; // texts
constexpr float measured_size = 64;           // widths grow in proportion to the size

const char* families(Font font) {
    switch (font) {
    case Font::Sans:
    case Font::Bold:
        return "Inter,DejaVu Sans,sans-serif";
    case Font::Mono:
        return "JetBrains Mono,DejaVu Sans Mono,monospace";
    case Font::Mathematics:
        return "DejaVu Sans,Inter,sans-serif";
    }
    assert(false && "every font is handled");
    return "sans-serif";
}

} // namespace

Typesetter::Typesetter() : options_(cairo_font_options_create()) {
    cairo_font_options_set_antialias(options_.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options_.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options_.get(), CAIRO_HINT_METRICS_OFF);
    for (std::size_t i = 0; i < descriptions_.size(); ++i) {
        const auto font = static_cast<Font>(i);
        descriptions_[i].reset(pango_font_description_from_string(families(font)));
        if (font == Font::Bold)
            pango_font_description_set_weight(descriptions_[i].get(), PANGO_WEIGHT_BOLD);
    }
}

PangoContext* Typesetter::context() {
    if (context_)
        return context_.get();
    map_.reset(pango_cairo_font_map_new());
    context_.reset(pango_font_map_create_context(map_.get()));
    pango_context_set_base_dir(context_.get(), PANGO_DIRECTION_LTR);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map_.get()), 72);
    pango_cairo_context_set_font_options(context_.get(), options_.get());
    pango_context_set_round_glyph_positions(context_.get(), FALSE);
    // Digits of equal width, and no ligatures such as "->".
    attributes_.reset(pango_attr_list_new());
    pango_attr_list_insert(attributes_.get(),
                           pango_attr_font_features_new("tnum=1, calt=0, liga=0"));
    return context_.get();
}

Owned<PangoLayout> Typesetter::laid_out(std::string_view text, Font font, float size) {
    Owned<PangoLayout> layout(pango_layout_new(context()));
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    // Right-to-left words keep their place among other words. A text that is all right-to-left runs
    // that way, so that an ellipsis stands at its end.
    pango_layout_set_auto_dir(layout.get(), is_all_from_right(text));
    pango_layout_set_attributes(layout.get(), attributes_.get());
    PangoFontDescription* description = descriptions_[static_cast<std::size_t>(font)].get();
    pango_font_description_set_absolute_size(description,
                                             std::round(static_cast<double>(size) * PANGO_SCALE));
    pango_layout_set_font_description(layout.get(), description);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

Owned<PangoLayout> Typesetter::line(std::string_view text, Font font, float size,
                                    bool is_direction_of_text) {
    Owned<PangoLayout> layout = laid_out(text, font, size);
    if (is_direction_of_text)
        pango_layout_set_auto_dir(layout.get(), TRUE);
    return layout;
}

const Typesetter::Known& Typesetter::know(std::string_view text, Font font) {
    key_.assign(1, static_cast<char>(font));
    key_ += text;
    if (const auto at = known_.find(key_); at != known_.end())
        return at->second;
    if (known_.size() >= most_remembered)
        known_.clear();
    Known one;
    one.shaped = faces_.shape(text, font);
    if (one.shaped) {
        one.width = one.shaped->width;
    } else {
        PangoRectangle logical;
        pango_layout_get_extents(laid_out(text, font, measured_size).get(), nullptr, &logical);
        one.width = static_cast<float>(logical.width) / PANGO_SCALE / measured_size;
    }
    return known_.emplace(key_, std::move(one)).first->second;
}

float Typesetter::width(std::string_view text, Font font, float size) {
    return know(text, font).width * size;
}

bool Typesetter::lacks_letters(std::string_view text) {
    return !know(text, Font::Sans).shaped &&
           pango_layout_get_unknown_glyphs_count(laid_out(text, Font::Sans, measured_size).get()) >
               0;
}

void Typesetter::show(cairo_t* cairo, std::string_view text, Font font, float size, float x,
                      float baseline) {
    const Known& known = know(text, font);
    if (!known.shaped) {
        const Owned<PangoLayout> layout = laid_out(text, font, size);
        const double top =
            pango_layout_get_baseline(layout.get()) / static_cast<double>(PANGO_SCALE);
        cairo_move_to(cairo, static_cast<double>(x), static_cast<double>(baseline) - top);
        show_layout(cairo, layout.get());
        return;
    }
    for (const Piece& piece : known.shaped->pieces) {
        glyphs_ = piece.glyphs;
        for (cairo_glyph_t& glyph : glyphs_) {
            glyph.x = static_cast<double>(x) + glyph.x * static_cast<double>(size);
            glyph.y = static_cast<double>(baseline) + glyph.y * static_cast<double>(size);
        }
        cairo_set_font_face(cairo, piece.face->painter());
        cairo_set_font_options(cairo, options_.get());
        cairo_set_font_size(cairo, static_cast<double>(size));
        cairo_show_text_glyphs(cairo, piece.text.data(), static_cast<int>(piece.text.size()),
                               glyphs_.data(), static_cast<int>(glyphs_.size()),
                               piece.clusters.data(), static_cast<int>(piece.clusters.size()),
                               static_cast<cairo_text_cluster_flags_t>(0));
    }
}

float Typesetter::capital_height(Font font) {
    float& height = capitals_[static_cast<std::size_t>(font)];
    if (height == 0)
        height = faces_.capital_height(font);
    if (height == 0) {
        PangoRectangle ink;
        pango_layout_get_extents(laid_out("H", font, 100).get(), &ink, nullptr);
        height = static_cast<float>(ink.height) / PANGO_SCALE / 100;
    }
    return height;
}

} // namespace attn::publish
