// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"

namespace app {

using Blank = Presenting::Blank;

CanvasPlace draw_presentation(const Frame& frame, const Look& look,
                              const attn::figure::Figure& page) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    Presenting& presenting = *frame.ui.teaching.presenting;
    CanvasPlace place;
    if (presenting.blank == Blank::None) {
        place = draw_canvas(frame, look, page, {0, 0, screen.x, screen.y});
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
    return place;
}

} // namespace app
