// SPDX-License-Identifier: MIT
// Draws what each head does to one number: layers × heads, once with the head switched off and once
// with the mean of its output. The number, and others that can be chosen, stand above.
#pragma once

#include "core/document/explaining/head_effects.h"
#include "core/figure/canvas/canvas.h"

#include <optional>

namespace attn::figure {

/// Draws the page in the available size, or larger. The number is the selected one, else that of
/// number_of_effects(); a click on another number selects it, and one on a cell opens the head.
/// `kept`: the effects of this evaluation, for any number, or empty; the page puts its own there.
/// Null: they are computed again.
Figure effects_page(const Document& document, const Trace& trace, const View& view,
                    const CanvasOptions& options, std::optional<HeadEffects>* kept = nullptr);

/// Draws what the heads of the opened layer do to the next word of the model in the document's
/// folder, in one row. If that is not known, it shows why.
Figure effects_page(const Document& document, const View& view, const FolderEffects& effects,
                    const CanvasOptions& options);

} // namespace attn::figure
