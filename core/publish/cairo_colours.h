// SPDX-License-Identifier: MIT
// Glyphs that bring colours of their own, such as emoji. Cairo writes them into a PDF with one
// pixel for each point; here they become images that a printer can use. Only for the cairo….cpp
// files.
#pragma once

#include "core/publish/cairo_owned.h"

#include <memory>

namespace attn::publish {

/// Calls `each` with every run of a layout of one line, and with the iterator that stands at it.
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

/// Whether some typeface of the layout has glyphs of several colours, in any of the four ways.
bool has_colours(PangoLayout* layout);

/// Paints the layout with its upper left corner at the current point, as
/// pango_cairo_show_layout does. In a PDF what has colours of its own becomes images of 600 pixels
/// an inch.
void show_layout(cairo_t* cairo, PangoLayout* layout);

} // namespace attn::publish
