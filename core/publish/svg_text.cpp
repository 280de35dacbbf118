// SPDX-License-Identifier: MIT
#include "core/publish/svg_text.h"

#include "core/base/match.h"
#include "core/figure/rich_text.h"
#include "core/publish/svg_parts.h"

#include <algorithm>

namespace attn::publish {
namespace {

using namespace figure;

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

} // namespace attn::publish
