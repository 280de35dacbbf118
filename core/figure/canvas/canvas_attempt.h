// SPDX-License-Identifier: MIT
// Measures the matrices of a canvas and finds how large they can be for a given size of the titles.
// Only the layout of the canvas reads it.
#pragma once

#include "core/figure/canvas/canvas_layout.h"
#include "core/figure/canvas/readable.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace attn::figure {

// Finds the lengths of cells along one side for matrices that share a space. Cells of words and
// cells of dimensions have the same length while every number can be read.

/// The lengths of word cells and of dimension cells along one side.
struct Sides {
    float words = 0, dimensions = 0;
};

/// The number and kind of a matrix's cells along one side.
struct Count {
    float cells = 1;
    bool is_words = false;

    float extent(const Sides& sides) const {
        return cells * (is_words ? sides.words : sides.dimensions);
    }
};

/// Matrices in one track, which is as long as the longest of them, and at least `least`.
struct Track {
    std::vector<Count> matrices;
    float least = 0;

    float extent(const Sides& sides) const {
        float most = least;
        for (const Count& one : matrices)
            most = std::max(most, one.extent(sides));
        return most;
    }
};

float extent(const std::vector<Track>& tracks, const Sides& sides);

struct Wanted {
    float available = 0;
    float least = 0, most = 0; // for a cell with a number
    float least_extent = 0;    // for a matrix without numbers
    float scarce = 0;          // for a cell whose number has given up decimals
};

/// Finds one size for all cells if every number can be read with it. Otherwise words or dimensions
/// keep a readable size; if neither can, all matrices get the same length.
Sides fitted(const std::vector<Track>& tracks, const Wanted& wanted);

/// Widths of the texts of a matrix, for letters of size 1.
struct TextWidths {
    float title = 0; // the longest that its place may show
    float shape = 0, digits = 0, label = 0;
};

/// The matrices of the canvas in the order of their places, with the widths of their texts.
struct CanvasBoxes {
    std::vector<CanvasMatrix> matrices;
    std::vector<CanvasPlace> places;  // of the matrices, in the same order
    std::vector<CanvasPlace> unused;  // places whose stage is absent
    std::vector<std::size_t> columns; // number of columns in each pair of lanes
    std::vector<TextWidths> widths;   // of the matrices, in the same order
    Readable readable;
    float longest_title = 0;
    float widest_word = 0; // for size 1
    bool has_legend_line = false;

    /// The guests of a matrix (those placed at it), in their order.
    std::vector<std::size_t> guests(std::size_t host, bool are_under) const;
    /// The matrix that decides the cell size of this one: its host, or itself.
    std::size_t host_of(std::size_t box) const;
};
CanvasBoxes boxes_of(const CanvasShape& shape, const Measure& measure);

/// Two lanes, one above the other.
struct LanePair {
    std::vector<float> margins; // left of the cells of each column
    std::vector<Track> across;
    float free_width = 0;
};

/// One way to give a canvas its room.
struct CanvasWay {
    float growth = 1; // of titles, and of what follows from them
    bool has_all_labels = true;
    bool scrolls = false;
};

/// All sizes that follow from one size of the titles.
struct Attempt {
    CanvasWay way;
    Lengths lengths;
    std::vector<float> label_widths; // of each matrix
    std::vector<LanePair> pairs;
    std::vector<Track> down;   // of the lanes, two for each pair
    std::vector<float> around; // header of each lane and space below its rows; 0: no lane
    float upright_names = 0;   // height of column names turned by 90 degrees; 0: names are level
    Sides width, height;
    float room_height = 0;                 // of the canvas
    float free_width = 0, free_height = 0; // of the widest pair, and of all lanes

    float cell_width(const CanvasMatrix& matrix) const {
        return matrix.has_word_columns ? width.words : width.dimensions;
    }
    float cell_height(const CanvasMatrix& matrix) const {
        return matrix.has_word_rows ? height.words : height.dimensions;
    }
    /// The height from the title of the matrix to its cells.
    float head(const CanvasMatrix& matrix) const;
    /// The gap between a lane and the lane below it.
    float gap_after(std::size_t lane) const;
    float legend_line() const { return 1.8F * lengths.unit; }
};

/// Tries sizes of the titles in the available room.
struct Attempting {
    const CanvasBoxes& boxes;
    const LayoutOptions& options;

    Attempt attempt(const CanvasWay& way) const;

    /// The largest head() of the lane's matrices.
    float head_of_lane(const Attempt& made, std::size_t lane) const;

private:
    float label_width(std::size_t box, const Lengths& lengths, bool has_all_labels) const;
    /// The width of what is right of the cells: sums, and guests placed there.
    float beside_width(std::size_t box, const Lengths& lengths) const;
    Count cells_across(std::size_t box) const;
    Count cells_down(std::size_t box) const;
    void measure_boxes(Attempt& made) const;
    void fit_width(Attempt& made) const;
    void fit_height(Attempt& made) const;
    /// Turns column names upright if they are wider than their cells and there is room.
    void turn_names(Attempt& made) const;
};

/// The gap between a matrix and its guest, in units.
constexpr float guest_gap = 0.8F;
float header_height(const Lengths& lengths);
/// The height over the lanes where the line from X to its readers runs.
float feed_height(const Lengths& lengths);
/// The height below the lowest lane.
float foot_height(const Lengths& lengths);
std::size_t lane_of(const CanvasPlace& place);

} // namespace attn::figure
