// SPDX-License-Identifier: MIT
#include "core/publish/pictures/cairo_line.h"

#include "core/base/utf8.h"
#include "core/publish/pictures/cairo_type.h"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

namespace attn::publish {
namespace {

using figure::Colour;
using figure::Pixels;

constexpr float tallest = 3; // em above and below the baseline, also for stacked marks

bool is_set_as_it_is(const Character& c) {
    return c.valid && c.code >= 0x20 && (c.code < 0x7F || c.code > 0x9F) &&
           (c.code & 0xFFFE) != 0xFFFE;
}

/// The text as Pango takes it without a warning and Cairo without an error.
std::string settable(std::string_view text) {
    std::string set;
    for (std::size_t at = 0; at < text.size();) {
        const Character c = first_character(text.substr(at));
        set += is_set_as_it_is(c) ? text.substr(at, c.length) : "\uFFFD";
        at += c.length;
    }
    return set;
}

/// Finds the character of `to` with the same number as the one at `byte` in `from`.
std::size_t same_character(std::string_view from, std::size_t byte, std::string_view to) {
    std::size_t at = 0, other = 0;
    while (at < std::min(byte, from.size()) && other < to.size()) {
        at += first_character(from.substr(at)).length;
        other += first_character(to.substr(other)).length;
    }
    return other;
}

float units(int pango) {
    return static_cast<float>(pango) / PANGO_SCALE;
}

/// Paints the line with the left end of its baseline at (x, y).
Owned<cairo_surface_t> painted(PangoLayout* layout, cairo_format_t format, int width, int height,
                               int x, int y, double shade) {
    Owned<cairo_surface_t> surface(cairo_image_surface_create(format, width, height));
    const Owned<cairo_t> cairo(cairo_create(surface.get()));
    cairo_set_source_rgb(cairo.get(), shade, shade, shade);
    cairo_move_to(cairo.get(), x,
                  y - static_cast<double>(units(pango_layout_get_baseline(layout))));
    pango_cairo_show_layout(cairo.get(), layout);
    cairo_surface_flush(surface.get());
    return surface;
}

Pixels clear_pixels(int width, int height) {
    Pixels pixels;
    pixels.width = width;
    pixels.height = height;
    pixels.colours.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                          Colour{255, 255, 255, 0});
    return pixels;
}

Pixels letters_of(cairo_surface_t* surface, int width, int height) {
    Pixels pixels = clear_pixels(width, height);
    const unsigned char* data = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    Colour* pixel = pixels.colours.data();
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            (pixel++)->alpha = data[row * stride + column];
    return pixels;
}

/// Separates letters from coloured glyphs: painted in white and in black, only letters differ.
void separate(cairo_surface_t* in_white, cairo_surface_t* in_black, LinePicture& picture) {
    const int width = picture.letters.width, height = picture.letters.height;
    const int stride = cairo_image_surface_get_stride(in_white);
    const unsigned char* white = cairo_image_surface_get_data(in_white);
    const unsigned char* black = cairo_image_surface_get_data(in_black);
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            std::uint32_t light = 0, dark = 0;
            std::memcpy(&light, white + row * stride + column * 4, sizeof light);
            std::memcpy(&dark, black + row * stride + column * 4, sizeof dark);
            const auto part = [](std::uint32_t word, unsigned shift) {
                return static_cast<int>(word >> shift & 0xFFU);
            };
            const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                            static_cast<std::size_t>(column);
            const int covered = std::max(0, part(light, 8) - part(dark, 8));
            const int own = std::max(0, part(dark, 24) - covered);
            picture.letters.colours[at].alpha = static_cast<std::uint8_t>(covered);
            if (own == 0)
                continue;
            const auto straight = [&](unsigned shift) {
                return static_cast<std::uint8_t>(std::min(255, part(dark, shift) * 255 / own));
            };
            picture.coloured.colours[at] = {straight(16), straight(8), straight(0),
                                            static_cast<std::uint8_t>(own)};
        }
}

} // namespace

struct SetLine::Setting {
    Type type; // keeps the typefaces of the layout alive
    Owned<PangoLayout> layout;
    bool has_colours = false;
    int top = 0, bottom = 0; // where the ink is, downwards from the baseline
};

