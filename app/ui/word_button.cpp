// SPDX-License-Identifier: MIT
#include "app/ui/word_button.h"

#include "app/ui/plain_text.h"

#include <algorithm>

namespace app {
namespace {

constexpr auto face = attn::figure::Font::Sans;

/// Draws a word on a widget without a label, where its label would begin.
void draw_label(const Look& look, ImVec2 from, const std::string& word) {
    look.fonts.draw(*ImGui::GetWindowDrawList(),
                    {from.x, look.fonts.middle_of_line(from.y, face, look.text)}, word, face,
                    look.text, ImGui::GetColorU32(ImGuiCol_Text));
}

} // namespace

bool word_button(const Look& look, const std::string& word, const std::string& id) {
    if (is_plain(word))
        return ImGui::Button((word + id).c_str());
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    const bool is_pressed =
        ImGui::Button(id.c_str(), {look.fonts.width(word, face, look.text) + 2 * padding.x, 0});
    const ImVec2 from = ImGui::GetItemRectMin();
    draw_label(look, {from.x + padding.x, from.y + padding.y}, word);
    return is_pressed;
}

bool word_line(const Look& look, const std::string& word, const std::string& id, bool is_chosen) {
    if (is_plain(word))
        return ImGui::Selectable((word + id).c_str(), is_chosen);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float wide =
        std::max(look.fonts.width(word, face, look.text), ImGui::GetContentRegionAvail().x);
    const bool is_clicked = ImGui::Selectable(id.c_str(), is_chosen, 0, {wide, 0});
    draw_label(look, from, word);
    return is_clicked;
}

} // namespace app
