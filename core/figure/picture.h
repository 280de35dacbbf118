// SPDX-License-Identifier: MIT
// Draws a few matrices of the calculation as large as an area allows, inputs to the left of
// results.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sensitivity.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::figure {

/// One matrix or only its query word's row; its numbers or their gradient.
struct Part {
    Stage stage = Stage::X;
    bool is_query_row = false;
    bool is_gradient = false;       // if the picture has gradients
    Index layer = 0;                // if the document has several; not for gradients
    bool is_cross = false;          // in the second attention of the layer
    std::optional<Index> head = {}; // empty: the picture's head; not for gradients

    friend bool operator==(const Part&, const Part&) = default;
};

/// Columns of matrices from left to right.
struct Picture {
    std::vector<std::vector<Part>> columns;
    bool has_arrows = true; // between the columns
    bool is_map = false;    // the map of concepts instead of matrices
    bool is_table = false;  // a table of the softmax if possible: see softmax_table.h
    std::shared_ptr<const Sensitivity> gradients = {}; // must have a gradient; null: none
    std::optional<Index> part = {}; // part with these stages (see OpenPart); empty: the document
    std::optional<Index> head = {}; // the head of these matrices; empty: the view's
};

struct PictureSpace {
    Rect area;
    float unit = 34; // size of the matrices' titles; every text is at least 0.71 of it
};

/// Draws the matrices with numbers if they can be read, else in colours. A stage that the document
/// lacks, or that repeats the one before, is replaced by the one before.
void draw_picture(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
                  const Picture& picture, const PictureSpace& space);

} // namespace attn::figure
