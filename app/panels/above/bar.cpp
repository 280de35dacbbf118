// SPDX-License-Identifier: MIT
#include "app/panels/above/bar.h"

#include "app/actions/menus.h"
#include "app/panels/over.h"
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;

constexpr float weight_width = 3.1F; // the width of one weight, in text sizes
constexpr float told_text = 0.86F, told_lines = 4;

/// Draws lines of this height, in a list that scrolls if they do not fit above what told() says.
template <class Draw>
void in_list(const Bar& bar, float high, float wide, const Draw& draw) {
    const float foot = told_height(bar.look) + 3 * bar.look.text + bar.below;
    const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y - foot;
    if (high <= room)
        return draw(bar, wide);
    Bar inside = bar;
    inside.scrolls = true;
    ImGui::BeginChild("lines", {wide, std::max(bar.look.text * 4, room)});
    draw(inside, wide - ImGui::GetStyle().ScrollbarSize);
    ImGui::EndChild();
}

} // namespace

float draw_rich(const Look& look, ImVec2 middle_left, const std::string& rich, Font font,
                float size, ImU32 colour) {
    const figure::PlacedText placed = figure::place_text(rich, font, size, measure(look.fonts));
    for (const figure::PlacedSpan& span : placed.spans)
        look.fonts.draw(*ImGui::GetWindowDrawList(),
                        {middle_left.x + span.x, middle_left.y + span.drop}, span.text, font,
                        span.size, colour);
    return placed.width;
}

void flatten() {
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
}

void unflatten() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

float weights_width(const Bar& bar) {
    const std::optional<Trial>& trial = bar.frame.ui.menus.trial;
    if (!trial || trial->weights.empty())
        return 0;
    const auto count = static_cast<float>(trial->weights.begin()->second.size());
    return count * bar.look.text * weight_width + bar.look.text;
}

float Bar::width(const std::string& label) const {
    return look.fonts.width(label, Font::Sans, look.text) + 2 * ImGui::GetStyle().FramePadding.x;
}

float Bar::draw_rich(ImVec2 middle_left, const std::string& rich, Font font, float size,
                     ImU32 colour) const {
    return app::draw_rich(look, middle_left, rich, font, size, colour);
}

float Bar::rich_width(const std::string& rich, Font font, float size) const {
    return figure::rich_width(rich, font, size, measure(look.fonts));
}

bool Bar::knows(std::string_view menu) const {
    return std::any_of(actions.begin(), actions.end(), [&](const Action& action) {
        return action.menu == menu && action.is_offered(frame.document) &&
               (!action.about || belongs(*action.about, frame.document.model));
    });
}

float Bar::line_height() const {
    return look.text * 1.8F;
}

float most_menu_width(const Look& look) {
    return std::min(std::floor(look.text * 380 / 14), ImGui::GetIO().DisplaySize.x - look.text);
}

float most_line_width(const Look& look) {
    return most_menu_width(look) - 2 * ImGui::GetStyle().WindowPadding.x;
}

/// Enough for sentences to be read.
float told_width(const Look& look) {
    return std::min(22 * look.text, most_line_width(look));
}

float told_height(const Look& look) {
    return told_lines * 1.5F * told_text * look.text + 0.8F * look.text;
}

/// Registers the line for the keyboard. Returns whether Enter was pressed on it.
bool Bar::take_line(const std::string& name, bool is_enabled, bool opens) const {
    Menus& menus = frame.ui.menus;
    menus.drawn.push_back({name, is_enabled, opens});
    if (menus.marked != name)
        return false;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                       ImGui::GetColorU32(ImGuiCol_HeaderHovered));
    if (std::exchange(menus.must_scroll, false))
        ImGui::SetScrollHereY();
    return std::exchange(menus.entered, {}) == name && is_enabled;
}

