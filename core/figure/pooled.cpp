// SPDX-License-Identifier: MIT
#include "core/figure/pooled.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

constexpr float dropped_strength = 0.22F; // of the colour of a concept that is not kept

Index edge(int at, int pixels, Index cells) {
    return static_cast<Index>(at) * cells / pixels;
}

} // namespace

Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column) {
    if (look.is_blocked(row, column) || look.has_no_key(row, column))
        return theme.masked;
    const Colour full = colour(look.scale, look.value(row, column));
    return look.is_dropped(row, column) ? mix(theme.background, full, dropped_strength) : full;
}

std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height) {
    const Index rows = look.row_count(), columns = look.column_count();
    auto pixels = std::make_shared<Pixels>();
    pixels->width = static_cast<int>(std::min<Index>(columns, std::max(1, most_width)));
    pixels->height = static_cast<int>(std::min<Index>(rows, std::max(1, most_height)));
    pixels->colours.reserve(static_cast<std::size_t>(pixels->width) *
                            static_cast<std::size_t>(pixels->height));
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    const bool has_grey_cells = look.mask || look.no_key;
    for (int y = 0; y < pixels->height; ++y) {
        const Index first_row = edge(y, pixels->height, rows);
        const Index last_row = edge(y + 1, pixels->height, rows);
        for (int x = 0; x < pixels->width; ++x) {
            const Index first_column = edge(x, pixels->width, columns);
            const Index last_column = edge(x + 1, pixels->width, columns);
            Real shown = quiet;
            bool is_open = false;
            for (Index row = first_row; row < last_row; ++row)
                for (Index column = first_column; column < last_column; ++column) {
                    if (has_grey_cells &&
                        (look.is_blocked(row, column) || look.has_no_key(row, column)))
                        continue;
                    const Real value = look.value(row, column);
                    // Written so that NaN wins and, once it stands, stays.
                    if (!is_open || (std::isfinite(shown) &&
                                     !(std::abs(value - quiet) <= std::abs(shown - quiet))))
                        shown = value;
                    is_open = true;
                }
            const Colour full = is_open ? colour(look.scale, shown) : theme.masked;
            pixels->colours.push_back(look.is_dropped(first_row, first_column)
                                          ? mix(theme.background, full, dropped_strength)
                                          : full);
        }
    }
    return pixels;
}

} // namespace attn::figure
