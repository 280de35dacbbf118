// SPDX-License-Identifier: MIT
#include "app/painting/redraw.h"

#include "app/ui/compat.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace app {
namespace {

constexpr int tile = 16;
/// Each area costs about as much time as this many tiles, whatever it contains.
constexpr long area_cost = 4;

int tiles_along(int pixels) {
    return (pixels + tile - 1) / tile;
}

std::uint64_t mixed(std::uint64_t sum, std::uint64_t more) {
    sum = (sum ^ more) * 0x9E3779B97F4A7C15U;
    return sum ^ sum >> 29U;
}

std::uint64_t folded(std::uint64_t one, std::uint64_t other) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(one) * other;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Mixes all data of a vertex into the sum.
std::uint64_t mixed(std::uint64_t sum, const ImDrawVert& vertex) {
    static_assert(sizeof vertex == 20, "a place, a place in the texture and a colour");
    std::uint64_t place = 0, source = 0;
    std::memcpy(&place, &vertex.pos, sizeof place);
    std::memcpy(&source, &vertex.uv, sizeof source);
    source ^= vertex.col * 0xD6E8FEB86659FD93U;
    return folded(sum ^ place ^ 0x9E3779B97F4A7C15U, source ^ 0xA0761D6478BD642FU) + sum;
}

/// The clip rectangle for exactly these pixels. The fractions keep the backend's rounding from
/// changing it.
ImVec4 clip_rect(const ImDrawData& data, const PixelArea& area) {
    const ImVec2 scale = data.FramebufferScale;
    return {(static_cast<float>(area.left) + 0.25F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.top) - 0.5F) / scale.y + data.DisplayPos.y,
            (static_cast<float>(area.right) + 0.5F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.bottom) - 0.25F) / scale.y + data.DisplayPos.y};
}

/// The corners of a piece; a triangle's fourth corner repeats its third.
struct Quad {
    const ImDrawVert &a, &b, &c, &d;
};

/// The pixels in the clip that a piece can touch, plus one on each side.
PixelArea bounds(const ImDrawData& data, const Quad& of, const PixelArea& clip) {
    const auto low = [](float a, float b, float c, float d) {
        return std::min(std::min(a, b), std::min(c, d));
    };
    const auto high = [](float a, float b, float c, float d) {
        return std::max(std::max(a, b), std::max(c, d));
    };
    const auto first = [](float from, int least) {
        return static_cast<int>(std::max(from, static_cast<float>(least + 1))) - 1;
    };
    const auto last = [](float to, int most) {
        return static_cast<int>(std::min(std::max(to, -2.0F), static_cast<float>(most - 2))) + 2;
    };
    const ImVec2 scale = data.FramebufferScale, from = data.DisplayPos;
    const ImVec2 a = of.a.pos, b = of.b.pos, c = of.c.pos, d = of.d.pos;
    return {first((low(a.x, b.x, c.x, d.x) - from.x) * scale.x, clip.left),
            first((low(a.y, b.y, c.y, d.y) - from.y) * scale.y, clip.top),
            last((high(a.x, b.x, c.x, d.x) - from.x) * scale.x, clip.right),
            last((high(a.y, b.y, c.y, d.y) - from.y) * scale.y, clip.bottom)};
}

long size(const PixelArea& area) { // in tiles
    return static_cast<long>(area.right - area.left) * (area.bottom - area.top);
}

