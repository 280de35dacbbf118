// SPDX-License-Identifier: MIT
// The form of a goal: the target and which inputs may move; then the progress of the search, and
// its result, which the canvas shows until it is accepted or left.

#include "app/learning/learning_state.h"
#include "app/learning/seeking.h"
#include "app/panels/lower/training_panel.h"
#include "app/panels/over.h"
#include "app/session/frame.h"
#include "app/ui/line_field.h"
#include "app/ui/look.h"
#include "core/base/number_text.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace app {

// The table of what may move for a goal: inputs, their cells, their ranges.

float freedom_table_height(const FreedomChoice& choice, const Look& look);

/// Draws the table; long tables scroll. Clicking in it gives it the keyboard. Once the search has
/// begun, the table is read-only.
void draw_freedom_table(Seeking& seeking, attn::figure::Rect rect, const Look& look);

// The pattern of a goal as a small grid to paint by clicking and dragging.

/// The height of the grid in a column of this width; 0 if nothing can be painted.
float goal_pattern_height(const GoalPattern& pattern, float width, const Look& look);
void draw_goal_pattern(const Frame& frame, Seeking& seeking, attn::figure::Rect rect,
                       const Look& look);

namespace {

using namespace attn;
using figure::Font;
using figure::Rect;

/// The text below the form: why the search cannot begin, its progress, or the result.
std::string said_of(const Seeking& seeking) {
    if (!seeking.fault.empty())
        return seeking.fault;
    if (seeking.seeker)
        return "Searching: the number was computed " +
               std::to_string(seeking.seeker->evaluations()) +
               " times so far. The canvas shows the nearest.";
    if (seeking.found)
        return outcome(seeking) +
               ". The canvas shows the result. The document does not change until you accept it.";
    return "Which cells: a word, or rows and columns as in 0:2,1. Between: the least and greatest "
           "number, as in -1:1. Tab goes from part to part; the space bar chooses.";
}

/// Draws the choice that the inputs move as little as possible.
void draw_least(const Look& look, Seeking& seeking, Rect rect) {
    const float size = look.text, middle = rect.y + rect.height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool can_change = !seeking.seeker && !seeking.found;
    if (ImGui::InvisibleButton("least", {rect.width, rect.height}) && can_change) {
        seeking.field = SeekingField::Least;
        seeking.freedom.moves_least = !seeking.freedom.moves_least;
    }
    look.note_item("seeking.least");
    if (can_change && (ImGui::IsItemHovered() || seeking.field == SeekingField::Least))
        list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                           ImGui::GetColorU32(ImGuiCol_HeaderHovered), 0.3F * size);
    draw_box(list, {rect.x + 0.5F * size, middle}, seeking.freedom.moves_least, look);
    look.fonts.draw(list, {rect.x + 2 * size, middle}, "changes as little as possible", Font::Sans,
                    size, packed(look.theme.text));
}

void draw_target(const Frame& frame, const Look& look, Seeking& seeking, Rect rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.text;
    const auto line = [&](float y, const std::string& text, figure::Colour colour) {
        look.fonts.draw(list, {rect.x, y}, text, Font::Sans, 0.93F * size, packed(colour));
    };
    const std::size_t count = seeking.places.size();
    line(rect.y + 0.9F * size,
         count == 1 ? "should be"
                    : "should be (one number for all, or " + std::to_string(count) + ")",
         look.theme.dim_text);
    const Rect field{rect.x, rect.y + 1.8F * size, rect.width, 2 * size};
    ImGui::SetCursorScreenPos({field.x, field.y});
    if (ImGui::InvisibleButton("target", {field.width, field.height}))
        seeking.field = SeekingField::Target;
    look.note("seeking.target", {field.x, field.y}, {field.right(), field.bottom()});
    const bool can_change = !seeking.seeker && !seeking.found;
    const bool can_type = seeking.field == SeekingField::Target && can_change;
    (can_type ? draw_line_field : draw_resting_field)(list, field, seeking.target,
                                                      {Font::Mono, size, false, "0.8", ""}, look);
    std::string now = "now";
    for (const Real number : seeking.now)
        now += " " + with_minus(significant(number, count == 1 ? 6 : 3));
    line(field.bottom() + 1.1F * size,
         figure::shortened(now, rect.width, Font::Sans, 0.93F * size, measure(look.fonts)),
         look.theme.dim_text);
    float y = field.bottom() + 2.4F * size;
    if (const float high = goal_pattern_height(seeking.pattern, rect.width, look); high > 0) {
        draw_goal_pattern(frame, seeking, {rect.x, y, rect.width, high}, look);
        y += high + 0.6F * size;
    }
    draw_least(look, seeking, {rect.x, y, rect.width, 1.8F * size});
}

} // namespace