SetLine::SetLine(Type type, std::string_view text, figure::Font font, float em,
                 LineDirection direction)
    : text_(text), setting_(std::make_unique<Setting>()) {
    std::string set = settable(text);
    is_changed_ = set != text_;
    setting_->layout = type->line(set, font, em, direction == LineDirection::OfText);
    setting_->type = std::move(type);
    PangoLayout* layout = setting_->layout.get();
    PangoRectangle ink, logical;
    pango_layout_get_extents(layout, &ink, &logical);
    // Slightly more than a whole number counts as that number.
    width_ = std::ceil(units(logical.width) - 1.0F / 64);
    const int most = static_cast<int>(std::ceil(em * tallest));
    const int baseline = pango_layout_get_baseline(layout);
    ink_left_ = static_cast<int>(std::floor(units(ink.x)));
    ink_right_ = static_cast<int>(std::ceil(units(ink.x + ink.width)));
    setting_->top = std::max(-most, static_cast<int>(std::floor(units(ink.y - baseline))));
    setting_->bottom =
        std::min(most, static_cast<int>(std::ceil(units(ink.y + ink.height - baseline))));
    setting_->has_colours = has_colours(layout);
}

SetLine::~SetLine() = default;

std::size_t SetLine::set_offset(std::size_t byte) const {
    if (!is_changed_)
        return std::min(byte, text_.size());
    return same_character(text_, byte, pango_layout_get_text(setting_->layout.get()));
}

std::size_t SetLine::own_offset(std::size_t byte) const {
    if (!is_changed_)
        return std::min(byte, text_.size());
    return same_character(pango_layout_get_text(setting_->layout.get()), byte, text_);
}

float SetLine::caret(std::size_t byte) const {
    PangoLayout* layout = setting_->layout.get();
    const auto at = static_cast<int>(set_offset(byte));
    PangoRectangle strong, weak;
    pango_layout_get_cursor_pos(layout, at, &strong, &weak);
    if (at == 0)
        return units(strong.x);
    // Pango's strong position is for a next letter in the line's direction, the weak one for a
    // letter in the other direction.
    const PangoLayoutLine* line = pango_layout_get_line_readonly(layout, 0);
    const char* set = pango_layout_get_text(layout);
    const auto before = static_cast<int>(g_utf8_find_prev_char(set, set + at) - set);
    const bool goes_along = pango_layout_get_direction(layout, before) == line->resolved_dir;
    return units(goes_along ? strong.x : weak.x);
}

std::size_t SetLine::byte_at(float x) const {
    PangoLayout* layout = setting_->layout.get();
    int index = 0, trailing = 0;
    PangoLayoutLine* line = pango_layout_get_line_readonly(layout, 0);
    // Left of the first letter and right of the last, this gives the nearest.
    pango_layout_line_x_to_index(line, static_cast<int>(std::round(x * PANGO_SCALE)), &index,
                                 &trailing);
    const char* set = pango_layout_get_text(layout);
    const char* at = set + index;
    for (; trailing > 0 && *at != '\0'; --trailing)
        at = g_utf8_next_char(at);
    return own_offset(static_cast<std::size_t>(at - set));
}

std::vector<SetLine::Part> SetLine::parts(std::size_t from, std::size_t to) const {
    if (from >= to)
        return {};
    PangoLayoutLine* line = pango_layout_get_line_readonly(setting_->layout.get(), 0);
    int* ranges = nullptr;
    int count = 0;
    pango_layout_line_get_x_ranges(line, static_cast<int>(set_offset(from)),
                                   static_cast<int>(set_offset(to)), &ranges, &count);
    std::vector<Part> parts;
    for (int at = 0; at < count; ++at)
        parts.push_back({units(ranges[2 * at]), units(ranges[2 * at + 1])});
    g_free(ranges);
    return parts;
}

