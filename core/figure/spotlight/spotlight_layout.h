// SPDX-License-Identifier: MIT
// Arranges the matrices of a spotlight and finds how large their numbers can be: where factors meet
// in their product, in a line as it is written, or below each other. Leaves out what is not needed
// where numbers would be too small.
#pragma once

#include "core/figure/base/prose_layout.h"
#include "core/figure/pages/board.h"
#include "core/figure/spotlight/spotlight_items.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn::figure {

/// How large the letters of a spotlight are at least, in the figure's units.
struct SpotlightSizes {
    float large = large_digits, small = least_large_digits; // digits up to 8, and up to 20 rows
    float least = 9;                                        // smaller digits are not drawn
    float title = 14;                                       // their names have letters of 12
    float frame = 1.8F;
    float margin = 8;
};
/// Those on a page whose ordinary text has this size: they grow and shrink with the page.
SpotlightSizes sizes_on_page(float unit);

/// Keys of the pieces of a page; a matrix has its index among the items.
constexpr int sign_key = 1000, sum_key = 2000; // the sign before the matrix with this index

/// How the matrices stand: where factors meet in their product, in a line as it is written, or
/// below each other.
enum class SpotlightForm { Lanes, Line, Stack };

/// An arrangement of some of the matrices, and how large they are in it.
struct SpotlightFit {
    std::vector<std::size_t> items;
    SpotlightForm form = SpotlightForm::Line;
    float unit = 14;
    int tightness = 0;     // 1: all stands close together; 2: numbers may lose decimals as well
    bool is_inside = true; // the room holds it
    board::CellSizes cells{{0, 0}, {0, 0}};
    float digits = 0;
    float score = 0;
};

/// What an arrangement is made from: lengths and shapes, not the numbers themselves.
struct SpotlightSource {
    std::vector<double> lengths;
    std::vector<Region> pointed;
    friend bool operator==(const SpotlightSource&, const SpotlightSource&) = default;
};
/// An arrangement, and the lines of each matrix that it shows.
struct SpotlightMade {
    SpotlightFit fit;
    std::vector<std::optional<CellPart>> parts;
};

class SpotlightLayout {
public:
    /// `sum`: written below the matrices; empty: nothing is. Lengths of `room` and `text` are in
    /// the figure's units.
    SpotlightLayout(SpotlightItems& items, Size room, float text, const std::vector<Run>& sum,
                    const Measure& measure, const SpotlightSizes& sizes);

    /// The best arrangement. Cuts the items to the lines that something points at if that is
    /// needed. `must_be_readable`: another one is of no use, so it is not looked for.
    SpotlightFit chosen(bool must_be_readable = false);
    /// All that chosen() reads.
    SpotlightSource source(const std::vector<Region>& pointed) const;
    /// The page of an arrangement, with a piece for each of its matrices.
    board::Piece page(const SpotlightFit& fit) const;

    /// The letters that numbers should have at least.
    float wanted(const std::vector<std::size_t>& items) const;
    /// The least size of a cell among many: they take half of the room.
    Size thin_cell(const std::vector<std::size_t>& items) const;
    /// Whether all of the arrangement is in view and its numbers are large enough.
    bool is_readable(const SpotlightFit& fit) const {
        return fit.is_inside && fit.digits >= wanted(fit.items);
    }

    Lengths lengths(float unit) const { return {unit, sizes_.least, true}; }
    float most() const;        // size of the largest digits
    float frame_width() const; // of phrases
    FlowStyle sum_style(const SpotlightFit& fit, Rect area) const;

private:
    bool has_any_numbers(const std::vector<std::size_t>& items) const;
    float names_width(const SpotlightItem& item, const SpotlightFit& fit) const;
    float head(float unit) const;
    float frame_room(float depth) const;
    board::Piece piece(std::size_t at, const SpotlightFit& fit) const;
    board::Piece lanes(const SpotlightFit& fit, std::size_t group) const;
    Size needed(const SpotlightFit& fit, float digits) const;
    Size cell_for(const SpotlightFit& fit, float digits) const;
    bool holds(const board::Piece& made, const SpotlightFit& fit) const;
    bool can_have(SpotlightFit fit, float digits) const;
    void find_size(SpotlightFit& fit) const;
    void grow(SpotlightFit& fit, const board::Piece& made, bool has_many) const;
    SpotlightFit best_of(const std::vector<std::size_t>& items) const;

    SpotlightItems& items_;
    Size room_;
    float text_;
    const std::vector<Run>& sum_;
    const Measure& measure_;
    SpotlightSizes sizes_;
    float digit_;
    bool may_drop_decimals_ = false, must_be_readable_ = false;
};

} // namespace attn::figure
