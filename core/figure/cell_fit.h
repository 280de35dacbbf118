// SPDX-License-Identifier: MIT
// How large cells can be: numbers while they can be read, else plain colours, so that all fits.
#pragma once

#include "core/figure/canvas_layout.h"

#include <array>
#include <vector>

namespace attn::figure {

/// Indices of matrices, row by row.
using Split = std::vector<std::vector<std::size_t>>;

struct SheetFit {
    float cell_width = 0, cell_height = 0;
    float label_width = 0;
    float sums_width = 0;
    float width = 0; // of labels, cells and sums, and at least of the title
    bool has_numbers = false;
    float number_size = 0;
};

/// The sizes of every matrix for one way to split the attention into rows.
struct Fit {
    Split split;
    Lengths lengths;
    std::vector<SheetFit> sheets;
    float width = 0, height = 0; // of all of it, without extra space
    float attention_width = 0;
    float score = 0; // how readable it is
};

/// What does not depend on the split: measured widths and what is available.
class Fitting {
public:
    Fitting(const Contents& contents, std::size_t first_derived, const LayoutOptions& options,
            const Measure& measure);

    Fit fit(const Split& split) const;
    /// Every length times `zoom`, texts at most 8 times; cells that become large enough show their
    /// numbers.
    void magnify(Fit& fit, float zoom) const;

    /// The widest of the words, of size 1.
    float widest_word() const { return widest_word_; }

private:
    /// Widths in units of the title size.
    struct Widths {
        float title = 0;  // title and shape and, where it stands beside them, the formula
        float roles = 0;  // column role and formula, where they share a line
        float labels = 0; // the widest row label, as far as it is shown in full
        float sums = 0;
    };
    using Modes = std::array<bool, dimension_count>; // whether columns show numbers

    void set_heights(Fit& fit, float unit) const;
    void set_widths(Fit& fit, const Modes& modes, float part) const;
    float natural_width(const SheetLook& look, float unit) const;
    float least_width(const SheetLook& look) const;
    bool fits_naturally(Fit& fit, float unit) const;
    Fit shrunk(const Split& split, bool is_compact) const;
    void finish(Fit& fit) const;
    float block_height(const Fit& fit, std::size_t sheet) const;

    const std::vector<SheetLook>& looks_;
    bool has_projections_;
    std::size_t first_derived_;
    LayoutOptions options_;
    float least_digits_;                            // size of the smallest digits that can be read
    float least_row_;                               // height of the lowest row with numbers
    float digit_ = 0.6F;                            // width of a digit of size 1
    std::array<float, dimension_count> words_{};    // widest column label in units
    std::array<int, dimension_count> characters_{}; // widest number of these columns
    float widest_word_ = 0;
    std::vector<Widths> widths_;
};

} // namespace attn::figure
