// SPDX-License-Identifier: MIT
// A beside B: a pinned state and the present one, or the right result and a usual mistake.
#pragma once

#include "app/session/frame.h"
#include "core/figure/compare_figure.h"

namespace app {

bool is_comparing(const Frame& frame);
/// Keeps the document and its results as A. Pinning outlives presets and undo.
void pin(const Frame& frame);
/// This one instead.
void pin_as(const Frame& frame, attn::Calculation pinned);
/// Shows a mistake beside the right result, or says why it changes nothing here.
void show_mistake(const Frame& frame, attn::Mistake mistake);

/// The figure of what is compared now; only while comparing.
attn::figure::Figure compare_figure(const attn::Document& document, const attn::Trace& trace,
                                    const attn::View& view, const Comparing& comparing,
                                    const attn::figure::CanvasOptions& options);

} // namespace app
