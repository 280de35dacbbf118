// SPDX-License-Identifier: MIT
#include "app/panels/bar.h"

#include "app/actions/menus.h"
#include "app/panels/part_stop.h"
#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/figure/colour_map.h"
#include "core/figure/rich_text.h"
#include "core/figure/word.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace app {
namespace {

using namespace attn;
using figure::Font;

constexpr float weight_width = 3.1F; // the width of one weight, in text sizes

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

float Bar::line_height(bool has_sentence) const {
    const float line = look.text * 1.5F;
    return line + (has_sentence && name_column == 0 ? line * 0.9F : 0) + look.text * 0.3F;
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
    const float size = look.text, line = size * 1.5F;
    const bool has_sentence = has_sentences && !action.sentence.empty();
    const float height = line_height(has_sentence);
    ImGui::PushID(action.id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bool is_chosen = ImGui::Selectable(
        "##item", false, is_enabled ? 0 : ImGuiSelectableFlags_Disabled, {wide, height});
    look.note_item(action.id);
    ImGui::PopID();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        if (const std::string reason = action.why_not(frame.document); !reason.empty())
            ImGui::SetTooltip("%s", reason.c_str());
    if (take_line(action.id, is_enabled, false)) {
        is_chosen = true;
        ImGui::CloseCurrentPopup();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto colour = packed(is_enabled ? look.theme.text : look.theme.dim_text);
    const ActionWords words = words_of(action, frame.document.model);
    const float middle = at.y + size * 0.15F + line / 2;
    if (is_checked)
        list.AddCircleFilled({at.x + size * 0.6F, middle}, size * 0.22F, packed(look.theme.accent));
    if (action.has_rich_name)
        draw_rich({at.x + size * 1.3F, middle}, words.name, is_checked ? Font::Bold : Font::Sans,
                  size, colour);
    else
        look.fonts.draw(list, {at.x + size * 1.3F, middle}, words.name,
                        is_checked ? Font::Bold : Font::Sans, size, colour);
    const float beside = weights_width(*this);
    float keys_width = 0;
    if (!action.shortcuts.empty()) {
        const std::string keys = to_text(action.shortcuts.front());
        keys_width = look.fonts.width(keys, Font::Sans, size * 0.9F) + size * 0.4F;
        look.fonts.draw(list, {at.x + wide - beside - keys_width, middle}, keys, Font::Sans,
                        size * 0.9F, packed(look.theme.dim_text));
    }
    if (has_sentence) {
        const float indent = size * 1.3F + name_column, small = size * 0.86F;
        const float room =
            wide - beside - indent - (name_column == 0 ? 0 : keys_width + size * 0.6F);
        const std::string sentence =
            figure::shortened(words.sentence, room, Font::Sans, small, measure(look.fonts));
        if (sentence != words.sentence && ImGui::IsItemHovered())
            ImGui::SetTooltip("%s", words.sentence.c_str());
        look.fonts.draw(list, {at.x + indent, middle + (name_column == 0 ? line * 0.85F : 0)},
                        sentence, Font::Sans, small, packed(look.theme.dim_text));
    }
    if (beside > 0)
        if (const auto found = frame.ui.menus.trial->weights.find(action.id);
            found != frame.ui.menus.trial->weights.end())
            draw_weights(found->second,
                         {at.x + wide - beside + size, at.y + (height - size * 1.5F) / 2},
                         size * 1.5F);
    if (is_chosen) // A selectable closes its popup itself.
        choose(frame, action);
}

float Bar::name_width(std::string_view menu) const {
    float widest = 0;
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document))
            widest = std::max(widest, look.fonts.width(action.name, Font::Bold, look.text));
    return widest;
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
            widest = std::max({widest, look.fonts.width(action.name, Font::Bold, look.text) + keys,
                               look.fonts.width(action.sentence, Font::Sans, look.text * 0.86F) +
                                   (name_column == 0 ? 0 : name_column + keys)});
        }
    return std::min(widest + look.text * 2.2F, ImGui::GetIO().DisplaySize.x - look.text * 3);
}

