// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "core/document/sheet.h"

namespace app {

using namespace attn;
using figure::Rect;

float compare_buttons_height(const Look& look) {
    return 2.4F * look.text;
}

void draw_compare_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const figure::Figure& figure, Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("compare", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float height = compare_buttons_height(look);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * look.text, 0.25F * look.text});
    ImGui::SetCursorScreenPos({rect.x + look.text, rect.y + 0.4F * look.text});
    for (const StageInfo& stage : stages(frame.document.model)) {
        if (!exists(frame.document, SheetId{stage.stage}) ||
            repeats_previous(frame.document, stage.stage))
            continue;
        const Action& chosen = action(actions, "compare.stage." + std::string(stage.name()));
        const bool is_checked = chosen.is_checked(frame);
        if (is_checked)
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
        if (ImGui::Button(std::string(stage.title).c_str()))
            chosen.run(frame);
        if (is_checked)
            ImGui::PopStyleColor();
        look.note_item(chosen.id);
        ImGui::SameLine(0, 0.3F * look.text);
    }
    ImGui::PopStyleVar();
    const ImVec2 origin(rect.x, rect.y + height);
    paint(figure, *ImGui::GetWindowDrawList(), origin,
          {0, 0, figure.size.width, figure.size.height}, look.fonts, look.textures);
    ImGui::End();
    // There is no canvas under the pointer.
    frame.view.pointed.reset();
    frame.view.key.reset();
}

} // namespace app
