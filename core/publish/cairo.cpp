// SPDX-License-Identifier: MIT
#include "core/publish/cairo.h"

#include "core/base/match.h"
#include "core/figure/rich_text.h"
#include "core/publish/svg_names.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <ft2build.h>
#include <pango/pangocairo.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <pango/pangofc-font.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

namespace attn::publish {
namespace {

using namespace figure;

constexpr float longest_side = 30000; // pixels; Cairo's images end at 32767

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

/// Sets lines of plain text.
class Typesetter {
public:
    Typesetter()
        : map_(pango_cairo_font_map_new()), context_(pango_font_map_create_context(map_.get())) {
        pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map_.get()), 72);
        const Owned<cairo_font_options_t> options(cairo_font_options_create());
        cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(context_.get(), options.get());
        pango_context_set_round_glyph_positions(context_.get(), FALSE);
        layout_.reset(pango_layout_new(context_.get()));
        pango_layout_set_single_paragraph_mode(layout_.get(), TRUE);
        // Words of right-to-left scripts keep their place between the others.
        pango_layout_set_auto_dir(layout_.get(), FALSE);
        // Digits of one width, and no glyphs made of several letters such as "->".
        attributes_.reset(pango_attr_list_new());
        pango_attr_list_insert(attributes_.get(),
                               pango_attr_font_features_new("tnum=1, calt=0, liga=0"));
        pango_layout_set_attributes(layout_.get(), attributes_.get());
        for (std::size_t i = 0; i < descriptions_.size(); ++i) {
            const auto font = static_cast<Font>(i);
            descriptions_[i].reset(pango_font_description_from_string(families(font)));
            if (font == Font::Bold)
                pango_font_description_set_weight(descriptions_[i].get(), PANGO_WEIGHT_BOLD);
        }
    }

    PangoLayout* set(std::string_view text, Font font, float size) {
        PangoFontDescription* description = descriptions_[static_cast<std::size_t>(font)].get();
        pango_font_description_set_absolute_size(
            description, std::round(static_cast<double>(size) * PANGO_SCALE));
        pango_layout_set_font_description(layout_.get(), description);
        pango_layout_set_text(layout_.get(), text.data(), static_cast<int>(text.size()));
        return layout_.get();
    }

    float width(std::string_view text, Font font, float size) {
        PangoRectangle logical;
        pango_layout_get_extents(set(text, font, size), nullptr, &logical);
        return static_cast<float>(logical.width) / PANGO_SCALE;
    }

    PangoContext* context() { return context_.get(); }
    const PangoFontDescription* description(Font font) const {
        return descriptions_[static_cast<std::size_t>(font)].get();
    }

private:
    Owned<PangoFontMap> map_;
    Owned<PangoContext> context_;
    Owned<PangoLayout> layout_;
    Owned<PangoAttrList> attributes_;
    std::array<Owned<PangoFontDescription>, 4> descriptions_;
};

class Painter {
public:
    explicit Painter(cairo_t* cairo) : cairo_(cairo) {}

    void paint(const Figure& figure) {
        if (figure.background.alpha > 0) {
            set_colour(figure.background);
            cairo_rectangle(cairo_, 0, 0, figure.size.width, figure.size.height);
            cairo_fill(cairo_);
        }
        for (const figure::Shape& shape : figure.shapes)
            match(
                shape, [&](const Box& box) { paint(box); }, [&](const Line& line) { paint(line); },
                [&](const Polygon& polygon) { paint(polygon); },
                [&](const figure::Text& text) { paint(text); },
                [&](const figure::Image& image) { paint(image); });
    }

private:
    void set_colour(Colour c) {
        cairo_set_source_rgba(cairo_, c.red / 255.0, c.green / 255.0, c.blue / 255.0,
                              c.alpha / 255.0);
    }

    void trace_box(Rect rect, double radius) {
        const double r = std::min({radius, rect.width / 2.0, rect.height / 2.0});
        if (r <= 0) {
            cairo_rectangle(cairo_, rect.x, rect.y, rect.width, rect.height);
            return;
        }
        const double left = rect.x, top = rect.y, right = rect.right(), bottom = rect.bottom();
        constexpr double quarter = 1.5707963267948966;
        cairo_new_sub_path(cairo_);
        cairo_arc(cairo_, right - r, top + r, r, -quarter, 0);
        cairo_arc(cairo_, right - r, bottom - r, r, 0, quarter);
        cairo_arc(cairo_, left + r, bottom - r, r, quarter, 2 * quarter);
        cairo_arc(cairo_, left + r, top + r, r, 2 * quarter, 3 * quarter);
        cairo_close_path(cairo_);
    }

