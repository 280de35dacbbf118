// SPDX-License-Identifier: MIT
#include "app/panels/over.h"

#include <algorithm>

namespace app {

using attn::figure::Font;

void dim_everything() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen(); // the window's own clip excludes its padding
    list.AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, IM_COL32(0, 0, 0, 90));
    list.PopClipRect();
}

void begin_over(const char* name) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::SetNextWindowFocus();
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
}

void draw_card(const attn::figure::Rect& rect, const Look& look) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                       packed(look.theme.panel_background), look.text * 0.6F);
    list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, packed(look.theme.line),
                 look.text * 0.6F);
}

float button_width(const std::string& label, const Look& look) {
    return look.fonts.width(label, Font::Sans, look.text) + look.text * 2;
}

bool draw_button(const attn::figure::Rect& rect, const std::string& label, bool is_marked,
                 const Look& look, bool is_enabled) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    const bool is_hovered =
        is_enabled && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to, false);
    const float radius = look.text * 0.3F;
    list.AddRectFilled(from, to,
                       ImGui::GetColorU32(is_hovered ? ImGuiCol_ButtonHovered : ImGuiCol_Button),
                       radius);
    list.AddRect(from, to, packed(is_marked ? look.theme.accent : look.theme.line), radius, 0,
                 is_marked ? std::max(2.0F, look.text * 0.15F) : 1.0F);
    const float width = look.fonts.width(label, Font::Sans, look.text);
    look.fonts.draw(list, {rect.x + (rect.width - width) / 2, rect.y + rect.height / 2}, label,
                    Font::Sans, look.text,
                    packed(is_enabled ? look.theme.text : look.theme.dim_text));
    return is_hovered && ImGui::IsMouseClicked(0);
}

float draw_wrapped(ImDrawList* list, ImVec2 top_left, float width, const std::string& text,
                   Font font, float size, ImU32 colour, const Look& look) {
    const float line = size * 1.5F;
    float y = top_left.y;
    const auto put = [&](const std::string& part) {
        if (list)
            look.fonts.draw(*list, {top_left.x, y + line / 2}, part, font, size, colour);
        y += line;
    };
    const auto fits = [&](const std::string& part) {
        return look.fonts.width(part, font, size) <= width;
    };
    std::string current;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (!current.empty() && !fits(current + " " + word)) {
            put(current);
            current.clear();
        }
        current += (current.empty() ? "" : " ") + word;
        while (!fits(current)) {
            std::size_t cut = current.size();
            while (cut > 1 && !fits(current.substr(0, cut)))
                do
                    --cut;
                while (cut > 1 && (static_cast<unsigned char>(current[cut]) & 0xC0U) == 0x80U);
            if (cut <= 1)
                break;
            put(current.substr(0, cut));
            current.erase(0, cut);
        }
    }
    if (!current.empty())
        put(current);
    return y - top_left.y;
}

} // namespace app
