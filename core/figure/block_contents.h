// SPDX-License-Identifier: MIT
// The matrices of the open layer of a block as its page and its panel show them. Only these two
// read it.
#pragma once

#include "core/figure/block_plan.h"
#include "core/figure/canvas.h"
#include "core/figure/sheet_look.h"

#include <memory>
#include <vector>

namespace attn::figure {

/// The looks of every attention of the layer; all values share one colour range and all weights
/// another. It must outlive the figure's drawing.
struct BlockContents {
    std::vector<OpenPart> parts;
    std::vector<View> views; // of the parts
    std::vector<Contents> contents;
    std::vector<std::unique_ptr<Calculation>> before;
    std::vector<std::unique_ptr<SheetLook>> rows; // looks of one row

    /// The look of the stage, or of the stage before it while both have the same numbers.
    const SheetLook* look(const BlockStage& of) const;
    /// The look of the query word's row alone, as it is drawn.
    const SheetLook* query_row(const BlockStage& of);
};

/// The plan and the contents of the open layer. `options` are those of block_page().
struct BlockShown {
    BlockPlan plan;
    BlockContents contents;
};
BlockShown block_shown(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

} // namespace attn::figure
