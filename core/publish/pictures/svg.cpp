// SPDX-License-Identifier: MIT
#include "core/publish/pictures/svg.h"

#include "core/base/match.h"
#include "core/base/utf8.h"
#include "core/figure/base/text.h"
#include "core/publish/pictures/png_write.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

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

namespace {

class SvgWriter {
public:
    SvgWriter(std::string& out, const Measure& measure) : out_(out), measure_(measure) {}

    void write(const Box& box) {
        if (box.fill.alpha == 0 && (box.stroke.alpha == 0 || box.stroke_width <= 0))
            return;
        const bool has_stroke = box.stroke.alpha > 0 && box.stroke_width > 0;
        const float half = has_stroke ? box.stroke_width / 2 : 0;
        out_ += "<rect" + svg_attribute("x", box.rect.x + half) +
                svg_attribute("y", box.rect.y + half) +
                svg_attribute("width", std::max(0.0F, box.rect.width - 2 * half)) +
                svg_attribute("height", std::max(0.0F, box.rect.height - 2 * half));
        if (box.radius > half)
            out_ += svg_attribute("rx", box.radius - half);
        out_ += svg_paint("fill", box.fill);
        if (has_stroke)
            out_ +=
                svg_paint("stroke", box.stroke) + svg_attribute("stroke-width", box.stroke_width);
        out_ += "/>\n";
    }

    void write(const Line& line) {
        out_ += "<line" + svg_attribute("x1", line.from.x) + svg_attribute("y1", line.from.y) +
                svg_attribute("x2", line.to.x) + svg_attribute("y2", line.to.y) +
                svg_paint("stroke", line.colour) + svg_attribute("stroke-width", line.width) +
                "/>\n";
    }

    void write(const Polygon& polygon) {
        out_ += "<polygon points=\"";
        for (std::size_t at = 0; at < polygon.points.size(); ++at)
            out_ += (at == 0 ? "" : " ") + svg_number(polygon.points[at].x) + "," +
                    svg_number(polygon.points[at].y);
        out_ += "\"" + svg_paint("fill", polygon.fill) + "/>\n";
    }

    void write(const figure::Text& text) {
        const PlacedText placed = place_text(text.text, text.font, text.size, measure_);
        const float left = svg_left(text, placed.width), baseline = svg_baseline(text);
        const std::string turn = svg_turn(text);
        for (std::size_t at = 0; at < placed.spans.size(); ++at) {
            const PlacedSpan& span = placed.spans[at];
            const float width =
                (at + 1 < placed.spans.size() ? placed.spans[at + 1].x : placed.width) - span.x;
            out_ += std::string("<text class=\"") + svg_face(text.font) + "\"" +
                    svg_attribute("x", left + span.x) + svg_attribute("y", baseline + span.drop) +
                    svg_attribute("font-size", span.size) + svg_attribute("textLength", width) +
                    svg_paint("fill", text.colour) + turn + ">" + escaped_text(span.text) +
                    "</text>\n";
        }
    }

    void write(const figure::Image& image) { out_ += svg_image(image); }

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
                      svg_number(figure.size.width * factor) + unit + "\" height=\"" +
                      svg_number(figure.size.height * factor) + unit + "\" viewBox=\"0 0 " +
                      svg_number(figure.size.width) + " " + svg_number(figure.size.height) +
                      "\">\n";
    out += svg_style;
    SvgWriter writer(out, measure);
    if (figure.background.alpha > 0)
        writer.write(Box{{0, 0, figure.size.width, figure.size.height}, figure.background});
    for (const figure::Shape& shape : figure.shapes)
        match(shape, [&](const auto& one) { writer.write(one); });
    return out + "</svg>\n";
}

namespace {

std::string brief(float value) {
    return svg_number(value, 1);
}

/// " x y" as a path takes them: no blank before a sign.
std::string after(float value) {
    const std::string text = brief(value);
    return text.front() == '-' ? text : " " + text;
}

class BriefWriter {
public:
    BriefWriter(std::string& out, const Measure& measure) : out_(out), measure_(measure) {}

    void write(const Box& box) {
        const bool has_stroke = box.stroke.alpha > 0 && box.stroke_width > 0;
        if (box.fill.alpha == 0 && !has_stroke)
            return;
        const float half = has_stroke ? box.stroke_width / 2 : 0;
        std::string shape = " width=\"" + brief(std::max(0.0F, box.rect.width - 2 * half)) +
                            "\" height=\"" + brief(std::max(0.0F, box.rect.height - 2 * half)) +
                            "\"";
        if (box.radius > half)
            shape += " rx=\"" + brief(box.radius - half) + "\"";
        if (has_stroke)
            shape += svg_paint("stroke", box.stroke) + " stroke-width=\"" +
                     brief(box.stroke_width) + "\"";
        const auto [found, is_new] = boxes_.try_emplace(shape, "r" + std::to_string(boxes_.size()));
        if (is_new)
            out_ += "<defs><rect id=" + found->second + shape + "/></defs>";
        out_ += "<use href=#" + found->second + " x=" + brief(box.rect.x + half) +
                " y=" + brief(box.rect.y + half) + fill(box.fill) + " />";
    }

