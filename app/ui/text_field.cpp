// SPDX-License-Identifier: MIT
#include "app/ui/text_field.h"

#include "core/base/grapheme.h"

#include <algorithm>
#include <string_view>

namespace app {
namespace {

using attn::figure::Rect;

constexpr auto text_face = attn::figure::Font::Sans;

/// The field, as its rows are laid out.
struct TextRows {
    const Look& look;
    Rect rect;
    float size = look.text, line = 1.5F * size, padding = 0.5F * size;

    float width(std::string_view part) const {
        return look.fonts.width(std::string(part), text_face, size);
    }
    std::size_t visible() const {
        return static_cast<std::size_t>(std::max(1.0F, (rect.height - 2 * padding) / line));
    }
    float left() const { return rect.x + padding; }
    float top(std::size_t row, std::size_t first) const {
        return rect.y + padding + static_cast<float>(row - first) * line;
    }
};

std::vector<std::size_t> rows_within(const TextRows& field, std::string_view text) {
    return rows_of_text(text, field.rect.width - 3 * field.padding,
                        [&](std::string_view part) { return field.width(part); });
}

/// The place in the text that is nearest to a point of the field.
std::size_t text_at(const TextRows& field, const TextEdit& edit, std::size_t first, ImVec2 at) {
    const float down = std::max(0.0F, (at.y - field.rect.y - field.padding) / field.line);
    const std::size_t row = std::min(first + static_cast<std::size_t>(down), edit.rows.size() - 1);
    const std::string& text = edit.text();
    const std::size_t begin = edit.rows[row], end = end_of_row(text, edit.rows, row);
    std::size_t place = begin;
    while (place < end) {
        const std::size_t next = attn::grapheme_after(text, place);
        const std::string_view part(text);
        const float middle = (field.width(part.substr(begin, place - begin)) +
                              field.width(part.substr(begin, next - begin))) /
                             2;
        if (field.left() + middle > at.x)
            break;
        place = next;
    }
    return place;
}

void draw_rows(ImDrawList& list, const TextRows& field, const TextEdit& edit, std::size_t first,
               const TextFieldStyle& style) {
    const std::string& text = edit.text();
    const std::string_view all(text);
    const std::size_t low = std::min(edit.line.caret, edit.line.anchor),
                      high = std::max(edit.line.caret, edit.line.anchor);
    const std::size_t wrong = style.faulty.empty() ? std::string::npos : text.find(style.faulty);
    const std::size_t last = std::min(edit.rows.size(), first + field.visible());
    for (std::size_t row = first; row < last; ++row) {
        const std::size_t begin = edit.rows[row], end = end_of_row(text, edit.rows, row);
        const float y = field.top(row, first);
        const auto x = [&](std::size_t place) {
            return field.left() + field.width(all.substr(begin, place - begin));
        };
        if (style.has_keys && low < high && low < end + 1 && high > begin)
            list.AddRectFilled({x(std::max(low, begin)), y},
                               {x(std::min(high, end)) + 2, y + field.line},
                               ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
        field.look.fonts.draw(list, {field.left(), y + field.line / 2},
                              text.substr(begin, end - begin), text_face, field.size,
                              packed(field.look.theme.text));
        if (wrong != std::string::npos && wrong < end && wrong + style.faulty.size() > begin)
            list.AddRectFilled({x(std::max(wrong, begin)), y + 0.92F * field.line},
                               {x(std::min(wrong + style.faulty.size(), end)), y + field.line},
                               packed(field.look.theme.error));
        if (style.has_keys && row_of(edit.rows, edit.line.caret) == row)
            list.AddRectFilled(
                {x(edit.line.caret), y + 0.1F * field.line},
                {x(edit.line.caret) + std::max(1.0F, 0.08F * field.size), y + 0.9F * field.line},
                packed(field.look.theme.text));
    }
    if (text.empty() && !style.has_keys)
        field.look.fonts.draw(list, {field.left(), field.rect.y + field.padding + field.line / 2},
                              style.hint, text_face, field.size, packed(field.look.theme.dim_text));
}

} // namespace

bool draw_text_field(const Look& look, const Rect& rect, const std::string& name, TextEdit& edit,
                     std::size_t& first_row, const TextFieldStyle& style) {
    const TextRows field{look, rect};
    if (!style.is_wrapped)
        edit.rows = rows_within(field, edit.text());
    const std::size_t row = row_of(edit.rows, edit.line.caret);
    if (row < first_row)
        first_row = row;
    if (row >= first_row + field.visible())
        first_row = row + 1 - field.visible();
    first_row = std::min(first_row, edit.rows.size() - 1);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::InvisibleButton(name.c_str(), {rect.width, rect.height});
    look.note_item(name);
    if (ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const bool is_held = ImGui::IsItemActive();
    if (is_held) {
        edit.line.caret = text_at(field, edit, first_row, ImGui::GetMousePos());
        if (ImGui::IsItemActivated())
            edit.line.anchor = edit.line.caret;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), 0.3F * look.text);
    list.AddRect(from, to, packed(style.has_keys ? look.theme.accent : look.theme.line),
                 0.3F * look.text);
    list.PushClipRect(from, to, true);
    draw_rows(list, field, edit, first_row, style);
    list.PopClipRect();
    return is_held;
}

float text_field_height(const Look& look, float width, TextEdit& edit, std::size_t least,
                        std::size_t most) {
    const TextRows field{look, {0, 0, width, 0}};
    edit.rows = rows_within(field, edit.text());
    const std::size_t rows = std::clamp(edit.rows.size(), least, most);
    return static_cast<float>(rows) * field.line + 2 * field.padding;
}

} // namespace app
