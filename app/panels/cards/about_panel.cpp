// SPDX-License-Identifier: MIT
#include "app/editing/about.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/base/grapheme.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// The field of the notes, as its rows are laid out.
struct NotesField {
    const Look& look;
    Rect rect;
    float size = look.text, line = 1.5F * size, padding = 0.5F * size;

    float width(std::string_view part) const {
        return look.fonts.width(std::string(part), Font::Sans, size);
    }
    std::size_t visible() const {
        return static_cast<std::size_t>(std::max(1.0F, (rect.height - 2 * padding) / line));
    }
    float left() const { return rect.x + padding; }
    float top(std::size_t row, std::size_t first) const {
        return rect.y + padding + static_cast<float>(row - first) * line;
    }
};

/// The place in the text that is nearest to a point of the field.
std::size_t place_at(const NotesField& field, const TextEdit& notes, std::size_t first, ImVec2 at) {
    const float down = std::max(0.0F, (at.y - field.rect.y - field.padding) / field.line);
    const std::size_t row = std::min(first + static_cast<std::size_t>(down), notes.rows.size() - 1);
    const std::string& text = notes.text();
    const std::size_t begin = notes.rows[row], end = end_of_row(text, notes.rows, row);
    std::size_t place = begin;
    while (place < end) {
        const std::size_t next = grapheme_after(text, place);
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

void draw_rows(ImDrawList& list, const NotesField& field, const AboutDocument& about) {
    const TextEdit& notes = about.notes;
    const std::string& text = notes.text();
    const std::string_view all(text);
    const std::size_t low = std::min(notes.line.caret, notes.line.anchor),
                      high = std::max(notes.line.caret, notes.line.anchor);
    const std::size_t last = std::min(notes.rows.size(), about.first_row + field.visible());
    for (std::size_t row = about.first_row; row < last; ++row) {
        const std::size_t begin = notes.rows[row], end = end_of_row(text, notes.rows, row);
        const float y = field.top(row, about.first_row);
        const auto x = [&](std::size_t place) {
            return field.left() + field.width(all.substr(begin, place - begin));
        };
        if (about.is_in_notes && low < high && low < end + 1 && high > begin)
            list.AddRectFilled({x(std::max(low, begin)), y},
                               {x(std::min(high, end)) + 2, y + field.line},
                               ImGui::GetColorU32(ImGuiCol_TextSelectedBg));
        field.look.fonts.draw(list, {field.left(), y + field.line / 2},
                              text.substr(begin, end - begin), Font::Sans, field.size,
                              packed(field.look.theme.text));
        if (about.is_in_notes && row_of(notes.rows, notes.line.caret) == row)
            list.AddRectFilled(
                {x(notes.line.caret), y + 0.1F * field.line},
                {x(notes.line.caret) + std::max(1.0F, 0.08F * field.size), y + 0.9F * field.line},
                packed(field.look.theme.text));
    }
    if (text.empty() && !about.is_in_notes)
        field.look.fonts.draw(list, {field.left(), field.rect.y + field.padding + field.line / 2},
                              "What to say about it, in several lines", Font::Sans, field.size,
                              packed(field.look.theme.dim_text));
}

void draw_notes(AboutDocument& about, const Look& look, const Rect& rect) {
    const NotesField field{look, rect};
    TextEdit& notes = about.notes;
    notes.rows = rows_of_text(notes.text(), rect.width - 3 * field.padding,
                              [&](std::string_view part) { return field.width(part); });
    const std::size_t row = row_of(notes.rows, notes.line.caret);
    if (row < about.first_row)
        about.first_row = row;
    if (row >= about.first_row + field.visible())
        about.first_row = row + 1 - field.visible();
    about.first_row = std::min(about.first_row, notes.rows.size() - 1);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::InvisibleButton("notes", {rect.width, rect.height});
    look.note_item("about.notes");
    if (ImGui::IsItemHovered())
        ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    if (ImGui::IsItemActive()) {
        about.is_in_notes = true;
        notes.line.caret = place_at(field, notes, about.first_row, ImGui::GetMousePos());
        if (ImGui::IsItemActivated())
            notes.line.anchor = notes.line.caret;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from(rect.x, rect.y), to(rect.right(), rect.bottom());
    list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_FrameBg), 0.3F * look.text);
    list.AddRect(from, to, packed(about.is_in_notes ? look.theme.accent : look.theme.line),
                 0.3F * look.text);
    list.PushClipRect(from, to, true);
    draw_rows(list, field, about);
    list.PopClipRect();
}

} // namespace

void draw_about(const Frame& frame, const Look& look) {
    if (!frame.ui.about)
        return;
    AboutDocument& about = *frame.ui.about;
    const float size = look.text;
    const Rect card = begin_question("about", "About this document", {size * 46, size * 29}, look);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + size * 1.2F, fields = left + size * 5;
    const float width = card.right() - size * 1.2F - fields;
    const auto label = [&](float y, const char* text) {
        look.fonts.draw(list, {left, y + size * 0.95F}, text, Font::Sans, size,
                        packed(look.theme.dim_text));
    };
    float y = card.y + size * 3;
    label(y, "Title");
    const Rect title{fields, y, width, size * 1.9F};
    ImGui::SetCursorScreenPos({title.x, title.y});
    if (ImGui::InvisibleButton("title", {title.width, title.height}))
        about.is_in_notes = false;
    look.note_item("about.title");
    (about.is_in_notes ? draw_resting_field : draw_line_field)(
        list, title, about.title, {Font::Sans, size, false, "Untitled", ""}, look);
    y += size * 2.6F;
    label(y, "Notes");
    draw_notes(about, look, {fields, y, width, card.bottom() - size * 5.6F - y});
    look.fonts.draw(list, {fields, card.bottom() - size * 4.6F},
                    "The speaker's window shows the notes. Ctrl+Enter ends them.", Font::Sans,
                    0.86F * size, packed(look.theme.dim_text));
    const Answer answer = question_buttons("about", "Done", true, card, look);
    const bool is_beside = end_question(card);
    if (answer == Answer::Confirm)
        confirm_about(frame);
    else if (answer == Answer::Leave)
        frame.ui.about.reset();
    (void)is_beside; // A click beside the card does not throw typed notes away.
}

} // namespace app
