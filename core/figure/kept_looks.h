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
#include <map>
#include <memory>
#include <string>
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

/// An image with rows as rows, and the same turned, if that is what is drawn.
struct KeptPicture {
    PictureKey key;
    std::shared_ptr<const Pixels> pixels;
    Stale stale; // numbers changed since: only these, if any
    std::shared_ptr<const Pixels> turned_from, turned;
};

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
    /// Images by stage, of this evaluation or of an earlier one with what changed since.
    std::map<Stage, KeptPicture>& pictures() { return pictures_; }

private:
    template <class Kept>
    struct Followed {
        Kept kept;
        Stale stale;
    };
    void take_changes(const Trace& trace, bool is_next);

    std::uint64_t evaluation_ = 0;
    Index head_ = -1;
    bool is_masked_ = false, is_followed_ = false, holds_ranges_ = false;
    std::map<std::string, NumberRange> held_;
    Extremes all_, open_;
    Followed<PixelExtremes> all_pixels_, open_pixels_;
    Words tokens_;
    std::shared_ptr<const std::vector<std::string>> words_;
    std::shared_ptr<const Vector> query_weights_;
    Index query_ = -1;
    std::map<Stage, NumberRange> ranges_;
    std::map<Stage, Followed<RowRanges>> row_ranges_;
    std::map<Stage, KeptPicture> pictures_;
};

/// The smallest and the largest number of a stage of a large head, in full precision.
NumberRange range_of(const Cells& cells, const KeptLooks& kept);

} // namespace attn::figure
