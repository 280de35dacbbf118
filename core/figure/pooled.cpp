// SPDX-License-Identifier: MIT
#include "core/figure/pooled.h"

#include "core/engine/kernels.h"
#include "core/figure/stage_extremes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float dropped_strength = 0.22F; // of the colour of a concept that is not kept

} // namespace

Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column) {
    if (look.is_blocked(row, column) || look.has_no_key(row, column))
        return theme.masked;
    const Colour full = colour(look.scale, look.value(row, column));
    return look.is_dropped(row, column) ? mix(theme.background, full, dropped_strength) : full;
}

namespace {

std::shared_ptr<Pixels> empty_pixels(const CellPart& part, int most_width, int most_height) {
    auto pixels = std::make_shared<Pixels>();
    pixels->width = static_cast<int>(std::min<Index>(part.columns, std::max(1, most_width)));
    pixels->height = static_cast<int>(std::min<Index>(part.rows, std::max(1, most_height)));
    pixels->colours.resize(static_cast<std::size_t>(pixels->width) *
                           static_cast<std::size_t>(pixels->height));
    return pixels;
}

Colour* line_of(Pixels& pixels, int y) {
    return pixels.colours.data() + static_cast<std::ptrdiff_t>(y) * pixels.width;
}

/// Colours rows and columns of pixels of a large head's picture, from the extremes of its scores.
class DerivedPainter {
public:
    DerivedPainter(const SheetLook& look, const CellPart& part, const Theme& theme, Pixels& pixels)
        : look_(look), part_(part), theme_(theme), pixels_(pixels),
          of_stage_(*look.values.derived_from(), look.id.stage),
          quiet_(std::clamp(0.0, look.scale.low, look.scale.high)),
          needs_low_(!(look.range.has_any && look.range.low >= quiet_)) {
        const HeadTrace& trace = *look.values.derived_from();
        if (look.id.stage == Stage::Weights)
            find_shifts();
        const bool open_only = look.mask && look.mask->kind != Mask::Kind::None;
        const bool is_whole = part.rows == look.values.rows() && part.columns == look.values.cols();
        if (is_whole && pixels.width <= look.kept->extremes(open_only).runs()) {
            extremes_ = &look.kept->pixel_extremes(open_only, pixels.width, pixels.height);
            make_room();
            return;
        }
        std::vector<Index> edges;
        for (int x = 0; x <= pixels.width; ++x)
            edges.push_back(part.column + first_of(x, pixels.width, part.columns));
        Extremes seen;
        seen.look_at(trace, open_only, part.row, part.row + part.rows, std::move(edges));
        own_.follow(seen, pixels.width, pixels.height, Stale());
        extremes_ = &own_;
        make_room();
    }

    void paint_all() {
        for (Index band = 0; band < bands(); ++band)
            for (Index y = 0; y < pixels_.height; ++y)
                gather(band, y);
        for (Index y = 0; y < pixels_.height; ++y)
            paint(y, 0, bands());
    }
    /// The row and the column of pixels where a word is.
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
    void make_room() {
        high_.resize(place(0, pixels_.height));
        low_.resize(high_.size());
        numbers_.resize(place(0, 1));
        other_ends_.resize(numbers_.size());
    }
    Index bands() const { return extremes_->high().bands(); }
    std::size_t place(Index band, Index y) const {
        return static_cast<std::size_t>((y * bands() + band) * Bands::width);
    }

    /// Bands of columns of pixels in one row of them, as they were gathered.
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
        Colour* const to = line_of(pixels_, static_cast<int>(y)) + first;
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

    /// Weights are compared by their logarithms: score · factor less what is the query's own.
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
    const bool needs_low_; // else every number lies on one side of the quiet end
    PixelExtremes own_;
    const PixelExtremes* extremes_ = nullptr;
    std::vector<float> shifts_;              // of weights, per query
    std::vector<float> low_, high_;          // of each pixel, its rows filled up to whole bands
    std::vector<Real> numbers_, other_ends_; // of a row: the numbers of the stage they stand for
};

/// Colours rows of pixels of a matrix that is held and whose every number counts: each shows the
/// number farthest from the quiet end, found over whole rows of the matrix at a time.
class HeldPainter {
public:
    HeldPainter(const SheetLook& look, const CellPart& part, Pixels& pixels)
        : look_(look), held_(*look.values.held()), part_(part), pixels_(pixels),
          quiet_(std::clamp(0.0, look.scale.low, look.scale.high)),
          is_finite_(look.range.has_any && look.range.non_finite == 0),
          low_(static_cast<std::size_t>(part.columns)), high_(low_.size()), nothing_(low_.size()),
          shown_(static_cast<std::size_t>(pixels.width)) {}