    void paint(const Box& box) {
        if (box.fill.alpha > 0) {
            set_colour(box.fill);
            trace_box(box.rect, box.radius);
            cairo_fill(cairo_);
        }
        if (box.stroke.alpha > 0 && box.stroke_width > 0) {
            const float half = box.stroke_width / 2;
            set_colour(box.stroke);
            cairo_set_line_width(cairo_, box.stroke_width);
            trace_box({box.rect.x + half, box.rect.y + half, box.rect.width - box.stroke_width,
                       box.rect.height - box.stroke_width},
                      std::max(0.0F, box.radius - half));
            cairo_stroke(cairo_);
        }
    }

    void paint(const Line& line) {
        set_colour(line.colour);
        cairo_set_line_width(cairo_, line.width);
        cairo_move_to(cairo_, line.from.x, line.from.y);
        cairo_line_to(cairo_, line.to.x, line.to.y);
        cairo_stroke(cairo_);
    }

    void paint(const Polygon& polygon) {
        if (polygon.points.empty())
            return;
        set_colour(polygon.fill);
        for (const Point& point : polygon.points)
            cairo_line_to(cairo_, point.x, point.y);
        cairo_close_path(cairo_);
        cairo_fill(cairo_);
    }

    void paint(const figure::Text& text) {
        const Measure measure = [this](std::string_view plain, Font font, float size) {
            return typesetter_.width(plain, font, size);
        };
        const PlacedText placed = place_text(text.text, text.font, text.size, measure);
        const float left = text.at.x - (text.anchor == Anchor::Left     ? 0
                                        : text.anchor == Anchor::Centre ? placed.width / 2
                                                                        : placed.width);
        set_colour(text.colour);
        if (text.turn != 0) {
            cairo_save(cairo_);
            cairo_translate(cairo_, text.at.x, text.at.y);
            cairo_rotate(cairo_, -text.turn * std::numbers::pi / 180);
            cairo_translate(cairo_, -text.at.x, -text.at.y);
        }
        const float capitals = capital_height(text.font) * text.size;
        for (const PlacedSpan& span : placed.spans) {
            PangoLayout* layout = typesetter_.set(span.text, text.font, span.size);
            const float baseline = text.at.y + capitals / 2 + span.drop;
            const double top = pango_layout_get_baseline(layout) / static_cast<double>(PANGO_SCALE);
            cairo_move_to(cairo_, left + span.x, baseline - top);
            pango_cairo_show_layout(cairo_, layout);
        }
        if (text.turn != 0)
            cairo_restore(cairo_);
    }

    void paint(const figure::Image& image) {
        const Pixels& pixels = *image.pixels;
        if (pixels.width <= 0 || pixels.height <= 0)
            return;
        const Owned<cairo_surface_t> surface(
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.width, pixels.height));
        unsigned char* data = cairo_image_surface_get_data(surface.get());
        const int stride = cairo_image_surface_get_stride(surface.get());
        for (int y = 0; y < pixels.height; ++y)
            for (int x = 0; x < pixels.width; ++x) {
                const Colour c = pixels.colours[static_cast<std::size_t>(y * pixels.width + x)];
                const auto part = [&](std::uint8_t value) {
                    return static_cast<std::uint32_t>(value * c.alpha / 255);
                };
                const std::uint32_t word = static_cast<std::uint32_t>(c.alpha) << 24 |
                                           part(c.red) << 16 | part(c.green) << 8 | part(c.blue);
                std::memcpy(data + y * stride + x * 4, &word, sizeof word);
            }
        cairo_surface_mark_dirty(surface.get());
        cairo_save(cairo_);
        cairo_rectangle(cairo_, image.rect.x, image.rect.y, image.rect.width, image.rect.height);
        cairo_clip(cairo_);
        cairo_translate(cairo_, image.rect.x, image.rect.y);
        cairo_scale(cairo_, static_cast<double>(image.rect.width) / pixels.width,
                    static_cast<double>(image.rect.height) / pixels.height);
        cairo_set_source_surface(cairo_, surface.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
        cairo_paint(cairo_);
        cairo_restore(cairo_);
    }

    /// Height of capital letters of size 1, from the outline of an H.
    float capital_height(Font font) {
        float& height = capitals_[static_cast<std::size_t>(font)];
        if (height == 0) {
            PangoRectangle ink;
            pango_layout_get_extents(typesetter_.set("H", font, 100), &ink, nullptr);
            height = static_cast<float>(ink.height) / PANGO_SCALE / 100;
        }
        return height;
    }

