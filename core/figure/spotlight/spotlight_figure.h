// SPDX-License-Identifier: MIT
// Draws a spotlight: its matrices as their product is written, as large as the room allows, and a
// frame around what each phrase of a text means. All of it is always in view.
//
// All cells with numbers have one size. Numbers have letters of at least 18 units up to eight rows
// and of 13 up to twenty; to get them, matrices that are not needed are left out, then rows and
// columns that are not pointed at. Longer matrices are colours; the lines of the query and the key
// word stand open in them.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/spotlight/spotlight.h"
#include "core/figure/spotlight/spotlight_items.h"
#include "core/figure/spotlight/spotlight_layout.h"

#include <cstddef>
#include <optional>

namespace attn::figure {

/// Draws the spotlight in exactly the available size. `lit_phrase`: the phrase under the pointer,
/// whose frame is thicker; 0: none.
Figure spotlight_figure(const Document& document, const Trace& trace, const View& view,
                        const Spotlight& light, const CanvasOptions& options,
                        std::size_t lit_phrase = 0, const SpotlightSizes& sizes = {});

/// Does the same if all of it is in view with numbers of the sizes, and if a softmax that is asked
/// for is a table; else draws nothing.
std::optional<Figure> readable_spotlight(const Document& document, const Trace& trace,
                                         const View& view, const Spotlight& light,
                                         const CanvasOptions& options, const SpotlightSizes& sizes);

/// The rectangle in which a spotlight shows the place, in an open line if it is in one. Nothing if
/// the document or the figure lacks it.
std::optional<Rect> lit_rect(const Figure& spotlight, const Document& document,
                             const Region& place);

} // namespace attn::figure
