// SPDX-License-Identifier: MIT
#include "core/figure/positions_figure.h"

#include "core/base/number_text.h"
#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/figure/position_curves.h"
#include "core/figure/position_turns.h"
#include "core/figure/sheet_look.h"
#include "core/figure/theme.h"

namespace attn::figure {

bool has_positions_figure(const Document& document) {
    return has_stage(document, Stage("P")) || has_stage(document, Stage::QRotated);
}

Figure positions_figure(const Document& document, const Trace& trace, const View& asked,
                        Size available, float text, const Measure& measure) {
    const View view = within(document, asked);
    const Theme colours = theme(view.theme);
    Figure figure;
    figure.size = available;
    figure.background = colours.panel_background;
    Drawing drawing{figure, colours, measure};
    if (has_stage(document, Stage("P")))
        draw_position_curves(drawing, document, trace, view, text);
    else if (has_stage(document, Stage::QRotated))
        draw_position_turns(drawing, document, trace, view, text);
    return figure;
}

} // namespace attn::figure