    cairo_t* cairo_;
    Typesetter typesetter_;
    std::array<float, 4> capitals_{};
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

/// Whole pixels; a sum of floats that misses a whole number by a hair adds none.
int pixels(float length) {
    return static_cast<int>(std::ceil(length - 0.01F));
}

Result<> check_size(const Figure& figure, float scale) {
    const float width = figure.size.width * scale, height = figure.size.height * scale;
    if (width >= 1 && height >= 1 && width <= longest_side && height <= longest_side)
        return Nothing{};
    return Error{"a picture of " + std::to_string(std::lround(width)) + " × " +
                 std::to_string(std::lround(height)) +
                 " pixels cannot be made; each side must have 1 to 30000 pixels"};
}

Result<std::string> painted(Owned<cairo_surface_t> surface, const Figure& figure, float scale,
                            std::string& bytes, bool is_png) {
    {
        const Owned<cairo_t> cairo(cairo_create(surface.get()));
        cairo_scale(cairo.get(), scale, scale);
        Painter(cairo.get()).paint(figure);
        if (const cairo_status_t status = cairo_status(cairo.get()); status != CAIRO_STATUS_SUCCESS)
            return Error{std::string("the picture could not be painted: ") +
                         cairo_status_to_string(status)};
    }
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (is_png) {
        status = cairo_surface_write_to_png_stream(surface.get(), append, &bytes);
    } else {
        cairo_surface_finish(surface.get());
        status = cairo_surface_status(surface.get());
    }
    if (status != CAIRO_STATUS_SUCCESS)
        return Error{std::string("the picture could not be written: ") +
                     cairo_status_to_string(status)};
    return std::move(bytes);
}

} // namespace

Result<std::string> paint_png(const Figure& figure, float scale) {
    if (const auto size = check_size(figure, scale); !size)
        return size.error();
    Owned<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
                                                              pixels(figure.size.width * scale),
                                                              pixels(figure.size.height * scale)));
    std::string bytes;
    return painted(std::move(surface), figure, scale, bytes, true);
}

Result<std::string> paint_svg(const Figure& figure) {
    if (const auto size = check_size(figure, 1); !size)
        return size.error();
    std::string bytes;
    Owned<cairo_surface_t> surface(
        cairo_svg_surface_create_for_stream(append, &bytes, figure.size.width, figure.size.height));
    const auto svg = painted(std::move(surface), figure, 1, bytes, false);
    if (!svg)
        return svg.error();
    return with_steady_names(*svg);
}

Result<std::string> paint_pdf(const Figure& figure) {
    if (const auto size = check_size(figure, 1); !size)
        return size.error();
    std::string bytes;
    Owned<cairo_surface_t> surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, figure.size.width, figure.size.height));
    // The plain trailer that a document is attached to; Cairo 1.18 would write a compressed one.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    // No date: the same figure gives the same bytes.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                   "1970-01-01T00:00:00Z");
    return painted(std::move(surface), figure, 1, bytes, false);
}

Measure pango_measure() {
    auto typesetter = std::make_shared<Typesetter>();
    return [typesetter](std::string_view text, Font font, float size) {
        return typesetter->width(text, font, size);
    };
}

std::string versions() {
    std::string text = std::string("cairo ") + cairo_version_string() + "\npango " +
                       pango_version_string() + "\nharfbuzz " + hb_version_string() + "\n";
    FT_Library freetype = nullptr;
    if (FT_Init_FreeType(&freetype) == 0) {
        int major = 0, minor = 0, patch = 0;
        FT_Library_Version(freetype, &major, &minor, &patch);
        FT_Done_FreeType(freetype);
        text += "freetype " + std::to_string(major) + "." + std::to_string(minor) + "." +
                std::to_string(patch) + "\n";
    }
    Typesetter typesetter;
    for (const Font font : {Font::Sans, Font::Bold, Font::Mono, Font::Mathematics}) {
        const Owned<PangoFont> loaded(
            pango_context_load_font(typesetter.context(), typesetter.description(font)));
        if (!loaded || !PANGO_IS_FC_FONT(loaded.get()))
            continue;
        const FcPattern* pattern = pango_fc_font_get_pattern(PANGO_FC_FONT(loaded.get()));
        FcChar8* name = nullptr;
        int version = 0;
        FcPatternGetString(pattern, FC_FULLNAME, 0, &name);
        FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version);
        text += std::string(name ? reinterpret_cast<const char*>(name) : "a font without a name") +
                " " + std::to_string(version) + "\n";
    }
    return text;
}

} // namespace attn::publish
