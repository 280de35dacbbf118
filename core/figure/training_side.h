// SPDX-License-Identifier: MIT
// Draws the left side of a training's page: the loss as a large number, the colours, and for each
// input whether it learns.
#pragma once

#include "core/document/document.h"
#include "core/figure/drawing.h"
#include "core/figure/training_layout.h"

#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

/// The colours of one kind of numbers.
struct NamedScale {
    std::string name;
    const SheetLook* look = nullptr;
};

struct TrainingSide {
    std::optional<Real> loss, loss_at_start;
    std::vector<NamedScale> scales;
    std::vector<SheetId> learned;
};

void draw_training_side(Drawing& drawing, const Document& document, const TrainingLayout& layout,
                        const TrainingSide& side);

/// Wraps a sentence into lines of this width from a corner on. Returns the lower end.
float draw_sentence(Drawing& drawing, const std::string& sentence, Rect area, TextStyle style);

} // namespace attn::figure
