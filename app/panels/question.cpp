// SPDX-License-Identifier: MIT
#include "app/panels/question.h"

#include <algorithm>

namespace app {

using attn::figure::Font;
using attn::figure::Rect;
using attn::figure::Size;

Rect begin_question(const char* name, const std::string& title, Size size, const Look& look) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float margin = look.text;
    const Rect card{0, 0, std::min(size.width, screen.x - 2 * margin),
                    std::min(size.height, screen.y - 2 * margin)};
    const Rect placed{(screen.x - card.width) / 2,
                      std::max(margin, (screen.y - card.height) * 0.4F), card.width, card.height};
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::SetNextWindowFocus();
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled({0, 0}, screen, IM_COL32(0, 0, 0, 90));
    list.PopClipRect();
    list.AddRectFilled({placed.x, placed.y}, {placed.right(), placed.bottom()},
                       packed(look.theme.panel_background), look.text * 0.6F);
    list.AddRect({placed.x, placed.y}, {placed.right(), placed.bottom()}, packed(look.theme.line),
                 look.text * 0.6F);
    look.fonts.draw(list, {placed.x + look.text * 1.2F, placed.y + look.text * 1.6F}, title,
                    Font::Bold, look.text * 1.1F, packed(look.theme.text));
    look.note(name, {placed.x, placed.y}, {placed.right(), placed.bottom()});
    return placed;
}

bool end_question(const Rect& card) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool is_beside = ImGui::IsMouseClicked(0) && !card.contains({mouse.x, mouse.y});
    ImGui::End();
    return is_beside;
}

bool choice_button(const std::string& name, const std::string& label, bool is_chosen,
                   const Look& look) {
    if (is_chosen) {
        ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.accent_text));
    }
    ImGui::PushID(name.c_str());
    const bool is_pressed = ImGui::Button(label.c_str());
    ImGui::PopID();
    if (is_chosen)
        ImGui::PopStyleColor(2);
    look.note_item(name);
    return is_pressed;
}

} // namespace app
