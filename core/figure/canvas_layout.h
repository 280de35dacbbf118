// SPDX-License-Identifier: MIT
// Where every matrix of the canvas stands and how large its cells are.
#pragma once

#include "core/figure/sheet_look.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

/// Lengths of one figure in terms of its unit, the size of its titles.
struct Lengths {
    float unit = 14;
    float least_digits = 9;  // smaller digits cannot be read; they do not grow with the unit
    bool is_compact = false; // formulas stand beside the titles where height is scarce

    float label_size() const { return 0.86F * unit; }
    float small_size() const { return 0.76F * unit; }
    float range_size() const { return 0.71F * unit; }
    float formula_size() const { return 0.86F * unit; }
    float number_size() const { return 0.9F * unit; }
    float cell_height() const { return 1.72F * unit; }
    float heading_line() const { return (is_compact ? 1.9F : 2.1F) * unit; }
    float title_line() const { return (is_compact ? 1.35F : 1.45F) * unit; }
    float formula_line() const { return 1.2F * unit; }
    float role_line() const { return (is_compact ? 0.95F : 1.05F) * unit; }
    float label_line() const { return (is_compact ? 1.1F : 1.2F) * unit; }
    float bar_line() const { return (is_compact ? 1.35F : 1.5F) * unit; }
    float sum_line() const { return 1.3F * unit; }
    float notice_line() const { return 1.7F * unit; }
    float block_gap() const { return (is_compact ? 0.25F : 0.5F) * unit; }
    float label_gap() const { return 0.5F * unit; } // between row labels and cells
    float section_padding() const { return (is_compact ? 0.75F : 1.1F) * unit; }
    float arrow_gap() const { return (is_compact ? 1.6F : 2.0F) * unit; }

    bool has_formula_line(const SheetLook& look) const { return look.is_derived && !is_compact; }
    float header(const SheetLook& look) const {
        return title_line() + (has_formula_line(look) ? formula_line() : 0) + role_line() +
               label_line();
    }
    /// Below the cells: the sums of columns and the colour bar.
    float sums(const SheetLook& look) const { return look.has_column_sums ? sum_line() : 0; }
    float footer(const SheetLook& look) const { return sums(look) + bar_line(); }
};

constexpr float name_height = 1.22F; // of a row with a name, in sizes of its letters
constexpr float scroll_bar = 0.8F;   // in text sizes, at the edges of a canvas that is larger
constexpr float least_cell = 6;      // smaller cells become one image
constexpr Index most_boxes = 4096;   // more cells of one matrix become one image as well

/// One matrix in its place.
struct SheetBox {
    const SheetLook* look = nullptr;
    Lengths lengths;
    Point corner;    // of title, labels and cells together
    float width = 0; // of all of it
    Rect cells;
    float label_width = 0; // left of the cells; label_gap() lies between
    float widest_word = 0; // of size 1
    bool has_numbers = false;
    float number_size = 0;
    bool has_header = true;
    bool has_colour_bar = true;
    bool has_labels = true;        // of rows and columns
    bool has_column_labels = true; // or those of its rows only
    bool drops_decimals = false;   // where a number is wider than its cell
    bool opens_lines = false;      // of the query and the key word, where they are thin
    float upright_names = 0;       // how high column names at 90 degrees are; 0: they are level

    float cell_width() const {
        return cells.width / static_cast<float>(std::max<Index>(1, look->column_count()));
    }
    float cell_height() const {
        return cells.height / static_cast<float>(std::max<Index>(1, look->row_count()));
    }
};

/// Where a stage stands: in one of two lanes, so that the row of a left factor and the column of an
/// upper one meet in their product. A long calculation goes on in two more lanes below.
struct CanvasPlace {
    Stage stage;
    bool is_above = false;
    std::size_t column = 0;
    bool is_turned = false;    // drawn with its rows as columns: Kᵀ
    bool is_labelled = true;   // its rows have names
    bool gives_labels = false; // and lose them first where width is scarce
    /// Where the stage is not there, room for one like this is kept; a title of the place is no
    /// longer than the other.
    std::optional<Stage> like = {};
    std::string_view longest_title = {};
    std::size_t pair = 0; // of lanes, from the top
    /// It stands at this one, below its rows or right of its columns, and in no lane.
    std::optional<Stage> host = {};
    bool is_under = false;
};

/// The matrices of a canvas in their places. The looks that are drawn are copies, as some are
/// turned.
struct CanvasLayout {
    Lengths lengths;
    Size size;
    std::vector<std::unique_ptr<SheetLook>> looks;
    std::vector<SheetBox> boxes; // of the looks, in the order of the places
    std::vector<CanvasPlace> places;
    Rect legend; // the empty place, or a line at the foot
    bool has_legend_line = false;
    std::optional<Point> unused; // where the title of a place without its stage would begin
    float feed = 0;              // the height at which X is led over the upper lane
    float lanes_bottom = 0;      // notices lie below

    const SheetBox* find(Stage stage) const;
    const CanvasPlace* place_of(Stage stage) const;
    /// Where the matrix ends together with those that stand at it.
    float right_of(const SheetBox& box) const;
    float bottom_of(const SheetBox& box) const;
};

struct LayoutOptions {
    Size available;
    float text = 14;
    float zoom = 1;
    std::size_t notices = 0; // lines at the bottom
    bool may_scroll = false; // where numbers could not be read else
    bool may_turn = false;   // names of columns that are wider than their cells stand upright
};

/// Sizes follow the shapes of the matrices, the names of their lines and the digits that are
/// wanted, never the numbers: while those change, nothing moves. All cells have one size as far as
/// that can be read; else those of words and those of dimensions have one each.
CanvasLayout lay_out(const Contents& contents, const std::vector<CanvasPlace>& places,
                     const LayoutOptions& options, const Measure& measure);

/// The characters that a number of the format is given room for, without its sign, and those from
/// its decimal point on.
int reserved_characters(const NumberFormat& numbers);
int reserved_decimals(const NumberFormat& numbers);

/// What is written beside a matrix that stands at another: "b_{Q}", "mean".
std::string guest_name(const SheetLook& look);

} // namespace attn::figure
