// SPDX-License-Identifier: MIT
#include "app/panels/bar.h"

#include "core/document/model.h"

#include <algorithm>

namespace app {
namespace {

using namespace attn;
using figure::Font;

/// Whether documents of this kind know anything of the menu.
bool is_of_document(const Bar& bar, const std::string& menu) {
    return std::any_of(bar.actions.begin(), bar.actions.end(), [&](const Action& action) {
        return action.menu == menu &&
               (!action.about || belongs(*action.about, bar.frame.document.model));
    });
}

} // namespace

float Bar::width(const std::string& label) const {
    return look.fonts.width(label, Font::Sans, look.text) + 2 * ImGui::GetStyle().FramePadding.x;
}

void Bar::item(const Action& action, float wide) const {
    const bool is_enabled = action.is_enabled(frame), is_checked = action.is_checked(frame);
    const float size = look.text, line = size * 1.5F;
    const bool has_sentence = !action.sentence.empty();
    const float height = line + (has_sentence ? line * 0.9F : 0) + size * 0.3F;
    ImGui::PushID(action.id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool is_chosen = ImGui::Selectable(
        "##item", false, is_enabled ? 0 : ImGuiSelectableFlags_Disabled, {wide, height});
    look.note_item(action.id);
    ImGui::PopID();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        if (const std::string reason = action.why_not(frame.document); !reason.empty())
            ImGui::SetTooltip("%s", reason.c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto colour = packed(is_enabled ? look.theme.text : look.theme.dim_text);
    const ActionWords words = words_of(action, frame.document.model);
    const float middle = at.y + size * 0.15F + line / 2;
    if (is_checked)
        list.AddCircleFilled({at.x + size * 0.6F, middle}, size * 0.22F, packed(look.theme.accent));
    look.fonts.draw(list, {at.x + size * 1.3F, middle}, words.name,
                    is_checked ? Font::Bold : Font::Sans, size, colour);
    if (!action.shortcuts.empty()) {
        const std::string keys = to_text(action.shortcuts.front());
        const float keys_width = look.fonts.width(keys, Font::Sans, size * 0.9F);
        look.fonts.draw(list, {at.x + wide - keys_width - size * 0.4F, middle}, keys, Font::Sans,
                        size * 0.9F, packed(look.theme.dim_text));
    }
    if (has_sentence)
        look.fonts.draw(list, {at.x + size * 1.3F, middle + line * 0.85F}, words.sentence,
                        Font::Sans, size * 0.86F, packed(look.theme.dim_text));
    if (is_chosen) // A selectable closes its popup by itself.
        action.run(frame);
}

float Bar::menu_width(const std::string& menu) const {
    float widest = 0;
    for (const Action& action : actions)
        if (action.menu == menu) {
            float keys = 0;
            if (!action.shortcuts.empty())
                keys = look.fonts.width(to_text(action.shortcuts.front()), Font::Sans,
                                        look.text * 0.9F) +
                       look.text * 2;
            widest = std::max({widest, look.fonts.width(action.name, Font::Bold, look.text) + keys,
                               look.fonts.width(action.sentence, Font::Sans, look.text * 0.86F)});
        }
    return std::min(widest + look.text * 2.2F, ImGui::GetIO().DisplaySize.x - look.text * 3);
}

void Bar::items(const std::string& menu, float wide) const {
    for (const Action& action : actions)
        if (action.menu == menu && action.is_offered(frame.document))
            item(action, wide);
}

bool Bar::begin_menu(const std::string& name, const std::string& label, bool is_accented) const {
    ImGui::PushID(name.c_str());
    if (is_accented)
        ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
    const bool is_pressed = ImGui::Button((label + " ▾").c_str());
    if (is_accented)
        ImGui::PopStyleColor();
    look.note_item(name);
    const ImVec2 below(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + look.text * 0.2F);
    if (is_pressed)
        ImGui::OpenPopup("menu");
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    const bool is_open = ImGui::BeginPopup("menu");
    if (is_open) {
        if (look.escape)
            ImGui::CloseCurrentPopup();
    } else {
        ImGui::PopID();
        ImGui::SameLine();
    }
    return is_open;
}

void Bar::end_menu() const {
    ImGui::EndPopup();
    ImGui::PopID();
    ImGui::SameLine();
}

void Bar::menu(const std::string& name, const std::string& label,
               const std::vector<const char*>& menus, bool is_accented) const {
    if (!begin_menu(name, label, is_accented))
        return;
    float wide = 0;
    for (const char* part : menus)
        if (is_of_document(*this, part))
            wide = std::max(wide, menu_width(part));
    bool is_first = true;
    for (const char* part : menus) {
        if (!is_of_document(*this, part))
            continue;
        if (!is_first)
            ImGui::Separator();
        is_first = false;
        items(part, wide);
    }
    end_menu();
}

void Bar::button(const char* id, const char* label) const {
    const Action& chosen = action(actions, id);
    const bool is_enabled = chosen.is_enabled(frame);
    if (!is_enabled)
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
    if (ImGui::Button(label) && is_enabled)
        chosen.run(frame);
    if (!is_enabled)
        ImGui::PopStyleColor();
    look.note_item(id);
    tooltip(chosen.name +
            (chosen.shortcuts.empty() ? "" : "  " + to_text(chosen.shortcuts.front())));
    ImGui::SameLine();
}

void Bar::tooltip(const std::string& text) const {
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", text.c_str());
}

} // namespace app