void Bar::draw_weights(const std::vector<Real>& weights, ImVec2 from, float high) const {
    const float wide = look.text * weight_width;
    const View& view = frame.view;
    const bool is_dark = view.theme == ThemeName::Dark;
    const Real most = std::max(1e-300, *std::max_element(weights.begin(), weights.end()));
    const figure::ColourScale scale{&figure::table(view.sequential, is_dark), 0,
                                    std::max<Real>(0.5, most)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t key = 0; key < weights.size(); ++key) {
        const figure::Colour ground = figure::colour(scale, weights[key]);
        const ImVec2 at(from.x + wide * static_cast<float>(key), from.y);
        list.AddRectFilled(at, {at.x + wide - 2, at.y + high}, packed(ground), look.text * 0.2F);
        const std::string text = decimals(weights[key], 2);
        const float size = look.text * 0.86F;
        const float room = wide - 2 - look.fonts.width(text, Font::Mono, size);
        look.fonts.draw(list, {at.x + room / 2, at.y + high / 2}, text, Font::Mono, size,
                        packed(figure::digit_colour(ground)));
    }
}

void Bar::item(const Action& action, float wide) const {
    const bool is_enabled = action.is_enabled(frame), is_checked = action.is_checked(frame);
    const float size = look.text, height = line_height();
    ImGui::PushID(action.id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bool is_chosen = ImGui::Selectable(
        "##item", false, is_enabled ? 0 : ImGuiSelectableFlags_Disabled, {wide, height});
    look.note_item(action.id);
    ImGui::PopID();
    Menus& menus = frame.ui.menus;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if ((moved.x != 0 || moved.y != 0) && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        menus.told = action.id;
    if (take_line(action.id, is_enabled, false)) {
        is_chosen = true;
        if (!scrolls)
            ImGui::CloseCurrentPopup();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto colour = packed(is_enabled ? look.theme.text : look.theme.dim_text);
    const std::string name = words_of(action, frame.document.model).name;
    const float middle = at.y + height / 2, indent = size * 1.3F;
    if (is_checked)
        list.AddCircleFilled({at.x + size * 0.6F, middle}, size * 0.22F, packed(look.theme.accent));
    const float beside = weights_width(*this);
    float keys_width = 0;
    if (!action.shortcuts.empty()) {
        const std::string keys = to_text(action.shortcuts.front());
        keys_width = look.fonts.width(keys, Font::Sans, size * 0.9F) + size * 0.4F;
        look.fonts.draw(list, {at.x + wide - beside - keys_width, middle}, keys, Font::Sans,
                        size * 0.9F, packed(look.theme.dim_text));
    }
    const Font font = is_checked ? Font::Bold : Font::Sans;
    const float room = wide - beside - keys_width - indent;
    if (action.has_rich_name && rich_width(name, font, size) <= room)
        draw_rich({at.x + indent, middle}, name, font, size, colour);
    else
        look.fonts.draw(list, {at.x + indent, middle},
                        figure::shortened(action.has_rich_name ? figure::plain_text(name) : name,
                                          room, font, size, measure(look.fonts)),
                        font, size, colour);
    if (beside > 0)
        if (const auto found = menus.trial->weights.find(action.id);
            found != menus.trial->weights.end())
            draw_weights(found->second,
                         {at.x + wide - beside + size, at.y + (height - size * 1.5F) / 2},
                         size * 1.5F);
    if (!is_chosen)
        return;
    if (scrolls) // Otherwise a selectable closes its popup itself.
        ImGui::CloseCurrentPopup();
    choose(frame, action);
}

float Bar::menu_width(std::string_view menu) const {
    float widest = 0;
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document)) {
            float keys = 0;
            if (!action.shortcuts.empty())
                keys = look.fonts.width(to_text(action.shortcuts.front()), Font::Sans,
                                        look.text * 0.9F) +
                       look.text * 2;
            const std::string name = words_of(action, frame.document.model).name;
            const float own = action.has_rich_name ? rich_width(name, Font::Bold, look.text)
                                                   : look.fonts.width(name, Font::Bold, look.text);
            widest = std::max(widest, own + keys);
        }
    return std::min(widest + look.text * 2.2F, most_line_width(look));
}

void Bar::told(float wide) const {
    ImGui::Separator();
    const float size = told_text * look.text;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({wide, told_height(look)});
    const auto action = std::find_if(actions.begin(), actions.end(), [&](const Action& one) {
        return one.id == frame.ui.menus.told;
    });
    const float inset = 0.3F * look.text;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (action == actions.end()) {
        draw_wrapped(&list, {at.x + inset, at.y + inset}, wide - 2 * inset,
                     "Point at a line to read what it does.", Font::Sans, size,
                     packed(look.theme.dim_text), look);
        return;
    }
    const std::string why = why_grey(frame, *action);
    const std::string text = why.empty() ? words_of(*action, frame.document.model).sentence : why;
    list.PushClipRect(at, {at.x + wide, at.y + told_height(look)}, true);
    draw_wrapped(&list, {at.x + inset, at.y + inset}, wide - 2 * inset, text, Font::Sans, size,
                 packed(look.theme.dim_text), look);
    list.PopClipRect();
    look.note("menu.told/" + action->id, at, {at.x + wide, at.y + told_height(look)});
}

void Bar::items(std::string_view menu, float wide) const {
    std::string_view group;
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document)) {
            if (action.group != group)
                heading(group = action.group);
            item(action, wide);
        }
}

