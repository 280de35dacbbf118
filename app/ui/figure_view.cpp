// SPDX-License-Identifier: MIT
#include "app/ui/figure_view.h"

#include "core/base/match.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace app {
namespace {

using attn::figure::Box;
using attn::figure::Shape;
using attn::figure::Text;

/// Shapes appear and disappear between others; a shape is searched within this distance of its
/// expected index.
constexpr std::size_t most_moved = 8;
constexpr std::size_t most_shapes = 8192; // More would take too much memory.
constexpr int most_vertices = 60'000;     // Indices have 16 bits.

/// Like ==, but without std::variant's table of functions.
bool are_same(const Shape& a, const Shape& b) {
    if (a.index() != b.index())
        return false;
    if (const auto* const text = std::get_if<Text>(&a))
        return text->at == std::get_if<Text>(&b)->at && *text == *std::get_if<Text>(&b);
    if (const auto* const box = std::get_if<Box>(&a))
        return *box == *std::get_if<Box>(&b);
    return a == b;
}

} // namespace

bool Painting::Ground::operator==(const Ground& other) const {
    return origin.x == other.origin.x && origin.y == other.origin.y && visible == other.visible &&
           clip.x == other.clip.x && clip.y == other.clip.y && clip.z == other.clip.z &&
           clip.w == other.clip.w && letters == other.letters;
}

bool Painting::was_used() {
    return std::exchange(is_used_, false);
}

Painting::Drawn Painting::drawn(const ImDrawList& list) {
    return {list.VtxBuffer.Size, list.IdxBuffer.Size, list.CmdBuffer.Size,
            list.CmdBuffer.back().ElemCount};
}

void Painting::begin(const ImDrawList& list, const Ground& ground) {
    is_used_ = true;
    // Dynamic fonts move letters in their texture.
    if (compat::has_dynamic_fonts || !(ground == ground_)) {
        ground_ = ground;
        shapes_.clear();
        ends_.clear();
    }
    new_ends_.clear();
    next_ = run_first_ = run_last_ = 0;
    is_same_ = true;
    begun_ = drawn(list);
    first_vertex_ = list._VtxCurrentIdx;
    vertex_offset_ = list._CmdHeader.VtxOffset;
}

std::optional<std::size_t> Painting::find(const attn::figure::Shape& shape) const {
    const auto is_it = [&](std::size_t at) {
        return at < shapes_.size() && are_same(shapes_[at], shape);
    };
    if (is_it(next_))
        return next_;
    for (std::size_t away = 1; away <= most_moved; ++away) {
        if (is_it(next_ + away))
            return next_ + away;
        if (away <= next_ && is_it(next_ - away))
            return next_ - away;
    }
    return std::nullopt;
}

bool Painting::repeat(ImDrawList& list, const attn::figure::Shape& shape) {
    const auto found = shapes_.empty() ? std::nullopt : find(shape);
    const std::size_t at = found.value_or(next_);
    is_same_ = is_same_ && found && at == next_;
    next_ = at + 1;
    if (!found || !ends_[at].can_repeat) {
        copy_run(list);
        return false;
    }
    if (at != run_last_ || run_first_ == run_last_) {
        copy_run(list);
        run_first_ = at;
    }
    run_last_ = at + 1;
    const End from = begin_of(at), to = ends_[at];
    const End so_far = new_ends_.empty() ? End{} : new_ends_.back();
    new_ends_.push_back({so_far.vertices + to.vertices - from.vertices,
                         so_far.indices + to.indices - from.indices, true});
    return true;
}

void Painting::note(const ImDrawList& list, const Drawn& before) {
    const Drawn after = drawn(list);
    const auto indices = static_cast<unsigned int>(after.indices - before.indices);
    new_ends_.push_back(
        {static_cast<std::size_t>(after.vertices - begun_.vertices),
         static_cast<std::size_t>(after.indices - begun_.indices),
         after.commands == before.commands && after.of_command == before.of_command + indices});
}

void Painting::copy_run(ImDrawList& list) {
    const End from = begin_of(run_first_), to = begin_of(run_last_);
    run_first_ = run_last_ = 0;
    if (to.indices <= from.indices)
        return;
    const std::size_t vertices = to.vertices - from.vertices, indices = to.indices - from.indices;
    list.PrimReserve(static_cast<int>(indices), static_cast<int>(vertices));
    const unsigned int moved = list._VtxCurrentIdx - static_cast<unsigned int>(from.vertices);
    std::copy_n(vertices_.data() + from.vertices, vertices, list._VtxWritePtr);
    std::transform(indices_.data() + from.indices, indices_.data() + to.indices, list._IdxWritePtr,
                   [moved](ImDrawIdx index) { return static_cast<ImDrawIdx>(index + moved); });
    list._VtxWritePtr += vertices;
    list._IdxWritePtr += indices;
    list._VtxCurrentIdx += static_cast<unsigned int>(vertices);
}

void Painting::end(ImDrawList& list, const std::vector<attn::figure::Shape>& shapes) {
    copy_run(list);
    if (is_same_ && shapes.size() == shapes_.size())
        return;
    const int vertices = list.VtxBuffer.Size - begun_.vertices;
    if (compat::has_dynamic_fonts || vertices > most_vertices || shapes.size() > most_shapes ||
        list._CmdHeader.VtxOffset != vertex_offset_) {
        *this = Painting();
        is_used_ = true;
        return;
    }
    shapes_ = shapes;
    ends_.swap(new_ends_);
    vertices_.assign(list.VtxBuffer.begin() + begun_.vertices, list.VtxBuffer.end());
    indices_.resize(static_cast<std::size_t>(list.IdxBuffer.Size - begun_.indices));
    std::transform(
        list.IdxBuffer.begin() + begun_.indices, list.IdxBuffer.end(), indices_.begin(),
        [first = first_vertex_](ImDrawIdx index) { return static_cast<ImDrawIdx>(index - first); });
}

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
