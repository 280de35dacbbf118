// SPDX-License-Identifier: MIT
#include "app/painting/soft_paint.h"

#include "app/ui/compat.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace app {

// Blends colours on the processor with the same results as OpenGL.

/// A colour to be blended over another.
struct Ink {
    std::uint32_t red = 0, green = 0, blue = 0, alpha = 0;
};

inline Ink ink_of(ImU32 packed) {
    return {packed >> IM_COL32_R_SHIFT & 0xFFU, packed >> IM_COL32_G_SHIFT & 0xFFU,
            packed >> IM_COL32_B_SHIFT & 0xFFU, packed >> IM_COL32_A_SHIFT & 0xFFU};
}

/// Returns product / 255, rounded, for a product of two bytes or a sum of shares that add up to
/// one.
inline std::uint32_t divided(std::uint32_t product) {
    const std::uint32_t sum = product + 128;
    return (sum + (sum >> 8U)) >> 8U;
}

inline std::uint32_t share(std::uint32_t value, std::uint32_t of) {
    return divided(value * of);
}

/// A colour prepared for blending over many pixels: its parts of red and blue, and of green, both
/// including the rounding term, and the share of the colour beneath that remains.
struct Layer {
    std::uint32_t red_blue = 0, green = 0, rest = 255;
};

inline Layer layer_of(const Ink& ink) {
    return {(ink.red << 16U | ink.blue) * ink.alpha + 0x800080U, ink.green * ink.alpha + 0x80U,
            255 - ink.alpha};
}

/// Blends red and blue together, since 16 bits hold the product of two bytes. Each is divided as in
/// divided().
inline std::uint32_t laid_over(std::uint32_t pixel, const Layer& layer) {
    const std::uint32_t both = (pixel & 0xFF00FFU) * layer.rest + layer.red_blue;
    const std::uint32_t green = (pixel >> 8U & 0xFFU) * layer.rest + layer.green;
    return ((both + (both >> 8U & 0xFF00FFU)) >> 8U & 0xFF00FFU) |
           ((green + (green >> 8U)) & 0xFF00U);
}

inline void lay_over(std::uint32_t& pixel, const Ink& ink) {
    pixel = laid_over(pixel, layer_of(ink));
}

inline Ink tinted(const Ink& ink, const Ink& tint) {
    return {share(ink.red, tint.red), share(ink.green, tint.green), share(ink.blue, tint.blue),
            share(ink.alpha, tint.alpha)};
}

/// A colour for interpolation.
struct Tint {
    float red = 0, green = 0, blue = 0, alpha = 0;
};

inline Tint tint_of(const Ink& ink) {
    return {static_cast<float>(ink.red), static_cast<float>(ink.green),
            static_cast<float>(ink.blue), static_cast<float>(ink.alpha)};
}

/// Interpolates between three corners.
inline Ink between(const Tint& a, float of_a, const Tint& b, float of_b, const Tint& c,
                   float of_c) {
    const auto mixed = [=](float one, float other, float third) {
        return static_cast<std::uint32_t>(std::max(0.0F, one * of_a + other * of_b + third * of_c) +
                                          0.5F);
    };
    return {mixed(a.red, b.red, c.red), mixed(a.green, b.green, c.green),
            mixed(a.blue, b.blue, c.blue), mixed(a.alpha, b.alpha, c.alpha)};
}

