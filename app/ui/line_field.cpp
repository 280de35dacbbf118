// SPDX-License-Identifier: MIT
#include "app/ui/line_field.h"

#include "app/ui/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace app {
namespace {

using attn::figure::Rect;

/// The left edge of the text: padded, right-aligned if wanted, shifted so that the caret is
/// visible.
float text_start(const Rect& rect, const LineEdit& line, const FieldStyle& style,
                 const Look& look) {
    const float padding = style.text * 0.4F;
    const float inside = rect.width - 2 * padding;
    const float whole = look.fonts.width(line.text, style.font, style.text) +
                        look.fonts.width(style.rest, style.font, style.text);
    const float left = rect.x + padding;
    if (whole <= inside)
        return style.is_right_aligned ? left + inside - whole : left;
    const float caret = look.fonts.caret(line.text, line.caret, style.font, style.text);
    return left - std::clamp(caret - inside * 0.8F, 0.0F, whole - inside);
}

/// Draws the red lines below parts of a text that begins at `start`.
void draw_faulty(ImDrawList& list, float start, float middle, const std::string& text,
                 const FieldStyle& style, const Look& look) {
    const float y = std::round(middle + style.text * 0.66F);
    for (const auto& [from, to] : style.faulty)
        for (const Fonts::Part& part : look.fonts.parts(text, from, to, style.font, style.text))
            list.AddRectFilled({start + part.from, y},
                               {start + part.to, y + std::max(1.5F, style.text * 0.12F)},
                               packed(look.theme.error));
}

void draw_fault(ImDrawList& list, const Rect& rect, const std::string& fault, const Look& look) {
    const float size = look.text, padding = size * 0.5F;
    const float width = look.fonts.width(fault, attn::figure::Font::Sans, size) + 2 * padding;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float x = std::clamp(rect.x, padding, std::max(padding, screen.x - width - padding));
    const bool above = rect.bottom() + size * 2.2F > screen.y;
    const float y = above ? rect.y - size * 2.1F : rect.bottom() + size * 0.3F;
    list.AddRectFilled({x, y}, {x + width, y + size * 1.8F}, packed(look.theme.panel_background),
                       size * 0.3F);
    list.AddRect({x, y}, {x + width, y + size * 1.8F}, packed(look.theme.error), size * 0.3F, 0,
                 1.5F);
    look.fonts.draw(list, {x + padding, y + size * 0.9F}, fault, attn::figure::Font::Sans, size,
                    packed(look.theme.error));
}

} // namespace

void draw_line_field(ImDrawList& list, Rect rect, const LineEdit& line, const FieldStyle& style,
                     const Look& look) {
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    const float middle = rect.y + rect.height / 2, radius = style.text * 0.25F;
    const bool is_refused = !style.fault.empty();
    list.AddRectFilled(from, to, packed(look.theme.panel_background), radius);
    list.AddRect(from, to, packed(is_refused ? look.theme.error : look.theme.accent), radius, 0,
                 std::max(1.5F, style.text * 0.14F));

    list.PushClipRect({from.x + 1, from.y}, {to.x - 1, to.y}, true);
    const float start = text_start(rect, line, style, look);
    if (line.has_selection()) {
        auto tint = look.theme.accent;
        tint.alpha = 80;
        for (const Fonts::Part& part :
             look.fonts.parts(line.text, std::min(line.caret, line.anchor),
                              std::max(line.caret, line.anchor), style.font, style.text))
            list.AddRectFilled({start + part.from, middle - style.text * 0.7F},
                               {start + part.to, middle + style.text * 0.7F}, packed(tint));
    }
    if (line.text.empty() && !style.hint.empty())
        look.fonts.draw(list, {start, middle}, style.hint, style.font, style.text,
                        packed(look.theme.dim_text));
    look.fonts.draw_typed(list, {start, middle}, line.text, style.font, style.text,
                          packed(look.theme.text));
    if (!style.rest.empty() && line.caret == line.text.size())
        look.fonts.draw(list, {start + look.fonts.width(line.text, style.font, style.text), middle},
                        style.rest, style.font, style.text, packed(look.theme.dim_text));
    draw_faulty(list, start, middle, line.text, style, look);
    const float caret =
        std::round(start + look.fonts.caret(line.text, line.caret, style.font, style.text));
    list.AddRectFilled({caret, middle - style.text * 0.7F},
                       {caret + std::max(1.0F, style.text * 0.1F), middle + style.text * 0.7F},
                       packed(look.theme.text));
    list.PopClipRect();
    if (is_refused)
        draw_fault(*ImGui::GetForegroundDrawList(), rect, style.fault, look);
}

void draw_resting_field(ImDrawList& list, Rect rect, const LineEdit& line, const FieldStyle& style,
                        const Look& look) {
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    const float radius = style.text * 0.25F;
    list.AddRectFilled(from, to, packed(look.theme.panel_background), radius);
    list.AddRect(from, to, packed(style.fault.empty() ? look.theme.line : look.theme.error),
                 radius);
    LineEdit shown = line;
    shown.caret = 0; // Shows the beginning.
    list.PushClipRect({from.x + 1, from.y}, {to.x - 1, to.y}, true);
    const bool is_empty = line.text.empty();
    const float start = text_start(rect, shown, style, look), middle = rect.y + rect.height / 2;
    draw_faulty(list, start, middle, line.text, style, look);
    look.fonts.draw_typed(list, {start, middle}, is_empty ? style.hint : line.text, style.font,
                          style.text, packed(is_empty ? look.theme.dim_text : look.theme.text));
    list.PopClipRect();
}

std::size_t caret_at(float x, Rect rect, const LineEdit& line, const FieldStyle& style,
                     const Look& look) {
    return look.fonts.byte_at(line.text, x - text_start(rect, line, style, look), style.font,
                              style.text);
}

float place_of_byte(std::size_t byte, Rect rect, const LineEdit& line, const FieldStyle& style,
                    const Look& look) {
    return text_start(rect, line, style, look) +
           look.fonts.caret(line.text, byte, style.font, style.text);
}

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
