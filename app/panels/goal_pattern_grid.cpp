// SPDX-License-Identifier: MIT
#include "app/panels/goal_pattern_grid.h"

#include "app/learning/seeking.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace app {
namespace {

using namespace attn;
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
