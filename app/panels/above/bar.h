// SPDX-License-Identifier: MIT
// The building blocks of the two rows above the canvas: flat buttons that open menus, menu lines
// for pointer and keyboard, and buttons for actions.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/session/ui_state.h"
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
    WindowPart part = WindowPart::Menus; // the part that its buttons belong to
    bool scrolls = false;                // the lines are in a list that scrolls within the popup
    float least_wide = 0;                // how wide a popup is at least, without weights
    float below = 0;                     // what a popup has below its lines and their sentence

    /// The width of a button with this label.
    float width(const std::string& label) const;

    /// Draws one line of a menu: mark, name and key. During a trial, the weights that the choice
    /// would give are at the right. told() says its sentence.
    void item(const Action& action, float wide) const;
    /// The width of the menu's longest line, without weights, and at most that of a menu.
    float menu_width(std::string_view menu) const;
    /// Draws, below all lines of an open popup, the sentence of the line that is under the pointer
    /// or has the keyboard; if it cannot be chosen, why. Its room stays the same.
    void told(float wide) const;
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
    float line_height() const;
    float height_of(std::string_view menu) const; // of its lines
    void draw_parts(const std::string& owner, const std::vector<MenuPart>& parts, float wide) const;
    void draw_weights(const std::vector<attn::Real>& weights, ImVec2 from, float high) const;
    void draw_line(const std::string& owner, const MenuPart& part, float wide) const;
    void draw_inside(const MenuPart& part) const;
    bool take_line(const std::string& name, bool is_enabled, bool opens) const;
};

/// The largest width of a menu, 380 pixels at 100 %, and of the lines in it.
float most_menu_width(const Look& look);
float most_line_width(const Look& look);
/// The least width of its lines.
float told_width(const Look& look);
/// The height that told() takes.
float told_height(const Look& look);

/// The width of the weights beside the choices during a trial; 0 without a trial.
float weights_width(const Bar& bar);

/// Makes buttons flat and frameless until unflatten().
void flatten();
void unflatten();

} // namespace app
