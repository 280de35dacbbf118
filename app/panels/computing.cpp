// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "core/document/model.h"
#include "core/figure/drawing.h"

namespace app {

using namespace attn;

figure::Figure computing_figure(const Frame& frame, const Look& look, figure::Size size) {
    figure::Figure figure;
    figure.size = size;
    figure.background = look.theme.background;
    const figure::Measure measure_text = measure(look.fonts);
    figure::Drawing drawing{figure, look.theme, measure_text};
    const std::string of = std::to_string(token_count(frame.document)) + " " +
                           std::string(model_of(frame.document).rows); // always more than one
    draw_text(drawing, {size.width / 2, size.height / 2}, "Computing " + of + " …",
              {figure::Font::Sans, look.text * 1.3F, look.theme.dim_text, figure::Anchor::Centre});
    return figure;
}

} // namespace app
