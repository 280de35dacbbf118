// SPDX-License-Identifier: MIT
#include "app/panels/question.h"

#include "app/panels/over.h"

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
    begin_over(name);
    dim_everything();
    draw_card(placed, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
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

Answer question_buttons(const std::string& name, const std::string& label, bool is_enabled,
                        const Rect& card, const Look& look, const std::string& leave) {
    const float size = look.text, height = size * 2.2F;
    float x = card.right() - size * 1.2F;
    const auto button = [&](const std::string& id, const std::string& text, bool is_marked,
                            bool can_press) {
        const float wide = button_width(text, look);
        x -= wide;
        const Rect rect{x, card.bottom() - height - size, wide, height};
        x -= size * 0.7F;
        look.note(id, {rect.x, rect.y}, {rect.right(), rect.bottom()});
        return draw_button(rect, text, is_marked, look, can_press);
    };
    if (button(name + ".confirm", label, is_enabled, is_enabled))
        return Answer::Confirm;
    return button(name + ".cancel", leave, false, true) ? Answer::Leave : Answer::None;
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
