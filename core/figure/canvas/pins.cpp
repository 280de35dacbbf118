// SPDX-License-Identifier: MIT
#include "core/figure/canvas/pins.h"

#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace attn::figure {
namespace {

constexpr std::uint8_t veil_opacity = 178; // 70 %
constexpr float heading = 2.7F; // the room for a title and names above the cells, in text sizes

Rect joined(const Rect& a, const Rect& b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// Covers the area except the holes, in bands from one edge of a hole to the next.
void draw_veil(Figure& over, const Rect& area, const std::vector<Rect>& holes, Colour colour) {
    std::vector<float> edges{area.y, area.bottom()};
    for (const Rect& hole : holes)
        for (const float edge : {hole.y, hole.bottom()})
            edges.push_back(std::clamp(edge, area.y, area.bottom()));
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
        float x = area.x;
        const auto cover = [&](float to) {
            const float end = std::min(to, area.right());
            if (end > x)
                over.shapes.emplace_back(Box{{x, top, end - x, high}, colour});
        };
        for (const Rect& hole : open) {
            cover(hole.x);
            x = std::max(x, hole.right());
        }
        cover(area.right());
    }
}

float overlap(const Rect& a, const Rect& b) {
    const float wide = std::min(a.right(), b.right()) - std::max(a.x, b.x);
    const float high = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
    return wide > 0 && high > 0 ? wide * high : 0;
}

bool holds(const Rect& outer, const Rect& inner) {
    return outer.x <= inner.x && outer.y <= inner.y && outer.right() >= inner.right() &&
           outer.bottom() >= inner.bottom();
}

/// Places a pin on the corner of its cells where it covers least of the other pins and places; on a
/// tie, the upper left one. If each corner is covered, on the next free place to the right along
/// the visible row, then below.
Rect pin_place(const Rect& cells, float wide, const Rect& seen, const std::vector<Rect>& pins,
               const std::vector<std::optional<Rect>>& places) {
    const float right = std::max(seen.x, seen.right() - wide);
    const float bottom = std::max(seen.y, seen.bottom() - wide);
    const auto at = [&](float x, float y) {
        return Rect{std::clamp(x, seen.x, right), std::clamp(y, seen.y, bottom), wide, wide};
    };
    const auto covered = [&](const Rect& pin) {
        float sum = 0;
        for (const Rect& other : pins)
            sum += overlap(pin, other);
        return sum;
    };
    const float left = cells.x - 0.6F * wide, end = cells.right() - 0.4F * wide;
    const float top = cells.y - 0.6F * wide, low = cells.bottom() - 0.4F * wide;
    const std::array<Rect, 4> corners{at(left, top), at(end, top), at(left, low), at(end, low)};
    const auto cost = [&](const Rect& pin) {
        float sum = 4 * covered(pin);
        for (const auto& place : places)
            if (place && !holds(*place, cells) && !holds(cells, *place))
                sum += overlap(pin, *place);
        return sum;
    };
    Rect best = corners.front();
    for (const Rect& corner : corners)
        if (cost(corner) < cost(best))
            best = corner;
    const Rect first = best;
    while (covered(best) > 0) {
        best.x += wide / 2;
        if (best.x > right) {
            best.x = seen.x;
            best.y += wide;
        }
        if (best.y > bottom)
            return first; // There are more pins than fit.
    }
    return best;
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
    if (options.veil == PinOptions::Veil::All)
        draw_veil(over, {0, 0, over.size.width, over.size.height}, holes, veil);
    if (options.veil == PinOptions::Veil::Cells)
        for (const GridRegion& grid : canvas.grids)
            draw_veil(over, grid.cells, holes, veil);
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
            pins.push_back(
                pin_place(*found[at], pin_size(options.text), options.seen, pins, found));
            draw_pin(drawing, pins.back(), at + 1);
        }
    return over;
}

} // namespace attn::figure
