// SPDX-License-Identifier: MIT
#include "app/painting/redraw.h"

#include "app/ui/compat.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace app {
namespace {

constexpr int tile = 16;
/// Drawing an area costs about as much as so many tiles, whatever is in it.
constexpr long area_cost = 8;

int tiles_along(int pixels) {
    return (pixels + tile - 1) / tile;
}

std::uint64_t mixed(std::uint64_t sum, std::uint64_t more) {
    sum = (sum ^ more) * 0x9E3779B97F4A7C15U;
    return sum ^ sum >> 29U;
}

std::uint64_t mark_of(const ImDrawVert& vertex) {
    static_assert(sizeof vertex == 20, "a place, a place in the texture and a colour");
    std::uint64_t place = 0, source = 0;
    std::memcpy(&place, &vertex.pos, sizeof place);
    std::memcpy(&source, &vertex.uv, sizeof source);
    return mixed(mixed(mixed(1, place), source), vertex.col);
}

/// The clip rectangle that lets exactly these pixels be drawn to; the parts of a pixel keep the
/// backend's rounding out of it.
ImVec4 clip_rect(const ImDrawData& data, const PixelArea& area) {
    const ImVec2 scale = data.FramebufferScale;
    return {(static_cast<float>(area.left) + 0.25F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.top) - 0.5F) / scale.y + data.DisplayPos.y,
            (static_cast<float>(area.right) + 0.5F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.bottom) - 0.25F) / scale.y + data.DisplayPos.y};
}

/// The triangle's vertices; `command` says where its indices begin.
const ImDrawVert& vertex(const ImDrawList& list, const ImDrawCmd& command, unsigned int index) {
    const auto at = list.IdxBuffer[static_cast<int>(command.IdxOffset + index)];
    return list.VtxBuffer[static_cast<int>(command.VtxOffset + at)];
}

/// All pixels that a piece can touch, and one more on each side.
PixelArea bounds(const ImDrawData& data, const ImDrawList& list, const ImDrawCmd& command,
                 unsigned int first, unsigned int count) {
    const ImDrawVert &a = vertex(list, command, first), &b = vertex(list, command, first + 1),
                     &c = vertex(list, command, first + 2);
    ImVec2 low{std::min(a.pos.x, std::min(b.pos.x, c.pos.x)),
               std::min(a.pos.y, std::min(b.pos.y, c.pos.y))};
    ImVec2 high{std::max(a.pos.x, std::max(b.pos.x, c.pos.x)),
                std::max(a.pos.y, std::max(b.pos.y, c.pos.y))};
    if (count == 6) {
        const ImVec2 d = vertex(list, command, first + 5).pos;
        low = {std::min(low.x, d.x), std::min(low.y, d.y)};
        high = {std::max(high.x, d.x), std::max(high.y, d.y)};
    }
    // Far outside is outside as well.
    const auto whole = [](float value) {
        return static_cast<int>(std::min(std::max(value, -1e6F), 1e6F));
    };
    const ImVec2 scale = data.FramebufferScale, from = data.DisplayPos;
    return {whole((low.x - from.x) * scale.x) - 1, whole((low.y - from.y) * scale.y) - 1,
            whole((high.x - from.x) * scale.x) + 2, whole((high.y - from.y) * scale.y) + 2};
}

long size(const PixelArea& area) { // in tiles
    return static_cast<long>(area.right - area.left) * (area.bottom - area.top);
}

PixelArea united(const PixelArea& a, const PixelArea& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

/// Joins areas where that costs less than drawing each, and where they overlap.
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
                    const TextureMark& texture) {
    FrameMarks marks{width, height, ground, {}};
    const int across = tiles_along(width), down = tiles_along(height);
    const PixelArea window{0, 0, width, height};
    std::vector<std::uint64_t> tiles(
        static_cast<std::size_t>(across) * static_cast<std::size_t>(down), 1);
    std::vector<std::uint64_t> vertices;
    for (const ImDrawList* each : compat::lists_of(data)) {
        const ImDrawList& list = *each;
        vertices.clear();
        for (const ImDrawVert& one : list.VtxBuffer)
            vertices.push_back(mark_of(one));
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback)
                return marks;
            const PixelArea clip = common(clip_of(data, command.ClipRect, height), window);
            if (is_empty(clip))
                continue;
            std::uint64_t source = mixed(texture(compat::texture_of(command)), 7);
            source = mixed(source, static_cast<std::uint64_t>(clip.left) << 32U |
                                       static_cast<std::uint32_t>(clip.top));
            source = mixed(source, static_cast<std::uint64_t>(clip.right) << 32U |
                                       static_cast<std::uint32_t>(clip.bottom));
            unsigned int count = 3;
            for (unsigned int index = 0; index + 2 < command.ElemCount; index += count) {
                count = piece_at(list, command, index);
                const PixelArea touched = common(bounds(data, list, command, index, count), clip);
                if (is_empty(touched))
                    continue;
                const auto mark = [&](unsigned int corner) {
                    return vertices[static_cast<std::size_t>(
                        &vertex(list, command, index + corner) - list.VtxBuffer.Data)];
                };
                std::uint64_t drawn = mixed(mixed(mixed(source, mark(0)), mark(1)), mark(2));
                if (count == 6)
                    drawn = mixed(drawn, mark(5));
                for (int row = touched.top / tile; row <= (touched.bottom - 1) / tile; ++row)
                    for (int column = touched.left / tile; column <= (touched.right - 1) / tile;
                         ++column) {
                        auto& sum = tiles[static_cast<std::size_t>(row * across + column)];
                        sum = mixed(sum, drawn);
                    }
            }
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

void keep_only(ImDrawData& data, int height, const std::vector<PixelArea>& areas) {
    data.TotalIdxCount = 0;
    for (ImDrawList* each : compat::lists_of(data)) {
        ImDrawList& list = *each;
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        struct Piece {
            unsigned int first = 0, count = 0;
            PixelArea touched;
        };
        std::vector<Piece> pieces;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            pieces.clear();
            for (unsigned int index = 0; index + 2 < command.ElemCount;) {
                const unsigned int count = piece_at(list, command, index);
                pieces.push_back({index, count, bounds(data, list, command, index, count)});
                index += count;
            }
            for (const PixelArea& area : areas) {
                const PixelArea clip = common(clip_of(data, command.ClipRect, height), area);
                if (is_empty(clip))
                    continue;
                ImDrawCmd kept = command;
                kept.ClipRect = clip_rect(data, clip);
                kept.IdxOffset = static_cast<unsigned int>(indices.Size);
                for (const Piece& piece : pieces)
                    if (!is_empty(common(piece.touched, clip)))
                        for (unsigned int one = 0; one < piece.count; ++one)
                            indices.push_back(list.IdxBuffer[static_cast<int>(command.IdxOffset +
                                                                              piece.first + one)]);
                kept.ElemCount = static_cast<unsigned int>(indices.Size) - kept.IdxOffset;
                if (kept.ElemCount > 0)
                    commands.push_back(kept);
            }
        }
        list.CmdBuffer.swap(commands);
        list.IdxBuffer.swap(indices);
        data.TotalIdxCount += list.IdxBuffer.Size;
    }
}

} // namespace app
