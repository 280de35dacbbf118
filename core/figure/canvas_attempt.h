// SPDX-License-Identifier: MIT
// The matrices of a canvas with what their texts measure, and how large all of it can be with one
// size of the titles. Only the layout of the canvas reads it.
#pragma once

#include "core/figure/canvas_layout.h"
#include "core/figure/cell_sides.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace attn::figure {

/// Widths of the texts of a matrix in letters of size 1.
struct TextWidths {
    float title = 0, shape = 0, digits = 0, label = 0;
};

/// The matrices that are there, in the order of their places, and what their texts measure.
struct CanvasBoxes {
    std::vector<std::unique_ptr<SheetLook>> looks;
    std::vector<CanvasPlace> places;  // of the looks
    std::vector<CanvasPlace> unused;  // without one
    std::vector<std::size_t> columns; // of each pair of lanes
    std::vector<TextWidths> widths;   // of the looks
    int characters = 0;
    float digit = 0.6F; // width of a digit of size 1
    float longest_title = 0;
    float widest_word = 0; // of size 1
    bool has_legend_line = false;

    /// Those that stand at the matrix, in their order.
    std::vector<std::size_t> guests(std::size_t host, bool are_under) const;
    /// The matrix whose cells decide how large those of this one are: its host, or itself.
    std::size_t host_of(std::size_t box) const;
};
CanvasBoxes boxes_of(const Contents& contents, const std::vector<CanvasPlace>& places,
                     const Measure& measure);

/// Two lanes.
struct LanePair {
    std::vector<float> margins; // left of the cells of each column
    std::vector<Track> across;
    float free_width = 0;
};

/// Everything that one size of the titles decides.
struct Attempt {
    Lengths lengths;
    std::vector<float> label_widths; // of each matrix
    std::vector<LanePair> pairs;
    std::vector<Track> down;   // of the lanes, two of each pair
    std::vector<float> around; // the header of each lane and what is below its rows; 0: no lane
    float upright_names = 0;   // how high column names at 90 degrees are; 0: they are level
    Sides width, height;
    float room_height = 0;                 // of the canvas
    float free_width = 0, free_height = 0; // of the widest pair, and of all lanes

    float cell_width(const SheetLook& look) const {
        return look.has_word_columns ? width.words : width.dimensions;
    }
    float cell_height(const SheetLook& look) const {
        return look.has_word_rows ? height.words : height.dimensions;
    }
    /// From the title of the matrix to its cells.
    float head(const SheetLook& look) const;
    /// Below a lane, where another follows.
    float gap_after(std::size_t lane) const;
    float legend_line() const { return 1.8F * lengths.unit; }
};

/// Tries sizes of the titles in the room of the options.
struct Attempting {
    const CanvasBoxes& boxes;
    const LayoutOptions& options;

    Attempt attempt(float growth, bool has_all_labels, bool scrolls = false) const;

    float least_digits() const;
    /// Of a cell with all its digits; with one decimal and a sign, where more decimals are wanted.
    float least_width() const;
    float scarce_width() const;
    float least_height() const { return 1.75F * least_digits(); }
    /// The highest of its matrices.
    float head_of_lane(const Attempt& made, std::size_t lane) const;

private:
    float width_of(int characters) const;
    float label_width(std::size_t box, const Lengths& lengths, bool has_all_labels) const;
    /// What stands right of the cells: sums, and matrices that stand there.
    float beside_width(std::size_t box, const Lengths& lengths) const;
    Count cells_across(std::size_t box) const;
    Count cells_down(std::size_t box) const;
    void measure_boxes(Attempt& made, bool has_all_labels) const;
    void fit_width(Attempt& made, bool scrolls) const;
    void fit_height(Attempt& made, bool scrolls) const;
    /// Stands the names of columns upright where they are wider than their cells and there is room.
    void turn_names(Attempt& made, bool scrolls) const;
};

/// Between a matrix and one that stands at it, in units.
constexpr float guest_gap = 0.8F;
float header_height(const Lengths& lengths);
/// Over the lanes, where X is led to what reads it.
float feed_height(const Lengths& lengths);
/// Below the lowest lane.
float foot_height(const Lengths& lengths);
std::size_t lane_of(const CanvasPlace& place);

} // namespace attn::figure
