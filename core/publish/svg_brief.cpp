// SPDX-License-Identifier: MIT
#include "core/publish/svg_brief.h"

#include "core/base/match.h"
#include "core/figure/rich_text.h"
#include "core/publish/svg_parts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace attn::publish {
namespace {

using namespace figure;

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

} // namespace attn::publish
