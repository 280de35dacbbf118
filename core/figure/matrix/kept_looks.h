// SPDX-License-Identifier: MIT
// Keeps what figures of large documents are made from, from one figure to the next.
#pragma once

#include "core/base/matrix.h"
#include "core/document/model/evaluate.h"
#include "core/engine/kernels/kernels.h"
#include "core/engine/pass/cells.h"
#include "core/engine/pass/change.h"
#include "core/engine/pass/extremes.h"
#include "core/figure/base/colours.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

// Records what changed since something was made from a matrix.

/// The lines of a matrix that belong to these words; in a tokens × tokens matrix both rows and
/// columns.
struct Stale {
    bool is_all = true;
    std::vector<Index> words; // if not is_all

    bool is_none() const { return !is_all && words.empty(); }

    void add_all() {
        is_all = true;
        words.clear();
    }
    void add(const std::vector<Index>& changed) {
        constexpr std::size_t few = 64; // with more, everything is made again
        for (const Index word : changed)
            if (!is_all && std::find(words.begin(), words.end(), word) == words.end())
                words.push_back(word);
        if (words.size() > few)
            add_all();
    }
    void add(const Change& change) {
        using How = Change::Kind;
        if (change.kind == How::Rows || change.kind == How::RowsAndColumns)
            add(change.lines);
        else if (!change.is_none())
            add_all();
    }
};

// Keeps the range of a matrix row by row, so that changes of a few rows are cheap.

using LowHigh = std::pair<Real, Real>;

/// The range of at least one number, in one pass; nothing if one is not finite.
std::optional<LowHigh> finite_range(const Real* numbers, Index count);

class RowRanges {
public:
    /// Updates the rows that are `stale` since the last call. Returns finite_range() of the whole
    /// matrix.
    std::optional<LowHigh> follow(const Matrix& matrix, const Stale& stale);
    /// The range of the matrix with each row times a factor.
    std::optional<LowHigh> times(const Vector& factors) const;

private:
    Vector low_, high_; // one for each row; NaN if a number is not finite
};

// Keeps the smallest and the largest score below each pixel of a heatmap.

/// The first of `count` things in one of `parts` equal parts.
constexpr Index first_of(Index part, Index parts, Index count) {
    return part * count / parts;
}
/// The index of the part that contains the thing, for `parts` equal parts of `count` things.
constexpr Index part_of(Index thing, Index parts, Index count) {
    return ((thing + 1) * parts - 1) / count;
}

/// Follows the extremes of runs of keys; after a word changes only its row and column of pixels are
/// updated. A pixel without open keys has a low above its high.
class PixelExtremes {
public:
    /// Updates the extremes. `width` is at most the number of runs. `stale` holds the changes since
    /// the last call.
    void follow(const Extremes& runs, Index width, Index height, const Stale& stale);

    Index width() const { return width_; }
    Index height() const { return height_; }
    /// The first query of a row of pixels, counted from the first query of the part.
    Index first_query(Index y) const { return first_of(y, height_, queries_); }

    /// The extremes of each query, for each column of pixels.
    const Bands& low_of_queries() const { return low_; }
    const Bands& high_of_queries() const { return high_; }
    /// The extremes of each row of pixels.
    const Bands& low() const { return pixel_low_; }
    const Bands& high() const { return pixel_high_; }

private:
    void gather_run(const Extremes& runs, Index query, Index x);
    void gather_pixels(Index band, Index y);

    Index width_ = 0, height_ = 0, queries_ = 0, runs_ = 0;
    Bands low_, high_;             // queries × width
    Bands pixel_low_, pixel_high_; // height × width
};

/// The range of a matrix's finite numbers. Ignores blocked cells of the masked scores and only
/// counts covered numbers.
struct NumberRange {
    Real low = 0;
    Real high = 0;
    bool has_any = false; // a finite number
    Index non_finite = 0; // how many are not finite
    Index covered = 0;

    /// Widens the range to both; the counts do not change.
    void join(const NumberRange& other) {
        if (!other.has_any)
            return;
        low = has_any ? std::min(low, other.low) : other.low;
        high = has_any ? std::max(high, other.high) : other.high;
        has_any = true;
    }
};

/// A part of a matrix: cells from `row` and `column` on.
struct CellPart {
    Index row = 0, column = 0, rows = 0, columns = 0;
    friend bool operator==(const CellPart&, const CellPart&) = default;
};

/// Everything except the numbers that determines the image of a part of a stage's matrix.
struct PictureKey {
    CellPart part;
    int most_width = 0, most_height = 0;
    ColourScale scale;
    Colour masked, background;
    friend bool operator==(const PictureKey&, const PictureKey&) = default;
};

/// Which image of a stage's matrix: its cells, or an enlarged line over them (see matrix_cells.h).
enum class ImageOf : unsigned char { Cells, QueryRow, KeyRow, QueryColumn, KeyColumn };

/// An image with rows as rows, and its transposed copy if that is drawn.
struct KeptPicture {
    PictureKey key;
    std::shared_ptr<const Pixels> pixels;
    Stale stale; // the words whose numbers changed since it was made
    std::shared_ptr<const Pixels> turned_from, turned;
};

/// The extremes for a part of the matrix alone, with one pixel column for each run of keys.
PixelExtremes extremes_of(const Cells& cells, bool open_only, const CellPart& part, Index width,
                          Index height);

/// Belongs to the owner of a sequence of figures. Figures without one compute everything
/// themselves.
class KeptLooks {
public:
    /// Updates everything to the trace. `evaluation` counts evaluations: if it is one more than
    /// before, the trace differs from the last one only by its recorded changes (see evaluate).
    void follow(const Document& document, const Trace& trace, Index head, std::uint64_t evaluation);

