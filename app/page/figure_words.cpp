// SPDX-License-Identifier: MIT
#include "app/page/figure_words.h"

#include "core/base/utf8.h"
#include "core/figure/base/text.h"

#include <bit>

namespace page {
namespace {

using namespace attn::figure;

// Capital letters of these faces are 0.73 of the size high.
constexpr float half_capital = 0.365F;

class Writer {
public:
    Writer(FigureWords& out, const Measure& measure) : out_(out), measure_(measure) {}

    void write(const Box& box) {
        whole(1);
        write(box.rect);
        write(box.fill);
        write(box.stroke);
        lengths({box.stroke_width, box.radius});
    }
    void write(const Line& line) {
        whole(2);
        lengths({line.from.x, line.from.y, line.to.x, line.to.y});
        write(line.colour);
        lengths({line.width});
    }
    void write(const Polygon& polygon) {
        whole(3);
        write(polygon.fill);
        whole(static_cast<std::uint32_t>(polygon.points.size()));
        for (const Point& point : polygon.points)
            lengths({point.x, point.y});
    }
    /// Writes a text for each piece of the mark-up.
    void write(const Text& text) {
        const PlacedText placed = place_text(text.text, text.font, text.size, measure_);
        const float left = text.at.x - (text.anchor == Anchor::Left     ? 0
                                        : text.anchor == Anchor::Centre ? placed.width / 2
                                                                        : placed.width);
        for (const PlacedSpan& span : placed.spans) {
            whole(4);
            lengths({left + span.x, text.at.y + half_capital * text.size + span.drop, span.size});
            whole(static_cast<std::uint32_t>(text.font));
            write(text.colour);
            lengths({text.turn, text.at.x, text.at.y});
            for (const char letter : attn::valid_utf8(span.text))
                out_.texts += letter == '\0' ? ' ' : letter;
            out_.texts += '\0';
        }
    }
    void write(const Image& image) {
        whole(5);
        write(image.rect);
        whole(static_cast<std::uint32_t>(image.pixels->width));
        whole(static_cast<std::uint32_t>(image.pixels->height));
        whole(static_cast<std::uint32_t>(
            reinterpret_cast<std::uintptr_t>(image.pixels->colours.data())));
    }

    void write(Colour colour) {
        whole(static_cast<std::uint32_t>(colour.red) << 24 |
              static_cast<std::uint32_t>(colour.green) << 16 |
              static_cast<std::uint32_t>(colour.blue) << 8 | colour.alpha);
    }
    void write(const Rect& rect) { lengths({rect.x, rect.y, rect.width, rect.height}); }
    void lengths(std::initializer_list<float> list) {
        for (const float length : list)
            whole(std::bit_cast<std::uint32_t>(length));
    }
    void whole(std::uint32_t word) { out_.words.push_back(word); }

private:
    FigureWords& out_;
    const Measure& measure_;
};

} // namespace

FigureWords figure_words(const Figure& figure, const Measure& measure) {
    FigureWords made;
    Writer writer(made, measure);
    writer.lengths({figure.size.width, figure.size.height});
    writer.write(figure.background);
    for (const Shape& shape : figure.shapes)
        std::visit([&](const auto& one) { writer.write(one); }, shape);
    return made;
}

} // namespace page
