// SPDX-License-Identifier: MIT
// The look of a matrix before any size is known: its texts, colours, marked rows and numbers.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/view.h"
#include "core/document/telling/expected.h"
#include "core/figure/base/colours.h"
#include "core/figure/matrix/kept_looks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

constexpr int longest_range = 8; // characters of a number at the end of a colour bar

/// The differences of a matrix from what it was before (see changes.h). Rows and columns are those
/// of the sheet.
struct Changes {
    /// The direction in which the number of a cell changed.
    enum class Way : unsigned char { Same, Up, Down, Other };
    Cells before;
    bool is_computed = false; // `before` is what the given stage would be if it were computed
    std::vector<Way> ways;    // for all cells, row by row
    Index count = 0;          // number of changed cells
    std::optional<Place> largest;

    Way at(const Place& place) const {
        return ways[static_cast<std::size_t>(place.row * before.cols() + place.column)];
    }
};

/// One matrix of the canvas.
struct SheetLook {
    SheetId id;
    Cells values;
    KeptLooks* kept = nullptr; // for derived cells and kept images; else null
    bool is_input = false;
    bool is_given = false; // a computed stage whose numbers the document gives; also an input
    bool may_offer_shares = false; // given weights in a figure whose regions are clicked
    bool offers_shares = false; // a line of them does not sum to 1: a click divides each by its sum
    bool is_derived = false;    // a stage from the scores on: its formula has a line of its own

    std::string title;         // rich text, bold
    std::string shape;         // "5 × 4"
    std::string formula;       // rich text, or empty
    std::string formula_brief; // a shorter form for little room
    std::string row_role, column_role;
    bool has_word_columns = false;
    bool has_word_rows = false;
    /// Names that are not the words of the document: films, new vectors.
    std::shared_ptr<const std::vector<std::string>> own_rows, own_columns;

    Family family = Family::Signed;
    NumberRange range;
    ColourScale scale;
    std::string scale_low, scale_high; // labels of the colour bar's ends

    /// Whether the matrix is drawn transposed: words are columns. Its values, mask and places keep
    /// the rows and columns of the sheet; all other rows and columns here are the drawn ones.
    bool is_transposed = false;
    /// The index in the sheet of the first drawn line of words, as a look may show only some words.
    /// Marked lines count from it.
    Index first_row = 0, first_column = 0;
    std::optional<Index> query_row, query_column;
    std::optional<Index> key_row, key_column;

    /// The view's format, from which sizes follow, and the one the matrix is written in: see
    /// set_numbers().
    NumberFormat asked, numbers;
    int characters = 4;          // the characters of the widest number without its sign
    int whole_characters = 1;    // the most before the decimal point, without sign
    int fraction_characters = 0; // the most from the decimal point on
    bool reads_zero = false;     // all numbers would be written as 0
    bool has_row_sums = false;
    bool has_column_sums = false; // replaces them if the matrix is transposed

    const Mask* mask = nullptr;                // blocked cells are grey; null: no mask
    const std::vector<bool>* no_key = nullptr; // for weights: lines without a key
    Axis axis = Axis::Rows;
    const std::vector<bool>* no_direction = nullptr; // vectors that have no cosine
    Index kept_rows = 0, kept_columns = 0;  // concepts beyond these are dropped; 0: all are kept
    std::optional<Changes> changes;         // set while something is compared
    std::optional<ExpectedNumber> expected; // for a number that was covered

    /// Texts that replace the formula, the longest first, if the values are a gradient instead of
    /// the stage's numbers (see gradient_look.h) or the look is blank.
    std::vector<std::string> remarks;
    bool is_dimmed = false;      // it does not affect the chosen number
    bool is_blank = false;       // only the chosen cell is filled
    std::optional<Place> chosen; // the number whose gradient the others show

    Index row_count() const { return is_transposed ? values.cols() : values.rows(); }
    Index column_count() const { return is_transposed ? values.rows() : values.cols(); }
    Real value(Index row, Index column) const {
        return is_transposed ? values(column, row) : values(row, column);
    }
    /// The numbers of a drawn row: faster than one by one if the cells are derived.
    Vector row(Index row) const {
        if (!is_transposed)
            return values.row(row);
        Vector line(values.rows());
        for (Index at = 0; at < line.size(); ++at)
            line(at) = values(at, row);
        return line;
    }
    /// The place of the number drawn there.
    Place place(Index row, Index column) const {
        row += first_row;
        column += first_column;
        return is_transposed ? Place{id, column, row} : Place{id, row, column};
    }
    bool is_blocked(Index row, Index column) const {
        if (!mask)
            return false;
        const Place at = place(row, column);
        return attn::is_blocked(*mask, at.row, at.column);
    }
    bool has_no_key(Index row, Index column) const {
        const Place at = place(row, column);
        const auto flag = [](const std::vector<bool>& flags, Index line) {
            return static_cast<bool>(flags[static_cast<std::size_t>(line)]);
        };
        return (no_key && flag(*no_key, axis == Axis::Rows ? at.row : at.column)) ||
               (no_direction && (flag(*no_direction, at.row) || flag(*no_direction, at.column)));
    }
    /// Whether the cell is drawn as masked. Its colour does not say so: a grey number may have it.
    bool is_masked(Index row, Index column) const {
        return is_blocked(row, column) || has_no_key(row, column);
    }
    bool is_dropped(Index row, Index column) const {
        return (kept_rows > 0 && first_row + row >= kept_rows) ||
               (kept_columns > 0 && first_column + column >= kept_columns);
    }
    bool was_expected(Index row, Index column) const {
        return expected && place(row, column) == expected->place;
    }
    bool is_blank_at(Index row, Index column) const {
        return is_blank && !(chosen && place(row, column) == *chosen);
    }
    /// All names of rows or of columns; null if these are numbers.
    const std::vector<std::string>* row_names(const std::vector<std::string>& words) const {
        return !has_word_rows ? nullptr : own_rows ? own_rows.get() : &words;
    }
    const std::vector<std::string>* column_names(const std::vector<std::string>& words) const {
        return !has_word_columns ? nullptr : own_columns ? own_columns.get() : &words;
    }
    std::string row_name(Index row, const std::vector<std::string>& words) const {
        const auto* const list = row_names(words);
        return list ? (*list)[static_cast<std::size_t>(first_row + row)]
                    : std::to_string(first_row + row);
    }
    std::string column_name(Index column, const std::vector<std::string>& words) const {
        const auto* const list = column_names(words);
        return list ? (*list)[static_cast<std::size_t>(first_column + column)]
                    : std::to_string(first_column + column);
    }
};

