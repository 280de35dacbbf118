// SPDX-License-Identifier: MIT
// Blends colours on the processor with the same results as OpenGL.
#pragma once

#include "app/ui/compat.h"

#include <algorithm>
#include <cstdint>

namespace app {

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

} // namespace app
