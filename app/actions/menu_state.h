// SPDX-License-Identifier: MIT
// Which menu is open, which line has the keyboard, and which choice is being tried.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/history.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

/// A choice that is shown as if it had been made.
struct Trial {
    attn::Document base; // the document when the menu opened
    attn::Gesture gesture = 0;
    std::string tried; // the action being tried; empty: none
    /// The weights of the query word under each choice, by action.
    std::map<std::string, std::vector<attn::Real>> weights = {};
};

/// A line of the open menu, as it was drawn.
struct MenuLine {
    std::string name; // an action's name, or the name of a submenu
    bool is_enabled = true;
    bool opens = false; // opens a submenu
};

/// What a context menu is about; Page is the presented page.
enum class ContextOf { Numbers, Word, Matrix, Page };
struct ContextMenu {
    ContextOf of = ContextOf::Numbers;
    /// A place in the window; nothing: beside what the menu is about.
    std::optional<std::pair<float, float>> at = {};
    bool must_open = true;
};

struct Menus {
    std::vector<std::string> names; // all menus and parts of the formula, in drawing order
    std::vector<MenuLine> lines;    // the open menu's
    std::string open;               // the open menu
    std::string asked;              // the menu that opens in the next frame
    std::string beside;             // the open submenu, which replaces the other lines
    std::string marked;             // the line that has the keyboard
    std::string entered;            // the line on which Enter was pressed
    std::string told;               // the line that pointer or keyboard came to last
    bool must_scroll = false;       // to the marked line
    LineEdit search;                // filters the list of words by a part of their names
    std::optional<Trial> trial;
    std::optional<ContextMenu> context;

    // The same, collected while a frame is drawn.
    std::vector<std::string> seen;
    std::vector<MenuLine> drawn;
    std::string open_now;
};

} // namespace app
