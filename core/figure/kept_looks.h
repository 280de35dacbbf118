// SPDX-License-Identifier: MIT
// Keeps what figures of large documents are made from, from one figure to the next.
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

/// Which image of a stage's matrix: its cells, or an enlarged line over them (see open_lines.h).
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
    std::map<Stage, Followed<RowRanges>> row_ranges_;
    std::map<std::pair<Stage, ImageOf>, KeptPicture> pictures_;
};

/// The range of a stage of a large head in full precision.
NumberRange range_of(const Cells& cells, const KeptLooks& kept);

} // namespace attn::figure
