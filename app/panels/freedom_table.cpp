// SPDX-License-Identifier: MIT
#include "app/panels/freedom_table.h"

#include "app/panels/input_list.h"
#include "app/ui/line_field.h"
#include "core/document/sheet.h"
#include "core/figure/word.h"

#include <algorithm>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

constexpr float freedom_row_height = 2, most_rows = 5; // in text sizes; the number of visible rows

/// The three columns of a table.
struct Columns {
    float input, cells, range; // their left edges
    float end;
};
Columns columns_of(const Rect& rect, float size) {
    const float room = rect.width - 0.5F * size; // minus the scroll bar
    return {rect.x, rect.x + 0.32F * room, rect.x + 0.68F * room, rect.x + room};
}

/// The table, while it is drawn.
struct Table {
    Seeking& seeking;
    const Look& look;
    Columns columns;
    bool can_change;

    bool has_keys(std::size_t row, SeekingField field) const {
        return can_change && seeking.field == field && seeking.freedom.at == row;
    }
    /// Whether this cell was clicked; then the keyboard goes there.
    bool press(std::size_t row, SeekingField field, const Rect& rect) const {
        ImGui::SetCursorScreenPos({rect.x, rect.y});
        ImGui::PushID(static_cast<int>(field));
        const bool is_pressed = ImGui::InvisibleButton("part", {rect.width, rect.height});
        ImGui::PopID();
        if (!is_pressed || !can_change)
            return false;
        seeking.freedom.at = row;
        seeking.field = field;
        return true;
    }

    void draw_input(std::size_t row, float y) const {
        FreeInput& input = seeking.freedom.inputs[row];
        const float size = look.text, middle = y + freedom_row_height * size / 2;
        const Rect rect{columns.input, y, columns.cells - columns.input - 0.4F * size,
                        freedom_row_height * size};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const std::string name = to_text(input.sheet);
        if (press(row, SeekingField::Inputs, rect)) {
            input.is_chosen = !input.is_chosen;
            seeking.fault.clear();
        }
        look.note_item("seeking.inputs." + name);
        if ((ImGui::IsItemHovered() && can_change) || has_keys(row, SeekingField::Inputs))
            list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                               ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
        draw_box(list, {rect.x + 0.5F * size, middle}, input.is_chosen, look);
        look.fonts.draw(list, {rect.x + 2 * size, middle},
                        figure::shortened(name, rect.width - 2.2F * size, Font::Sans, size,
                                          measure(look.fonts)),
                        Font::Sans, size, packed(look.theme.text));
    }

    /// Draws a field of a column. An input that does not move has none until the keyboard is there.
    void draw_field(std::size_t row, SeekingField field, const LineEdit& line, const char* hint,
                    const Rect& rect) const {
        const FreeInput& input = seeking.freedom.inputs[row];
        (void)press(row, field, rect);
        look.note_item((field == SeekingField::Cells ? "seeking.cells." : "seeking.range.") +
                       to_text(input.sheet));
        if (ImGui::IsItemHovered() && can_change)
            ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
        const FieldStyle style{Font::Mono, 0.93F * look.text, false, hint, ""};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (has_keys(row, field))
            draw_line_field(list, rect, line, style, look);
        else if (input.is_chosen)
            draw_resting_field(list, rect, line, style, look);
    }
};

} // namespace

float freedom_table_height(const FreedomChoice& choice, const Look& look) {
    return std::min(static_cast<float>(choice.inputs.size()), most_rows) * freedom_row_height *
           look.text;
}

void draw_freedom_table(Seeking& seeking, Rect rect, const Look& look) {
    const float size = look.text, line = freedom_row_height * size;
    const Columns columns = columns_of(rect, size);
    const Table table{seeking, look, columns, !seeking.seeker && !seeking.found};
    for (const auto& [x, name] :
         {std::pair(columns.input, "may move"), std::pair(columns.cells, "which cells"),
          std::pair(columns.range, "between")})
        look.fonts.draw(*ImGui::GetWindowDrawList(), {x, rect.y + 0.9F * size}, name, Font::Sans,
                        0.93F * size, packed(look.theme.dim_text));
    const Rect inside{rect.x, rect.y + 1.8F * size, rect.width,
                      freedom_table_height(seeking.freedom, look)};
    ImGui::SetCursorScreenPos({inside.x, inside.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::BeginChild("seeking.inputs", {inside.width, inside.height});
    ImGui::PopStyleVar();
    const float top = static_cast<float>(seeking.freedom.at) * line;
    const bool is_in_table = seeking.field == SeekingField::Inputs ||
                             seeking.field == SeekingField::Cells ||
                             seeking.field == SeekingField::Range;
    if (table.can_change && is_in_table &&
        (top < ImGui::GetScrollY() || top + line > ImGui::GetScrollY() + inside.height))
        ImGui::SetScrollY(std::max(0.0F, top + line - inside.height));
    const float first = inside.y - ImGui::GetScrollY();
    for (std::size_t row = 0; row < seeking.freedom.inputs.size(); ++row) {
        const float y = first + static_cast<float>(row) * line, gap = 0.1F * size;
        const FreeInput& input = seeking.freedom.inputs[row];
        ImGui::PushID(static_cast<int>(row));
        table.draw_input(row, y);
        table.draw_field(
            row, SeekingField::Cells, input.cells, "all",
            {columns.cells, y + gap, columns.range - columns.cells - 0.4F * size, line - 2 * gap});
        table.draw_field(row, SeekingField::Range, input.range, "any",
                         {columns.range, y + gap, columns.end - columns.range, line - 2 * gap});
        ImGui::PopID();
    }
    ImGui::EndChild();
}

} // namespace app
