// SPDX-License-Identifier: MIT
#include "core/publish/svg_text.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/figure/rich_text.h"
#include "core/publish/png_write.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace attn::publish {
namespace {

using namespace figure;

/// Up to three decimals, without zeros at the end.
std::string number(float value) {
    char text[64];
    const auto [end, fault] =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 3);
    assert(fault == std::errc{} && "a length has room");
    std::string digits(text, end);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
    return digits == "-0" ? "0" : digits;
}

std::string attribute(const char* name, float value) {
    return std::string(" ") + name + "=\"" + number(value) + "\"";
}

/// fill="#rrggbb", with its opacity where that is not full; "none" for what cannot be seen.
std::string paint(const char* name, Colour colour) {
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
        text += attribute((std::string(name) + "-opacity").c_str(),
                          static_cast<float>(colour.alpha) / 255);
    return text;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char letter : valid_utf8(text))
        out += letter == '&'   ? "&amp;"
               : letter == '<' ? "&lt;"
               : letter == '>' ? "&gt;"
               : letter == '"' ? "&quot;"
                               : std::string(1, letter);
    return out;
}

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

constexpr std::string_view style =
    "<style>text{white-space:pre}"
    ".s,.b{font-family:Inter,'DejaVu Sans',Helvetica,Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}.b{font-weight:700}"
    ".m{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}"
    ".x{font-family:'DejaVu Sans',Inter,sans-serif}</style>\n";

const char* face(Font font) {
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

class Writer {
public:
    Writer(std::string& out, const Measure& measure) : out_(out), measure_(measure) {}

    void write(const Box& box) {
        if (box.fill.alpha == 0 && (box.stroke.alpha == 0 || box.stroke_width <= 0))
            return;
        const bool has_stroke = box.stroke.alpha > 0 && box.stroke_width > 0;
        const float half = has_stroke ? box.stroke_width / 2 : 0;
        out_ += "<rect" + attribute("x", box.rect.x + half) + attribute("y", box.rect.y + half) +
                attribute("width", std::max(0.0F, box.rect.width - 2 * half)) +
                attribute("height", std::max(0.0F, box.rect.height - 2 * half));
        if (box.radius > half)
            out_ += attribute("rx", box.radius - half);
        out_ += paint("fill", box.fill);
        if (has_stroke)
            out_ += paint("stroke", box.stroke) + attribute("stroke-width", box.stroke_width);
        out_ += "/>\n";
    }

    void write(const Line& line) {
        out_ += "<line" + attribute("x1", line.from.x) + attribute("y1", line.from.y) +
                attribute("x2", line.to.x) + attribute("y2", line.to.y) +
                paint("stroke", line.colour) + attribute("stroke-width", line.width) + "/>\n";
    }

    void write(const Polygon& polygon) {
        out_ += "<polygon points=\"";
        for (std::size_t at = 0; at < polygon.points.size(); ++at)
            out_ += (at == 0 ? "" : " ") + number(polygon.points[at].x) + "," +
                    number(polygon.points[at].y);
        out_ += "\"" + paint("fill", polygon.fill) + "/>\n";
    }

    void write(const figure::Text& text) {
        const PlacedText placed = place_text(text.text, text.font, text.size, measure_);
        const float left = text.at.x - (text.anchor == Anchor::Left     ? 0
                                        : text.anchor == Anchor::Centre ? placed.width / 2
                                                                        : placed.width);
        // Capital letters of these faces are 0.73 of their size high.
        const float baseline = text.at.y + 0.365F * text.size;
        const std::string turn = text.turn == 0
                                     ? ""
                                     : " transform=\"rotate(" + number(-text.turn) + " " +
                                           number(text.at.x) + " " + number(text.at.y) + ")\"";
        for (std::size_t at = 0; at < placed.spans.size(); ++at) {
            const PlacedSpan& span = placed.spans[at];
            const float width =
                (at + 1 < placed.spans.size() ? placed.spans[at + 1].x : placed.width) - span.x;
            out_ += std::string("<text class=\"") + face(text.font) + "\"" +
                    attribute("x", left + span.x) + attribute("y", baseline + span.drop) +
                    attribute("font-size", span.size) + attribute("textLength", width) +
                    paint("fill", text.colour) + turn + ">" + escaped(span.text) + "</text>\n";
        }
    }

    void write(const figure::Image& image) {
        const Pixels& pixels = *image.pixels;
        out_ += "<image" + attribute("x", image.rect.x) + attribute("y", image.rect.y) +
                attribute("width", image.rect.width) + attribute("height", image.rect.height) +
                " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                "href=\"data:image/png;base64," +
                base64(write_png(pixels)) + "\"/>\n";
    }

private:
    std::string& out_;
    const Measure& measure_;
};

} // namespace

Result<std::string> write_svg(const Figure& figure, float scale, bool is_paper,
                              const Measure& measure) {
    const std::string unit = is_paper ? "pt" : "";
    const float factor = is_paper ? 1 : scale;
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                      number(figure.size.width * factor) + unit + "\" height=\"" +
                      number(figure.size.height * factor) + unit + "\" viewBox=\"0 0 " +
                      number(figure.size.width) + " " + number(figure.size.height) + "\">\n";
    out += style;
    Writer writer(out, measure);
    if (figure.background.alpha > 0)
        writer.write(Box{{0, 0, figure.size.width, figure.size.height}, figure.background});
    for (const figure::Shape& shape : figure.shapes)
        match(shape, [&](const auto& one) { writer.write(one); });
    return out + "</svg>\n";
}

} // namespace attn::publish
