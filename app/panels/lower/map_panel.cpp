// SPDX-License-Identifier: MIT
// Words as points: the maps of the lower panel, the controls for their axes, and dragging words of
// X.
#include "app/editing/navigation.h"
#include "app/explaining/pointing.h"
#include "app/panels/over.h"
#include "app/panels/panels.h"
#include "app/ui/compat.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace app {
namespace {

using namespace attn;
using figure::Font;
using figure::Point;
using figure::Rect;

constexpr float drag_begins = 3; // pixels until a press becomes a drag

Point point(ImVec2 at) {
    return {at.x, at.y};
}

/// A line that a click chooses, with a mark if it is the current choice.
void draw_choice(const Frame& frame, const Look& look, const Action& choice, Rect rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_chosen = choice.is_checked(frame);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    const bool is_clicked = ImGui::InvisibleButton(choice.id.c_str(), {rect.width, rect.height});
    if (stop_here(frame, look, WindowPart::LowerPanel, choice.id) || is_clicked)
        choice.run(frame);
    look.note_item(choice.id);
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::SetTooltip("%s", choice.sentence.c_str());
    }
    const float size = look.text * 0.93F, middle = rect.y + rect.height / 2;
    const ImVec2 mark(rect.x + 0.5F * size, middle);
    list.AddCircle(mark, 0.36F * size, packed(look.theme.dim_text));
    if (is_chosen)
        list.AddCircleFilled(mark, 0.22F * size, packed(look.theme.accent));
    look.fonts.draw(list, {rect.x + 1.3F * size, middle}, choice.name, Font::Sans, size,
                    packed(look.theme.text));
}

/// Draws "→ ‹ column 3 ›". The signs on both sides choose another column.
void draw_steps(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                const std::string& said, const char* less, const char* more, Rect rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = look.text * 0.93F, middle = rect.y + rect.height / 2;
    const auto sign = [&](const char* id, const char* text, float x) {
        const Action& step = action(actions, id);
        ImGui::SetCursorScreenPos({x, rect.y});
        ImGui::PushButtonRepeat(true);
        const bool is_clicked = ImGui::InvisibleButton(id, {1.6F * size, rect.height});
        ImGui::PopButtonRepeat();
        if (stop_here(frame, look, WindowPart::LowerPanel, id) || is_clicked)
            step.run(frame);
        look.note_item(id);
        const bool is_hovered = ImGui::IsItemHovered();
        if (is_hovered) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            ImGui::SetTooltip("%s", step.name.c_str());
        }
        const float wide = look.fonts.width(text, Font::Bold, size);
        look.fonts.draw(list, {x + (1.6F * size - wide) / 2, middle}, text, Font::Bold, size,
                        packed(is_hovered ? look.theme.accent_text : look.theme.text));
    };
    sign(less, "‹", rect.x);
    sign(more, "›", rect.right() - 1.6F * size);
    const float wide = look.fonts.width(said, Font::Sans, size);
    look.fonts.draw(list, {rect.x + (rect.width - wide) / 2, middle}, said, Font::Sans, size,
                    packed(look.theme.text));
}

void draw_controls(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                   Rect rect) {
    const float line = 1.7F * look.text, left = rect.x + 0.8F * look.text;
    const float wide = rect.width - 1.2F * look.text;
    float y = rect.y + 0.5F * look.text;
    for (const char* id : {"map.principal", "map.columns"}) {
        draw_choice(frame, look, action(actions, id), {left, y, wide, line});
        y += line;
    }
    const auto& columns = frame.ui.window.map_columns;
    if (!columns)
        return;
    const Index last = std::max<Index>(0, d_model(frame.document) - 1);
    const float inner = left + 1.2F * look.text, width = wide - 1.2F * look.text;
    draw_steps(frame, look, actions, "→ column " + std::to_string(std::min(columns->first, last)),
               "map.across_less", "map.across_more", {inner, y, width, line});
    draw_steps(frame, look, actions, "↑ column " + std::to_string(std::min(columns->second, last)),
               "map.up_less", "map.up_more", {inner, y + line, width, line});
}