void Bar::heading(std::string_view name) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = line_height();
    look.fonts.draw(*ImGui::GetWindowDrawList(), {at.x + look.text * 0.3F, at.y + high * 0.6F},
                    std::string(name), Font::Bold, look.text * 0.86F, packed(look.theme.dim_text));
    ImGui::Dummy({1, high});
}

bool Bar::is_entered(const std::string& name, bool is_chosen) const {
    PartFocus& parts = frame.ui.parts;
    if (parts.at && frame.ui.menus.open == name) { // The arrow keys moved to this one.
        parts.at = part;
        parts.stop = name;
    }
    return stop_here(frame, look, part, name, is_chosen);
}

bool Bar::begin_popup(const std::string& name, bool is_pressed) const {
    Menus& menus = frame.ui.menus;
    menus.seen.push_back(name);
    ImGui::PushID(name.c_str());
    look.note_item(name);
    const bool is_asked = menus.asked == name;
    if (is_asked)
        menus.asked.clear();
    const ImVec2 below(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + look.text * 0.2F);
    if (is_pressed || is_asked) {
        ImGui::OpenPopup("menu");
        menus.marked.clear();
        menus.told.clear();
        menus.beside.clear();
    }
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup("menu")) {
        ImGui::PopID();
        return false;
    }
    menus.open_now = name;
    const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    look.note("menu", from, {from.x + size.x, from.y + size.y});
    if (look.escape)
        ImGui::CloseCurrentPopup();
    return true;
}

void Bar::end_popup() const {
    ImGui::EndPopup();
    ImGui::PopID();
}

/// Draws one line of the owner's menu. When opened, its own lines replace all others.
void Bar::draw_line(const std::string& owner, const MenuPart& line, float wide) const {
    const std::string name(line.menu), line_name = owner + "/" + name;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = line_height(), middle = at.y + high / 2, size = look.text;
    bool is_chosen = ImGui::Selectable(("##" + line_name).c_str(), false,
                                       ImGuiSelectableFlags_DontClosePopups, {wide, high});
    look.note_item(line_name);
    is_chosen = take_line(line_name, true, true) || is_chosen;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {at.x + size * 1.3F, middle}, name, Font::Sans, size,
                    packed(look.theme.text));
    const float arrow = at.x + wide - size * 1.2F;
    const float room = wide - 3.6F * size - look.fonts.width(name, Font::Sans, size);
    const std::string now =
        figure::shortened(line.now, room, Font::Sans, size * 0.9F, measure(look.fonts));
    look.fonts.draw(list,
                    {arrow - look.fonts.width(now, Font::Sans, size * 0.9F) - size * 0.6F, middle},
                    now, Font::Sans, size * 0.9F, packed(look.theme.dim_text));
    look.fonts.draw(list, {arrow, middle}, "›", Font::Sans, size, packed(look.theme.dim_text));
    if (is_chosen) {
        frame.ui.menus.beside = line_name;
        frame.ui.menus.marked.clear();
    }
}

/// Draws the lines of one part, below a line that goes back.
void Bar::draw_inside(const MenuPart& line) const {
    const float high = line_height();
    const float wide = std::max(menu_width(line.menu), told_width(look));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##back", false, ImGuiSelectableFlags_DontClosePopups, {wide, high}))
        frame.ui.menus.beside.clear();
    look.note_item("menu.back");
    look.fonts.draw(*ImGui::GetWindowDrawList(), {at.x + look.text * 0.3F, at.y + high / 2},
                    "‹  " + std::string(line.menu), Font::Sans, look.text,
                    packed(look.theme.dim_text));
    ImGui::Separator();
    in_list(*this, height_of(line.menu), wide,
            [&](const Bar& bar, float room) { bar.items(line.menu, room); });
    told(wide);
}

