// SPDX-License-Identifier: MIT
#include "app/panels/export_rows.h"

#include "app/ui/compat.h"
#include "app/ui/line_field.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cmath>

namespace app {

using attn::figure::Font;
using attn::figure::Rect;

namespace {

void draw_ring(const Look& look, const Rect& rect) {
    ImGui::GetWindowDrawList()->AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()},
                                        packed(look.theme.accent), 0.3F * look.text, 0,
                                        std::max(2.0F, 0.14F * look.text));
}

/// Fields need no ring: typing in them is visible.
void draw_ring_at(const ExportRows& rows, const std::string& name, const Rect& rect) {
    if (rows.state.walk.at == name && rows.state.walk.is_by_key)
        draw_ring(rows.look, rect);
}

bool take_press(ExportWalk& walk, const std::string& name) {
    if (walk.pressed != name)
        return false;
    walk.pressed.clear();
    return true;
}

} // namespace

bool ExportRows::stop(const std::string& name, const Rect& rect, bool is_chosen, bool is_button,
                      ExportField of) const {
    ExportWalk& walk = state.walk;
    const float y = rect.y + rect.height / 2;
    const int line = walk.drawn.empty() ? 0
                     : std::abs(walk.drawn.back().y - y) < 0.5F * look.text
                         ? walk.drawn.back().line
                         : walk.drawn.back().line + 1;
    walk.drawn.push_back(
        {name, of, is_chosen, is_button, walk.row, line, rect.x + rect.width / 2, y});
    if (walk.at == name && walk.list_now.empty() && std::exchange(walk.must_scroll, false)) {
        const float top = ImGui::GetWindowPos().y;
        if (rect.y < top || rect.bottom() > top + ImGui::GetWindowHeight())
            ImGui::SetScrollFromPosY(y - top);
    }
    return take_press(walk, name);
}

bool ExportRows::button(const std::string& name, const std::string& label, bool is_on,
                        bool is_for_enter) const {
    const bool is_clicked = ImGui::Button((label + "##" + name).c_str());
    look.note_item("export/" + name);
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const Rect rect{from.x, from.y, to.x - from.x, to.y - from.y};
    if (is_clicked)
        follow_pointer(name);
    draw_ring_at(*this, name, rect);
    return stop(name, rect, is_on, is_for_enter) || is_clicked;
}

bool ExportRows::begin_list(const std::string& name, const std::string& label, float width) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float wide = std::min(width, ImGui::GetContentRegionAvail().x);
    const Rect rect{at.x, at.y, wide, ImGui::GetFrameHeight()};
    const std::string id = "##" + name;
    ++state.walk.row;
    if (stop(name, rect, false, true))
        compat::open_combo(id.c_str());
    ++state.walk.row;
    look.note("export/" + name, {rect.x, rect.y}, {rect.right(), rect.bottom()});
    ImGui::SetNextItemWidth(wide);
    const bool is_open = ImGui::BeginCombo(id.c_str(), label.c_str(), ImGuiComboFlags_HeightLarge);
    if (!is_open) {
        draw_ring_at(*this, name, rect);
        return false;
    }
    if (ImGui::IsMouseClicked(0))
        follow_pointer(name);
    state.walk.list_now = name;
    if (look.escape)
        ImGui::CloseCurrentPopup();
    return true;
}

bool ExportRows::line(const std::string& name, const std::string& label, bool is_on) const {
    const bool is_clicked = ImGui::Selectable(label.c_str(), is_on);
    const bool is_taken = take_line(name, is_on);
    if (is_taken)
        ImGui::CloseCurrentPopup();
    return is_taken || is_clicked;
}

bool ExportRows::tick_line(const std::string& name, const std::string& label,
                           bool& is_ticked) const {
    const bool is_clicked = ImGui::Checkbox((label + "##" + name).c_str(), &is_ticked);
    if (!take_line(name, false))
        return is_clicked;
    is_ticked = !is_ticked;
    return true;
}

bool ExportRows::take_line(const std::string& name, bool is_on) const {
    ExportWalk& walk = state.walk;
    walk.drawn_lines.push_back({name, ExportField::None, is_on, false, 0, 0, 0, 0});
    if (ImGui::IsItemVisible())
        look.note_item("export/" + name);
    if (walk.marked != name)
        return false;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    draw_ring(look, {from.x, from.y, to.x - from.x, to.y - from.y});
    if (std::exchange(walk.must_scroll, false))
        ImGui::SetScrollHereY();
    return take_press(walk, name);
}

void ExportRows::field(const char* name, ExportField which, const char* hint, float width) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::max(1.0F, std::min(width, ImGui::GetContentRegionAvail().x - 1));
    const Rect rect{at.x, at.y, room, ImGui::GetFrameHeight()};
    if (ImGui::InvisibleButton(name, {rect.width, rect.height})) {
        begin_field(frame, which);
        follow_pointer(name);
    }
    stop(name, rect, false, false, which);
    look.note_item(std::string("export/") + name);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (state.field == which) {
        draw_line_field(list, rect, state.line, {Font::Sans, look.text, false, hint, state.fault},
                        look);
        return;
    }
    const std::string text =
        which == ExportField::Style ? state.style_name : text_of(choice, which);
    list.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()},
                       ImGui::GetColorU32(ImGuiCol_FrameBg), 0.3F * look.text);
    list.AddRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, packed(look.theme.line),
                 0.3F * look.text);
    const float padding = 0.4F * look.text;
    std::string shown = text.empty() ? hint : text;
    // The end of a long path distinguishes files.
    const float inside = rect.width - 2 * padding;
    while (shown.size() > 4 && which == ExportField::Path &&
           look.fonts.width("…" + shown, Font::Sans, look.text) > inside)
        shown.erase(0, shown.find_first_not_of("\x80", 1));
    if (which == ExportField::Path && shown != text && !text.empty())
        shown = "…" + shown;
    look.fonts.draw(
        list, {rect.x + padding, rect.y + rect.height / 2},
        attn::figure::shortened(shown, inside, Font::Sans, look.text, measure(look.fonts)),
        Font::Sans, look.text, packed(text.empty() ? look.theme.dim_text : look.theme.text));
}

} // namespace app
