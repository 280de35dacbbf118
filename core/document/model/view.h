// SPDX-License-Identifier: MIT
// How to look at a document: the query word, number format, colours, theme. Does not affect any
// number.
#pragma once

#include "core/engine/graph/place.h"

#include <optional>
#include <vector>

namespace attn {

struct NumberFormat {
    /// Automatic: a matrix of whole numbers without decimals, every other one with them (see
    /// sheet_numbers.h); a number that is of no matrix by itself.
    enum class Kind { Decimals, Significant, Fraction, Scientific, Automatic };
    Kind kind = Kind::Automatic;
    /// Decimals (in scientific format, those before the power of ten), or significant digits, which
    /// fractions fall back to.
    int digits = 2;

    /// Whether `digits` counts decimals, which every number that is not whole then has.
    bool has_decimals() const { return kind == Kind::Decimals || kind == Kind::Automatic; }

    friend bool operator==(const NumberFormat&, const NumberFormat&) = default;
};

/// Whether the value is whole up to rounding errors.
bool is_whole_number(Real value);

/// Writes the number in the format; never empty.
std::string format(Real value, const NumberFormat& format);

enum class Sequential { Viridis, Cividis, Grey, Violet, Magma, Blues, Purples, Greys };
enum class Diverging { BlueRed, Grey, PurpleOrange };
enum class ThemeName { Light, Dark, Projector, Print };

/// The ends of the colour scale. Automatic: weights from 0 to 1, but of many words, whose weights
/// are all small, as Rounded: from 0 to a round number above the largest. Unit: weights from 0
/// to 1. Symmetric: scores with 0 in the middle, in two colours like signed numbers. Logarithmic:
/// weights and signed numbers by their powers of ten.
struct ColourRange {
    enum class Kind { Automatic, Rounded, Shared, Fixed, Unit, Symmetric, Logarithmic };
    Kind kind = Kind::Automatic;
    Real low = -1;
    Real high = 1;

    friend bool operator==(const ColourRange&, const ColourRange&) = default;
};

/// Adjacent cells of one sheet.
struct CellRange {
    SheetId sheet;
    Index row = 0;
    Index column = 0;
    Index rows = 1;
    Index columns = 1;

    friend bool operator==(const CellRange&, const CellRange&) = default;
};

struct View {
    Index query = 0;       // the query word
    Index head = 0;        // the shown head
    Index layer = 0;       // the open layer, for a document of several
    bool is_cross = false; // its cross-attention is open, not its first attention
    NumberFormat numbers;
    Sequential sequential = Sequential::Violet;
    Diverging diverging = Diverging::BlueRed;
    ColourRange range;
    ThemeName theme = ThemeName::Light;
    bool show_row_sums = false;
    std::optional<Index> key;      // the key word under the pointer
    std::optional<Place> pointed;  // the number under the pointer
    std::vector<Place> marked;     // highlighted cells: what the pointed number is made of
    std::optional<Place> selected; // the cell with the keyboard focus
    std::optional<Place> anchor;   // the other corner of the selected range, in the same sheet

    friend bool operator==(const View&, const View&) = default;
};

/// Returns the selected range: from the anchor to the cell with the keyboard focus, or that cell
/// alone.
std::optional<CellRange> selection(const View& view);

} // namespace attn
