// SPDX-License-Identifier: MIT
// Draws a few matrices of the calculation as large as an area allows, inputs to the left of
// results.
#pragma once

#include "core/document/explaining/sensitivity.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/figure/base/drawing.h"
#include "core/figure/matrix/sheet_look.h"

#include <memory>
#include <optional>
#include <string>
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
    bool is_table = false;  // a table of the softmax if possible: see query_panel.h
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

// Finds what each part of a picture shows: a matrix of a stage or its gradient, of any layer, cut
// to the query word's row if only that is wanted.

/// The matrix of the stage, or of the stage shown in its place.
const SheetLook& last_shown(const Contents& contents, Stage stage);
/// The row to which the part is cut: the query word's; for the words of a memory, the key word's or
/// the first. Nothing if it is shown whole.
std::optional<Index> chosen_row(const SheetLook& look, const View& view, const Part& part);

class PartLooks {
public:
    /// `gradients` are the same contents with gradients in them; null if no part needs them.
    PartLooks(const Document& document, const Trace& trace, const View& view,
              const Contents& contents, const Contents* gradients)
        : document_(document), trace_(trace), view_(view), contents_(contents),
          gradients_(gradients) {}

    struct Shown {
        SheetLook look;
        std::shared_ptr<const Matrix> row; // the values of a cut look
    };
    Shown shown(const Part& part);
    const std::vector<std::string>& words() const { return contents_.words(); }

private:
    SheetLook whole(const Part& part);

    const Document& document_;
    const Trace& trace_;
    const View& view_;
    const Contents& contents_;
    const Contents* gradients_;
    std::vector<Contents> later_; // matrices of later layers
};

} // namespace attn::figure
