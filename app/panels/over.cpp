// SPDX-License-Identifier: MIT
#include "app/panels/over.h"

#include <algorithm>
#include <utility>

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

attn::figure::Rect room(float width, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    return {at.x, at.y, width, height};
}

attn::figure::Rect draw_prose(const Look& look, const attn::Prose& prose, Font font, float size,
                              float width, bool shows_phrases) {
    const attn::figure::Measure measure_text = measure(look.fonts);
    attn::figure::Figure text;
    text.background = look.theme.panel_background;
    attn::figure::Drawing drawing{text, look.theme, measure_text};
    std::vector<attn::figure::PhraseRect> phrases;
    const float height = attn::figure::draw_prose(
        drawing, {0, 0}, width, prose,
        {font, size, look.theme.text, 1.45F, shows_phrases ? &phrases : nullptr});
    text.size = {width, height};
    const attn::figure::Rect place = room(width, height);
    paint(text, *ImGui::GetWindowDrawList(), {place.x, place.y}, {0, 0, width, height}, look.fonts,
          look.textures);
    return place;
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
        if (text[at] == '\n') {
            if (!current.empty())
                put(std::exchange(current, {}));
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end < text.size() && text[end] == ' ' ? end + 1 : end;
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