/// Sets the format of the numbers: that of the view, but of the automatic one decimals or whole
/// numbers, as its present numbers are.
void set_numbers(SheetLook& look, const NumberFormat& asked);

/// Writes whole numbers with decimals as well if one of the matrices, which are compared, has
/// others.
void join_numbers(const std::vector<SheetLook*>& looks);

/// Whether weights of a matrix of this shape are coloured, and drawn as bars, from 0 to 1.
bool has_unit_scale(const attn::Shape& shape, ColourRange::Kind range);

/// Sets the colours of the look's family for a range, and the texts at its ends.
void set_scale(SheetLook& look, const NumberRange& shown, const View& view);

struct Contents;
/// Sets whether given weights offer to be made shares. For figures whose regions are clicked.
void offer_shares(Contents& contents);

/// Swaps drawn rows and columns.
void turn(SheetLook& look);

/// Reduces the look to a part of the matrix, with the colours of the whole. `part` counts rows and
/// columns of the sheet. A part shows no sums.
void show_part(Contents& contents, SheetLook& look, const CellPart& part);

/// Every matrix the canvas shows for the view's head and query word, in order.
struct Contents {
    std::shared_ptr<const Vector> query_weights; // used by the weighted values
    std::unique_ptr<KeptLooks> own;              // if the caller keeps none
    std::vector<SheetLook> sheets;
    std::shared_ptr<const std::vector<std::string>> kept_words, kept_keys;
    std::vector<std::unique_ptr<const Matrix>>
        made; // values that looks show in other units, or cut

    /// Visible and plain: the words of X, and the words of keys and values.
    const std::vector<std::string>& words() const { return *kept_words; }
    const std::vector<std::string>& keys() const { return *kept_keys; }
};
/// Collects the looks. `kept` must have followed the trace; null computes everything here without
/// keeping it.
Contents contents(const Document& document, const Trace& trace, const View& view,
                  KeptLooks* kept = nullptr);
/// Collects one stage only, even if it repeats the one before.
Contents contents(const Document& document, const Trace& trace, const View& view, Stage only,
                  KeptLooks* kept = nullptr);
/// Collects one sheet only, of any layer.
Contents contents(const Document& document, const Trace& trace, const View& view,
                  const SheetId& only);

/// Returns the view with its query, head and key limited to what the document has.
/// The row of the sheet that is the query word's; for the words of a memory, the key word's or the
/// first. Nothing if its rows are no words.
std::optional<Index> row_of_query(const SheetLook& look, const View& view);

View within(const Document& document, View view);

/// The text of a cell: U+2212 for minus, "∞", "NaN", "−∞" if blocked, "–" without a key.
std::string cell_text(const SheetLook& look, Index row, Index column);
/// A number in the view's format with U+2212 for minus.
std::string number_text(Real value, const NumberFormat& format);

/// The true sum of a drawn row (a drawn column if the look is transposed), and whether the numbers
/// as shown add up to something else.
struct RowSum {
    std::string text;
    std::string shown; // the sum of the numbers as shown
    bool is_rounding_off = false;
};
RowSum row_sum(const SheetLook& look, Index line);

/// "≈ The weights of “cat” as shown sum to 0.99, because each is rounded; in full they sum to
/// 1.00." For the query word; empty if its shown weights have the same sum as the weights.
std::string rounding_sentence(const Contents& contents, Index query);
/// "≈ As shown its row sums to 0.99, because each number is rounded." For one word; empty if the
/// shown weights have the same sum as the weights.
std::string rounding_remark(const Contents& contents, Index query);

// Finds the look of one stage among the looks of a figure.

/// The look of the stage; null if it is not shown.
inline const SheetLook* look_of(const Contents& shown, Stage stage) {
    const auto found = std::find_if(shown.sheets.begin(), shown.sheets.end(),
                                    [&](const SheetLook& one) { return one.id.stage == stage; });
    return found == shown.sheets.end() ? nullptr : &*found;
}

} // namespace attn::figure
