// SPDX-License-Identifier: MIT
#include "core/figure/pins.h"

#include "core/document/sheet.h"
#include "core/figure/hit.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace attn::figure {
namespace {

constexpr std::uint8_t veil_opacity = 204; // 80 %
constexpr float heading = 2.7F;            // above the cells: a title and names, in text sizes

Rect joined(const Rect& a, const Rect& b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// Covers all of the figure but the holes: in bands from one edge of a hole to the next.
void draw_veil(Figure& over, const std::vector<Rect>& holes, Colour colour) {
    std::vector<float> edges{0, over.size.height};
    for (const Rect& hole : holes)
        for (const float edge : {hole.y, hole.bottom()})
            edges.push_back(std::clamp(edge, 0.0F, over.size.height));
    std::sort(edges.begin(), edges.end());
    for (std::size_t at = 0; at + 1 < edges.size(); ++at) {
        const float top = edges[at], high = edges[at + 1] - top, middle = top + high / 2;
        if (high <= 0)
            continue;
        std::vector<Rect> open;
        for (const Rect& hole : holes)
            if (hole.y <= middle && hole.bottom() > middle)
                open.push_back(hole);
        std::sort(open.begin(), open.end(), [](const Rect& a, const Rect& b) { return a.x < b.x; });
        float x = 0;
        const auto cover = [&](float end) {
            if (end > x)
                over.shapes.emplace_back(Box{{x, top, end - x, high}, colour});
        };
        for (const Rect& hole : open) {
            cover(hole.x);
            x = std::max(x, hole.right());
        }
        cover(over.size.width);
    }
}

/// At the upper left corner of the cells; right of another pin that stands there.
Rect pin_place(const Rect& cells, float wide, const Rect& seen, const std::vector<Rect>& others) {
    Rect pin{std::max(seen.x, cells.x - 0.6F * wide), std::max(seen.y, cells.y - 0.6F * wide), wide,
             wide};
    const auto overlaps = [&](const Rect& other) {
        return pin.x < other.right() && other.x < pin.right() && pin.y < other.bottom() &&
               other.y < pin.bottom();
    };
    for (bool is_free = false; !is_free;) {
        const auto other = std::find_if(others.begin(), others.end(), overlaps);
        is_free = other == others.end();
        if (!is_free)
            pin.x = other->right() + 1;
    }
    return pin;
}

} // namespace

float pin_size(float text) {
    return 1.3F * text;
}

void draw_pin(Drawing& drawing, Rect rect, std::size_t number) {
    drawing.figure.shapes.emplace_back(
        Box{rect, drawing.theme.text, transparent, 0, rect.width / 2});
    drawing.figure.shapes.emplace_back(Text{{rect.x + rect.width / 2, rect.y + rect.height / 2},
                                            std::to_string(number),
                                            Font::Bold,
                                            0.62F * rect.height,
                                            drawing.theme.background,
                                            Anchor::Centre});
}

std::optional<Rect> place_rect(const Figure& canvas, const Document& document,
                               const Region& place) {
    const auto cells = cells_of(document, place);
    if (!cells)
        return std::nullopt;
    const auto rect = [&](Index row, Index column) {
        return cell_rect(canvas, shown_place(document, {cells->sheet, row, column}));
    };
    const auto first = rect(cells->row, cells->column);
    const auto last = rect(cells->row + cells->rows - 1, cells->column + cells->columns - 1);
    if (!first || !last)
        return std::nullopt;
    return joined(*first, *last);
}

Figure pins_over(const Figure& canvas, const Document& document, const std::vector<Region>& places,
                 const PinOptions& options) {
    Figure over;
    over.size = canvas.size;
    std::vector<std::optional<Rect>> found;
    std::vector<Rect> holes;
    for (const Region& place : places) {
        found.push_back(place_rect(canvas, document, place));
        if (!found.back())
            continue;
        holes.push_back(grown(*found.back(), 3));
        const Rect matrix =
            place_rect(canvas, document, {place.sheet, {}, {}}).value_or(*found.back());
        const float high = heading * options.text;
        holes.push_back({matrix.x - 2, matrix.y - high, matrix.width + 4, high});
    }
    if (holes.empty())
        return over;
    Colour veil = options.theme.background;
    veil.alpha = veil_opacity;
    draw_veil(over, holes, veil);
    for (std::size_t at = 0; at < found.size(); ++at)
        if (found[at]) {
            const bool is_ringed = options.ringed == at + 1;
            over.shapes.emplace_back(Box{grown(*found[at], is_ringed ? 4.0F : 2.0F), transparent,
                                         is_ringed ? options.theme.accent : options.theme.text,
                                         is_ringed ? 4.0F : 1.5F, 2});
        }
    Drawing drawing{over, options.theme, options.measure};
    std::vector<Rect> pins;
    for (std::size_t at = 0; at < found.size(); ++at)
        if (found[at]) {
            pins.push_back(pin_place(*found[at], pin_size(options.text), options.seen, pins));
            draw_pin(drawing, pins.back(), at + 1);
        }
    return over;
}

} // namespace attn::figure