LinePicture SetLine::picture(int from, int to) const {
    LinePicture picture;
    picture.left = std::max(from, ink_left_);
    picture.top = setting_->top;
    const int width = std::min(to, ink_right_) - picture.left;
    const int height = setting_->bottom - setting_->top;
    if (width <= 0 || height <= 0)
        return picture;
    PangoLayout* layout = setting_->layout.get();
    const auto paint = [&](cairo_format_t format, double shade) {
        return painted(layout, format, width, height, -picture.left, -picture.top, shade);
    };
    if (!setting_->has_colours) {
        picture.letters = letters_of(paint(CAIRO_FORMAT_A8, 1).get(), width, height);
        return picture;
    }
    picture.letters = clear_pixels(width, height);
    picture.coloured = clear_pixels(width, height);
    separate(paint(CAIRO_FORMAT_ARGB32, 1).get(), paint(CAIRO_FORMAT_ARGB32, 0).get(), picture);
    return picture;
}

std::vector<char32_t> SetLine::lacking() const {
    std::vector<char32_t> codes;
    if (pango_layout_get_unknown_glyphs_count(setting_->layout.get()) == 0)
        return codes;
    each_run(setting_->layout.get(), [&](const PangoLayoutRun& run, PangoLayoutIter*) {
        for (int at = 0; at < run.glyphs->num_glyphs; ++at)
            if (const PangoGlyph glyph = run.glyphs->glyphs[at].glyph;
                glyph != PANGO_GLYPH_EMPTY && (glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
                codes.push_back(glyph & ~PANGO_GLYPH_UNKNOWN_FLAG);
    });
    return codes;
}

ScriptTypeface typeface_for(char32_t code) {
    struct Row {
        GUnicodeScript script;
        const char* name;
        const char* package;
    };
    constexpr const char* core = "fonts-noto-core";
    constexpr Row rows[] = {{G_UNICODE_SCRIPT_HAN, "Chinese", "fonts-noto-cjk"},
                            {G_UNICODE_SCRIPT_BOPOMOFO, "Chinese", "fonts-noto-cjk"},
                            {G_UNICODE_SCRIPT_HIRAGANA, "Japanese", "fonts-noto-cjk"},
                            {G_UNICODE_SCRIPT_KATAKANA, "Japanese", "fonts-noto-cjk"},
                            {G_UNICODE_SCRIPT_HANGUL, "Korean", "fonts-noto-cjk"},
                            {G_UNICODE_SCRIPT_ARABIC, "Arabic", core},
                            {G_UNICODE_SCRIPT_HEBREW, "Hebrew", core},
                            {G_UNICODE_SCRIPT_DEVANAGARI, "Hindi", core},
                            {G_UNICODE_SCRIPT_BENGALI, "Bengali", core},
                            {G_UNICODE_SCRIPT_GURMUKHI, "Punjabi", core},
                            {G_UNICODE_SCRIPT_GUJARATI, "Gujarati", core},
                            {G_UNICODE_SCRIPT_ORIYA, "Odia", core},
                            {G_UNICODE_SCRIPT_TAMIL, "Tamil", core},
                            {G_UNICODE_SCRIPT_TELUGU, "Telugu", core},
                            {G_UNICODE_SCRIPT_KANNADA, "Kannada", core},
                            {G_UNICODE_SCRIPT_MALAYALAM, "Malayalam", core},
                            {G_UNICODE_SCRIPT_SINHALA, "Sinhala", core},
                            {G_UNICODE_SCRIPT_THAI, "Thai", core},
                            {G_UNICODE_SCRIPT_LAO, "Lao", core},
                            {G_UNICODE_SCRIPT_KHMER, "Khmer", core},
                            {G_UNICODE_SCRIPT_MYANMAR, "Burmese", core},
                            {G_UNICODE_SCRIPT_TIBETAN, "Tibetan", core},
                            {G_UNICODE_SCRIPT_ETHIOPIC, "Amharic", core},
                            {G_UNICODE_SCRIPT_GEORGIAN, "Georgian", core},
                            {G_UNICODE_SCRIPT_ARMENIAN, "Armenian", core}};
    if (code >= 0x1F000 && code < 0x20000)
        return {"emoji", "fonts-noto-color-emoji"};
    const GUnicodeScript script = g_unichar_get_script(code);
    for (const Row& row : rows)
        if (row.script == script)
            return {row.name, row.package};
    // No name: all that GLib knows of rare scripts is a four-letter code.
    return {"", core};
}

} // namespace attn::publish