namespace {

constexpr int soft_parts = 256; // subpixels per pixel; places are rounded to them, as in OpenGL

/// A corner of a triangle in the image.
struct Corner {
    int x = 0, y = 0; // in subpixels
    float u = 0, v = 0;
    ImU32 colour = 0;
};

/// The first pixel whose centre is at or after the place.
int first_pixel(int place) {
    const int shifted = place - soft_parts / 2 + soft_parts - 1;
    return shifted >= 0 ? shifted / soft_parts : -((-shifted + soft_parts - 1) / soft_parts);
}

int clamped(int at, int count) {
    return std::clamp(at, 0, count - 1);
}

Ink letter_between(const SoftTexture& texture, float u, float v) {
    const float x = u * static_cast<float>(texture.width) - 0.5F;
    const float y = v * static_cast<float>(texture.height) - 0.5F;
    const auto below_or_at = [](float place) {
        const int whole = static_cast<int>(place);
        return place < static_cast<float>(whole) ? whole - 1 : whole;
    };
    const int left = below_or_at(x), top = below_or_at(y);
    const float across = x - static_cast<float>(left), down = y - static_cast<float>(top);
    const int first = clamped(left, texture.width), second = clamped(left + 1, texture.width);
    const auto along = [&](int row) {
        const unsigned char* const letters =
            texture.letters + clamped(row, texture.height) * texture.width;
        return static_cast<float>(letters[first]) * (1 - across) +
               static_cast<float>(letters[second]) * across;
    };
    return {255, 255, 255,
            static_cast<std::uint32_t>(along(top) * (1 - down) + along(top + 1) * down + 0.5F)};
}

Ink picture_at(const SoftTexture& texture, int column, int row) {
    const attn::figure::Colour& colour =
        texture
            .colours[clamped(row, texture.height) * texture.width + clamped(column, texture.width)];
    return {colour.red, colour.green, colour.blue, colour.alpha};
}

/// The mean of the part of a smooth picture that one window pixel covers.
Ink picture_around(const SoftTexture& texture, float u, float v, float wide, float high) {
    const float x = u * static_cast<float>(texture.width);
    const float y = v * static_cast<float>(texture.height);
    if (!texture.is_smooth || (wide <= 1 && high <= 1))
        return picture_at(texture, static_cast<int>(std::floor(x)),
                          static_cast<int>(std::floor(y)));
    const int left = static_cast<int>(std::floor(x - wide / 2 + 0.5F));
    const int top = static_cast<int>(std::floor(y - high / 2 + 0.5F));
    const int columns = std::max(1, static_cast<int>(std::lround(wide)));
    const int rows = std::max(1, static_cast<int>(std::lround(high)));
    Ink sum;
    for (int row = top; row < top + rows; ++row)
        for (int column = left; column < left + columns; ++column) {
            const Ink one = picture_at(texture, column, row);
            sum.red += one.red;
            sum.green += one.green;
            sum.blue += one.blue;
            sum.alpha += one.alpha;
        }
    const auto count = static_cast<std::uint32_t>(rows * columns);
    return {sum.red / count, sum.green / count, sum.blue / count, sum.alpha / count};
}

struct Brush {
    const SoftImage& image;
    const SoftTexture& texture;
    PixelArea clip;
    /// The last sample for a whole shape: nearly always the white of the atlas.
    mutable float last_u = -1, last_v = -1;
    mutable Ink last = {};

    std::uint32_t* row(int y) const {
        return image.pixels + static_cast<std::ptrdiff_t>(y) * image.width;
    }

    Ink sample(float u, float v, float wide, float high) const {
        return texture.letters ? letter_between(texture, u, v)
                               : picture_around(texture, u, v, wide, high);
    }

    const Ink& sample(float u, float v) const {
        if (u != last_u || v != last_v)
            last = sample(last_u = u, last_v = v, 0, 0);
        return last;
    }

    void fill(const PixelArea& area, const Ink& ink) const {
        if (ink.alpha == 0)
            return;
        const std::uint32_t solid = ink.red << 16U | ink.green << 8U | ink.blue;
        const Layer layer = layer_of(ink);
        for (int y = area.top; y < area.bottom; ++y) {
            std::uint32_t* const line = row(y);
            if (ink.alpha == 255)
                std::fill(line + area.left, line + area.right, solid);
            else
                for (int x = area.left; x < area.right; ++x)
                    line[x] = laid_over(line[x], layer);
        }
    }

    /// Draws letters that align with the pixels, as nearly all do.
    bool copy_letters(const PixelArea& area, const Corner& from, float du, float dv,
                      const Ink& tint) const {
        const auto wide = static_cast<float>(texture.width);
        const auto high = static_cast<float>(texture.height);
        const float x = from.u * wide, y = from.v * high;
        constexpr float hardly = 1.0F / 64;
        const auto is_whole = [](float value) {
            return std::abs(value - std::round(value)) < hardly;
        };
        if (std::abs(du * wide - 1) > hardly / 16 || std::abs(dv * high - 1) > hardly / 16 ||
            !is_whole(x) || !is_whole(y) || from.x % soft_parts != 0 || from.y % soft_parts != 0)
            return false;
        const int column = static_cast<int>(std::lround(x)) - from.x / soft_parts;
        const int line = static_cast<int>(std::lround(y)) - from.y / soft_parts;
        if (area.left + column < 0 || area.top + line < 0 || area.right + column > texture.width ||
            area.bottom + line > texture.height)
            return false;
        for (int at = area.top; at < area.bottom; ++at) {
            const unsigned char* letters = texture.letters + (at + line) * texture.width + column;
            std::uint32_t* const pixels = row(at);
            for (int place = area.left; place < area.right; ++place) {
                const std::uint32_t alpha = letters[place];
                if (alpha == 0)
                    continue;
                Ink ink = tint;
                if (alpha != 255)
                    ink.alpha = tint.alpha == 255 ? alpha : share(alpha, tint.alpha);
                lay_over(pixels[place], ink);
            }
        }
        return true;
    }

