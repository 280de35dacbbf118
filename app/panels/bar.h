// SPDX-License-Identifier: MIT
// What the two rows above the canvas are made of: flat buttons that open menus, the lines of menus,
// by pointer or by keyboard, and buttons for actions.
#pragma once

#include "app/actions/actions.h"
#include "app/actions/menu_state.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The actions of one menu as a part of another.
struct MenuPart {
    std::string_view menu;  // "Theme"; empty: a line that parts
    bool is_beside = false; // behind a line of its name, which opens it; else among the lines
    std::string now = {};   // what stands now, at the right of that line
};

/// A text marked up as in TeX, its left end at the middle of a line; gives its width.
float draw_rich(const Look& look, ImVec2 middle_left, const std::string& rich,
                attn::figure::Font font, float size, ImU32 colour);

/// The rows above the canvas while they are drawn.
struct Bar {
    const Frame& frame;
    const Look& look;
    const std::vector<Action>& actions;
    /// The column of names in menus whose sentences stand beside them; 0: the sentences stand
    /// beneath.
    float name_column = 0;
    bool has_sentences = true;
    WindowPart part = WindowPart::Menus; // that its buttons belong to

    /// Of a button with the label.
    float width(const std::string& label) const;

    /// One line of a menu: mark, name, key, and its sentence beneath; at the right the weights that
    /// the choice would make, where a trial has them. A line that cannot be chosen says why under
    /// the pointer.
    void item(const Action& action, float wide) const;
    float name_width(std::string_view menu) const;
    /// Wide enough for the longest line of the menu, without the weights.
    float menu_width(std::string_view menu) const;
    /// The lines of the menu that the document knows.
    void items(std::string_view menu, float wide) const;
    /// The name of a group of lines.
    void heading(std::string_view name) const;
    /// Whether documents like this one know anything of the menu.
    bool knows(std::string_view menu) const;

    /// The last widget is a stop of the keyboard: whether Enter was pressed on it.
    bool is_entered(const std::string& name, bool is_chosen = false) const;

    /// After the button of a menu: opens its popup if the button was pressed or the keyboard asked;
    /// whether it is open. Then end_popup() follows, else not.
    bool begin_popup(const std::string& name, bool is_pressed) const;
    void end_popup() const;

    /// A flat button that opens a popup; whether it is open. Then end_menu() follows, else not. A
    /// menu without use now is grey and does not open.
    bool begin_menu(const std::string& name, bool is_enabled = true) const;
    void end_menu() const;
    /// The same with the parts that the document knows.
    void menu(const std::string& name, const std::vector<MenuPart>& parts,
              bool is_enabled = true) const;
    /// The lines of the parts, in an open popup. `owner` is the menu they are in.
    void parts(const std::string& owner, const std::vector<MenuPart>& parts) const;

    /// A flat button for an action, with its key in the tooltip.
    void button(const char* id, const char* label) const;
    void tooltip(const std::string& text) const;

    /// Draws text with lowered and raised letters; returns its width.
    float draw_rich(ImVec2 middle_left, const std::string& rich, attn::figure::Font font,
                    float size, ImU32 colour) const;
    float rich_width(const std::string& rich, attn::figure::Font font, float size) const;

private:
    float line_height(bool has_sentence) const;
    float lines_height(std::string_view menu) const; // of all of them
    void draw_weights(const std::vector<attn::Real>& weights, ImVec2 from, float high) const;
    void draw_line(const std::string& owner, const MenuPart& part, float wide) const;
    void draw_inside(const MenuPart& part) const;
    bool take_line(const std::string& name, bool is_enabled, bool opens) const;
};

/// How wide the weights of a trial are beside the choices; 0 without them.
float weights_width(const Bar& bar);

/// Flat, without a frame, until unflatten().
void flatten();
void unflatten();

} // namespace app
