// SPDX-License-Identifier: MIT
// A and B: a pinned state and the present one, or the right result and a usual mistake. And what
// the canvas calls "before".
#pragma once

#include "app/session/frame.h"
#include "core/figure/compare_figure.h"

#include <memory>
#include <string>

namespace app {

bool is_comparing(const Frame& frame);
/// Keeps the document and its results as A. Pinning outlives presets and undo.
void pin(const Frame& frame);
/// This one instead. `name` says what it is: "as opened".
void pin_as(const Frame& frame, attn::Calculation pinned, std::string name);
/// Back from a mistake or from A beside B to the canvas, then from the pinned state to none;
/// whether there was anything to leave.
bool leave_comparing(const Frame& frame);

/// What the canvas marks changes against: the pinned state, else the state before the drag or the
/// try that runs, else the start of the training that is seen. Nothing where nothing is compared.
struct Before {
    std::shared_ptr<const attn::Calculation> calculation;
    std::string name;           // "before: pinned “Four words”", "before this choice"
    bool is_of_gesture = false; // it goes when the drag or the try ends
};
Before before(const Frame& frame);
/// Shows a mistake beside the right result, or says why it changes nothing here.
void show_mistake(const Frame& frame, attn::Mistake mistake);

/// The figure of what is compared now; only while comparing.
attn::figure::Figure compare_figure(const attn::Document& document, const attn::Trace& trace,
                                    const attn::View& view, const Comparing& comparing,
                                    const attn::figure::CanvasOptions& options);

} // namespace app