/// Returns "cat: 0.44 0.87 0.96", the first numbers of the word.
std::string said_of(const Frame& frame, const Place& place) {
    constexpr Index most = 8;
    const auto& [document, trace] = frame.shown();
    const Matrix row = matrix_of(document, trace, place.sheet).row(place.row);
    std::string text = figure::visible_word(
                           row_names(document, place.sheet)[static_cast<std::size_t>(place.row)]) +
                       ":";
    for (Index column = 0; column < std::min(most, row.cols()); ++column)
        text += "  " + spoken(row(0, column), frame.view.numbers);
    return row.cols() > most ? text + " …" : text;
}

void begin_map_drag(const Frame& frame, const figure::PageFigure& map, Point origin, Index row) {
    const auto& places = map.figure.places;
    const Place word{{Stage::X}, row, 0};
    const auto dot = std::find_if(places.begin(), places.end(),
                                  [&](const auto& region) { return region.place == word; });
    const SharedMatrix* x = input(frame.document, {Stage::X});
    if (dot == places.end() || map.maps.empty() || !x)
        return;
    const Rect& rect = dot->rect;
    frame.ui.dragging.map = MapDrag{row,
                                    (*x)->row(row),
                                    map.maps.front(),
                                    origin,
                                    {rect.x + rect.width / 2, rect.y + rect.height / 2},
                                    point(ImGui::GetIO().MousePos),
                                    ++frame.ui.dragging.last_gesture,
                                    false};
}

void follow_pointer(const Frame& frame, const figure::PageFigure& map, Point origin) {
    const UiState& ui = frame.ui;
    if (!ImGui::IsWindowHovered() || ImGui::IsAnyItemHovered() || ui.cards.palette ||
        ui.cards.help_open || ui.dragging.holds_ranges() || ui.dragging.mask_stroke)
        return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto place = figure::hit(map.figure, {mouse.x - origin.x, mouse.y - origin.y}).place;
    if (!place || !frame.is_shown())
        return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::SetTooltip("%s", said_of(frame, *place).c_str());
    if (!ImGui::IsMouseClicked(0) || ui.editing)
        return;
    if (place->sheet.stage == Stage::K)
        visit(frame, *place);
    else
        choose_query(frame, place->row);
    if (place->sheet.stage == Stage::X)
        begin_map_drag(frame, map, origin, place->row);
}

} // namespace

float map_controls_width(const Look& look) {
    return 13 * look.text;
}

void draw_map_panel(const Frame& frame, const Look& look, const std::vector<Action>& actions,
                    const figure::PageFigure& map, Rect rect) {
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.width, rect.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("map", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    const Point origin{rect.x + map_controls_width(look), rect.y};
    draw_controls(frame, look, actions, {rect.x, rect.y, map_controls_width(look), rect.height});
    follow_pointer(frame, map, origin);
    paint(map.figure, *ImGui::GetWindowDrawList(), {origin.x, origin.y},
          {0, 0, map.figure.size.width, map.figure.size.height}, look.fonts, look.textures);
    for (const figure::PlaceRegion& region : map.figure.places)
        look.note("map/" + to_text(region.place.sheet) + "/" + std::to_string(region.place.row),
                  {origin.x + region.rect.x, origin.y + region.rect.y},
                  {origin.x + region.rect.right(), origin.y + region.rect.bottom()});
    ImGui::End();
}

void continue_map_drag(const Frame& frame) {
    MapDrag& drag = *frame.ui.dragging.map;
    if (ImGui::IsMousePosValid()) {
        const Point mouse = point(ImGui::GetIO().MousePos);
        const Point by{mouse.x - drag.start.x, mouse.y - drag.start.y};
        drag.moved = drag.moved || std::abs(by.x) >= drag_begins || std::abs(by.y) >= drag_begins;
        if (drag.moved) {
            const bool is_back = by.x == 0 && by.y == 0; // exactly
            Matrix row = is_back ? Matrix(drag.numbers)
                                 : figure::row_moved_to(drag.plot, drag.numbers,
                                                        {drag.point.x + by.x, drag.point.y + by.y});
            const SharedMatrix* x = input(frame.document, {Stage::X});
            if (x && drag.row < x->rows() && !(*x)->row(drag.row).isApprox(row.row(0), 0))
                frame.outbox.edit(SetRow{{Stage::X}, drag.row, SharedMatrix(std::move(row))},
                                  drag.gesture);
        }
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseDown(0))
        return;
    if (drag.moved)
        compat::forget_click();
    frame.ui.dragging.map.reset();
}

} // namespace app
