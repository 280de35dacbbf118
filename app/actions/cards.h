// SPDX-License-Identifier: MIT
// The cards that show the table of actions: the palette, which finds one by its words, and the help
// with every key. And what is new in this version.
#pragma once

#include "app/input/line_edit.h"

#include <cstddef>
#include <optional>

namespace app {

struct Palette {
    LineEdit line;
    std::size_t chosen = 0;
};

struct NewsCard {
    int scrolls = 0; // tenths of a page that are still to go, downwards
};

struct ActionCards {
    std::optional<Palette> palette;
    bool help_open = false;
    std::optional<NewsCard> news;
};

} // namespace app