float Bar::height_of(std::string_view menu) const {
    float high = 0;
    std::string_view group;
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document)) {
            const int lines = action.group == group ? 1 : 2;
            group = action.group;
            high += static_cast<float>(lines) * (line_height() + ImGui::GetStyle().ItemSpacing.y);
        }
    return high;
}

void Bar::draw_parts(const std::string& owner, const std::vector<MenuPart>& parts,
                     float wide) const {
    bool is_first = true, was_list = false;
    for (const MenuPart& one : parts) {
        const bool parts_here = one.menu.empty();
        if (!parts_here && !knows(one.menu))
            continue;
        if (!is_first && (parts_here || (!one.is_beside && was_list)))
            ImGui::Separator();
        is_first = false;
        was_list = !parts_here && !one.is_beside;
        if (was_list)
            items(one.menu, wide);
        else if (!parts_here)
            draw_line(owner, one, wide);
    }
}

void Bar::parts(const std::string& owner, const std::vector<MenuPart>& parts) const {
    float wide = 0, high = 0;
    for (const MenuPart& one : parts) {
        if (one.is_beside && frame.ui.menus.beside == owner + "/" + std::string(one.menu))
            return draw_inside(one);
        high += one.is_beside || one.menu.empty() ? line_height() + ImGui::GetStyle().ItemSpacing.y
                                                  : height_of(one.menu);
        if (one.is_beside)
            wide = std::max(wide, look.fonts.width(std::string(one.menu), Font::Sans, look.text) +
                                      look.fonts.width(one.now, Font::Sans, look.text) +
                                      look.text * 5);
        else if (knows(one.menu))
            wide = std::max(wide, menu_width(one.menu));
    }
    wide =
        std::min(std::max({std::min(wide, most_line_width(look)), told_width(look), least_wide}) +
                     weights_width(*this),
                 ImGui::GetIO().DisplaySize.x - look.text * 3);
    in_list(*this, high, wide,
            [&](const Bar& bar, float room) { bar.draw_parts(owner, parts, room); });
    const bool has_actions = std::any_of(parts.begin(), parts.end(), [](const MenuPart& one) {
        return !one.is_beside && !one.menu.empty();
    });
    if (has_actions) // the lines of submenus have no sentences
        told(wide);
}

bool Bar::begin_menu(const std::string& name, bool is_enabled) const {
    flatten();
    if (!is_enabled)
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
    bool is_pressed = ImGui::Button(name.c_str());
    if (!is_enabled)
        ImGui::PopStyleColor();
    unflatten();
    if (is_enabled)
        is_pressed = is_entered(name) || is_pressed;
    if (!is_enabled) {
        ImGui::SameLine(0, 0);
        return false;
    }
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool is_open = begin_popup(name, is_pressed);
    if (is_open) {
        end_trial(frame); // ends the trial of the part that was open before
        list.AddRectFilled({from.x, to.y - 2}, {to.x, to.y}, packed(look.theme.accent));
    } else {
        ImGui::SameLine(0, 0);
    }
    return is_open;
}

void Bar::end_menu() const {
    end_popup();
    ImGui::SameLine(0, 0);
}

void Bar::menu(const std::string& name, const std::vector<MenuPart>& parts, bool is_enabled) const {
    if (!begin_menu(name, is_enabled))
        return;
    this->parts(name, parts);
    end_menu();
}

void Bar::button(const char* id, const char* label) const {
    const Action& chosen = action(actions, id);
    const bool is_enabled = chosen.is_enabled(frame);
    flatten();
    if (!is_enabled)
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
    const bool is_clicked = ImGui::Button(label);
    if (!is_enabled)
        ImGui::PopStyleColor();
    unflatten();
    if (is_enabled && (is_entered(id) || is_clicked))
        chosen.run(frame);
    look.note_item(id);
    tooltip(chosen.name +
            (chosen.shortcuts.empty() ? "" : "  " + to_text(chosen.shortcuts.front())));
    ImGui::SameLine(0, 0);
}

void Bar::tooltip(const std::string& text) const {
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text.c_str());
}

} // namespace app