    /// Draws a picture unscaled, pixel by pixel.
    void copy_picture(const PixelArea& area, const Corner& from, float du, float dv) const {
        const auto source = [](int pixel, int place, float first, float step, int count) {
            const float along = static_cast<float>(pixel) + 0.5F -
                                static_cast<float>(place) / static_cast<float>(soft_parts);
            return clamped(
                static_cast<int>(std::floor((first + step * along) * static_cast<float>(count))),
                count);
        };
        std::vector<int> columns;
        for (int x = area.left; x < area.right; ++x)
            columns.push_back(source(x, from.x, from.u, du, texture.width));
        for (int y = area.top; y < area.bottom; ++y) {
            const attn::figure::Colour* const line =
                texture.colours +
                static_cast<std::ptrdiff_t>(source(y, from.y, from.v, dv, texture.height)) *
                    texture.width;
            std::uint32_t* pixel = row(y) + area.left;
            for (const int column : columns) {
                const attn::figure::Colour& colour = line[column];
                if (colour.alpha == 255)
                    *pixel = std::uint32_t{colour.red} << 16U | std::uint32_t{colour.green} << 8U |
                             colour.blue;
                else
                    lay_over(*pixel, {colour.red, colour.green, colour.blue, colour.alpha});
                ++pixel;
            }
        }
    }

    /// Draws two triangles that form a rectangle of one colour.
    void rectangle(const Corner& from, const Corner& to) const {
        const PixelArea area{
            std::max(first_pixel(from.x), clip.left), std::max(first_pixel(from.y), clip.top),
            std::min(first_pixel(to.x), clip.right), std::min(first_pixel(to.y), clip.bottom)};
        if (area.left >= area.right || area.top >= area.bottom)
            return;
        const Ink tint = ink_of(from.colour);
        if (from.u == to.u && from.v == to.v) {
            fill(area, tinted(sample(from.u, from.v), tint));
            return;
        }
        const float du =
            (to.u - from.u) * static_cast<float>(soft_parts) / static_cast<float>(to.x - from.x);
        const float dv =
            (to.v - from.v) * static_cast<float>(soft_parts) / static_cast<float>(to.y - from.y);
        if (texture.letters && copy_letters(area, from, du, dv, tint))
            return;
        if (texture.colours && !texture.is_smooth && from.colour == IM_COL32_WHITE) {
            copy_picture(area, from, du, dv);
            return;
        }
        const float wide = std::abs(du) * static_cast<float>(texture.width);
        const float high = std::abs(dv) * static_cast<float>(texture.height);
        const auto along = [](int pixel, int place) {
            return static_cast<float>(pixel) + 0.5F -
                   static_cast<float>(place) / static_cast<float>(soft_parts);
        };
        for (int y = area.top; y < area.bottom; ++y) {
            const float v = from.v + dv * along(y, from.y);
            std::uint32_t* const pixels = row(y);
            for (int x = area.left; x < area.right; ++x)
                lay_over(pixels[x],
                         tinted(sample(from.u + du * along(x, from.x), v, wide, high), tint));
        }
    }

