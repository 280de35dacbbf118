// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"

namespace app {

using Blank = Presenting::Blank;

namespace {

/// A ring around the pointer, which is small on a large screen.
void draw_ring(const Look& look, ImVec2 screen) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    if (!ImGui::IsMousePosValid(&at))
        return;
    const float radius = 0.03F * screen.y;
    attn::figure::Colour inside = look.theme.query;
    inside.alpha = 70;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddCircleFilled(at, radius, packed(inside), 48);
    list.AddCircle(at, radius, packed(look.theme.query), 48, 0.003F * screen.y);
}

} // namespace

CanvasPlace draw_presentation(const Frame& frame, const Look& look,
                              const attn::figure::Figure& page) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    Presenting& presenting = *frame.ui.teaching.presenting;
    CanvasPlace place;
    if (presenting.blank == Blank::None) {
        place = draw_canvas(frame, look, {}, page, {0, 0, screen.x, screen.y});
    } else {
        ImGui::GetBackgroundDrawList()->AddRectFilled({0, 0}, screen,
                                                      presenting.blank == Blank::Black
                                                          ? IM_COL32(0, 0, 0, 255)
                                                          : IM_COL32(255, 255, 255, 255));
        if (ImGui::IsMouseClicked(0))
            presenting.blank = Blank::None;
    }
    if (presenting.is_pointer_hidden || presenting.blank != Blank::None)
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    else if (presenting.has_ring)
        draw_ring(look, screen);
    return place;
}

} // namespace app
