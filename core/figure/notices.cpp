// SPDX-License-Identifier: MIT
#include "core/figure/notices.h"

#include "core/figure/rich_text.h"
#include "core/figure/word.h"

namespace attn::figure {

void draw_notices(Drawing& drawing, const std::vector<std::string>& sentences, float top,
                  const Lengths& lengths) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        const Rect strip{0, top + static_cast<float>(i) * lengths.notice_line(),
                         drawing.figure.size.width, lengths.notice_line()};
        drawing.figure.shapes.emplace_back(Box{strip, drawing.theme.error_background});
        draw_text(drawing, {lengths.section_padding(), strip.y + strip.height / 2},
                  escape(shortened(sentences[i], strip.width - 2 * lengths.section_padding(),
                                   Font::Sans, lengths.formula_size(), drawing.measure)),
                  {Font::Sans, lengths.formula_size(), drawing.theme.error});
    }
}

} // namespace attn::figure