void draw_seeking(const Frame& frame, const Look& look) {
    if (!frame.ui.seeking)
        return;
    Seeking& seeking = *frame.ui.seeking;
    const float size = look.text;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float half = 19 * size,
                pattern = goal_pattern_height(seeking.pattern, half - 2 * size, look);
    const float list_height = std::max(8.2F * size + pattern + (pattern > 0 ? 0.6F * size : 0),
                                       freedom_table_height(seeking.freedom, look) + 1.8F * size);
    const float wide = std::min(54 * size, screen.x - 2 * size), high = list_height + 9.8F * size;
    // At the bottom, so that the canvas is visible.
    const Rect card{(screen.x - wide) / 2, std::max(size, screen.y - high - 2.5F * size), wide,
                    high};
    begin_over("seeking");
    draw_card(card, look);
    look.note("seeking", {card.x, card.y}, {card.right(), card.bottom()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = card.x + 1.2F * size, top = card.y + 3 * size;
    const Place& first = seeking.places.front();
    const std::size_t count = seeking.places.size();
    const std::string title =
        "Make " +
        (count == 1 ? describe(frame.document, first)
                    : std::to_string(count) + " numbers of " + to_text(first.sheet)) +
        " …";
    look.fonts.draw(
        list, {left, card.y + 1.6F * size},
        figure::shortened(title, wide - 2.4F * size, Font::Bold, 1.1F * size, measure(look.fonts)),
        Font::Bold, 1.1F * size, packed(look.theme.text));
    draw_target(frame, look, seeking, {left, top, half - 2 * size, list_height});
    draw_freedom_table(seeking, {left + half, top, wide - half - 2.4F * size, list_height}, look);
    const bool is_bad =
        !seeking.fault.empty() || (seeking.found && !seeking.found->are_all_reached());
    (void)draw_wrapped(&list, {left, top + list_height + 0.6F * size}, wide - 2.4F * size,
                       said_of(seeking), Font::Sans, size,
                       packed(is_bad ? look.theme.error : look.theme.text), look);
    const Answer answer = question_buttons("seeking",
                                           seeking.seeker  ? "Stop here"
                                           : seeking.found ? "Accept"
                                                           : "Seek",
                                           true, card, look);
    (void)end_question(card); // a click beside it must not discard a result
    if (answer == Answer::Confirm)
        frame.outbox.post(confirmed(seeking));
    else if (answer == Answer::Leave)
        frame.outbox.post(SeekGoal::Leave);
}

namespace {

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

namespace {

using figure::Font;
using figure::Rect;

constexpr float label_height = 1.5F, most_height = 9; // in text sizes

float side_of(const GoalPattern& pattern, float width, const Look& look) {
    const float across = width / static_cast<float>(pattern.columns);
    const float down = most_height * look.text / static_cast<float>(pattern.rows);
    return std::floor(std::min({across, down, 1.7F * look.text}));
}

} // namespace

float goal_pattern_height(const GoalPattern& pattern, float width, const Look& look) {
    return pattern.is_offered() ? label_height * look.text + static_cast<float>(pattern.rows) *
                                                                 side_of(pattern, width, look)
                                : 0;
}

void draw_goal_pattern(const Frame& frame, Seeking& seeking, Rect rect, const Look& look) {
    GoalPattern& pattern = seeking.pattern;
    if (!pattern.is_offered())
        return;
    const float side = side_of(pattern, rect.width, look), size = look.text;
    const float top = rect.y + label_height * size;
    const bool can_change = !seeking.seeker && !seeking.found;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {rect.x, rect.y + 0.6F * size}, "or paint where each word should look",
                    Font::Sans, 0.93F * size, packed(look.theme.dim_text));
    for (Index row = 0; row < pattern.rows; ++row)
        for (Index column = 0; column < pattern.columns; ++column) {
            const std::size_t at = pattern.at(row, column);
            const ImVec2 from(rect.x + static_cast<float>(column) * side,
                              top + static_cast<float>(row) * side);
            const ImVec2 to(from.x + side - 1, from.y + side - 1);
            const bool has_keys = can_change && seeking.field == SeekingField::Pattern &&
                                  row == pattern.row && column == pattern.column;
            list.AddRectFilled(
                from, to,
                packed(pattern.is_painted[at] ? look.theme.accent : look.theme.background));
            list.AddRect(from, to, packed(has_keys ? look.theme.text : look.theme.line), 0, 0,
                         has_keys ? 2.0F : 1.0F);
        }
    const Rect grid{rect.x, top, side * static_cast<float>(pattern.columns),
                    side * static_cast<float>(pattern.rows)};
    ImGui::SetCursorScreenPos({grid.x, grid.y});
    ImGui::InvisibleButton("pattern", {grid.width, grid.height});
    look.note("seeking.pattern", {grid.x, grid.y}, {grid.right(), grid.bottom()});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto row = static_cast<Index>(std::floor((mouse.y - grid.y) / side));
    const auto column = static_cast<Index>(std::floor((mouse.x - grid.x) / side));
    if (row < 0 || row >= pattern.rows || column < 0 || column >= pattern.columns)
        return;
    const std::size_t at = pattern.at(row, column);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", describe(frame.document, seeking.places[at]).c_str());
    if (!ImGui::IsItemActive() || !can_change)
        return;
    if (ImGui::IsItemActivated())
        pattern.paints = !pattern.is_painted[at];
    seeking.field = SeekingField::Pattern;
    pattern.row = row;
    pattern.column = column;
    if (pattern.is_painted[at] != pattern.paints)
        paint(frame.document, seeking, row, column);
}

} // namespace app
