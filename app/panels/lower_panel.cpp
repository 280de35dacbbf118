// SPDX-License-Identifier: MIT
#include "app/editing/navigation.h"
#include "app/explaining/covering.h"
#include "app/explaining/pointing.h"
#include "app/explaining/sensing.h"
#include "app/panels/panels.h"
#include "app/panels/part_stop.h"
#include "core/figure/canvas.h"
#include "core/figure/hit.h"
#include "core/figure/pages.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace app {
namespace {

using namespace attn;
using figure::Figure;
using figure::Font;
using figure::Rect;

struct Button {
    const char* action;
    const char* label;
};
constexpr std::array<Button, 4> buttons{{{"explain.back", "←"},
                                         {"explain.forward", "→"},
                                         {"explain.copy_text", "Copy"},
                                         {"explain.copy_latex", "LaTeX"}}};
constexpr std::array<Button, 4> sensing_buttons{{{"explain.back", "←"},
                                                 {"explain.forward", "→"},
                                                 {"explain.strongest", "Strongest"},
                                                 {"explain.sensitivity", "Leave"}}};

const std::array<Button, 4>& buttons_of(const Frame& frame) {
    return is_sensing(frame) ? sensing_buttons : buttons;
}

float padding(const Look& look) {
    return 0.5F * look.text;
}
float button_width(const Look& look, const Button& button) {
    return look.fonts.width(button.label, Font::Sans, look.text) + 2 * padding(look);
}

/// Begins a window that shows only a figure. Returns its corner.
ImVec2 begin(const char* name, const Figure& figure, Rect rect, bool scrolls) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    const ImVec2 size(scrolls ? figure.size.width : rect.width,
                      scrolls ? figure.size.height : rect.height);
    ImGui::SetNextWindowContentSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoFocusOnAppearing | // focus would close an open menu
                     (scrolls ? 0 : ImGuiWindowFlags_NoScrollbar));
    ImGui::PopStyleVar();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    return origin;
}

void paint_window(const Look& look, const Figure& figure, ImVec2 origin) {
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    paint(figure, *ImGui::GetWindowDrawList(), origin,
          {window.x - origin.x, window.y - origin.y, size.x, size.y}, look.fonts, look.textures);
}

/// The line in the figure for a key's weight of the query word.
std::optional<Rect> weight_rect(const Frame& frame, const Figure& figure, Index key) {
    for (const figure::GridRegion& grid : figure.grids)
        if (grid.sheet.stage == Stage::Weights && grid.first_row == frame.view.query &&
            grid.first_column == key && grid.columns == 1)
            return grid.cells;
    return std::nullopt;
}

/// Says beside the plate of a weight that its bar can be dragged, until one of its row was, and
/// records the bars of covered weights for tests: "expected.4".
void note_bars(const Frame& frame, const Look& look, const Figure& figure, ImVec2 origin) {
    if (!has_covers(frame))
        return;
    const SheetId weights = sheet_of_head(frame.document, Stage::Weights, frame.view.head);
    const auto& expected = frame.ui.expected;
    const bool is_guessed =
        expected && expected->sheet == weights && expected->row == frame.view.query;
    for (Index key = 0; key < key_count(frame.document); ++key)
        if (can_expect(frame, {weights, frame.view.query, key}))
            if (const auto rect = weight_rect(frame, figure, key)) {
                const float size = std::min(0.86F * look.text, 0.8F * rect->height);
                if (!is_guessed)
                    look.fonts.draw(*ImGui::GetWindowDrawList(),
                                    {origin.x + rect->x + 2.5F * look.text,
                                     origin.y + rect->y + rect->height / 2},
                                    "drag to guess", figure::Font::Sans, size,
                                    packed(look.theme.dim_text));
                look.note("expected." + std::to_string(key),
                          {origin.x + rect->x, origin.y + rect->y},
                          {origin.x + rect->right(), origin.y + rect->bottom()});
            }
}

