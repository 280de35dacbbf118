// SPDX-License-Identifier: MIT
// Places the parts of one matrix in an area of its own.
#include "core/figure/matrix_figure.h"

#include <algorithm>
#include <string>
#include <vector>

namespace attn::figure {

SheetBox box_in(const Drawing& drawing, const SheetLook& look, Rect area, float unit,
                const std::vector<std::string>& words, Size most_cell) {
    SheetBox box;
    box.look = &look;
    box.lengths.unit = unit;
    box.corner = {area.x, area.y};
    box.width = area.width;
    for (const std::string& word : words)
        box.widest_word = std::max(box.widest_word, drawing.measure(word, Font::Sans, unit) / unit);
    box.label_width = look.has_word_rows
                          ? std::min(box.widest_word * box.lengths.label_size(), 0.25F * area.width)
                          : 2 * box.lengths.small_size();
    const float left = area.x + box.label_width + box.lengths.label_gap();
    const float top = area.y + box.lengths.header(look);
    const float height = (area.bottom() - top - box.lengths.bar_line() * 1.2F) /
                         static_cast<float>(std::max<Index>(1, look.row_count()));
    const float width =
        (area.right() - left) / static_cast<float>(std::max<Index>(1, look.column_count()));
    const float cell_height = std::min(height, most_cell.height);
    const float cell_width = std::min(width, most_cell.width);
    box.cells = {left, top, cell_width * static_cast<float>(look.column_count()),
                 cell_height * static_cast<float>(look.row_count())};
    const float digit = drawing.measure("0", Font::Mono, unit) / unit;
    box.number_size =
        std::min({box.lengths.number_size() * 1.1F, 0.72F * cell_height,
                  cell_width / (digit * (static_cast<float>(look.characters) + 1.4F))});
    box.has_numbers = box.number_size >= box.lengths.least_digits;
    return box;
}

} // namespace attn::figure