    /// The tokens as they are shown.
    const std::shared_ptr<const std::vector<std::string>>& words() const { return words_; }
    /// The extremes of a large head: over all keys, or over the keys open to each query.
    const Extremes& extremes(bool open_only) const {
        return open_only && is_masked_ ? open_ : all_;
    }
    /// The same for the pixels of an image of the whole matrix.
    const PixelExtremes& pixel_extremes(bool open_only, Index width, Index height);
    /// The same for a part of the matrix alone, with one pixel column for each run of keys. The
    /// parts used last are kept until the next evaluation; the enlarged lines of scores, scaled
    /// scores and weights share one part.
    const PixelExtremes& part_extremes(const Cells& cells, bool open_only, const CellPart& part,
                                       Index width, Index height);
    /// The range of X, Q, K or V; nothing if a number is not finite.
    std::optional<LowHigh> range_of_rows(Stage stage, const Matrix& matrix);
    /// The range of V with each row times the query's weight for it (weights_of); nothing as above.
    std::optional<LowHigh> range_of_weighted_values(const Matrix& value);
    /// The query's weights, kept until another query is passed.
    const std::shared_ptr<const Vector>& weights_of(const Cells& weights, Index query);
    /// Ranges found in this evaluation, by stage.
    std::map<Stage, NumberRange>& ranges() { return ranges_; }
    /// What computing makes of given stages in this evaluation; empty where it is not finite.
    std::map<SheetKey, std::optional<Matrix>>& computed() { return computed_; }
    /// With `holds`, colour ranges only grow, so that colours keep their meaning while a number is
    /// dragged.
    void hold_ranges(bool holds) { holds_ranges_ = holds; }
    /// The range of a group of matrices: the held one widened by `now`, or `now` itself without
    /// hold_ranges().
    NumberRange held(const std::string& group, NumberRange now);
    /// The image of this evaluation, or of an earlier one with the changes since.
    KeptPicture& picture(Stage stage, ImageOf of) { return pictures_[{stage, of}]; }

private:
    template <class Kept>
    struct Followed {
        Kept kept;
        Stale stale;
    };
    struct PartExtremes {
        CellPart part;
        bool open_only = false;
        PixelExtremes pixels;
    };
    void take_changes(const Trace& trace, bool is_next);

    std::uint64_t evaluation_ = 0;
    Index head_ = -1;
    bool is_masked_ = false, is_followed_ = false, holds_ranges_ = false;
    std::map<std::string, NumberRange> held_;
    Extremes all_, open_;
    Followed<PixelExtremes> all_pixels_, open_pixels_;
    std::deque<PartExtremes> parts_; // the newest last
    Words tokens_;
    std::shared_ptr<const std::vector<std::string>> words_;
    std::shared_ptr<const Vector> query_weights_;
    Index query_ = -1;
    std::map<Stage, NumberRange> ranges_;
    std::map<SheetKey, std::optional<Matrix>> computed_;
    std::map<Stage, Followed<RowRanges>> row_ranges_;
    std::map<std::pair<Stage, ImageOf>, KeptPicture> pictures_;
};

/// The range of a stage of a large head in full precision.
NumberRange range_of(const Cells& cells, const KeptLooks& kept);

// Turns the scores of a large head into numbers of the stages that follow, for pictures.

/// Whether float is precise enough for a picture of the stage. Scores must not leave its range, and
/// their rounding errors must be small compared with `span`, the difference between the ends of the
/// colours; for weights, e to the power of the rounding error must be near 1.
inline bool is_single_enough(const Cells& cells,
                             Real span = std::numeric_limits<Real>::infinity()) {
    constexpr Real smallest = 1e-30, largest = 1e30, largest_power = 1e5, shades = 256;
    const Real score = largest_score(cells);
    const Real scaled = cells.stage() == Stage::Scores ? score : score * scaling(cells);
    for (const Real bound : {score, scaled})
        if (bound != 0 && !(bound > smallest && bound < largest))
            return false;
    if (cells.stage() == Stage::Weights)
        return scaled < largest_power;
    return scaled * std::numeric_limits<float>::epsilon() * shades <= span;
}

/// Converts scores to numbers that are only compared and coloured. Float is precise enough for both
/// if is_single_enough() says so.
class StageExtremes {
public:
    explicit StageExtremes(const Cells& cells)
        : factor_(cells.stage() == Stage::Scores ? 1 : static_cast<float>(scaling(cells))),
          is_weights_(cells.stage() == Stage::Weights) {
        if (!is_weights_)
            return;
        for (Index query = 0; query < cells.rows(); ++query)
            shift_.push_back(static_cast<float>(log_sum(cells, query)));
    }

    /// A number that grows with the number of the stage: the number itself, or a weight's
    /// logarithm.
    float compared(Index query, float score) const {
        return score * factor_ - (is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0);
    }
    float factor() const { return factor_; }
    float shift(Index query) const {
        return is_weights_ ? shift_[static_cast<std::size_t>(query)] : 0;
    }
    /// Turns compared numbers into the numbers of the stage.
    void make_numbers(Real* compared, std::size_t count) const {
        if (is_weights_)
            kernels().exact_exponentials(compared, 0, compared, static_cast<std::ptrdiff_t>(count));
    }

private:
    float factor_;
    bool is_weights_;
    std::vector<float> shift_; // for each query: the logarithm of the sum its powers are divided by
};

} // namespace attn::figure