    void triangle(const Corner& first, const Corner& second, const Corner& third) const {
        const auto across = [](const Corner& from, const Corner& to, std::int64_t x,
                               std::int64_t y) {
            return (std::int64_t{to.x} - from.x) * (y - from.y) -
                   (std::int64_t{to.y} - from.y) * (x - from.x);
        };
        const std::int64_t area = across(first, second, third.x, third.y);
        if (area == 0)
            return;
        const Corner &a = first, &b = area > 0 ? second : third, &c = area > 0 ? third : second;
        // A centre on an edge belongs to the triangle below or to the right of it.
        const auto bias = [](const Corner& from, const Corner& to) {
            const bool takes = to.y < from.y || (to.y == from.y && to.x > from.x);
            return takes ? 0 : -1;
        };
        const int left = std::max(first_pixel(std::min({a.x, b.x, c.x})), clip.left);
        const int right = std::min(first_pixel(std::max({a.x, b.x, c.x})) + 1, clip.right);
        const int top = std::max(first_pixel(std::min({a.y, b.y, c.y})), clip.top);
        const int bottom = std::min(first_pixel(std::max({a.y, b.y, c.y})) + 1, clip.bottom);
        if (left >= right || top >= bottom)
            return;
        const bool is_plain = a.colour == b.colour && a.colour == c.colour;
        const bool is_solid = a.u == b.u && a.u == c.u && a.v == b.v && a.v == c.v;
        const Ink base = is_solid ? sample(a.u, a.v) : Ink{};
        const bool is_white = (base.red & base.green & base.blue & base.alpha) == 255;
        const Ink ink_a = ink_of(a.colour);
        const Tint tint_a = tint_of(ink_a), tint_b = tint_of(ink_of(b.colour)),
                   tint_c = tint_of(ink_of(c.colour));
        const float whole = 1 / static_cast<float>(std::abs(area));
        const std::int64_t bias_a = bias(b, c), bias_b = bias(c, a), bias_c = bias(a, b);
        const std::int64_t step_a = (std::int64_t{c.y} - b.y) * soft_parts,
                           step_b = (std::int64_t{a.y} - c.y) * soft_parts,
                           step_c = (std::int64_t{b.y} - a.y) * soft_parts;
        const std::int64_t begin = std::int64_t{left} * soft_parts + soft_parts / 2;
        for (int y = top; y < bottom; ++y) {
            const std::int64_t down = std::int64_t{y} * soft_parts + soft_parts / 2;
            std::int64_t to_a = across(b, c, begin, down), to_b = across(c, a, begin, down),
                         to_c = across(a, b, begin, down);
            std::uint32_t* const pixels = row(y);
            for (int x = left; x < right; ++x) {
                // True if none is negative.
                if (((to_a + bias_a) | (to_b + bias_b) | (to_c + bias_c)) >= 0) {
                    const float of_a = static_cast<float>(to_a) * whole;
                    const float of_b = static_cast<float>(to_b) * whole;
                    const float of_c = 1 - of_a - of_b;
                    Ink ink = is_plain ? ink_a : between(tint_a, of_a, tint_b, of_b, tint_c, of_c);
                    if (!is_solid)
                        ink = tinted(sample(a.u * of_a + b.u * of_b + c.u * of_c,
                                            a.v * of_a + b.v * of_b + c.v * of_c, 1, 1),
                                     ink);
                    else if (!is_white)
                        ink = tinted(base, ink);
                    lay_over(pixels[x], ink);
                }
                to_a -= step_a;
                to_b -= step_b;
                to_c -= step_c;
            }
        }
    }
};

Corner corner_of(const ImDrawData& data, const ImDrawVert& vertex) {
    const auto place = [](float at) { // clamps places far outside
        const float inside = std::min(std::max(at, -1e6F), 1e6F) * static_cast<float>(soft_parts);
        return static_cast<int>(inside + (inside < 0 ? -0.5F : 0.5F));
    };
    return {place((vertex.pos.x - data.DisplayPos.x) * data.FramebufferScale.x),
            place((vertex.pos.y - data.DisplayPos.y) * data.FramebufferScale.y), vertex.uv.x,
            vertex.uv.y, vertex.col};
}

/// Whether a, b, c and a, c, d are the two halves of an axis-aligned rectangle of one colour.
bool is_rectangle(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    return a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x && a.x < c.x && a.y < c.y &&
           a.colour == b.colour && a.colour == c.colour && a.colour == d.colour && a.v == b.v &&
           b.u == c.u && c.v == d.v && d.u == a.u;
}

} // namespace

void clear_soft(const SoftImage& image, const std::vector<PixelArea>& areas,
                attn::figure::Colour colour) {
    const SoftTexture none;
    const Brush brush{image, none, {0, 0, image.width, image.height}};
    for (const PixelArea& area : areas)
        brush.fill(area, {colour.red, colour.green, colour.blue, 255});
}

void paint_soft(const SoftImage& image, const ImDrawData& data,
                const std::function<SoftTexture(ImTextureID)>& texture) {
    for (const ImDrawList* each : compat::lists_of(data)) {
        const ImDrawList& list = *each;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const SoftTexture source = texture(compat::texture_of(command));
            const PixelArea clip = common(clip_of(data, command.ClipRect, image.height),
                                          {0, 0, image.width, image.height});
            if ((!source.letters && !source.colours) || is_empty(clip))
                continue;
            const Brush brush{image, source, clip};
            const auto index = [&](unsigned int of) {
                return list.IdxBuffer[static_cast<int>(command.IdxOffset + of)];
            };
            const auto corner = [&](unsigned int of) {
                return corner_of(data,
                                 list.VtxBuffer[static_cast<int>(command.VtxOffset + index(of))]);
            };
            for (unsigned int first = 0; first + 2 < command.ElemCount; first += 3) {
                const Corner a = corner(first), b = corner(first + 1), c = corner(first + 2);
                if (piece_at(list, command, first) == 6) {
                    if (const Corner d = corner(first + 5); is_rectangle(a, b, c, d)) {
                        brush.rectangle(a, c);
                        first += 3;
                        continue;
                    }
                }
                brush.triangle(a, b, c);
            }
        }
    }
}

} // namespace app