    void write(const Line& line) {
        const std::string name =
            kind("stroke:" + css(line.colour) + ";stroke-width:" + brief(line.width));
        out_ += "<path class=" + name + " d=\"M" + brief(line.from.x) + after(line.from.y) + "L" +
                brief(line.to.x) + after(line.to.y) + "\"/>";
    }

    void write(const Polygon& polygon) {
        out_ += "<path d=\"";
        for (std::size_t at = 0; at < polygon.points.size(); ++at)
            out_ +=
                (at == 0 ? "M" : "L") + brief(polygon.points[at].x) + after(polygon.points[at].y);
        out_ += "z\"" + fill(polygon.fill) + " />";
    }

    void write(const figure::Text& text) {
        const PlacedText placed = place_text(text.text, text.font, text.size, measure_);
        const float left = svg_left(text, placed.width), baseline = svg_baseline(text);
        for (std::size_t at = 0; at < placed.spans.size(); ++at) {
            const PlacedSpan& span = placed.spans[at];
            const float end = at + 1 < placed.spans.size() ? placed.spans[at + 1].x : placed.width;
            const std::string name =
                kind("font-size:" + brief(span.size) + "px;fill:" + css(text.colour));
            out_ += std::string("<text class=\"") + svg_face(text.font) + " " + name +
                    "\" x=" + brief(left + (span.x + end) / 2) +
                    " y=" + brief(baseline + span.drop) + svg_turn(text) + ">" +
                    escaped_text(span.text) + "</text>";
        }
    }

    void write(const figure::Image& image) { out_ += svg_image(image); }

private:
    static std::string css(Colour colour) {
        std::string text = "rgba(";
        for (const std::uint8_t part : {colour.red, colour.green, colour.blue})
            text += std::to_string(part) + ",";
        return text + svg_number(static_cast<float>(colour.alpha) / 255) + ")";
    }

    static std::string fill(Colour colour) {
        constexpr const char* digits = "0123456789abcdef";
        if (colour.alpha < 255)
            return svg_paint("fill", colour);
        std::string text = " fill=#";
        for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
            text += digits[part >> 4];
            text += digits[part & 15];
        }
        return text;
    }

    /// The class of shapes with these declarations.
    std::string kind(const std::string& declarations) {
        const auto [found, is_new] =
            kinds_.try_emplace(declarations, "k" + std::to_string(kinds_.size()));
        if (is_new)
            out_ += "<style>." + found->second + "{" + declarations + "}</style>";
        return found->second;
    }

    std::string& out_;
    const Measure& measure_;
    std::map<std::string, std::string> boxes_, kinds_;
};

} // namespace

std::string write_brief_svg(const Figure& figure, const Measure& measure) {
    const std::string width = brief(figure.size.width), height = brief(figure.size.height);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width +
                      "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height +
                      "\">\n";
    out += svg_style;
    out += "<style>svg text{text-anchor:middle}</style>\n";
    BriefWriter writer(out, measure);
    if (figure.background.alpha > 0)
        writer.write(Box{{0, 0, figure.size.width, figure.size.height}, figure.background});
    for (const figure::Shape& shape : figure.shapes)
        match(shape, [&](const auto& one) { writer.write(one); });
    return out + "</svg>\n";
}

namespace {

bool is_small_letter(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether a name begins at `at`: after `id="` or after the `#` of a reference.
bool begins_name(std::string_view svg, std::size_t at) {
    const std::string_view before = svg.substr(0, at);
    return before.ends_with(" id=\"") || before.ends_with("\"#") || before.ends_with("(#");
}

} // namespace

std::string with_steady_names(const std::string& svg) {
    const std::string_view all = svg;
    std::map<std::string, std::size_t, std::less<>> numbers; // by whole name
    std::map<std::string, std::size_t, std::less<>> counts;  // by the name without its number
    std::string steady;
    steady.reserve(svg.size());
    std::size_t done = 0;
    for (std::size_t at = all.find_first_of("\"#"); at != std::string_view::npos;
         at = all.find_first_of("\"#", at + 1)) {
        const std::size_t first = at + 1;
        if (!begins_name(all, first))
            continue;
        std::size_t digits = first;
        while (digits < all.size() && (is_small_letter(all[digits]) || all[digits] == '-'))
            ++digits;
        std::size_t end = digits;
        while (end < all.size() && is_digit(all[end]))
            ++end;
        // "glyph0-12" is already numbered within its document.
        if (digits == first || end == digits || end == all.size() ||
            (all[end] != '"' && all[end] != ')'))
            continue;
        const std::string_view beginning = all.substr(first, digits - first);
        const std::string name(all.substr(first, end - first));
        auto known = numbers.find(name);
        if (known == numbers.end())
            known = numbers.emplace(name, counts[std::string(beginning)]++).first;
        steady += all.substr(done, digits - done);
        steady += std::to_string(known->second);
        done = end;
    }
    steady += all.substr(done);
    return steady;
}

} // namespace attn::publish
