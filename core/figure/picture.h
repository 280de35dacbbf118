// SPDX-License-Identifier: MIT
// A few matrices of the calculation as large as a given area allows, what comes before to the left.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/sensitivity.h"
#include "core/document/view.h"
#include "core/figure/drawing.h"

#include <memory>
#include <optional>
#include <vector>

namespace attn::figure {

/// One matrix, or only its row of the query word; its numbers, or their gradient.
struct Part {
    Stage stage = Stage::X;
    bool is_query_row = false;
    bool is_gradient = false;       // where the picture has gradients
    Index layer = 0;                // of a document of several; not of gradients
    bool is_cross = false;          // of the second attention of the layer
    std::optional<Index> head = {}; // whose it is; nothing: the picture's. Not of gradients

    friend bool operator==(const Part&, const Part&) = default;
};

/// Columns of matrices from left to right.
struct Picture {
    std::vector<std::vector<Part>> columns;
    bool has_arrows = true; // between the columns
    bool is_map = false;    // the map of concepts instead of matrices
    bool is_table = false;  // a table of the softmax where there is one: see softmax_table.h
    std::shared_ptr<const Sensitivity> gradients = {}; // one that has a gradient; or none
    std::optional<Index> part = {}; // whose stages these are (see OpenPart); none: the document's
    std::optional<Index> head = {}; // whose matrices these are; nothing: the head that is looked at
};

struct PictureSpace {
    Rect area;
    float unit = 34; // size of the matrices' titles; every text is at least 0.71 of it
};

/// Draws the matrices with numbers where those can be read, else with colours. A stage that the
/// document does not have, or that repeats the one before, is shown by the one before.
void draw_picture(Drawing& drawing, const Document& document, const Trace& trace, const View& view,
                  const Picture& picture, const PictureSpace& space);

} // namespace attn::figure
