// SPDX-License-Identifier: MIT
#include "app/editing/navigation.h"
#include "app/explaining/covering.h"
#include "app/explaining/lighting.h"
#include "app/explaining/pointing.h"
#include "app/explaining/sensing.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/session/pages.h"
#include "app/ui/compat.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/pages.h"

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
    // The first click has selected the number, and something else may be here since.
    if (ImGui::IsMouseDoubleClicked(0) && frame.view.selected && !ui.editing) {
        light_up(frame, *frame.view.selected);
        compat::forget_click();
        return;
    }
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
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 2))
        fold_panel(frame.ui, false);
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

using figure::Rect;

float compare_buttons_height(const Look& look) {
    return 2.4F * look.text;
}

void draw_compare_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                        const figure::Figure& figure, Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("compare", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float height = compare_buttons_height(look);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * look.text, 0.25F * look.text});
    ImGui::SetCursorScreenPos({rect.x + look.text, rect.y + 0.4F * look.text});
    for (const StageInfo& stage : stages(frame.document.model)) {
        if (!exists(frame.document, SheetId{stage.stage}) ||
            repeats_previous(frame.document, stage.stage))
            continue;
        const Action& chosen = action(actions, "compare.stage." + std::string(stage.name()));
        const bool is_checked = chosen.is_checked(frame);
        if (is_checked)
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
        if (ImGui::Button(std::string(stage.title).c_str()))
            chosen.run(frame);
        if (is_checked)
            ImGui::PopStyleColor();
        look.note_item(chosen.id);
        ImGui::SameLine(0, 0.3F * look.text);
    }
    ImGui::PopStyleVar();
    const ImVec2 origin(rect.x, rect.y + height);
    paint(figure, *ImGui::GetWindowDrawList(), origin,
          {0, 0, figure.size.width, figure.size.height}, look.fonts, look.textures);
    ImGui::End();
    // There is no canvas under the pointer.
    frame.view.pointed.reset();
    frame.view.key.reset();
}

using attn::figure::Font;

void draw_history(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                  attn::figure::Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::Begin("history", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float size = look.text, line = size * 1.9F;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("History");
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::GetFrameHeight());
    for (const char* id : {"edit.history", "edit.undo", "edit.redo", "edit.replay"}) {
        const Action& chosen = action(actions, id);
        const std::string_view shown = id;
        const bool is_replaying = frame.ui.history.replay.has_value();
        const char* label = shown == "edit.undo"     ? "Back"
                            : shown == "edit.redo"   ? "Next"
                            : shown == "edit.replay" ? (is_replaying ? "Stop" : "Replay")
                                                     : "×";
        if (shown != "edit.history" && shown != "edit.undo")
            ImGui::SameLine();
        const bool is_clicked = ImGui::Button((std::string(label) + "##" + id).c_str());
        if (stop_here(frame, look, WindowPart::SidePanel, std::string("history/") + id) ||
            is_clicked) {
            if (shown == "edit.replay" && is_replaying)
                frame.ui.history.replay.reset();
            else if (chosen.is_enabled(frame))
                chosen.run(frame);
        }
        look.note_item(std::string("history/") + id);
    }
    ImGui::BeginChild("steps", {0, 0}, false, ImGuiWindowFlags_NoSavedSettings);
    const std::size_t count = frame.history.size(), now = frame.history.position();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetWindowHeight();
    ImGui::Dummy({width, line * static_cast<float>(count)});
    // Scrolls to the present step when it changes.
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID("step");
    const int mark = static_cast<int>(now * 31 + count);
    if (memory.GetInt(key) != mark) {
        memory.SetInt(key, mark);
        ImGui::SetScrollY(line * static_cast<float>(now) - height / 2);
    }
    const float hidden = std::max(0.0F, ImGui::GetWindowPos().y - origin.y);
    const auto first = static_cast<std::size_t>(hidden / line);
    const auto last = std::min(count, first + static_cast<std::size_t>(height / line) + 2);
    for (std::size_t step = first; step < last; ++step) {
        const ImVec2 from(origin.x, origin.y + line * static_cast<float>(step)),
            to(origin.x + width, from.y + line);
        if (step == now)
            list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_Header), size * 0.3F);
        const std::string what = step == 0 ? "Start" : frame.history.description(step);
        const auto colour = step <= now ? look.theme.text : look.theme.dim_text;
        const float number =
            look.fonts.draw(list, {from.x + size * 0.5F, from.y + line / 2}, std::to_string(step),
                            Font::Mono, size * 0.86F, packed(look.theme.dim_text));
        look.fonts.draw(
            list, {from.x + size + std::max(number, size * 1.5F), from.y + line / 2},
            attn::figure::shortened(what, width - size * 4, Font::Sans, size, measure(look.fonts)),
            step == now ? Font::Bold : Font::Sans, size, packed(colour));
        look.note("history/" + std::to_string(step), from, to);
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to) &&
            ImGui::IsMouseClicked(0)) {
            frame.ui.history.replay.reset();
            frame.outbox.post(GoToStep{step});
        }
    }
    ImGui::EndChild();
    ImGui::End();
}

} // namespace app
