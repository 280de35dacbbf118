// SPDX-License-Identifier: MIT
// How the next word is chosen: the likeliest, or drawn with a seed and a temperature. The typed
// values stay while the window is open; they are not part of the document.
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
    /// The temperature and the seed. The seed grows by one with each drawn word.
    std::array<LineEdit, 2> fields = {line_edit("1", true), line_edit("1", true)};
    std::size_t field = 0; // the one being typed into
    std::string fault;     // why no word could be appended
    std::string said;      // about the word appended last
    /// The last valid values of the fields: their words stay in view while a field is wrong.
    double last_temperature = 1;
    std::uint32_t last_seed = 1;
};

} // namespace app
