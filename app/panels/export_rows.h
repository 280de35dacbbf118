// SPDX-License-Identifier: MIT
// What the options of an export are laid out with: rows with a label, buttons and fields.
#pragma once

#include "app/exporting/exporting.h"
#include "app/panels/panels.h"
#include "core/publish/style_words.h"

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
        ++state.walk.row;
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

    /// After a control at `rect`: keys come to it. Whether one pressed it.
    bool stop(const std::string& name, const attn::figure::Rect& rect, bool is_chosen,
              bool is_button, ExportField of = ExportField::None) const;

    /// A button that is framed while its choice is the one.
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
    /// One that Enter presses as well, or else Space alone.
    bool button(const std::string& name, const std::string& label, bool is_on,
                bool is_for_enter) const;
    /// From there the keyboard goes on.
    void follow_pointer(const std::string& name) const {
        state.walk.at = name;
        state.walk.is_by_key = false;
    }

    /// A list that opens below its present choice; whether it is open. Its lines follow, then
    /// ImGui::EndCombo().
    bool begin_list(const std::string& name, const std::string& label, float width) const;
    /// A line of it; whether it was chosen, which closes the list.
    bool line(const std::string& name, const std::string& label, bool is_on) const;
    /// A line that is ticked, which leaves the list open for the next; whether that changed.
    bool tick_line(const std::string& name, const std::string& label, bool& is_ticked) const;
    /// After a line: whether a key pressed it.
    bool take_line(const std::string& name, bool is_on) const;

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

    /// The same of words that files and the command line know. `prefix` tells the stops of two
    /// rows with the same words apart.
    template <class Value, std::size_t count>
    void chips(const char* row_label, const attn::publish::Choices<Value, count>& choices,
               Value& chosen, const std::string& prefix = "") const {
        row(row_label);
        for (const attn::publish::Choice<Value>& choice : choices) {
            const std::string label(choice.label.empty() ? choice.word : choice.label);
            if (&choice != &choices.front())
                next(label);
            if (chip(prefix + std::string(choice.word), label, chosen == choice.value))
                chosen = choice.value;
        }
    }

    void toggle(const char* name, const char* label, bool& value, bool is_first = false) const {
        if (!is_first)
            next("● " + std::string(label));
        if (chip(name, (value ? "● " : "") + std::string(label), value))
            value = !value;
    }

    void field(const char* name, ExportField which, const char* hint, float width) const;
};

/// A saved style is taken, made the default or forgotten; the choice is saved under a name.
void draw_styles(const ExportRows& rows);
/// Of lines between words: which heads, each in its colour, and from which weight on.
void draw_lines_choice(const ExportRows& rows);
/// What is to be found on a worksheet, for whom, and on which paper.
void draw_worksheet_options(const ExportRows& rows);

} // namespace app