/// Drags the bar of a covered weight to its expected value.
bool drag_expected(const Frame& frame, const Figure& figure, ImVec2 origin,
                   const std::optional<Place>& place) {
    auto& dragged = frame.ui.dragging.expected_key;
    if (dragged && !ImGui::IsMouseDown(0))
        dragged.reset();
    if (!dragged && place && can_expect(frame, *place) && place->row == frame.view.query) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        if (!ImGui::IsMouseClicked(0) || frame.ui.editing)
            return true;
        dragged = place->column;
    }
    if (!dragged)
        return false;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const SheetId weights = sheet_of_head(frame.document, Stage::Weights, frame.view.head);
    if (const auto rect = weight_rect(frame, figure, *dragged))
        expect(frame, {weights, frame.view.query, *dragged},
               (ImGui::GetIO().MousePos.x - origin.x - rect->x) /
                   (figure::expected_bar * rect->width));
    return true;
}

/// Handles pointing at and clicking a number, as on the canvas.
void follow_pointer(const Frame& frame, const Figure& figure, ImVec2 origin) {
    const UiState& ui = frame.ui;
    if (!ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered() || ui.cards.palette ||
        ui.cards.help_open || ui.dragging.moves_numbers() || ui.dragging.mask_stroke)
        return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const figure::Hit hit = figure::hit(figure, {mouse.x - origin.x, mouse.y - origin.y});
    if (drag_expected(frame, figure, origin, hit.place))
        return;
    if (hit.label && hit.label->is_row && hit.label->sheet.stage == Stage::Weights) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(0) && !ui.editing)
            choose_query(frame, hit.label->at);
    }
    if (!hit.place)
        return;
    point_at(frame, hit.place);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(0) && !ui.editing)
        visit(frame, *hit.place);
}

void draw_buttons(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                  Rect rect) {
    const float space = 0.3F * look.text, height = 1.5F * look.text;
    float x = rect.right() - derivation_buttons_width(frame, look);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    for (const Button& button : buttons_of(frame)) {
        const Action& chosen = action(actions, button.action);
        const bool is_enabled = chosen.is_enabled(frame);
        const float width = button_width(look, button);
        ImGui::SetCursorScreenPos({x, rect.y + 0.3F * look.text});
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, is_enabled ? 1.0F : 0.4F);
        const bool is_clicked = ImGui::Button(button.label, {width, height});
        ImGui::PopStyleVar();
        if (is_enabled &&
            (stop_here(frame, look, WindowPart::LowerPanel, button.action) || is_clicked))
            chosen.run(frame);
        look.note_item(button.action);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("%s  %s", chosen.name.c_str(),
                              to_text(chosen.shortcuts.front()).c_str());
        x += width + space;
    }
    ImGui::PopStyleVar();
}

/// The actions of the pages that the document has, as tabs from left to right.
std::vector<const Action*> panel_tabs(const Frame& frame, const std::vector<Action>& actions) {
    std::vector<const Action*> list;
    for (const figure::PageInfo& page : figure::panel_pages())
        if (!page.tab.empty())
            if (const Action& tab = action(actions, "panel." + std::string(page.id));
                tab.is_enabled(frame))
                list.push_back(&tab);
    return list;
}

float tab_width(const Look& look, const Action& tab) {
    return look.fonts.width(tab.name, Font::Bold, look.text * 0.93F) + 1.4F * look.text;
}

