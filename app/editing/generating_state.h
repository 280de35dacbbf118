// SPDX-License-Identifier: MIT
// How the word is chosen that comes next: the likeliest, or one that is drawn by a seed at a
// temperature. What is typed stays while the window is open; it is no part of the document.
#pragma once

#include "app/input/line_edit.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace app {

struct Generating {
    bool is_open = false; // its card
    bool is_drawn = false;
    /// The temperature and the seed, which grows by one with each word that is drawn.
    std::array<LineEdit, 2> fields = {line_edit("1", true), line_edit("1", true)};
    std::size_t field = 0; // the one that is typed into
    std::string fault;     // why no word could be appended
    std::string said;      // of the word that was appended last
    /// What the fields said last that could be read: its words stay in view while one is wrong.
    double last_temperature = 1;
    std::uint32_t last_seed = 1;
};

} // namespace app
