// SPDX-License-Identifier: MIT
#include "core/figure/pooled.h"

#include "core/engine/parallel.h"
#include "core/figure/derived_painter.h"
#include "core/figure/held_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace attn::figure {
namespace {

constexpr float dropped_strength = 0.22F; // share of its colour that a dropped concept keeps

} // namespace

Colour cell_colour(const SheetLook& look, const Theme& theme, Index row, Index column) {
    if (look.is_blocked(row, column) || look.has_no_key(row, column))
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
