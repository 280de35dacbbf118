// SPDX-License-Identifier: MIT
// What the options of an export are laid out with: rows with a label, buttons and fields.
#pragma once

#include "app/exporting/exporting.h"
#include "app/panels/panels.h"
#include "app/ui/line_field.h"
#include "core/figure/word.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace app {

struct ExportRows {
    const Frame& frame;
    const Look& look;
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    float left = ImGui::GetCursorPosX();
    float label_width = 6.2F * look.text;

    void row(const char* label) const {
        ImGui::SetCursorPosX(left);
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
        ImGui::TextUnformatted(label);
        ImGui::PopStyleColor();
        ImGui::SameLine(left + label_width);
    }

    /// Goes on in the same row, or below if `width` does not fit any more.
    void next(float width) const {
        const float gap = 0.3F * look.text;
        ImGui::SameLine(0, gap);
        if (ImGui::GetContentRegionAvail().x < width) {
            ImGui::NewLine();
            ImGui::SetCursorPosX(left + label_width);
        }
    }
    void next(const std::string& label) const {
        next(look.fonts.width(label, attn::figure::Font::Sans, look.text) +
             2 * ImGui::GetStyle().FramePadding.x);
    }

    /// A button that is framed while its choice is the one.
    bool chip(const std::string& name, const std::string& label, bool is_on) const {
        if (is_on) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.accent_text));
        }
        const bool is_pressed = ImGui::Button((label + "##" + name).c_str());
        if (is_on)
            ImGui::PopStyleColor(2);
        look.note_item("export/" + name);
        return is_pressed;
    }

    template <class Value>
    struct Option {
        const char* name;
        const char* label;
        Value value;
    };
    template <class Value>
    void chips(const char* row_label, std::initializer_list<Option<Value>> options,
               Value& chosen) const {
        row(row_label);
        bool is_first = true;
        for (const Option<Value>& option : options) {
            if (!std::exchange(is_first, false))
                next(option.label);
            if (chip(option.name, option.label, chosen == option.value))
                chosen = option.value;
        }
    }

    void toggle(const char* name, const char* label, bool& value, bool is_first = false) const {
        if (!is_first)
            next("● " + std::string(label));
        if (chip(name, (value ? "● " : "") + std::string(label), value))
            value = !value;
    }

    void field(const char* name, ExportField which, const char* hint, float width) const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = std::max(1.0F, std::min(width, ImGui::GetContentRegionAvail().x - 1));
        const attn::figure::Rect rect{at.x, at.y, room, ImGui::GetFrameHeight()};
        if (ImGui::InvisibleButton(name, {rect.width, rect.height}))
            begin_field(frame, which);
        state.shown_fields.push_back(which);
        if (state.field == which && std::exchange(state.is_field_new, false) &&
            !ImGui::IsItemVisible())
            ImGui::SetScrollHereY();
        look.note_item(std::string("export/") + name);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (state.field == which) {
            draw_line_field(list, rect, state.line,
                            {attn::figure::Font::Sans, look.text, false, hint, state.fault}, look);
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
        // Of a path that is too long the end is what tells files apart.
        const float inside = rect.width - 2 * padding;
        while (shown.size() > 4 && which == ExportField::Path &&
               look.fonts.width("…" + shown, attn::figure::Font::Sans, look.text) > inside)
            shown.erase(0, shown.find_first_not_of("\x80", 1));
        if (which == ExportField::Path && shown != text && !text.empty())
            shown = "…" + shown;
        look.fonts.draw(list, {rect.x + padding, rect.y + rect.height / 2},
                        attn::figure::shortened(shown, inside, attn::figure::Font::Sans, look.text,
                                                measure(look.fonts)),
                        attn::figure::Font::Sans, look.text,
                        packed(text.empty() ? look.theme.dim_text : look.theme.text));
    }
};

/// A saved style is taken, made the default or forgotten; the choice is saved under a name.
void draw_styles(const ExportRows& rows);
/// Of lines between words: which heads, each in its colour, and from which weight on.
void draw_lines_choice(const ExportRows& rows);
/// What is to be found on a worksheet, for whom, and on which paper.
void draw_worksheet_options(const ExportRows& rows);

} // namespace app
