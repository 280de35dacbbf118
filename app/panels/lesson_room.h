// SPDX-License-Identifier: MIT
// The rows of the window and the room of a lesson among them: beside the canvas, or below it if
// that leaves the canvas more. Lengths are in pixels.
#pragma once

#include "core/figure/base/figure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace app {

// Heights in text sizes.
constexpr float menu_row = 2.5F, formula_row = 3.6F; // above the canvas
constexpr float explaining_row = 2, status_row = 2;  // below it

/// The height of all of them for letters of this size.
inline float rows_height(float text) {
    return std::round(menu_row * text) + std::round(formula_row * text) +
           (explaining_row + status_row) * text;
}

struct LessonRoom {
    float beside = 0; // its width, right of the canvas; 0: it stands below
    float below = 0;  // its height, below the canvas; 0: it stands beside
};

/// Places a lesson in a window of this size. `larger` is the factor by which the user enlarged the
/// text. `columns` counts the columns of X; many columns need the whole width of the window.
inline LessonRoom lesson_room(attn::figure::Size window, float text, float larger,
                              std::ptrdiff_t columns) {
    constexpr std::ptrdiff_t many_columns = 32;
    constexpr float canvas_width = 63; // that the canvas needs, in usual text sizes
    constexpr float band = 9.4F;       // in text sizes
    const float beside = std::clamp(0.26F * window.width, 18 * text, 30 * text);
    const float below = band * text, high = window.height - rows_height(text);
    const float left = window.width - beside; // the width that the canvas keeps
    const bool has_many = columns > many_columns;
    const float needed = canvas_width * text / (has_many ? 1.0F : std::max(larger, 1.0F));
    const bool is_narrow = left < needed;
    const bool has_more_below = has_many || window.width * (high - below) > left * high;
    return is_narrow && has_more_below ? LessonRoom{0, below} : LessonRoom{beside, 0};
}

} // namespace app
