// SPDX-License-Identifier: MIT
#include "app/ui/figure_view.h"

#include "core/base/match.h"
#include "core/figure/named_measure.h"
#include "core/figure/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace app {
namespace {

using namespace attn::figure;

bool meets(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

constexpr float quarter = 1.57079633F; // a quarter turn, in radians

struct ShapePainter {
    ImDrawList& list;
    ImVec2 origin;
    Rect visible;
    Fonts& fonts;
    Textures& textures;

    ImVec2 at(float x, float y) const { return {origin.x + x, origin.y + y}; }

    /// Traces a rectangle with small round corners, with no more points than are visible.
    void round(ImVec2 from, ImVec2 to, float radius) const {
        const ImVec2 low{from.x + radius, from.y + radius}, high{to.x - radius, to.y - radius};
        list.PathArcTo(low, radius, 2 * quarter, 3 * quarter, 2);
        list.PathArcTo({high.x, low.y}, radius, 3 * quarter, 4 * quarter, 2);
        list.PathArcTo(high, radius, 0, quarter, 2);
        list.PathArcTo({low.x, high.y}, radius, quarter, 2 * quarter, 2);
    }

    /// Draws a rectangle on whole pixels, and a frame inside it: two triangles each, where
    /// anti-aliased edges take ten. There is one for each cell, and software drawing costs time per
    /// triangle.
    void draw_sharp(const Box& box, ImVec2 from, ImVec2 to) const {
        const auto whole = [](ImVec2 point) {
            return ImVec2(std::round(point.x), std::round(point.y));
        };
        from = whole(from);
        to = whole(to);
        if (box.fill.alpha != 0)
            list.AddRectFilled(from, to, packed(box.fill));
        if (box.stroke.alpha == 0 || box.stroke_width <= 0)
            return;
        const float line = std::max(1.0F, std::round(box.stroke_width));
        const ImU32 stroke = packed(box.stroke);
        list.AddRectFilled(from, {to.x, from.y + line}, stroke);
        list.AddRectFilled({from.x, to.y - line}, to, stroke);
        list.AddRectFilled({from.x, from.y + line}, {from.x + line, to.y - line}, stroke);
        list.AddRectFilled({to.x - line, from.y + line}, {to.x, to.y - line}, stroke);
    }

    /// Draws four sides and the four corners between them.
    void frame(ImVec2 low, ImVec2 high, float corner, float width, ImU32 colour) const {
        list.AddRectFilled({low.x + corner, low.y}, {high.x - corner, low.y + width}, colour);
        list.AddRectFilled({low.x + corner, high.y - width}, {high.x - corner, high.y}, colour);
        list.AddRectFilled({low.x, low.y + corner}, {low.x + width, high.y - corner}, colour);
        list.AddRectFilled({high.x - width, low.y + corner}, {high.x, high.y - corner}, colour);
        const ImVec2 inner{low.x + corner, low.y + corner}, outer{high.x - corner, high.y - corner};
        const std::array<ImVec2, 4> middles = {inner, ImVec2(outer.x, inner.y), outer,
                                               ImVec2(inner.x, outer.y)};
        for (std::size_t at = 0; at < middles.size(); ++at) {
            const float begin = (2 + static_cast<float>(at)) * quarter;
            list.PathArcTo(middles[at], corner - width / 2, begin, begin + quarter, 2);
            list.PathStroke(colour, 0, width);
        }
    }

    void draw(const Box& box) const {
        if (!meets(box.rect, visible))
            return;
        const ImVec2 from = at(box.rect.x, box.rect.y);
        const ImVec2 to = at(box.rect.right(), box.rect.bottom());
        const float most = std::min(to.x - from.x, to.y - from.y) / 2;
        if (box.radius < 2 && most >= 2) { // Smaller corners look square anyway.
            draw_sharp(box, from, to);
            return;
        }
        const auto is_small = [](float radius) { return radius >= 0.5F && radius <= 4; };
        const float radius = std::min(box.radius, most);
        if (box.fill.alpha != 0 &&
            !fonts.corners().draw(list, from, to, radius, packed(box.fill))) {
            if (is_small(radius)) {
                round(from, to, radius);
                list.PathFillConvex(packed(box.fill));
            } else {
                list.AddRectFilled(from, to, packed(box.fill), box.radius);
            }
        }
        if (box.stroke.alpha != 0 && box.stroke_width > 0) {
            // The stroke stays inside; on whole pixels it takes a third of the triangles.
            const float width = std::max(1.0F, std::round(box.stroke_width)), half = width / 2;
            const ImVec2 low{std::round(from.x), std::round(from.y)};
            const ImVec2 high{std::round(to.x), std::round(to.y)};
            const float corner =
                std::round(std::min(box.radius, std::min(high.x - low.x, high.y - low.y) / 2));
            if (is_small(corner - half))
                frame(low, high, corner, width, packed(box.stroke));
            else
                list.AddRect({low.x + half, low.y + half}, {high.x - half, high.y - half},
                             packed(box.stroke), std::max(0.0F, box.radius - half), 0, width);
        }
    }
    void draw(const Line& line) const {
        list.AddLine(at(line.from.x, line.from.y), at(line.to.x, line.to.y), packed(line.colour),
                     line.width);
    }
    void draw(const Polygon& polygon) const {
        std::vector<ImVec2> points;
        for (const Point& point : polygon.points)
            points.push_back(at(point.x, point.y));
        list.AddConvexPolyFilled(points.data(), static_cast<int>(points.size()),
                                 packed(polygon.fill));
    }
    void draw(const Text& text) const {
        if (text.at.y + text.size < visible.y || text.at.y - text.size > visible.bottom())
            return;
        const PlacedText placed = place_text(text.text, text.font, text.size, measure(fonts));
        float left = text.at.x;
        if (text.anchor != Anchor::Left)
            left -= text.anchor == Anchor::Right ? placed.width : placed.width / 2;
        for (const PlacedSpan& span : placed.spans)
            fonts.draw(list, at(left + span.x, text.at.y + span.drop), span.text, text.font,
                       span.size, packed(text.colour));
    }
    /// Draws it slightly displaced: painters differ about pixels whose centre is on an edge.
    void draw(const Image& image) const {
        constexpr float hair = 1.0F / 64;
        if (image.pixels && meets(image.rect, visible))
            list.AddImage(compat::texture_id(textures.of(image.pixels)),
                          at(image.rect.x + hair, image.rect.y + hair),
                          at(image.rect.right() + hair, image.rect.bottom() + hair));
    }
};

} // namespace

Textures::Textures(TextureMaker maker) : maker_(std::move(maker)) {}

Textures::~Textures() {
    for (auto& [key, entry] : entries_)
        maker_.forget(entry.texture);
}

unsigned int Textures::of(const std::shared_ptr<const Pixels>& pixels, bool is_smooth) {
    Entry& entry = entries_[pixels.get()];
    entry.is_used = true;
    if (entry.texture == 0) {
        entry.pixels = pixels;
        entry.texture = maker_.make(*pixels, is_smooth);
    }
    return entry.texture;
}

void Textures::sweep() {
    for (auto at = paintings_.begin(); at != paintings_.end();)
        at = at->second.was_used() ? std::next(at) : paintings_.erase(at);
    for (auto at = entries_.begin(); at != entries_.end();) {
        if (!std::exchange(at->second.is_used, false)) {
            maker_.forget(at->second.texture);
            at = entries_.erase(at);
        } else {
            ++at;
        }
    }
}

ImU32 packed(Colour colour) {
    return IM_COL32(colour.red, colour.green, colour.blue, colour.alpha);
}

Measure measure(Fonts& fonts) {
    return attn::figure::NamedMeasure{[&fonts](std::string_view text, Font font, float size) {
                                          return fonts.width(text, font, size);
                                      },
                                      {&fonts, fonts.widths()}};
}

void paint(const Figure& figure, ImDrawList& list, ImVec2 origin, Rect visible, Fonts& fonts,
           Textures& textures) {
    const ShapePainter painter{list, origin, visible, fonts, textures};
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    textures.painting(figure).paint(
        figure.shapes, list, {origin, visible, {low.x, low.y, high.x, high.y}, fonts.generation()},
        [&](const Shape& shape) {
            attn::match(shape, [&](const auto& one) { painter.draw(one); });
        });
}

} // namespace app