    void paint(int y) {
        const Index begin = part_.row + first_of(y, pixels_.height, part_.rows);
        const Index end = part_.row + first_of(y + 1, pixels_.height, part_.rows);
        gather(begin, end);
        for (int x = 0; x < pixels_.width; ++x) {
            const auto first = static_cast<std::size_t>(first_of(x, pixels_.width, part_.columns));
            const auto last =
                static_cast<std::size_t>(first_of(x + 1, pixels_.width, part_.columns));
            Real least = low_[first], most = high_[first], sum = nothing_[first];
            for (std::size_t at = first + 1; at < last; ++at) {
                least = std::min(least, low_[at]);
                most = std::max(most, high_[at]);
                sum += nothing_[at];
            }
            Real shown = std::abs(least - quiet_) > std::abs(most - quiet_) ? least : most;
            if (!(sum == 0)) { // The first that is not finite, whatever else is there.
                for (Index row = end - 1; row >= begin; --row)
                    for (std::size_t at = last; at-- > first;)
                        if (const Real value = held_(row, part_.column + static_cast<Index>(at));
                            !std::isfinite(value))
                            shown = value;
            }
            shown_[static_cast<std::size_t>(x)] = shown;
        }
        put_colours(look_.scale, shown_.data(), pixels_.width, line_of(pixels_, y));
    }

private:
    void gather(Index begin, Index end) {
        for (Index row = begin; row < end; ++row) {
            const Real* values = held_.data() + row * held_.cols() + part_.column;
            if (row == begin) {
                std::copy(values, values + part_.columns, low_.begin());
                high_ = low_;
                std::fill(nothing_.begin(), nothing_.end(), 0.0);
            }
            kernels().widen(values, low_.data(), high_.data(), part_.columns);
            for (std::size_t at = 0; !is_finite_ && at < low_.size(); ++at)
                nothing_[at] += values[at] * 0; // NaN for what is not finite
        }
    }