/// Draws the names of the panel's pages, the present one underlined.
void draw_tabs(const Frame& frame, const Look& look, const std::vector<Action>& actions,
               Rect rect) {
    float x = rect.right() - panel_tabs_width(frame, look, actions) + 0.3F * look.text;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Action* const one : panel_tabs(frame, actions)) {
        const Action& tab = *one;
        const float width = tab_width(look, tab);
        const bool is_shown = tab.is_checked(frame);
        ImGui::SetCursorScreenPos({x, rect.y});
        const bool is_clicked = ImGui::InvisibleButton(tab.id.c_str(), {width, rect.height});
        if (stop_here(frame, look, WindowPart::LowerPanel, tab.id, is_shown) || is_clicked)
            tab.run(frame);
        look.note_item(tab.id);
        if (ImGui::IsItemHovered()) {
            ImGui::SetTooltip("%s  %s", tab.sentence.c_str(),
                              to_text(tab.shortcuts.front()).c_str());
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        }
        const Font font = is_shown ? Font::Bold : Font::Sans;
        const float size = look.text * 0.93F, wide = look.fonts.width(tab.name, font, size);
        look.fonts.draw(list, {x + (width - wide) / 2, rect.y + rect.height / 2}, tab.name, font,
                        size, packed(is_shown ? look.theme.text : look.theme.dim_text));
        if (is_shown)
            list.AddRectFilled({x + 0.5F * look.text, rect.bottom() - 3},
                               {x + width - 0.5F * look.text, rect.bottom() - 1},
                               packed(look.theme.accent));
        x += width;
    }
}

/// Makes the upper edge of the line draggable.
void drag_handle(const Frame& frame, const Look& look, Rect rect, float panel) {
    std::optional<float>& height = frame.ui.window.panel_height;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::InvisibleButton("panel.handle", {rect.width, 0.35F * look.text});
    look.note_item("panel.handle");
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.y + 3},
                                                  packed(look.theme.accent));
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0))
        height.reset();
    else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2))
        height = std::max(0.0F, (rect.y + panel - ImGui::GetIO().MousePos.y) / look.text);
}

} // namespace

void draw_in_panel(const Frame& frame, const Look& look, const Figure& figure,
                   figure::Point corner) {
    const ImVec2 origin(corner.x, corner.y);
    follow_pointer(frame, figure, origin);
    paint_window(look, figure, origin);
}

void draw_query_panel(const Frame& frame, const Look& look, const Figure& figure, Rect rect) {
    const ImVec2 origin = begin("query panel", figure, rect, rect.width >= figure.size.width);
    follow_pointer(frame, figure, origin);
    note_bars(frame, look, figure, origin);
    paint_window(look, figure, origin);
    ImGui::End();
}

float panel_tabs_width(const Frame& frame, const Look& look, const std::vector<Action>& actions) {
    float width = look.text;
    for (const Action* const tab : panel_tabs(frame, actions))
        width += tab_width(look, *tab);
    return width;
}

float panel_height_within(float wanted, float room, float text) {
    const float height = std::min(wanted * text, std::round(room / 2));
    return height < 3 * text ? 0 : height;
}

void draw_derivation_line(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                          const Figure& figure, Rect rect, float panel) {
    const ImVec2 origin = begin("derivation line", figure, rect, false);
    paint_window(look, figure, origin);
    drag_handle(frame, look, rect, panel);
    draw_tabs(frame, look, actions, rect);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const float y : {rect.y, rect.bottom() - 1})
        list.AddLine({rect.x, y}, {rect.right(), y}, packed(look.theme.line));
    ImGui::End();
}

float derivation_buttons_width(const Frame& frame, const Look& look) {
    float width = 0.8F * look.text;
    for (const Button& button : buttons_of(frame))
        width += button_width(look, button) + 0.3F * look.text;
    return width;
}

void draw_derivation_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                           const Figure& figure, Rect rect) {
    const ImVec2 origin = begin("derivation", figure, rect, true);
    draw_buttons(frame, look, actions, {origin.x, origin.y, rect.width, rect.height});
    follow_pointer(frame, figure, origin);
    for (const figure::PlaceRegion& region : figure.places)
        look.note("factor/" + to_text(region.place),
                  {origin.x + region.rect.x, origin.y + region.rect.y},
                  {origin.x + region.rect.right(), origin.y + region.rect.bottom()});
    paint_window(look, figure, origin);
    ImGui::GetWindowDrawList()->AddLine({rect.x, rect.y}, {rect.x, rect.bottom()},
                                        packed(look.theme.line));
    ImGui::End();
}

} // namespace app
