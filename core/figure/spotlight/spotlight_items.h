// SPDX-License-Identifier: MIT
// The matrices of a spotlight with their looks: what each is made from, where it stands on the
// canvas, how wide its texts are, and how deep frames lie in each other.
#pragma once

#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/spotlight/spotlight.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {
struct Operation;
}

namespace attn::figure {

constexpr Index few_rows = 8, most_rows = 20; // with numbers
constexpr float large_digits = 18, least_large_digits = 13;

/// A matrix of the spotlight, before its place is known.
struct SpotlightItem {
    SheetLook look;
    std::optional<SheetLook> whole; // if only some of its lines are drawn
    std::optional<CellPart> part;   // those lines
    const std::vector<std::string>* words = nullptr;
    bool is_needed = true;
    bool is_gradient = false;
    std::optional<Index> row;    // of the sheet, which is enough where there is little room
    bool is_read_across = false; // its columns are the rows of a factor: it is written as Kᵀ
    std::size_t group = 0;       // matrices of one layer and head
    std::pair<std::size_t, int> column; // of the canvas, and beside it
    std::size_t lane = 0;
    // Widths for a unit of 1; of a column's name for letters of 1.
    float names = 0, title = 0, widest_column = 0;

    bool has_many_rows() const { return look.row_count() > most_rows; }
    bool has_many_columns() const { return look.column_count() > most_rows; }
    bool has_numbers() const { return !has_many_rows() && !has_many_columns(); }
    /// Whether the line of the query or the key word stands open in many lines.
    bool has_open_lines() const {
        return (has_many_rows() && (look.query_row || look.key_row)) ||
               (has_many_columns() && (look.query_column || look.key_column));
    }
    bool shows_numbers() const { return has_numbers() || has_open_lines(); }
};

/// The matrices of one spotlight. The document, trace, light and options must outlive it.
class SpotlightItems {
public:
    SpotlightItems(const Document& document, const Trace& trace, const View& view,
                   const Spotlight& light, const CanvasOptions& options);

    std::vector<SpotlightItem> list; // in the order of the light

    const Graph& stages() const { return stages_; }
    /// The index of a matrix that the stage reads, by the number of the input.
    std::optional<std::size_t> input(const SpotlightItem& of, std::size_t number) const;
    std::size_t input_count(const SpotlightItem& item) const;
    const Operation* operation_of(const SpotlightItem& item) const;
    bool is_product(const SpotlightItem& item) const;
    bool reads(const SpotlightItem& item, std::size_t other) const;
    bool is_read(std::size_t item) const;

    /// Whether the cells are a whole matrix, whose frame is outside of it.
    bool is_whole(const CellRange& cells) const;
    /// How many frames lie around the innermost one and share a side with it, across and down.
    Size frame_depth() const { return frame_depth_; }
    bool has_frames_inside() const { return has_frames_inside_; }

    /// Keeps only the rows, or rows and columns, from the first to the last that something points
    /// at. Returns whether that leaves out any.
    bool cut(SpotlightItem& item, bool cuts_columns);
    /// Keeps only this part of the matrix.
    void show(SpotlightItem& item, const CellPart& part);

private:
    /// Marks what differs from before, or from what a given stage would be.
    void mark(Contents& contents) const;
    Contents& of_canvas();
    std::pair<const SheetLook*, const Contents*> look_for(const SheetId& sheet);
    std::pair<const SheetLook*, const Contents*> gradient_of(const SheetId& sheet);
    void add_gradient(const LitSheet& lit);
    /// Whether it is the gradient that all other matrices of the light make.
    bool is_made_of_all(const SpotlightItem& item) const;
    void add(const LitSheet& lit);
    void stand_in_lanes();
    bool has_another_head(std::size_t group, std::size_t at) const;
    /// The places on the canvas of the part that the matrix is in.
    std::vector<CanvasPlace> places_of(const SheetId& id) const;
    void place(SpotlightItem& item, const std::vector<CanvasPlace>& places, std::size_t at);
    void measure(SpotlightItem& item) const;
    void find_frames();

    const Document& document_;
    const Trace& trace_;
    View view_;
    const Spotlight& light_;
    const CanvasOptions& options_;
    Graph stages_;
    std::deque<Contents> contents_, gradients_;
    Size frame_depth_;
    bool has_frames_inside_ = false;
};

} // namespace attn::figure
