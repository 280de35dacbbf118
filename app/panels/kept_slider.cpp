// SPDX-License-Identifier: MIT
#include "app/panels/kept_slider.h"

namespace app {

using namespace attn;

void draw_kept_slider(const Frame& frame, const Look& look) {
    const auto most = static_cast<int>(concept_count(frame.document));
    auto kept = static_cast<int>(frame.document.concepts.kept);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("keep k =");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(look.text * 11);
    const bool is_moved = ImGui::SliderInt("##k", &kept, 1, most, "%d", ImGuiSliderFlags_NoInput);
    look.note_item("k");
    if (ImGui::IsItemActivated())
        ++frame.ui.dragging.last_gesture;
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "The number of concepts that are kept. The others are dropped and drawn dim.");
    if (is_moved && kept != frame.document.concepts.kept)
        frame.outbox.edit(SetKept{kept}, frame.ui.dragging.last_gesture);
    ImGui::SameLine();
    ImGui::TextColored(vec4(look.theme.dim_text), "of %d", most);
    ImGui::SameLine();
}

} // namespace app
