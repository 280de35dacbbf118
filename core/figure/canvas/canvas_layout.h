// SPDX-License-Identifier: MIT
// Places every matrix of the canvas and sizes its cells.
#pragma once

#include "core/figure/base/figure.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::figure {

// Everything that the layout of a canvas reads, as one value that can be compared. The layout gets
// only this value and a measure, so that equal shapes have equal layouts. No number is in it:
// during a drag it stays equal.

/// The place of a stage in one of two lanes: the row of a left factor and the column of an upper
/// factor meet in their product. A long calculation continues in two more lanes below.
struct CanvasPlace {
    Stage stage;
    bool is_above = false;
    std::size_t column = 0;
    bool is_turned = false;    // drawn with its rows as columns: Kᵀ
    bool is_labelled = true;   // its rows have names
    bool gives_labels = false; // which it loses first if width is scarce
    /// If the stage is absent, room for a stage like this is kept. `longest_title` is the longest
    /// title the place may show.
    std::optional<Stage> like = {};
    std::string_view longest_title = {};
    std::size_t pair = 0; // index of the pair of lanes, from the top
    /// If set, the matrix is a guest of this stage: below its rows or right of its columns, in no
    /// lane.
    std::optional<Stage> host = {};
    bool is_under = false;
    friend bool operator==(const CanvasPlace&, const CanvasPlace&) = default;
};

struct LayoutOptions {
    Size available;
    float text = 14;
    float zoom = 1;
    std::size_t notices = 0; // lines at the bottom
    bool may_scroll = false; // if numbers could not be read otherwise
    bool may_turn = false;   // column names wider than their cells are turned upright
    float scale = 1;         // the interface's: above 1 the smallest digits grow with it
    friend bool operator==(const LayoutOptions&, const LayoutOptions&) = default;
};

/// What the layout reads of one matrix, as it is drawn: Kᵀ has the rows of K as columns.
struct CanvasMatrix {
    Index rows = 0, columns = 0;
    bool has_word_rows = false, has_word_columns = false;
    bool has_row_sums = false, has_column_sums = false;
    int characters = 0;             // for which a number has room, without its sign
    std::string title, size;        // rich text; "5 × 4"
    std::string name;               // beside a guest, rich text; empty for others
    std::vector<std::string> marks; // after the title, of a given stage
    friend bool operator==(const CanvasMatrix&, const CanvasMatrix&) = default;
};

/// A list of words. Lists are equal if their words are.
struct WordList {
    std::shared_ptr<const std::vector<std::string>> words;
    friend bool operator==(const WordList& a, const WordList& b) {
        return a.words == b.words || *a.words == *b.words;
    }
};

struct CanvasShape {
    std::vector<CanvasPlace> places;
    /// The matrix of each place; nothing if the stage is absent.
    std::vector<std::optional<CanvasMatrix>> matrices;
    std::vector<WordList> names; // all that name rows or columns, each once
    LayoutOptions options;
    friend bool operator==(const CanvasShape&, const CanvasShape&) = default;
};

struct KeptLayouts;

/// The lengths of one figure, which follow from its unit, the size of the titles.
struct Lengths {
    float unit = 14;
    float least_digits = 9;  // smaller digits cannot be read; does not grow with the unit
    bool is_compact = false; // height is scarce: formulas are beside the titles

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
    /// The height of the column sums; footer() adds the colour bar.
    template <class Matrix>
    float sums(const Matrix& matrix) const {
        return matrix.has_column_sums ? sum_line() : 0;
    }
    float footer(const SheetLook& look) const { return sums(look) + bar_line(); }
};

constexpr Index few_lines = 16; // matrices of at most so many rows and columns keep their numbers
constexpr float name_height = 1.22F; // of a row with a name, relative to the size of its letters
constexpr float scroll_bar = 0.8F;   // in text sizes, at the edges of a canvas that scrolls
constexpr float least_cell = 6;      // cells smaller than this become one image
constexpr Index most_boxes = 4096;   // the cells of a larger matrix become one image as well

/// One matrix at its place.
struct SheetBox {
    const SheetLook* look = nullptr;
    Lengths lengths;
    Point corner;    // of title, labels and cells together
    float width = 0; // of title, labels and cells together
    Rect cells;
    float label_width = 0; // left of the cells, at a distance of label_gap()
    float widest_word = 0; // for size 1
    bool has_numbers = false;
    float number_size = 0;
    bool has_header = true;
    bool has_colour_bar = true;
    bool has_labels = true;        // of rows and columns
    bool has_column_labels = true; // false: only rows have labels
    bool drops_decimals = false;   // shows fewer decimals if a number is wider than its cell
    bool opens_lines = false; // enlarges the lines of the query and the key word if they are thin
    Size open_cell;           // at least as large; empty: as large as the titles need
    float open_digits = 0;    // in them; 0: as large as the titles allow
    float upright_names = 0;  // height of column names turned by 90 degrees; 0: names are level

    float cell_width() const {
        return cells.width / static_cast<float>(std::max<Index>(1, look->column_count()));
    }
    float cell_height() const {
        return cells.height / static_cast<float>(std::max<Index>(1, look->row_count()));
    }
};

/// The matrices of a canvas at their places.
struct CanvasLayout {
    Lengths lengths;
    Size size;
    std::vector<SheetBox> boxes; // in the order of the places; without looks until give_looks()
    std::vector<CanvasPlace> places;
    Rect legend; // the empty place, or a line at the foot
    bool has_legend_line = false;
    std::optional<Point> unused; // start of the title of a place whose stage is absent
    float feed = 0;              // height at which X is led over the upper lane
    float lanes_bottom = 0;      // notices are below it

    const SheetBox* find(Stage stage) const;
    const CanvasPlace* place_of(Stage stage) const;
    /// The right or lower end of the matrix together with its guests.
    float right_of(const SheetBox& box) const;
    float bottom_of(const SheetBox& box) const;
};

/// The look of each place, as the place draws it: turned, with room for the digits of its format.
/// Turns the looks of the contents, so it is called once. Null if the stage is absent.
std::vector<const SheetLook*> placed_looks(Contents& contents,
                                           const std::vector<CanvasPlace>& places);
/// Gathers what the layout reads of the looks, which are those of the places.
CanvasShape canvas_shape(const Contents& contents, const std::vector<const SheetLook*>& looks,
                         std::vector<CanvasPlace> places, const LayoutOptions& options);

/// Lays out the canvas. Sizes follow from the shapes of the matrices, the names of their lines and
/// the wanted digits, never from the numbers: nothing moves while the numbers change. All cells
/// have one size if they can be read that way; otherwise cells of words and cells of dimensions
/// have one size each. The boxes have no looks yet.
/// `kept` may hold the layout already; it gets the new one if the measure has a name.
CanvasLayout lay_out(const CanvasShape& shape, const Measure& measure, KeptLayouts* kept);
/// Gives each box its look, from those of the places.
void give_looks(CanvasLayout& layout, const std::vector<const SheetLook*>& looks);

/// The number of characters for which a number of the format has room, without its sign, and the
/// number of them from the decimal point on.
int reserved_characters(const NumberFormat& numbers);
int reserved_decimals(const NumberFormat& numbers);

/// The text beside a guest matrix: "b_{Q}", "mean".
std::string guest_name(const SheetLook& look);

} // namespace attn::figure
