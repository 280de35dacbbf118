// SPDX-License-Identifier: MIT
// State of the cards that show the table of actions (the palette, which searches it, and the help
// with all keys) and of the texts to read.
#pragma once

#include "app/input/line_edit.h"
#include "app/starting/leaflet.h"

#include <cstddef>
#include <optional>

namespace app {

struct Palette {
    LineEdit line;
    std::size_t chosen = 0;
};

struct ActionCards {
    std::optional<Palette> palette;
    bool help_open = false;
    LineEdit help_search; // a text that the keys of the help or what they do contain
    int help_scrolls = 0; // wanted since the last frame, in tenths of the list
    std::optional<Leaflet> leaflet;
};

} // namespace app
