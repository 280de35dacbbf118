// SPDX-License-Identifier: MIT
#include "core/figure/canvas/readable.h"

namespace attn::figure {

Readable find_readable(float text, const NumberFormat& numbers, const Measure& measure,
                       float scale) {
    constexpr float large = 64; // so that rounding of widths does not matter
    const float share = 0.62F + 0.26F * std::clamp((scale - 1) / 0.2F, 0.0F, 1.0F);
    return {std::max(9.0F, share * text), measure("0", Font::Mono, large) / large,
            reserved_characters(numbers)};
}

bool has_single_cells(const attn::Shape& shape) {
    return shape.rows * shape.columns <= most_boxes;
}
bool has_single_cells(const SheetLook& look) {
    return has_single_cells(attn::Shape{look.row_count(), look.column_count()});
}

SheetBox sheet_box(const SheetLook& look, const Lengths& lengths, Point cells, Size cell,
                   float names, float head) {
    SheetBox box = sheet_box(attn::Shape{look.row_count(), look.column_count()}, lengths, cells,
                             cell, names, head);
    box.look = &look;
    return box;
}

SheetBox sheet_box(const attn::Shape& shape, const Lengths& lengths, Point cells, Size cell,
                   float names, float head) {
    SheetBox box;
    box.lengths = lengths;
    box.label_width = names;
    box.has_header = box.has_colour_bar = false;
    box.drops_decimals = true;
    box.cells = {cells.x, cells.y, cell.width * static_cast<float>(shape.columns),
                 cell.height * static_cast<float>(shape.rows)};
    const float margin = names > 0 ? names + lengths.label_gap() : 0;
    box.corner = {cells.x - margin, cells.y - head};
    box.width = margin + box.cells.width;
    return box;
}

} // namespace attn::figure