float Bar::lines_height(std::string_view menu) const {
    float high = line_height(false); // the line that goes back
    std::string_view group;
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document)) {
            if (action.group != group) {
                group = action.group;
                high += line_height(false);
            }
            high += line_height(has_sentences && !action.sentence.empty()) +
                    ImGui::GetStyle().ItemSpacing.y;
        }
    return high;
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
    const float high = line_height(false);
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
        menus.beside.clear();
    }
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    if (!ImGui::BeginPopup("menu")) {
        ImGui::PopID();
        return false;
    }
    menus.open_now = name;
    if (look.escape)
        ImGui::CloseCurrentPopup();
    return true;
}

void Bar::end_popup() const {
    ImGui::EndPopup();
    ImGui::PopID();
}

/// Draws one line of the owner's menu. When opened, its own lines replace all others.
void Bar::draw_line(const std::string& owner, const MenuPart& part, float wide) const {
    const std::string name(part.menu), line_name = owner + "/" + name;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float high = line_height(false), middle = at.y + high / 2, size = look.text;
    bool is_chosen = ImGui::Selectable(("##" + line_name).c_str(), false,
                                       ImGuiSelectableFlags_DontClosePopups, {wide, high});
    look.note_item(line_name);
    is_chosen = take_line(line_name, true, true) || is_chosen;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    look.fonts.draw(list, {at.x + size * 1.3F, middle}, name, Font::Sans, size,
                    packed(look.theme.text));
    const float arrow = at.x + wide - size * 1.2F;
    look.fonts.draw(
        list, {arrow - look.fonts.width(part.now, Font::Sans, size * 0.9F) - size * 0.6F, middle},
        part.now, Font::Sans, size * 0.9F, packed(look.theme.dim_text));
    look.fonts.draw(list, {arrow, middle}, "›", Font::Sans, size, packed(look.theme.dim_text));
    if (is_chosen) {
        frame.ui.menus.beside = line_name;
        frame.ui.menus.marked.clear();
    }
}

/// Draws the lines of one part, below a line that goes back.
void Bar::draw_inside(const MenuPart& part) const {
    // Sentences beside names make long lines, which are cut at the window's edge.
    const float room = ImGui::GetIO().DisplaySize.x - ImGui::GetWindowPos().x - look.text * 1.5F;
    const float all = menu_width(part.menu), high = line_height(false);
    const float wide = name_column == 0 ? all : std::min(all, room);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::Selectable("##back", false, ImGuiSelectableFlags_DontClosePopups, {wide, high}))
        frame.ui.menus.beside.clear();
    look.note_item("menu.back");
    look.fonts.draw(*ImGui::GetWindowDrawList(), {at.x + look.text * 0.3F, at.y + high / 2},
                    "‹  " + std::string(part.menu), Font::Sans, look.text,
                    packed(look.theme.dim_text));
    ImGui::Separator();
    items(part.menu, wide);
}

void Bar::parts(const std::string& owner, const std::vector<MenuPart>& parts) const {
    float wide = 0;
    for (const MenuPart& part : parts) {
        if (part.is_beside && frame.ui.menus.beside == owner + "/" + std::string(part.menu)) {
            Bar inside = *this;
            if (lines_height(part.menu) > ImGui::GetIO().DisplaySize.y - look.text * 5)
                // Sentences beside the names.
                inside.name_column = name_width(part.menu) + look.text;
            return inside.draw_inside(part);
        }
        if (part.is_beside)
            wide = std::max(wide, look.fonts.width(std::string(part.menu), Font::Sans, look.text) +
                                      look.fonts.width(part.now, Font::Sans, look.text) +
                                      look.text * 5);
        else if (knows(part.menu))
            wide = std::max(wide, menu_width(part.menu));
    }
    wide = std::min(wide + weights_width(*this), ImGui::GetIO().DisplaySize.x - look.text * 3);
    bool is_first = true, was_list = false;
    for (const MenuPart& part : parts) {
        const bool parts_here = part.menu.empty();
        if (!parts_here && !knows(part.menu))
            continue;
        if (!is_first && (parts_here || (!part.is_beside && was_list)))
            ImGui::Separator();
        is_first = false;
        was_list = !parts_here && !part.is_beside;
        if (was_list)
            items(part.menu, wide);
        else if (!parts_here)
            draw_line(owner, part, wide);
    }
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
