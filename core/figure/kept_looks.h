// SPDX-License-Identifier: MIT
// What figures of large documents are made from, kept from one figure to the next.
#pragma once

#include "core/document/evaluate.h"
#include "core/engine/extremes.h"
#include "core/figure/colour_map.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace attn::figure {

/// The finite numbers of a matrix. Blocked cells of the masked scores do not count.
struct NumberRange {
    Real low = 0;
    Real high = 0;
    bool has_any = false; // a finite number
    Index non_finite = 0; // how many are not
};

/// A part of a matrix: cells from row and column on.
struct CellPart {
    Index row = 0, column = 0, rows = 0, columns = 0;
    friend bool operator==(const CellPart&, const CellPart&) = default;
};

/// An image of a part of a stage's matrix, and all that it was made with but the numbers.
struct KeptPicture {
    CellPart part;
    int most_width = 0, most_height = 0;
    ColourScale scale;
    Colour masked, background;
    bool is_transposed = false;
    std::shared_ptr<const Pixels> pixels;
};

/// Belongs to whoever draws figure after figure. Figures made without one make their own.
class KeptLooks {
public:
    /// Brings everything to the trace. `evaluation` counts the evaluations: where it is one more
    /// than before, the trace is the one before with what changed (see evaluate).
    void follow(const Document& document, const Trace& trace, Index head, std::uint64_t evaluation);

    /// The tokens as they are shown.
    const std::vector<std::string>& words() const { return words_; }
    /// Of a large head: over all keys, or over those that are open to each query.
    const Extremes& extremes(bool open_only) const {
        return open_only && is_masked_ ? open_ : all_;
    }
    /// Ranges found in this evaluation, by stage.
    std::map<Stage, NumberRange>& ranges() { return ranges_; }
    /// The images of this evaluation, by stage.
    std::map<Stage, KeptPicture>& pictures() { return pictures_; }

private:
    std::uint64_t evaluation_ = 0;
    Index head_ = -1;
    bool is_masked_ = false, is_followed_ = false;
    Extremes all_, open_;
    std::vector<std::string> tokens_, words_;
    std::map<Stage, NumberRange> ranges_;
    std::map<Stage, KeptPicture> pictures_;
};

/// The smallest and the largest number of a stage of a large head, in full precision.
NumberRange range_of(const Cells& cells, const KeptLooks& kept);

} // namespace attn::figure
