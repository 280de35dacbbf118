// SPDX-License-Identifier: MIT
// Paints an image of numbers derived from scores, using the extremes of the scores.
#pragma once

#include "core/engine/kernels.h"
#include "core/figure/figure.h"
#include "core/figure/sheet_look.h"
#include "core/figure/stage_extremes.h"
#include "core/figure/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace attn::figure {

/// Whether the image ignores blocked cells.
inline bool shows_open_only(const SheetLook& look) {
    return look.mask && look.mask->kind != Mask::Kind::None;
}

/// Updates and returns the extremes that images of the whole matrix share. Null for a part of the
/// matrix, or if there are more pixels than extremes.
inline const PixelExtremes* shared_extremes(const SheetLook& look, const CellPart& part, int width,
                                            int height) {
    const bool open_only = shows_open_only(look);
    const bool is_whole = part.rows == look.values.rows() && part.columns == look.values.cols();
    if (!is_whole || !look.kept || width > look.kept->extremes(open_only).runs())
        return nullptr;
    return &look.kept->pixel_extremes(open_only, width, height);
}

/// Colours rows and columns of pixels in the image of a large head, using the extremes of its
/// scores.
class DerivedPainter {
public:
    DerivedPainter(const SheetLook& look, const CellPart& part, const Theme& theme, Pixels& pixels)
        : look_(look), part_(part), theme_(theme), pixels_(pixels), of_stage_(look.values),
          quiet_(std::clamp(0.0, look.scale.low, look.scale.high)),
          needs_low_(!(look.range.has_any && look.range.low >= quiet_)) {
        if (look.id.stage == Stage::Weights)
            find_shifts();
        extremes_ = shared_extremes(look, part, pixels.width, pixels.height);
        const bool open_only = shows_open_only(look);
        if (!extremes_ && look.kept)
            extremes_ = &look.kept->part_extremes(look.values, open_only, part, pixels.width,
                                                  pixels.height);
        if (!extremes_) {
            own_ = extremes_of(look.values, open_only, part, pixels.width, pixels.height);
            extremes_ = &own_;
        }
        high_.resize(place(0, pixels_.height));
        low_.resize(high_.size());
        numbers_.resize(place(0, 1));
        other_ends_.resize(numbers_.size());
    }

    void paint_all() {
        for (Index band = 0; band < bands(); ++band)
            for (Index y = 0; y < pixels_.height; ++y)
                gather(band, y);
        for (Index y = 0; y < pixels_.height; ++y)
            paint(y, 0, bands());
    }
    /// Paints the row and the column of pixels that contain a word.
    void paint_word(Index word) {
        const Index row = part_of(word, pixels_.height, part_.rows);
        for (Index band = 0; band < bands(); ++band)
            gather(band, row);
        paint(row, 0, bands());
        const Index band = part_of(word, pixels_.width, part_.columns) / Bands::width;
        for (Index y = 0; y < pixels_.height; ++y) {
            gather(band, y);
            paint(y, band, band + 1);
        }
    }

private:
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    Index bands() const { return extremes_->high().bands(); }
    std::size_t place(Index band, Index y) const {
        return static_cast<std::size_t>((y * bands() + band) * Bands::width);
    }

    /// Paints bands of pixel columns in one row of pixels. They must be gathered.
    void paint(Index y, Index first_band, Index last_band) {
        const std::size_t begin = place(first_band, y);
        const auto count = static_cast<std::size_t>((last_band - first_band) * Bands::width);
        make_numbers(high_.data() + begin, numbers_.data(), count);
        if (needs_low_) {
            make_numbers(low_.data() + begin, other_ends_.data(), count);
            for (std::size_t at = 0; at < count; ++at)
                if (std::abs(other_ends_[at] - quiet_) > std::abs(numbers_[at] - quiet_))
                    numbers_[at] = other_ends_[at];
        }
        const auto first = static_cast<int>(first_band * Bands::width);
        const int some = std::min(static_cast<int>(count), pixels_.width - first);
        Colour* const to = pixels_.line(static_cast<int>(y)) + first;
        put_colours(look_.scale, numbers_.data(), some, to);
        for (int at = 0; at < some; ++at)
            if (high_[begin + static_cast<std::size_t>(at)] == -infinity)
                to[at] = theme_.masked;
    }

    void make_numbers(const float* from, Real* to, std::size_t count) const {
        for (std::size_t at = 0; at < count; ++at)
            to[at] = static_cast<Real>(from[at] * of_stage_.factor());
        of_stage_.make_numbers(to, count);
    }

    /// Weights are compared by their logarithms: score · factor minus the query's shift.
    void find_shifts() {
        shifts_.resize(static_cast<std::size_t>(part_.rows));
        for (Index query = 0; query < part_.rows; ++query) {
            const Index row = part_.row + query;
            const bool is_closed = look_.no_key && (*look_.no_key)[static_cast<std::size_t>(row)];
            shifts_[static_cast<std::size_t>(query)] =
                is_closed ? infinity : of_stage_.shift(row) / of_stage_.factor();
        }
    }

    void gather(Index band, Index y) {
        float *const high = high_.data() + place(band, y), *const low =
                                                               low_.data() + place(band, y);
        if (look_.id.stage != Stage::Weights) {
            std::copy_n(extremes_->high().band(band, y), Bands::width, high);
            std::copy_n(extremes_->low().band(band, y), Bands::width, low);
            return;
        }
        const Index begin = extremes_->first_query(y), end = extremes_->first_query(y + 1);
        const float* const shifts = shifts_.data() + begin;
        kernels().find_most(extremes_->high_of_queries().band(band, begin), shifts, end - begin,
                            high);
        if (!needs_low_)
            return;
        std::fill_n(low, Bands::width, infinity);
        for (Index query = 0; query < end - begin; ++query)
            for (Index at = 0; std::isfinite(shifts[query]) && at < Bands::width; ++at)
                low[at] =
                    std::min(low[at], extremes_->low_of_queries().band(band, begin + query)[at] -
                                          shifts[query]);
    }

    const SheetLook& look_;
    const CellPart& part_;
    const Theme& theme_;
    Pixels& pixels_;
    const StageExtremes of_stage_;
    const Real quiet_;
    const bool needs_low_; // false: all numbers are on one side of the quiet end
    PixelExtremes own_;    // used if nothing is kept
    const PixelExtremes* extremes_ = nullptr;
    std::vector<float> shifts_;              // for weights, one for each query
    std::vector<float> low_, high_;          // one for each pixel; rows are padded to whole bands
    std::vector<Real> numbers_, other_ends_; // for one row, as numbers of the stage
};

} // namespace attn::figure
