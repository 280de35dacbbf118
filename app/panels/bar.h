// SPDX-License-Identifier: MIT
// What the toolbar is made of: buttons that open menus, the lines of menus, buttons for actions.
#pragma once

#include "app/actions/actions.h"
#include "app/session/frame.h"
#include "app/ui/look.h"

#include <string>
#include <vector>

namespace app {

/// The toolbar while it is drawn.
struct Bar {
    const Frame& frame;
    const Look& look;
    const std::vector<Action>& actions;

    /// Of a button with the label.
    float width(const std::string& label) const;

    /// One line of a menu: mark, name, key, and its sentence beneath. A line that cannot be chosen
    /// says why under the pointer.
    void item(const Action& action, float wide) const;
    /// Wide enough for the longest line of the menu, within the window.
    float menu_width(const std::string& menu) const;
    /// The lines of the menu that the document knows.
    void items(const std::string& menu, float wide) const;

    /// A button that opens a popup; whether it is open. Then end_menu() follows, else not.
    bool begin_menu(const std::string& name, const std::string& label, bool is_accented) const;
    void end_menu() const;
    /// A button that opens a popup with the actions of some menus that the document knows.
    void menu(const std::string& name, const std::string& label,
              const std::vector<const char*>& menus, bool is_accented = false) const;

    /// A plain button for an action, with its key in the tooltip.
    void button(const char* id, const char* label) const;
    void tooltip(const std::string& text) const;
};

} // namespace app
