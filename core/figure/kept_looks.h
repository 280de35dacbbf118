// SPDX-License-Identifier: MIT
// What figures of large documents are made from, kept from one figure to the next.
#pragma once

#include "core/document/evaluate.h"
#include "core/engine/extremes.h"
#include "core/figure/colour_map.h"
#include "core/figure/pixel_extremes.h"
#include "core/figure/row_ranges.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {

/// The finite numbers of a matrix. Blocked cells of the masked scores do not count, and covered
/// ones only as such.
struct NumberRange {
    Real low = 0;
    Real high = 0;
    bool has_any = false; // a finite number
    Index non_finite = 0; // how many are not
    Index covered = 0;

    /// Of the numbers of both; what is not finite or covered does not count.
    void join(const NumberRange& other) {
        if (!other.has_any)
            return;
        low = has_any ? std::min(low, other.low) : other.low;
        high = has_any ? std::max(high, other.high) : other.high;
        has_any = true;
    }
};

/// A part of a matrix: cells from row and column on.
struct CellPart {
    Index row = 0, column = 0, rows = 0, columns = 0;
    friend bool operator==(const CellPart&, const CellPart&) = default;
};

/// All that an image of a part of a stage's matrix is made with but the numbers.
struct PictureKey {
    CellPart part;
    int most_width = 0, most_height = 0;
    ColourScale scale;
    Colour masked, background;
    friend bool operator==(const PictureKey&, const PictureKey&) = default;
};

/// Which image of a stage's matrix: that of its cells, or of a line that is opened over them (see
/// open_lines.h).
enum class ImageOf : unsigned char { Cells, QueryRow, KeyRow, QueryColumn, KeyColumn };

/// An image with rows as rows, and the same turned, if that is what is drawn.
struct KeptPicture {
    PictureKey key;
    std::shared_ptr<const Pixels> pixels;
    Stale stale; // numbers changed since: only these, if any
    std::shared_ptr<const Pixels> turned_from, turned;
};

/// Of a part of the matrix alone, with a column of pixels for each run of keys.
PixelExtremes extremes_of(const Cells& cells, bool open_only, const CellPart& part, Index width,
                          Index height);

/// Belongs to whoever draws figure after figure. Figures made without one make their own.
class KeptLooks {
public:
    /// Brings everything to the trace. `evaluation` counts the evaluations: where it is one more
    /// than before, the trace is the one before with what changed (see evaluate).
    void follow(const Document& document, const Trace& trace, Index head, std::uint64_t evaluation);

    /// The tokens as they are shown.
    const std::shared_ptr<const std::vector<std::string>>& words() const { return words_; }
    /// Of a large head: over all keys, or over those that are open to each query.
    const Extremes& extremes(bool open_only) const {
        return open_only && is_masked_ ? open_ : all_;
    }
    /// The same under the pixels of a picture of the whole matrix.
    const PixelExtremes& pixel_extremes(bool open_only, Index width, Index height);
    /// The same of a part of the matrix alone, with a column of pixels for each run of keys. Kept
    /// of the parts that were asked for last, until the next evaluation; the lines that are opened
    /// of the scores, the scaled scores and the weights are one part.
    const PixelExtremes& part_extremes(const Cells& cells, bool open_only, const CellPart& part,
                                       Index width, Index height);
    /// The range of X, Q, K or V; nothing where a number is not finite.
    std::optional<LowHigh> range_of_rows(Stage stage, const Matrix& matrix);
    /// The range of V with each row times the weight of the query for it (weights_of); see above.
    std::optional<LowHigh> range_of_weighted_values(const Matrix& value);
    /// The query's weights; kept until another query is asked for.
    const std::shared_ptr<const Vector>& weights_of(const Cells& weights, Index query);
    /// Ranges found in this evaluation, by stage.
    std::map<Stage, NumberRange>& ranges() { return ranges_; }
    /// While a number is dragged, ranges of colours grow and never shrink: a colour keeps its
    /// meaning under the hand.
    void hold_ranges(bool holds) { holds_ranges_ = holds; }
    /// The range of a group of matrices, which is held if it is said.
    NumberRange held(const std::string& group, NumberRange now);
    /// Of this evaluation or of an earlier one with what changed since.
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
    std::map<Stage, Followed<RowRanges>> row_ranges_;
    std::map<std::pair<Stage, ImageOf>, KeptPicture> pictures_;
};

/// The smallest and the largest number of a stage of a large head, in full precision.
NumberRange range_of(const Cells& cells, const KeptLooks& kept);

} // namespace attn::figure
