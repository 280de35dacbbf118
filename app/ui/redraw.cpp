// SPDX-License-Identifier: MIT
#include "app/ui/redraw.h"

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

/// The pixels that OpenGL is let draw to for a clip rectangle, counted as Dear ImGui's backend
/// does.
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

/// The clip rectangle that lets exactly these pixels be drawn to; the parts of a pixel keep the
/// backend's rounding out of it.
ImVec4 clip_rect(const ImDrawData& data, const PixelArea& area) {
    const ImVec2 scale = data.FramebufferScale;
    return {(static_cast<float>(area.left) + 0.25F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.top) - 0.5F) / scale.y + data.DisplayPos.y,
            (static_cast<float>(area.right) + 0.5F) / scale.x + data.DisplayPos.x,
            (static_cast<float>(area.bottom) - 0.25F) / scale.y + data.DisplayPos.y};
}

PixelArea common(const PixelArea& a, const PixelArea& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
            std::min(a.bottom, b.bottom)};
}
bool is_empty(const PixelArea& area) {
    return area.left >= area.right || area.top >= area.bottom;
}

/// All pixels that a triangle can touch, and one more on each side.
PixelArea bounds(const ImDrawData& data, const ImDrawVert& a, const ImDrawVert& b,
                 const ImDrawVert& c) {
    // Far outside is outside as well.
    const auto whole = [](float value) {
        return static_cast<int>(std::min(std::max(value, -1e6F), 1e6F));
    };
    const ImVec2 scale = data.FramebufferScale, from = data.DisplayPos;
    return {whole((std::min(a.pos.x, std::min(b.pos.x, c.pos.x)) - from.x) * scale.x) - 1,
            whole((std::min(a.pos.y, std::min(b.pos.y, c.pos.y)) - from.y) * scale.y) - 1,
            whole((std::max(a.pos.x, std::max(b.pos.x, c.pos.x)) - from.x) * scale.x) + 2,
            whole((std::max(a.pos.y, std::max(b.pos.y, c.pos.y)) - from.y) * scale.y) + 2};
}

/// The triangle's vertices; `command` says where its indices begin.
const ImDrawVert& vertex(const ImDrawList& list, const ImDrawCmd& command, unsigned int index) {
    const auto at = list.IdxBuffer[static_cast<int>(command.IdxOffset + index)];
    return list.VtxBuffer[static_cast<int>(command.VtxOffset + at)];
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

FrameMarks marks_of(const ImDrawData& data, int width, int height, std::uint64_t ground,
                    const TextureMark& texture) {
    FrameMarks marks{width, height, ground, {}};
    const int across = tiles_along(width), down = tiles_along(height);
    const PixelArea window{0, 0, width, height};
    std::vector<std::uint64_t> tiles(
        static_cast<std::size_t>(across) * static_cast<std::size_t>(down), 1);
    std::vector<std::uint64_t> vertices;
    for (int at = 0; at < data.CmdListsCount; ++at) {
        const ImDrawList& list = *data.CmdLists[at];
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
            for (unsigned int index = 0; index + 2 < command.ElemCount; index += 3) {
                const ImDrawVert &a = vertex(list, command, index),
                                 &b = vertex(list, command, index + 1),
                                 &c = vertex(list, command, index + 2);
                const PixelArea touched = common(bounds(data, a, b, c), clip);
                if (is_empty(touched))
                    continue;
                const auto mark = [&](const ImDrawVert& one) {
                    return vertices[static_cast<std::size_t>(&one - list.VtxBuffer.Data)];
                };
                const std::uint64_t drawn = mixed(mixed(mixed(source, mark(a)), mark(b)), mark(c));
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
    for (int at = 0; at < data.CmdListsCount; ++at) {
        ImDrawList& list = *data.CmdLists[at];
        ImVector<ImDrawCmd> commands;
        ImVector<ImDrawIdx> indices;
        std::vector<PixelArea> triangles; // what each touches
        for (const ImDrawCmd& command : list.CmdBuffer) {
            triangles.clear();
            for (unsigned int index = 0; index + 2 < command.ElemCount; index += 3)
                triangles.push_back(bounds(data, vertex(list, command, index),
                                           vertex(list, command, index + 1),
                                           vertex(list, command, index + 2)));
            for (const PixelArea& area : areas) {
                const PixelArea clip = common(clip_of(data, command.ClipRect, height), area);
                if (is_empty(clip))
                    continue;
                ImDrawCmd kept = command;
                kept.ClipRect = clip_rect(data, clip);
                kept.IdxOffset = static_cast<unsigned int>(indices.Size);
                for (std::size_t one = 0; one < triangles.size(); ++one) {
                    if (is_empty(common(triangles[one], clip)))
                        continue;
                    const auto first = command.IdxOffset + 3 * static_cast<unsigned int>(one);
                    for (unsigned int corner = 0; corner < 3; ++corner)
                        indices.push_back(list.IdxBuffer[static_cast<int>(first + corner)]);
                }
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
