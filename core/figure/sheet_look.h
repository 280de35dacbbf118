// SPDX-License-Identifier: MIT
// What a matrix shows before any size is known: its texts, colours, marked rows and numbers.
#pragma once

#include "core/document/evaluate.h"
#include "core/document/expected.h"
#include "core/document/view.h"
#include "core/figure/colour_map.h"
#include "core/figure/kept_looks.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn::figure {

constexpr int longest_range = 8; // characters of a number at the end of a colour bar

/// A matrix beside what it was before (see changes.h). Rows and columns are those of the sheet.
struct Changes {
    /// Which way the number of a cell went.
    enum class Way : unsigned char { Same, Up, Down, Other };
    Cells before;
    std::vector<Way> ways; // of all cells, row by row
    Index count = 0;       // of those that changed
    std::optional<Place> largest;

    Way at(const Place& place) const {
        return ways[static_cast<std::size_t>(place.row * before.cols() + place.column)];
    }
};

/// One matrix of the canvas.
struct SheetLook {
    SheetId id;
    Cells values;
    KeptLooks* kept = nullptr; // where the cells are derived, and images are kept
    bool is_input = false;
    bool is_derived = false; // from scores on: its formula has a line of its own

    std::string title;         // rich text, bold
    std::string shape;         // "5 × 4"
    std::string formula;       // rich text, or empty
    std::string formula_brief; // the same where room is scarce
    std::string row_role, column_role;
    bool has_word_columns = false;
    bool has_word_rows = false;
    /// Names that are not the words of the document: films, new vectors.
    std::shared_ptr<const std::vector<std::string>> own_rows, own_columns;

    Family family = Family::Signed;
    NumberRange range;
    ColourScale scale;
    std::string scale_low, scale_high; // said at the ends of the colour bar

    /// The matrix is drawn transposed: with words as columns. Its values, mask and places keep the
    /// rows and columns of the sheet; all other rows and columns here are those that are drawn.
    bool is_transposed = false;
    /// The first drawn line of words of the sheet: a look may show some words only. Marked lines
    /// count from it.
    Index first_row = 0, first_column = 0;
    std::optional<Index> query_row, query_column;
    std::optional<Index> key_row, key_column;

    NumberFormat numbers;
    int characters = 4;          // width of the widest number without its sign
    int whole_characters = 1;    // the most before a decimal point, without a sign
    int fraction_characters = 0; // the most after the decimal point, the point included
    bool reads_zero = false;     // every number would be written as 0
    bool has_row_sums = false;
    bool has_column_sums = false; // instead, where it is drawn transposed

    const Mask* mask = nullptr;                // where blocked cells are grey
    const std::vector<bool>* no_key = nullptr; // lines without a key, of the weights
    Axis axis = Axis::Rows;
    const std::vector<bool>* no_direction = nullptr; // vectors that have no cosine
    Index kept_rows = 0, kept_columns = 0;           // concepts beyond are dropped; 0: all are kept
    std::optional<Changes> changes;                  // only while something is compared
    std::optional<ExpectedNumber> expected;          // of one number, which was covered

    /// Its values are not the stage's numbers but their gradient (see gradient_look.h), or it is
    /// blank. Said then in place of the formula, the longest first.
    std::vector<std::string> remarks;
    bool is_dimmed = false;      // it does nothing to the chosen number
    bool is_blank = false;       // no cell but the chosen one is filled
    std::optional<Place> chosen; // the number whose gradient the others show

    Index row_count() const { return is_transposed ? values.cols() : values.rows(); }
    Index column_count() const { return is_transposed ? values.rows() : values.cols(); }
    Real value(Index row, Index column) const {
        return is_transposed ? values(column, row) : values(row, column);
    }
    /// The numbers of a row that is drawn: of derived cells faster than one after the other.
    Vector row(Index row) const {
        if (!is_transposed)
            return values.row(row);
        Vector numbers(values.rows());
        for (Index at = 0; at < numbers.size(); ++at)
            numbers(at) = values(at, row);
        return numbers;
    }
    /// The number that is drawn there.
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
    std::string row_name(Index row, const std::vector<std::string>& words) const {
        const std::vector<std::string>& list = own_rows ? *own_rows : words;
        return has_word_rows ? list[static_cast<std::size_t>(first_row + row)]
                             : std::to_string(first_row + row);
    }
    std::string column_name(Index column, const std::vector<std::string>& words) const {
        const std::vector<std::string>& list = own_columns ? *own_columns : words;
        return has_word_columns ? list[static_cast<std::size_t>(first_column + column)]
                                : std::to_string(first_column + column);
    }
};

/// Gives it the colours of its family for a range, and the texts at their ends.
void set_scale(SheetLook& look, const NumberRange& shown, const View& view);

/// Exchanges what are its drawn rows and columns.
void turn(SheetLook& look);

struct Contents;
/// Leaves a part of the matrix, with the colours of the whole. `part` counts rows and columns of
/// the sheet; sums of rows are not shown of it.
void show_part(Contents& contents, SheetLook& look, const CellPart& part);

/// Every matrix the canvas shows, in order, of the head and the query word of the view.
struct Contents {
    std::shared_ptr<const Vector> query_weights; // what the weighted values are made with
    std::unique_ptr<KeptLooks> own;              // where nobody keeps them
    std::vector<SheetLook> sheets;
    std::shared_ptr<const std::vector<std::string>> kept_words, kept_keys;
    std::vector<std::unique_ptr<const Matrix>>
        made; // values that looks show in other units, or parts

    /// Visible, plain: those of X, and those that keys and values stand for.
    const std::vector<std::string>& words() const { return *kept_words; }
    const std::vector<std::string>& keys() const { return *kept_keys; }
};
/// `kept` must have followed the trace; without one its work is done here and forgotten.
Contents contents(const Document& document, const Trace& trace, const View& view,
                  KeptLooks* kept = nullptr);
/// One stage only, even if it repeats the one before.
Contents contents(const Document& document, const Trace& trace, const View& view, Stage only,
                  KeptLooks* kept = nullptr);
/// One sheet only, of any layer.
Contents contents(const Document& document, const Trace& trace, const View& view,
                  const SheetId& only);

/// The view with its query, head and key brought into the document.
View within(const Document& document, View view);

/// The number as a cell says it: U+2212 for minus, "∞", "NaN", "−∞" where blocked, "–" without a
/// key.
std::string cell_text(const SheetLook& look, Index row, Index column);
/// A number in the view's format with U+2212 for minus.
std::string number_text(Real value, const NumberFormat& format);

/// The sum of a drawn row, or of a drawn column where the look is transposed, as it is, and whether
/// the numbers as shown add up to something else.
struct RowSum {
    std::string text;
    std::string shown; // the sum of the numbers as shown
    bool is_rounding_off = false;
};
RowSum row_sum(const SheetLook& look, Index line);

/// "≈ The weights of “cat” as shown sum to 0.99: only because each is rounded; in full they sum to
/// 1.00." Of the query word, else of the first word whose shown weights miss their sum; empty where
/// none do.
std::string rounding_sentence(const Contents& contents, Index query);
/// "≈ As shown its row sums to 0.99, because each number is rounded." Of one word; empty where the
/// shown weights sum to what the weights do.
std::string rounding_remark(const Contents& contents, Index query);

} // namespace attn::figure