PixelArea united(const PixelArea& a, const PixelArea& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

/// Joins areas that overlap, or that are cheaper to draw together.
void join(std::vector<PixelArea>& areas) {
    for (bool has_joined = true; has_joined;) {
        has_joined = false;
        for (std::size_t at = 0; at < areas.size(); ++at)
            for (std::size_t other = at + 1; other < areas.size();) {
                const PixelArea both = united(areas[at], areas[other]);
                const bool overlap = !is_empty(common(areas[at], areas[other]));
                if (overlap || size(both) <= size(areas[at]) + size(areas[other]) + area_cost) {
                    areas[at] = both;
                    areas[other] = areas.back();
                    areas.pop_back();
                    has_joined = true;
                } else {
                    ++other;
                }
            }
    }
}

/// The tiles that areas cover. Whether a piece touches any takes four table look-ups; if it touches
/// few tiles, they give the areas.
class ChangedTiles {
public:
    explicit ChangedTiles(const std::vector<PixelArea>& areas) : areas_(areas) {
        for (const PixelArea& area : areas) {
            across_ = std::max(across_, tiles_along(area.right));
            down_ = std::max(down_, tiles_along(area.bottom));
        }
        const auto wide = static_cast<std::size_t>(across_) + 1;
        areas_of_.resize(wide * (static_cast<std::size_t>(down_) + 1));
        for (std::size_t at = 0; at < areas.size(); ++at)
            for (int row = areas[at].top / tile; row < tiles_along(areas[at].bottom); ++row)
                for (int column = areas[at].left / tile; column < tiles_along(areas[at].right);
                     ++column)
                    areas_of_[place(column + 1, row + 1)] = static_cast<int>(at) + 1;
        counts_.resize(areas_of_.size());
        for (std::size_t at = wide; at < counts_.size(); ++at)
            if (at % wide != 0)
                counts_[at] = (areas_of_[at] > 0 ? 1 : 0) + counts_[at - 1] + counts_[at - wide] -
                              counts_[at - wide - 1];
    }

    /// Calls `each` with the number of each area that the piece may touch.
    template <class Each>
    void each_area(const PixelArea& touched, Each each) const { // It is inside the window.
        const int left = std::min(touched.left / tile, across_);
        const int right = std::min(tiles_along(touched.right), across_);
        const int top = std::min(touched.top / tile, down_);
        const int bottom = std::min(tiles_along(touched.bottom), down_);
        if (counts_[place(right, bottom)] - counts_[place(left, bottom)] -
                counts_[place(right, top)] + counts_[place(left, top)] ==
            0)
            return;
        if (right - left > 2 || bottom - top > 2) {
            for (std::size_t at = 0; at < areas_.size(); ++at)
                if (!is_empty(common(touched, areas_[at])))
                    each(at);
            return;
        }
        const std::array<int, 4> found = {
            areas_of_[place(left + 1, top + 1)], areas_of_[place(right, top + 1)],
            areas_of_[place(left + 1, bottom)], areas_of_[place(right, bottom)]};
        for (std::size_t one = 0; one < found.size(); ++one)
            if (found[one] > 0 &&
                std::find(found.begin(), found.begin() + one, found[one]) == found.begin() + one)
                each(static_cast<std::size_t>(found[one] - 1));
    }

private:
    std::size_t place(int column, int row) const {
        return static_cast<std::size_t>(row) * (static_cast<std::size_t>(across_) + 1) +
               static_cast<std::size_t>(column);
    }

    const std::vector<PixelArea>& areas_;
    int across_ = 0, down_ = 0;
    std::vector<int> areas_of_; // the area that covers the tile up and left of a corner, from 1
    std::vector<int> counts_;   // the number of covered tiles up and left of a corner
};

} // namespace

PixelArea common(const PixelArea& a, const PixelArea& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
            std::min(a.bottom, b.bottom)};
}

bool is_empty(const PixelArea& area) {
    return area.left >= area.right || area.top >= area.bottom;
}

unsigned int piece_at(const ImDrawList& list, const ImDrawCmd& command, unsigned int first) {
    if (first + 5 >= command.ElemCount)
        return 3;
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + first;
    return index[3] == index[0] && index[4] == index[2] ? 6 : 3;
}

PixelArea clip_of(const ImDrawData& data, const ImVec4& rect, int height) {
    const ImVec2 scale = data.FramebufferScale;
    const float left = (rect.x - data.DisplayPos.x) * scale.x;
    const float top = (rect.y - data.DisplayPos.y) * scale.y;
    const float right = (rect.z - data.DisplayPos.x) * scale.x;
    const float bottom = (rect.w - data.DisplayPos.y) * scale.y;
    if (right <= left || bottom <= top)
        return {};
    PixelArea area;
    area.left = static_cast<int>(left);
    area.right = area.left + static_cast<int>(right - left);
    area.bottom = height - static_cast<int>(static_cast<float>(height) - bottom);
    area.top = area.bottom - static_cast<int>(bottom - top);
    return area;
}

