// SPDX-License-Identifier: MIT
#include "app/panels/part_stop.h"

#include <algorithm>
#include <utility>

namespace app {
namespace {

float thickness(const Look& look) {
    return std::max(2.0F, look.text * 0.15F);
}

} // namespace

bool stop_at(const Frame& frame, const Look& look, PartStop stop, ImVec2 from, ImVec2 to) {
    PartFocus& parts = frame.ui.parts;
    const bool is_here = parts.at == stop.part && parts.stop == stop.name;
    parts.drawn.push_back(std::move(stop));
    if (!is_here)
        return false;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // Keeps the ring inside the window, even if the widget ends with it.
    const ImVec2 least = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float half = thickness(look) / 2;
    list.AddRect(
        {std::max(from.x - 1, least.x + half), std::max(from.y - 1, least.y + half)},
        {std::min(to.x + 1, least.x + size.x - half), std::min(to.y + 1, least.y + size.y - half)},
        packed(look.theme.accent), look.text * 0.35F, 0, thickness(look));
    look.note("focus", from, to);
    return std::exchange(parts.is_pressed, false);
}

bool stop_here(const Frame& frame, const Look& look, WindowPart part, const std::string& name,
               bool is_chosen) {
    return stop_at(frame, look, {part, name, is_chosen}, ImGui::GetItemRectMin(),
                   ImGui::GetItemRectMax());
}

void ring_canvas(const Frame& frame, const Look& look, const attn::figure::Rect& canvas) {
    if (frame.ui.parts.at != WindowPart::Canvas)
        return;
    const float half = thickness(look) / 2;
    const ImVec2 from(canvas.x + half, canvas.y + half);
    const ImVec2 to(canvas.right() - half, canvas.bottom() - half);
    ImGui::GetForegroundDrawList()->AddRect(from, to, packed(look.theme.accent), 0, 0,
                                            thickness(look));
    look.note("focus", from, to);
}

} // namespace app
