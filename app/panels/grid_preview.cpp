// SPDX-License-Identifier: MIT
#include "app/panels/grid_preview.h"

#include "core/base/number_text.h"
#include "core/document/step.h"
#include "core/figure/word.h"

#include <algorithm>

namespace app {

using namespace attn;
using figure::Font;
using figure::Rect;

void draw_grid_preview(ImDrawList& list, const Rect& room, const Matrix& matrix,
                       const std::vector<std::string>& row_names, const NumberFormat& numbers,
                       const Look& look) {
    const float size = look.text * 0.95F, line = look.text * 1.45F, gap = look.text * 0.9F;
    const auto lines = static_cast<Index>(room.height / line);
    const bool is_long = matrix.rows() > lines;
    const Index rows =
        std::max<Index>(std::min<Index>(matrix.rows(), lines - (is_long ? 1 : 0)), 0);
    float names = 0;
    for (Index row = 0; row < std::min<Index>(rows, static_cast<Index>(row_names.size())); ++row)
        names = std::max(
            names, look.fonts.width(figure::visible_word(row_names[static_cast<std::size_t>(row)]),
                                    Font::Sans, size));
    names = names > 0 ? std::min(names, look.text * 9) + gap : 0;
    const auto middle = [&](Index row) { return room.y + line * (static_cast<float>(row) + 0.5F); };
    for (Index row = 0; names > 0 && row < rows; ++row)
        if (const auto at = static_cast<std::size_t>(row); at < row_names.size())
            look.fonts.draw(list, {room.x, middle(row)},
                            figure::shortened(figure::visible_word(row_names[at]),
                                              names - gap * 0.6F, Font::Sans, size,
                                              measure(look.fonts)),
                            Font::Sans, size, packed(look.theme.dim_text));
    float x = room.x + names;
    Index column = 0;
    for (; column < matrix.cols(); ++column) {
        float wide = 0;
        for (Index row = 0; row < rows; ++row)
            wide = std::max(
                wide, look.fonts.width(spoken(matrix(row, column), numbers), Font::Mono, size));
        if (x + wide > room.right() - look.text * (column + 1 < matrix.cols() ? 1 : 0))
            break;
        for (Index row = 0; row < rows; ++row) {
            const std::string text = spoken(matrix(row, column), numbers);
            look.fonts.draw(list,
                            {x + wide - look.fonts.width(text, Font::Mono, size), middle(row)},
                            text, Font::Mono, size, packed(look.theme.text));
        }
        x += wide + gap;
    }
    for (Index row = 0; column < matrix.cols() && row < rows; ++row)
        look.fonts.draw(list, {x, middle(row)}, "…", Font::Sans, size, packed(look.theme.dim_text));
    // If every row fits, there is no such line; dots show that there are more columns.
    if (rows < lines && (rows < matrix.rows() || column < matrix.cols()))
        look.fonts.draw(list, {room.x, middle(rows)},
                        "… " + std::to_string(matrix.rows()) + " × " +
                            std::to_string(matrix.cols()) + " in all",
                        Font::Sans, size, packed(look.theme.dim_text));
}

} // namespace app