FrameMarks marks_of(const ImDrawData& data, int width, int height, std::uint64_t ground,
                    const TextureMark& texture, Pieces& pieces) {
    FrameMarks marks{width, height, ground, {}};
    const int across = tiles_along(width), down = tiles_along(height);
    const PixelArea window{0, 0, width, height};
    std::vector<std::uint64_t> tiles(
        static_cast<std::size_t>(across) * static_cast<std::size_t>(down), 1);
    pieces.all.clear();
    pieces.counts.clear();
    for (const ImDrawList* each : compat::lists_of(data)) {
        const ImDrawList& list = *each;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback)
                return marks;
            const std::size_t before = pieces.all.size();
            const PixelArea clip = common(clip_of(data, command.ClipRect, height), window);
            std::uint64_t source = mixed(texture(compat::texture_of(command)), 7);
            source = mixed(source, static_cast<std::uint64_t>(clip.left) << 32U |
                                       static_cast<std::uint32_t>(clip.top));
            source = mixed(source, static_cast<std::uint64_t>(clip.right) << 32U |
                                       static_cast<std::uint32_t>(clip.bottom));
            const ImDrawVert* const vertices = list.VtxBuffer.Data + command.VtxOffset;
            const unsigned int end = is_empty(clip) ? 0 : command.ElemCount;
            unsigned int count = 3;
            for (unsigned int first = 0; first + 2 < end; first += count) {
                count = piece_at(list, command, first);
                const ImDrawIdx* const index = list.IdxBuffer.Data + command.IdxOffset + first;
                const Quad of{vertices[index[0]], vertices[index[1]], vertices[index[2]],
                              vertices[index[count == 6 ? 5 : 2]]};
                const PixelArea touched = bounds(data, of, clip);
                if (is_empty(touched))
                    continue;
                pieces.all.push_back({first, count, touched});
                std::uint64_t drawn = mixed(mixed(mixed(source, of.a), of.b), of.c);
                if (count == 6)
                    drawn = mixed(drawn, of.d);
                const int last = (touched.right - 1) / tile, lowest = (touched.bottom - 1) / tile;
                for (int row = touched.top / tile; row <= lowest; ++row) {
                    std::uint64_t* const line =
                        tiles.data() + static_cast<std::ptrdiff_t>(row) * across;
                    for (int column = touched.left / tile; column <= last; ++column)
                        line[column] = mixed(line[column], drawn);
                }
            }
            pieces.counts.push_back(pieces.all.size() - before);
        }
    }
    marks.tiles = std::move(tiles);
    return marks;
}

std::vector<PixelArea> difference(const FrameMarks& before, const FrameMarks& now) {
    if (before.tiles.empty() || now.tiles.empty() || before.width != now.width ||
        before.height != now.height || before.ground != now.ground)
        return {{0, 0, now.width, now.height}};
    const int across = tiles_along(now.width), down = tiles_along(now.height);
    std::vector<PixelArea> areas; // in tiles
    for (int row = 0; row < down; ++row)
        for (int column = 0; column < across; ++column) {
            const auto at = static_cast<std::size_t>(row * across + column);
            if (before.tiles[at] == now.tiles[at])
                continue;
            if (!areas.empty() && areas.back().top == row && areas.back().right == column)
                ++areas.back().right;
            else
                areas.push_back({column, row, column + 1, row + 1});
        }
    join(areas);
    for (PixelArea& area : areas)
        area = {area.left * tile, area.top * tile, std::min(area.right * tile, now.width),
                std::min(area.bottom * tile, now.height)};
    return areas;
}

void keep_only(ImDrawData& data, int height, const std::vector<PixelArea>& areas,
               const Pieces& pieces) {
    const ChangedTiles changed(areas);
    std::vector<std::vector<const Pieces::Piece*>> kept(areas.size());
    const auto* piece = pieces.all.data();
    const auto* count = pieces.counts.data();
    data.TotalIdxCount = 0;
    for (ImDrawList* each : compat::lists_of(data)) {
        ImDrawList& list = *each;
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            for (auto& of_area : kept)
                of_area.clear();
            for (const auto* const end = piece + *count++; piece < end; ++piece)
                changed.each_area(piece->touched,
                                  [&](std::size_t at) { kept[at].push_back(piece); });
            const ImDrawIdx* const from = list.IdxBuffer.Data + command.IdxOffset;
            const PixelArea whole = clip_of(data, command.ClipRect, height);
            for (std::size_t at = 0; at < areas.size(); ++at) {
                const PixelArea clip = common(whole, areas[at]);
                if (kept[at].empty() || is_empty(clip))
                    continue;
                ImDrawCmd part = command;
                part.ClipRect = clip_rect(data, clip);
                part.IdxOffset = static_cast<unsigned int>(indices.Size);
                for (const Pieces::Piece* one : kept[at]) {
                    if (is_empty(common(one->touched, clip)))
                        continue;
                    const int size = indices.Size;
                    indices.resize(size + static_cast<int>(one->count));
                    std::copy_n(from + one->first, one->count, indices.Data + size);
                }
                part.ElemCount = static_cast<unsigned int>(indices.Size) - part.IdxOffset;
                if (part.ElemCount > 0)
                    commands.push_back(part);
            }
        }
        list.CmdBuffer.swap(commands);
        list.IdxBuffer.swap(indices);
        data.TotalIdxCount += list.IdxBuffer.Size;
    }
}

} // namespace app
