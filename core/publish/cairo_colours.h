// SPDX-License-Identifier: MIT
// Glyphs with colours of their own, such as emoji. Cairo writes them into a PDF with one pixel per
// point; here they become images sharp enough for print. Only for the cairo….cpp files.
#pragma once

#include "core/publish/cairo_owned.h"

#include <memory>

namespace attn::publish {

/// Calls `each` with every run of a one-line layout and with the iterator at that run.
template <class Each>
void each_run(PangoLayout* layout, Each each) {
    struct Delete {
        void operator()(PangoLayoutIter* iter) const { pango_layout_iter_free(iter); }
    };
    const std::unique_ptr<PangoLayoutIter, Delete> iter(pango_layout_get_iter(layout));
    do {
        if (PangoLayoutRun* run = pango_layout_iter_get_run_readonly(iter.get()))
            each(*run, iter.get());
    } while (pango_layout_iter_next_run(iter.get()));
}

/// Whether a typeface of the layout has coloured glyphs in any of the four formats.
bool has_colours(PangoLayout* layout);

/// Paints the layout with its upper left corner at the current point, as pango_cairo_show_layout
/// does. In a PDF, coloured glyphs become images of 600 pixels per inch.
void show_layout(cairo_t* cairo, PangoLayout* layout);

} // namespace attn::publish
