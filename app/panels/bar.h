// SPDX-License-Identifier: MIT
// The building blocks of the two rows above the canvas: flat buttons that open menus, menu lines
// for pointer and keyboard, and buttons for actions.
#pragma once

#include "app/actions/actions.h"
#include "app/actions/menu_state.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The actions of one menu as a part of another menu.
struct MenuPart {
    std::string_view menu;  // "Theme"; empty: a separator
    bool is_beside = false; // in a submenu with its name; else among the lines
    std::string now = {};   // the present setting, at the right of the submenu's line
};

/// Draws TeX-like markup with its left end at the middle of a line. Returns its width.
float draw_rich(const Look& look, ImVec2 middle_left, const std::string& rich,
                attn::figure::Font font, float size, ImU32 colour);

/// The rows above the canvas, while they are drawn.
struct Bar {
    const Frame& frame;
    const Look& look;
    const std::vector<Action>& actions;
    /// The width of the name column if sentences are beside the names; 0 if they are below.
    float name_column = 0;
    bool has_sentences = true;
    WindowPart part = WindowPart::Menus; // the part that its buttons belong to

    /// The width of a button with this label.
    float width(const std::string& label) const;

    /// Draws one line of a menu: mark, name, key, and its sentence. During a trial, the weights
    /// that the choice would give are at the right. A line that cannot be chosen explains why under
    /// the pointer.
    void item(const Action& action, float wide) const;
    float name_width(std::string_view menu) const;
    /// The width of the menu's longest line, without weights.
    float menu_width(std::string_view menu) const;
    /// Draws the lines of the menu that apply to the document.
    void items(std::string_view menu, float wide) const;
    /// Draws the name of a group of lines.
    void heading(std::string_view name) const;
    /// Whether any line of the menu applies to documents like this one.
    bool knows(std::string_view menu) const;

    /// Makes the last widget a keyboard stop. Returns whether Enter was pressed on it.
    bool is_entered(const std::string& name, bool is_chosen = false) const;

    /// Call after a menu's button: opens its popup if the button was pressed or the keyboard asked.
    /// If it returns true, the popup is open; call end_popup() then, and only then.
    bool begin_popup(const std::string& name, bool is_pressed) const;
    void end_popup() const;

    /// Draws a flat button that opens a popup. If it returns true, the popup is open; call
    /// end_menu() then, and only then. A disabled menu is grey and does not open.
    bool begin_menu(const std::string& name, bool is_enabled = true) const;
    void end_menu() const;
    /// The same, filled with the parts that apply to the document.
    void menu(const std::string& name, const std::vector<MenuPart>& parts,
              bool is_enabled = true) const;
    /// Draws the lines of the parts in an open popup. `owner` is the menu they are in.
    void parts(const std::string& owner, const std::vector<MenuPart>& parts) const;

    /// Draws a flat button for an action, with its key in the tooltip.
    void button(const char* id, const char* label) const;
    void tooltip(const std::string& text) const;

    /// Draws text with subscripts and superscripts; returns its width.
    float draw_rich(ImVec2 middle_left, const std::string& rich, attn::figure::Font font,
                    float size, ImU32 colour) const;
    float rich_width(const std::string& rich, attn::figure::Font font, float size) const;

private:
    float line_height(bool has_sentence) const;
    float lines_height(std::string_view menu) const; // all lines together
    void draw_weights(const std::vector<attn::Real>& weights, ImVec2 from, float high) const;
    void draw_line(const std::string& owner, const MenuPart& part, float wide) const;
    void draw_inside(const MenuPart& part) const;
    bool take_line(const std::string& name, bool is_enabled, bool opens) const;
};

/// The width of the weights beside the choices during a trial; 0 without a trial.
float weights_width(const Bar& bar);

/// Makes buttons flat and frameless until unflatten().
void flatten();
void unflatten();

} // namespace app
