// SPDX-License-Identifier: MIT
// The matrices of the open layer of a block as its page and its panel show them. Only these read
// it.
#pragma once

#include "core/figure/block_plan.h"
#include "core/figure/canvas.h"
#include "core/figure/sheet_look.h"

#include <memory>
#include <vector>

namespace attn::figure {

/// The looks of every attention of the layer, all values in one range of colours and all weights in
/// another. It must outlive what is drawn of it.
struct BlockContents {
    std::vector<OpenPart> parts;
    std::vector<View> views; // of the parts
    std::vector<Contents> contents;
    std::vector<std::unique_ptr<Calculation>> before;
    std::vector<std::unique_ptr<SheetLook>> rows; // looks of one row

    /// Of the stage, or of the one before while both have the same numbers.
    const SheetLook* look(const BlockStage& of) const;
    /// Its row of the query word, as it is drawn.
    const SheetLook* query_row(const BlockStage& of);
};

/// `options` as block_page() has them.
struct BlockShown {
    BlockPlan plan;
    BlockContents contents;
};
BlockShown block_shown(const Document& document, const Trace& trace, const View& view,
                       const CanvasOptions& options);

} // namespace attn::figure
