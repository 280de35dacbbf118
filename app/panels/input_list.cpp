// SPDX-License-Identifier: MIT
#include "app/panels/input_list.h"

#include "core/document/sheet.h"

#include <algorithm>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_box(ImDrawList& list, ImVec2 at, bool is_chosen, const Look& look) {
    const float size = look.text, inner = 0.2F * size;
    const ImVec2 from(at.x, at.y - 0.45F * size), to(from.x + 0.9F * size, from.y + 0.9F * size);
    list.AddRect(from, to, packed(look.theme.dim_text), 0.15F * size);
    if (is_chosen)
        list.AddRectFilled({from.x + inner, from.y + inner}, {to.x - inner, to.y - inner},
                           packed(look.theme.accent));
}

float input_choice_height(const InputChoice& choice, const Look& look) {
    constexpr std::size_t most = 8;
    return static_cast<float>(std::min(choice.inputs.size(), most)) * 1.6F * look.text;
}

void draw_input_choice(InputChoice& choice, const std::string& name, bool has_keys, Rect rect,
                       const Look& look) {
    const float size = look.text, line = 1.6F * size;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::BeginChild(name.c_str(), {rect.width, rect.height});
    ImGui::PopStyleVar();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = static_cast<float>(choice.at);
    if (has_keys &&
        (at * line < ImGui::GetScrollY() || (at + 1) * line > ImGui::GetScrollY() + rect.height))
        ImGui::SetScrollY(std::max(0.0F, (at + 1) * line - rect.height));
    const ImVec2 origin(rect.x, rect.y - ImGui::GetScrollY());
    for (std::size_t which = 0; which < choice.inputs.size(); ++which) {
        const float y = origin.y + static_cast<float>(which) * line, middle = y + line / 2;
        ImGui::SetCursorScreenPos({origin.x, y});
        ImGui::PushID(static_cast<int>(which));
        if (ImGui::InvisibleButton("input", {rect.width, line})) {
            choice.at = which;
            choice.turn(which);
        }
        ImGui::PopID();
        look.note_item(name + "." + to_text(choice.inputs[which]));
        if (ImGui::IsItemHovered() || (has_keys && which == choice.at))
            list.AddRectFilled({origin.x, y}, {origin.x + rect.width, y + line},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
        if (choice.can_turn(which))
            draw_box(list, {origin.x + 0.5F * size, middle}, choice.is_chosen[which], look);
        const float named =
            look.fonts.draw(list, {origin.x + 2 * size, middle}, to_text(choice.inputs[which]),
                            Font::Sans, size, packed(look.theme.text));
        if (!choice.remarks.empty())
            look.fonts.draw(
                list, {origin.x + 2 * size + std::max(named + 0.8F * size, 4.5F * size), middle},
                choice.remarks[which], Font::Sans, 0.93F * size, packed(look.theme.dim_text));
    }
    ImGui::EndChild();
}

} // namespace app
