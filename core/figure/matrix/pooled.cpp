// SPDX-License-Identifier: MIT
#include "core/figure/matrix/pooled.h"

#include "core/engine/kernels/kernels.h"
#include "core/engine/numbers/parallel.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/matrix/kept_looks.h"
#include "core/figure/matrix/sheet_look.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn::figure {

// Paints an image of a stored matrix, whole rows of it at a time.

/// Colours rows of pixels of a stored matrix without hidden cells. Each pixel shows the number
/// farthest from the quiet end of the scale.
class HeldPainter {
public:
    HeldPainter(const SheetLook& look, const CellPart& part, Pixels& pixels)
        : look_(look), held_(*look.values.rows_held()), factors_(look.values.factors()),
          part_(part), pixels_(pixels), quiet_(std::clamp(0.0, look.scale.low, look.scale.high)),
          is_finite_(look.range.has_any && look.range.non_finite == 0 && look.range.covered == 0),
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
            if (!(sum == 0)) { // Shows the first number that is not finite.
                for (Index row = end - 1; row >= begin; --row)
                    for (std::size_t at = last; at-- > first;)
                        if (const Real value =
                                look_.values(row, part_.column + static_cast<Index>(at));
                            !std::isfinite(value))
                            shown = value;
            }
            shown_[static_cast<std::size_t>(x)] = shown;
        }
        put_colours(look_.scale, shown_.data(), pixels_.width, pixels_.line(y));
    }

private:
    static constexpr Real infinity = std::numeric_limits<Real>::infinity();

    void gather(Index begin, Index end) {
        std::fill(low_.begin(), low_.end(), infinity);
        std::fill(high_.begin(), high_.end(), -infinity);
        std::fill(nothing_.begin(), nothing_.end(), 0.0);
        for (Index row = begin; row < end; ++row) {
            const Real* values = held_.data() + row * held_.cols() + part_.column;
            const Real by = factors_ ? factors_[row] : 1;
            kernels().widen(values, by, low_.data(), high_.data(), part_.columns);
            for (std::size_t at = 0; !is_finite_ && at < low_.size(); ++at)
                nothing_[at] += values[at] * by * 0; // NaN if the number is not finite
        }
    }

    const SheetLook& look_;
    const Matrix& held_;
    const Real* const factors_; // one factor for each row; null: none
    const CellPart& part_;
    Pixels& pixels_;
    const Real quiet_;
    const bool is_finite_;                   // for all numbers of the matrix
    std::vector<Real> low_, high_, nothing_; // for each column, over one row of pixels
    std::vector<Real> shown_;                // for each pixel
};

// Paints an image of numbers derived from scores, using the extremes of the scores.

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

namespace {

constexpr float dropped_strength = 0.22F; // share of its colour that a dropped concept keeps

} // namespace

Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column) {
    if (look.is_masked(row, column))
        return theme.masked;
    const Colour full = colour(look.scale, look.value(row, column));
    return look.is_dropped(row, column) ? mix(theme.background, full, dropped_strength) : full;
}

