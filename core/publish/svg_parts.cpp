// SPDX-License-Identifier: MIT
#include "core/publish/svg_parts.h"

#include "core/base/utf8.h"
#include "core/publish/png_write.h"

#include <cassert>
#include <charconv>

namespace attn::publish {

using namespace figure;

namespace {

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const auto byte = [&](std::size_t i) {
            return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U;
        };
        const unsigned word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (unsigned i = 0; i < 4; ++i)
            text += at + i > bytes.size() ? '=' : letters[word >> (18 - 6 * i) & 63];
    }
    return text;
}

} // namespace

std::string svg_number(float value, int decimals) {
    char text[64];
    const auto [end, fault] =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals);
    assert(fault == std::errc{} && "a length has room");
    std::string digits(text, end);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
    return digits == "-0" ? "0" : digits;
}

std::string svg_attribute(const char* name, float value) {
    return std::string(" ") + name + "=\"" + svg_number(value) + "\"";
}

std::string svg_paint(const char* name, Colour colour) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = std::string(" ") + name + "=\"";
    if (colour.alpha == 0)
        return text + "none\"";
    text += '#';
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
        text += digits[part >> 4];
        text += digits[part & 15];
    }
    text += '"';
    if (colour.alpha < 255)
        text += svg_attribute((std::string(name) + "-opacity").c_str(),
                              static_cast<float>(colour.alpha) / 255);
    return text;
}

std::string escaped_text(std::string_view text) {
    std::string out;
    for (const char letter : valid_utf8(text))
        out += letter == '&'   ? "&amp;"
               : letter == '<' ? "&lt;"
               : letter == '>' ? "&gt;"
               : letter == '"' ? "&quot;"
                               : std::string(1, letter);
    return out;
}

const char* svg_face(Font font) {
    switch (font) {
    case Font::Sans:
        return "s";
    case Font::Bold:
        return "b";
    case Font::Mono:
        return "m";
    case Font::Mathematics:
        return "x";
    }
    assert(false && "every font is handled");
    return "s";
}

float svg_left(const Text& text, float width) {
    return text.at.x - (text.anchor == Anchor::Left     ? 0
                        : text.anchor == Anchor::Centre ? width / 2
                                                        : width);
}

float svg_baseline(const Text& text) {
    return text.at.y + 0.365F * text.size;
}

std::string svg_turn(const Text& text) {
    if (text.turn == 0)
        return "";
    return " transform=\"rotate(" + svg_number(-text.turn) + " " + svg_number(text.at.x) + " " +
           svg_number(text.at.y) + ")\"";
}

std::string svg_image(const Image& image) {
    return "<image" + svg_attribute("x", image.rect.x) + svg_attribute("y", image.rect.y) +
           svg_attribute("width", image.rect.width) + svg_attribute("height", image.rect.height) +
           " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
           "href=\"data:image/png;base64," +
           base64(write_png(*image.pixels)) + "\"/>\n";
}

} // namespace attn::publish
