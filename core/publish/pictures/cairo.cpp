// SPDX-License-Identifier: MIT
#include "core/publish/pictures/cairo.h"

#include "core/base/match.h"
#include "core/figure/base/text.h"
#include "core/publish/pictures/cairo_type.h"
#include "core/publish/pictures/png_write.h"
#include "core/publish/pictures/svg.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <ft2build.h>
#include <pango/pangocairo.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <pango/pangofc-font.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numbers>

namespace attn::publish {
namespace {

using namespace figure;

constexpr float longest_side = 30000; // pixels; Cairo's images end at 32767

class Painter {
public:
    Painter(cairo_t* cairo, Typesetter& typesetter) : cairo_(cairo), typesetter_(typesetter) {}

    void paint(const Figure& figure) {
        if (figure.background.alpha > 0) {
            // Painting everything also covers the outer part of the last pixels, which would stay
            // translucent.
            set_colour(figure.background);
            cairo_paint(cairo_);
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
        const float capitals = typesetter_.capital_height(text.font) * text.size;
        for (const PlacedSpan& span : placed.spans) {
            const float baseline = text.at.y + capitals / 2 + span.drop;
            typesetter_.show(cairo_, span.text, text.font, span.size, left + span.x, baseline);
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

    cairo_t* cairo_;
    Typesetter& typesetter_;
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

/// Rounds up to whole pixels. Ignores a rounding error of a sum that should be whole.
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

Type own(const Type& type) {
    return type ? type : typesetter();
}

/// Paints each figure on a page of its own; a picture has one page.
Result<> paint(cairo_surface_t* surface, std::span<const Figure> pages, float scale,
               const Type& type) {
    const Owned<cairo_t> cairo(cairo_create(surface));
    cairo_scale(cairo.get(), scale, scale);
    const Type faces = own(type);
    Painter painter(cairo.get(), *faces);
    for (const Figure& page : pages) {
        if (&page != &pages.front()) {
            cairo_show_page(cairo.get());
            cairo_pdf_surface_set_size(surface, page.size.width, page.size.height);
        }
        painter.paint(page);
    }
    if (const cairo_status_t status = cairo_status(cairo.get()); status != CAIRO_STATUS_SUCCESS)
        return Error{std::string("the picture could not be painted: ") +
                     cairo_status_to_string(status)};
    return Nothing{};
}

/// Paints onto a surface that appends its file to `bytes`.
Result<std::string> paint_file(Owned<cairo_surface_t> surface, std::span<const Figure> pages,
                               const Type& type, std::string& bytes) {
    if (const auto done = paint(surface.get(), pages, 1, type); !done)
        return done.error();
    cairo_surface_finish(surface.get());
    if (const cairo_status_t status = cairo_surface_status(surface.get());
        status != CAIRO_STATUS_SUCCESS)
        return Error{std::string("the picture could not be written: ") +
                     cairo_status_to_string(status)};
    return std::move(bytes);
}

/// An image surface of this size, still empty.
class Canvas {
public:
    Canvas(int width, int height)
        : memory_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                  sizeof(std::uint32_t)),
          surface_(cairo_image_surface_create_for_data(
              reinterpret_cast<unsigned char*>(memory_.data()), CAIRO_FORMAT_ARGB32, width, height,
              width * static_cast<int>(sizeof(std::uint32_t)))),
          width_(width), height_(height) {}

    cairo_surface_t* surface() { return surface_.get(); }
    PaintedPixels pixels() {
        cairo_surface_flush(surface_.get());
        return {reinterpret_cast<std::uint32_t*>(memory_.data()), width_, height_};
    }

private:
    LargeMemory memory_;
    Owned<cairo_surface_t> surface_;
    int width_, height_;
};

/// Calls `take` with the figure's pixels while they exist.
template <class Take>
auto with_pixels(const Figure& figure, float scale, const Type& type, Take take)
    -> Result<decltype(take(PaintedPixels{}))> {
    if (const auto size = check_size(figure, scale); !size)
        return size.error();
    Canvas canvas(pixels(figure.size.width * scale), pixels(figure.size.height * scale));
    if (const auto done = paint(canvas.surface(), std::span(&figure, 1), scale, type); !done)
        return done.error();
    return take(canvas.pixels());
}

} // namespace

Type typesetter() {
    return std::make_shared<Typesetter>();
}

Measure measure(const Type& type) {
    return [type](std::string_view text, Font font, float size) {
        return type->width(text, font, size);
    };
}

bool lacks_letters(const Type& type, std::string_view text) {
    return type->lacks_letters(text);
}

Result<Pixels> paint_pixels(const Figure& figure, float scale, const Type& type) {
    return with_pixels(figure, scale, type, [](const PaintedPixels& painted) {
        Pixels raster{painted.width, painted.height, {}};
        const std::size_t count =
            static_cast<std::size_t>(painted.width) * static_cast<std::size_t>(painted.height);
        raster.colours.reserve(count);
        std::transform(painted.words, painted.words + count, std::back_inserter(raster.colours),
                       colour_of);
        return raster;
    });
}

Result<std::string> paint_png(const Figure& figure, float scale, const Type& type) {
    return with_pixels(figure, scale, type,
                       [](const PaintedPixels& painted) { return write_png(painted); });
}

Result<std::string> paint_svg(const Figure& figure, const Type& type) {
    if (const auto size = check_size(figure, 1); !size)
        return size.error();
    std::string bytes;
    Owned<cairo_surface_t> surface(
        cairo_svg_surface_create_for_stream(append, &bytes, figure.size.width, figure.size.height));
    const auto svg = paint_file(std::move(surface), std::span(&figure, 1), type, bytes);
    if (!svg)
        return svg.error();
    return with_steady_names(*svg);
}

Result<std::string> paint_pdf(const Figure& figure, const Type& type) {
    return paint_pdf(std::span(&figure, 1), type);
}

Result<std::string> paint_pdf(std::span<const Figure> pages, const Type& type) {
    assert(!pages.empty() && "a PDF has a page");
    for (const Figure& page : pages)
        if (const auto size = check_size(page, 1); !size)
            return size.error();
    std::string bytes;
    const Size first = pages.front().size;
    Owned<cairo_surface_t> surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, first.width, first.height));
    // The plain trailer to which a document is attached; Cairo 1.18 would write a compressed one.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    // No date: the same figure gives the same bytes.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                   "1970-01-01T00:00:00Z");
    return paint_file(std::move(surface), pages, type, bytes);
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
