// SPDX-License-Identifier: MIT
// The layout of export options: rows with a label, buttons and fields.
#pragma once

#include "app/exporting/exporting.h"
#include "app/panels/panels.h"
#include "core/publish/style_words.h"

#include <initializer_list>
#include <span>
#include <string>

namespace app {

struct ExportRows {
    const Frame& frame;
    const Look& look;
    ExportState& state = frame.ui.exporting;
    ExportChoice& choice = state.choice;
    float left = ImGui::GetCursorPosX();
    float label_width = 6.2F * look.text;

    void row(const char* label) const {
        ++state.walk.row;
        ImGui::SetCursorPosX(left);
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.dim_text));
        ImGui::TextUnformatted(label);
        ImGui::PopStyleColor();
        ImGui::SameLine(left + label_width);
    }

    /// Continues in the same row, or in a new one if `width` does not fit.
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

    /// Call after a control at `rect`: makes it a keyboard stop. Returns whether a key pressed it.
    bool stop(const std::string& name, const attn::figure::Rect& rect, bool is_chosen,
              bool is_button, ExportField of = ExportField::None) const;

    /// A button that is framed while its choice is the current one.
    bool chip(const std::string& name, const std::string& label, bool is_on) const {
        if (is_on) {
            ImGui::PushStyleColor(ImGuiCol_Border, vec4(look.theme.accent));
            ImGui::PushStyleColor(ImGuiCol_Text, vec4(look.theme.accent_text));
        }
        const bool is_pressed = button(name, label, is_on, false);
        if (is_on)
            ImGui::PopStyleColor(2);
        return is_pressed;
    }
    /// A button. Enter presses it if `is_for_enter`; Space always does.
    bool button(const std::string& name, const std::string& label, bool is_on,
                bool is_for_enter) const;
    /// Moves the keyboard to this control after a click.
    void follow_pointer(const std::string& name) const {
        state.walk.at = name;
        state.walk.is_by_key = false;
    }

    /// A list that opens below its current choice. If it returns true, the list is open; draw its
    /// lines and call ImGui::EndCombo() then.
    bool begin_list(const std::string& name, const std::string& label, float width) const;
    /// A line of the list. Returns whether it was chosen, which closes the list.
    bool line(const std::string& name, const std::string& label, bool is_on) const;
    /// A line with a tick; the list stays open. Returns whether the tick changed.
    bool tick_line(const std::string& name, const std::string& label, bool& is_ticked) const;
    /// Call after a line: returns whether a key pressed it.
    bool take_line(const std::string& name, bool is_on) const;

    /// Draws a row of buttons, one of them chosen. `prefix` distinguishes the stops of two rows
    /// with the same words.
    template <class Value>
    void chips(const char* row_label, std::span<const attn::publish::Choice<Value>> choices,
               Value& chosen, const std::string& prefix = "") const {
        row(row_label);
        for (const attn::publish::Choice<Value>& one : choices) {
            const std::string label(one.label.empty() ? one.word : one.label);
            if (&one != &choices.front())
                next(label);
            if (chip(prefix + std::string(one.word), label, chosen == one.value))
                chosen = one.value;
        }
    }
    template <class Value>
    void chips(const char* row_label, std::initializer_list<attn::publish::Choice<Value>> choices,
               Value& chosen) const {
        chips(row_label, std::span(choices.begin(), choices.size()), chosen);
    }

    void toggle(const char* name, const char* label, bool& value, bool is_first = false) const {
        if (!is_first)
            next("● " + std::string(label));
        if (chip(name, (value ? "● " : "") + std::string(label), value))
            value = !value;
    }

    void field(const char* name, ExportField which, const char* hint, float width) const;
};

/// Options for saved styles: take, make default, delete, and save the choice under a name.
void draw_styles(const ExportRows& rows);
/// Options for the figure of lines: which heads, each in its colour, and the least weight.
void draw_lines_choice(const ExportRows& rows);
/// Options for a worksheet: what is asked, for whom, and on which paper.
void draw_worksheet_options(const ExportRows& rows);

} // namespace app
