// SPDX-License-Identifier: MIT
// How to look at a document: the query word, number format, colours, theme. Never decides a number.
#pragma once

#include "core/engine/place.h"

#include <optional>
#include <vector>

namespace attn {

struct NumberFormat {
    /// Automatic: a whole number without decimals, every other number with them.
    enum class Kind { Decimals, Significant, Fraction, Scientific, Automatic };
    Kind kind = Kind::Decimals;
    /// Decimals, of scientific numbers before their power of ten, or significant digits, to which
    /// fractions fall back.
    int digits = 2;

    /// Whether digits are decimals, all of which a number that is not whole has.
    bool has_decimals() const { return kind == Kind::Decimals || kind == Kind::Automatic; }

    friend bool operator==(const NumberFormat&, const NumberFormat&) = default;
};

/// The number as the format says it; never empty.
std::string format(Real value, const NumberFormat& format);

enum class Sequential { Viridis, Cividis, Grey, Violet, Magma, Blues, Purples, Greys };
enum class Diverging { BlueRed, Grey, PurpleOrange };
enum class ThemeName { Light, Dark, Projector, Print };

/// Where the ends of the colour scale are. Automatic: weights from 0 to a round number above the
/// largest. Unit: weights from 0 to 1. Symmetric: scores with 0 in the middle, in two colours as
/// signed numbers are. Logarithmic: weights and signed numbers by their powers of ten.
struct ColourRange {
    enum class Kind { Automatic, Shared, Fixed, Unit, Symmetric, Logarithmic };
    Kind kind = Kind::Automatic;
    Real low = -1;
    Real high = 1;

    friend bool operator==(const ColourRange&, const ColourRange&) = default;
};

/// Cells of one sheet that stand side by side.
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
    Index head = 0;        // the head that is shown
    Index layer = 0;       // the layer that is open, of a document of several
    bool is_cross = false; // its cross-attention is open, and not its first attention
    NumberFormat numbers;
    Sequential sequential = Sequential::Violet;
    Diverging diverging = Diverging::BlueRed;
    ColourRange range;
    ThemeName theme = ThemeName::Light;
    bool show_row_sums = false;
    std::optional<Index> key;      // the key word under the pointer
    std::optional<Place> pointed;  // the number under the pointer
    std::vector<Place> marked;     // cells that light up: what it is made of
    std::optional<Place> selected; // the cell the keyboard is on
    std::optional<Place> anchor;   // the other corner of the selected range, in the same sheet

    friend bool operator==(const View&, const View&) = default;
};

/// The selected range: from the anchor to the cell the keyboard is on, or that cell alone.
std::optional<CellRange> selection(const View& view);

} // namespace attn
