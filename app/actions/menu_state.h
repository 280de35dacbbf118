// SPDX-License-Identifier: MIT
// Which menu is open, the line that the keyboard is at, and the choice that is tried meanwhile.
#pragma once

#include "app/input/line_edit.h"
#include "core/document/history.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace app {

/// One choice is shown as if it had been made.
struct Trial {
    attn::Document base; // as it was when the menu opened
    attn::Gesture gesture = 0;
    std::string tried; // its action; empty: the document is as it was
    /// The weights of the query word as each choice would make them, by action.
    std::map<std::string, std::vector<attn::Real>> weights = {};
};

/// A line of the open menu as it was drawn.
struct MenuLine {
    std::string name; // an action's, or of the lines beside it
    bool is_enabled = true;
    bool opens = false; // lines beside it
};

/// The menu of what lies under the pointer, or of what is selected; of the page while presenting.
enum class ContextOf { Numbers, Word, Matrix, Page };
struct ContextMenu {
    ContextOf of = ContextOf::Numbers;
    std::optional<std::pair<float, float>> at = {}; // in the window; nothing: where it stands
    bool must_open = true;
};

struct Menus {
    std::vector<std::string> names; // every menu and part of the formula, in the order of drawing
    std::vector<MenuLine> lines;    // of the open one
    std::string open;               // which one
    std::string asked;              // opens with the next frame
    std::string beside;             // the line whose own lines took the place of the others
    std::string marked;             // the line that the keyboard is at
    std::string entered;            // Enter was pressed on it
    bool must_scroll = false;       // to the marked line
    LineEdit search;                // of the list of words: what their names have to hold
    std::optional<Trial> trial;
    std::optional<ContextMenu> context;

    // The same while a frame is drawn, for the keys after it.
    std::vector<std::string> seen;
    std::vector<MenuLine> drawn;
    std::string open_now;
};

} // namespace app