namespace {

/// Columns and rows of pixels.
std::pair<int, int> pixels_of(const CellPart& part, int most_width, int most_height) {
    return {static_cast<int>(std::min<Index>(part.columns, std::max(1, most_width))),
            static_cast<int>(std::min<Index>(part.rows, std::max(1, most_height)))};
}

std::shared_ptr<Pixels> empty_pixels(const CellPart& part, int most_width, int most_height) {
    auto pixels = std::make_shared<Pixels>();
    std::tie(pixels->width, pixels->height) = pixels_of(part, most_width, most_height);
    pixels->colours.resize(static_cast<std::size_t>(pixels->width) *
                           static_cast<std::size_t>(pixels->height));
    return pixels;
}

bool is_held_whole(const SheetLook& look, const CellPart& part) {
    return look.values.rows_held() && !look.mask && !look.no_key && !look.no_direction &&
           look.kept_rows == 0 && look.kept_columns == 0 && part.rows > 0 && part.columns > 0;
}

/// The same look drawn with the sheet's rows as rows.
SheetLook untransposed(SheetLook look) {
    look.is_transposed = false;
    std::swap(look.first_row, look.first_column);
    return look;
}

MatrixImage with_rows_as_rows(MatrixImage picture) {
    if (!picture.look->is_transposed)
        return picture;
    const CellPart& part = picture.part;
    return {picture.look,
            {part.column, part.row, part.columns, part.rows},
            picture.most_height,
            picture.most_width};
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

/// Paints cell by cell; handles hidden cells.
void paint_cells(const SheetLook& look, const CellPart& part, const Theme& theme, Pixels& pixels) {
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    const bool has_grey_cells = look.mask || look.no_key;
    for (int y = 0; y < pixels.height; ++y) {
        Colour* line = pixels.line(y);
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
                    // Written so that NaN wins and stays.
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

/// Whether the extremes, which are floats, are precise enough; otherwise every cell is read.
bool is_painted_from_extremes(const SheetLook& look) {
    return look.values.is_derived() &&
           is_single_enough(look.values, look.scale.high - look.scale.low);
}

/// Makes the image with rows as rows.
std::shared_ptr<const Pixels> made(const SheetLook& look, const CellPart& part, const Theme& theme,
                                   int most_width, int most_height) {
    const auto pixels = empty_pixels(part, most_width, most_height);
    if (!is_painted_from_extremes(look) && look.values.is_derived()) {
        const Matrix numbers = look.values.matrix();
        SheetLook held = look;
        held.values = numbers;
        paint_cells(held, part, theme, *pixels);
    } else if (look.values.is_derived()) {
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

/// Copies the image and repaints the lines of some words. Null if that is not enough.
std::shared_ptr<const Pixels> mended(const SheetLook& look, const CellPart& part,
                                     const Theme& theme, const Pixels& before,
                                     const std::vector<Index>& words) {
    const bool is_derived = look.values.is_derived();
    if (is_derived ? !is_painted_from_extremes(look) : !is_held_whole(look, part))
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

/// An image kept from one figure to the next, and what it is made from.
struct Keeping {
    const SheetLook* look;
    PictureKey key; // with rows as rows
    KeptPicture* known;

    bool is_alike() const { return known->pixels && known->key == key; }
    bool is_made() const { return is_alike() && known->stale.is_none(); }
    bool is_mended() const { return is_alike() && !known->stale.is_all; }
    bool is_derived() const { return look->values.is_derived(); }
    /// The cost of making the image, as a number of multiplications; each number is far away in
    /// memory.
    Real cost() const {
        constexpr Real moved = 16;
        const auto [width, height] = pixels_of(key.part, key.most_width, key.most_height);
        const Index numbers = is_mended()    ? key.part.rows + width * height / 16
                              : is_derived() ? key.part.rows * width
                                             : key.part.rows * key.part.columns;
        return moved * static_cast<Real>(numbers);
    }

    void make(const Theme& theme) {
        SheetLook other;
        if (look->is_transposed)
            other = untransposed(*look);
        const SheetLook& rows = look->is_transposed ? other : *look;
        const bool was_alike = is_alike();
        std::shared_ptr<const Pixels> pixels;
        if (is_mended())
            pixels = mended(rows, key.part, theme, *known->pixels, known->stale.words);
        if (!pixels)
            pixels = made(rows, key.part, theme, key.most_width, key.most_height);
        // Keeps the old image if it is the same, so that it need not be shown again.
        if (!was_alike || !have_same_colours(*pixels, *known->pixels))
            known->pixels = std::move(pixels);
        known->key = key;
        known->stale = {false, {}};
    }
};

ImageOf subject_of(const MatrixImage& picture) {
    const SheetLook& look = *picture.look;
    const CellPart& part = picture.part;
    if (part.rows == 1 && look.row_count() > 1)
        return part.row == look.query_row ? ImageOf::QueryRow : ImageOf::KeyRow;
    if (part.columns == 1 && look.column_count() > 1)
        return part.column == look.query_column ? ImageOf::QueryColumn : ImageOf::KeyColumn;
    return ImageOf::Cells;
}

/// Nothing if the image is not kept: concepts are dropped without an evaluation.
std::optional<Keeping> keeping_of(const MatrixImage& picture, const Theme& theme) {
    const SheetLook& look = *picture.look;
    if (!look.kept || look.kept_rows > 0 || look.kept_columns > 0)
        return std::nullopt;
    const MatrixImage rows = with_rows_as_rows(picture);
    return Keeping{
        &look,
        {rows.part, rows.most_width, rows.most_height, look.scale, theme.masked, theme.background},
        &look.kept->picture(look.id.stage, subject_of(picture))};
}

} // namespace

std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height) {
    return pooled({&look, {0, 0, look.row_count(), look.column_count()}, most_width, most_height},
                  theme);
}

std::shared_ptr<const Pixels> pooled(const MatrixImage& picture, const Theme& theme) {
    const SheetLook& look = *picture.look;
    auto keeping = keeping_of(picture, theme);
    if (!keeping) {
        const MatrixImage rows = with_rows_as_rows(picture);
        const auto pixels = made(look.is_transposed ? untransposed(look) : look, rows.part, theme,
                                 rows.most_width, rows.most_height);
        return look.is_transposed ? turned(*pixels) : pixels;
    }
    if (!keeping->is_made())
        keeping->make(theme);
    KeptPicture& known = *keeping->known;
    if (!look.is_transposed)
        return known.pixels;
    if (known.turned_from != known.pixels) {
        known.turned = turned(*known.pixels);
        known.turned_from = known.pixels;
    }
    return known.turned;
}

void make_matrix_images(const std::vector<MatrixImage>& pictures, const Theme& theme) {
    std::vector<Keeping> list;
    Real cost = 0;
    std::optional<std::pair<int, int>> shared; // the size of images made from the same extremes
    for (const MatrixImage& picture : pictures) {
        const auto keeping = keeping_of(picture, theme);
        if (!keeping || keeping->is_made())
            continue;
        const auto is_of_it = [&](const Keeping& other) { return other.known == keeping->known; };
        if (std::any_of(list.begin(), list.end(), is_of_it))
            continue;
        if (keeping->is_derived()) {
            const PictureKey& key = keeping->key;
            const auto size = pixels_of(key.part, key.most_width, key.most_height);
            // Images of a part make their own extremes, in parallel.
            if ((shared && shared != size) ||
                !shared_extremes(*picture.look, key.part, size.first, size.second))
                continue;
            shared = size;
        }
        cost += keeping->cost();
        list.push_back(*keeping);
    }
    // The most expensive first: the others fill the remaining time.
    std::sort(list.begin(), list.end(),
              [](const Keeping& a, const Keeping& b) { return a.cost() > b.cost(); });
    for_blocks(static_cast<Index>(list.size()), 1, cost, [&](Index first, Index last) {
        for (Index at = first; at < last; ++at)
            list[static_cast<std::size_t>(at)].make(theme);
    });
}

} // namespace attn::figure