    const SheetLook& look_;
    const Matrix& held_;
    const CellPart& part_;
    Pixels& pixels_;
    const Real quiet_;
    const bool is_finite_;                   // every number of the matrix
    std::vector<Real> low_, high_, nothing_; // of each column, over a row of pixels
    std::vector<Real> shown_;                // of each pixel
};

bool is_held_whole(const SheetLook& look, const CellPart& part) {
    return look.values.held() && !look.mask && !look.no_key && !look.no_direction &&
           look.kept_rows == 0 && look.kept_columns == 0 && part.rows > 0 && part.columns > 0;
}

/// The same rows and columns, drawn as rows and columns.
SheetLook untransposed(SheetLook look) {
    look.is_transposed = false;
    std::swap(look.first_row, look.first_column);
    return look;
}

std::shared_ptr<const Pixels> turned(const Pixels& pixels) {
    auto made = std::make_shared<Pixels>();
    made->width = pixels.height;
    made->height = pixels.width;
    made->colours.reserve(pixels.colours.size());
    for (int x = 0; x < pixels.width; ++x)
        for (int y = 0; y < pixels.height; ++y)
            made->colours.push_back(pixels.colours[static_cast<std::size_t>(y) *
                                                       static_cast<std::size_t>(pixels.width) +
                                                   static_cast<std::size_t>(x)]);
    return made;
}

bool have_same_colours(const Pixels& a, const Pixels& b) {
    static_assert(std::has_unique_object_representations_v<Colour>);
    return a.colours.size() == b.colours.size() &&
           std::memcmp(a.colours.data(), b.colours.data(), a.colours.size() * sizeof(Colour)) == 0;
}

/// Cell by cell, whatever hides some of them.
void paint_cells(const SheetLook& look, const CellPart& part, const Theme& theme, Pixels& pixels) {
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    const bool has_grey_cells = look.mask || look.no_key;
    for (int y = 0; y < pixels.height; ++y) {
        Colour* line = line_of(pixels, y);
        const Index first_row = part.row + first_of(y, pixels.height, part.rows);
        const Index last_row = part.row + first_of(y + 1, pixels.height, part.rows);
        for (int x = 0; x < pixels.width; ++x) {
            const Index first_column = part.column + first_of(x, pixels.width, part.columns);
            const Index last_column = part.column + first_of(x + 1, pixels.width, part.columns);
            Real shown = quiet;
            bool is_open = false;
            for (Index row = first_row; row < last_row; ++row)
                for (Index column = first_column; column < last_column; ++column) {
                    if (has_grey_cells &&
                        (look.is_blocked(row, column) || look.has_no_key(row, column)))
                        continue;
                    const Real value = look.value(row, column);
                    // Written so that NaN wins and, once it stands, stays.
                    if (!is_open || (std::isfinite(shown) &&
                                     !(std::abs(value - quiet) <= std::abs(shown - quiet))))
                        shown = value;
                    is_open = true;
                }
            const Colour full = is_open ? colour(look.scale, shown) : theme.masked;
            *line++ = look.is_dropped(first_row, first_column)
                          ? mix(theme.background, full, dropped_strength)
                          : full;
        }
    }
}

/// With rows as rows.
std::shared_ptr<const Pixels> made(const SheetLook& look, const CellPart& part, const Theme& theme,
                                   int most_width, int most_height) {
    const auto pixels = empty_pixels(part, most_width, most_height);
    if (look.values.derived_from()) {
        DerivedPainter painter(look, part, theme, *pixels);
        painter.paint_all();
    } else if (is_held_whole(look, part)) {
        HeldPainter painter(look, part, *pixels);
        for (int y = 0; y < pixels->height; ++y)
            painter.paint(y);
    } else {
        paint_cells(look, part, theme, *pixels);
    }
    return pixels;
}

/// The image with the lines of some words painted again; nothing where that is not enough.
std::shared_ptr<const Pixels> mended(const SheetLook& look, const CellPart& part,
                                     const Theme& theme, const Pixels& before,
                                     const std::vector<Index>& words) {
    const bool is_derived = look.values.derived_from() != nullptr;
    if (!is_derived && !is_held_whole(look, part))
        return nullptr;
    if (is_derived && (part.rows != look.values.rows() || part.columns != look.values.cols()))
        return nullptr;
    const auto pixels = std::make_shared<Pixels>(before);
    if (!is_derived) {
        HeldPainter painter(look, part, *pixels);
        for (const Index row : words)
            if (row >= part.row && row < part.row + part.rows)
                painter.paint(static_cast<int>(part_of(row - part.row, pixels->height, part.rows)));
        return pixels;
    }
    DerivedPainter painter(look, part, theme, *pixels);
    for (const Index word : words)
        painter.paint_word(word);
    return pixels;
}

} // namespace

std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height) {
    return pooled(look, {0, 0, look.row_count(), look.column_count()}, theme, most_width,
                  most_height);
}

std::shared_ptr<const Pixels> pooled(const SheetLook& drawn, const CellPart& drawn_part,
                                     const Theme& theme, int most_width, int most_height) {
    SheetLook other;
    const SheetLook* rows = &drawn;
    CellPart part = drawn_part;
    if (drawn.is_transposed) {
        other = untransposed(drawn);
        rows = &other;
        part = {part.column, part.row, part.columns, part.rows};
        std::swap(most_width, most_height);
    }
    const SheetLook& look = *rows;
    // What is dropped changes without an evaluation.
    if (!look.kept || look.kept_rows > 0 || look.kept_columns > 0) {
        const auto pixels = made(look, part, theme, most_width, most_height);
        return drawn.is_transposed ? turned(*pixels) : pixels;
    }
    const PictureKey key{part, most_width, most_height, look.scale, theme.masked, theme.background};
    KeptPicture& known = look.kept->pictures()[look.id.stage];
    const bool is_alike = known.pixels && known.key == key;
    if (!is_alike || !known.stale.is_none()) {
        std::shared_ptr<const Pixels> pixels;
        if (is_alike && !known.stale.is_all)
            pixels = mended(look, part, theme, *known.pixels, known.stale.words);
        if (!pixels)
            pixels = made(look, part, theme, most_width, most_height);
        // The same image as before need not be shown anew.
        if (!is_alike || !have_same_colours(*pixels, *known.pixels))
            known.pixels = std::move(pixels);
        known.key = key;
        known.stale = {false, {}};
    }
    if (!drawn.is_transposed)
        return known.pixels;
    if (known.turned_from != known.pixels) {
        known.turned = turned(*known.pixels);
        known.turned_from = known.pixels;
    }
    return known.turned;
}

} // namespace attn::figure
