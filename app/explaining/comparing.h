// SPDX-License-Identifier: MIT
// Compares two states: a pinned one and the present one, or the right result and a common mistake.
// Also defines what the canvas calls "before".
#pragma once

#include "app/session/frame.h"
#include "core/figure/plots/compare_figure.h"

#include <memory>
#include <string>

namespace app {

bool is_comparing(const Frame& frame);
/// Keeps the document and its results as state A. It survives undo and opening presets.
void pin(const Frame& frame);
/// Pins this calculation instead. `name` describes it: "as opened".
void pin_as(const Frame& frame, attn::Calculation pinned, std::string name);
/// Leaves one level: from a mistake, or from A beside B, to the canvas; then from the pinned state
/// to none. Returns whether there was anything to leave.
bool leave_comparing(const Frame& frame);

/// The state that the canvas marks changes against: the pinned state, else the state before the
/// current drag or trial, else the start of the shown training. Empty if nothing is compared.
struct Before {
    std::shared_ptr<const attn::Calculation> calculation;
    std::string name;           // "before: pinned “Four words”", "before this choice"
    bool is_of_gesture = false; // temporary: it goes when the drag or trial ends
};
Before before(const Frame& frame);

/// The document before the last change; null if there is none, or if the shown one is not the
/// history's.
const attn::Document* before_last_change(const Frame& frame);

/// The state of before() without its results, which may take long to compute; if nothing is
/// compared, the one before the last change.
struct DocumentBefore {
    const attn::Document* document = nullptr; // until the document changes; null: there is none
    std::string name;
};
DocumentBefore document_before(const Frame& frame);
/// Shows a mistake beside the right result, or says why it makes no difference here.
void show_mistake(const Frame& frame, attn::Mistake mistake);

/// The figure of the comparison. Call only while comparing.
attn::figure::Figure compare_figure(const attn::Document& document, const attn::Trace& trace,
                                    const attn::View& view, const Comparing& comparing,
                                    const attn::figure::CanvasOptions& options);

} // namespace app
