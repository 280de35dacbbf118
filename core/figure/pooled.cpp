// SPDX-License-Identifier: MIT
#include "core/figure/pooled.h"

#include "core/figure/stage_extremes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr Index lines_block = 16;         // of pixels, for each core in turn
constexpr float dropped_strength = 0.22F; // of the colour of a concept that is not kept

Index edge(int at, int pixels, Index cells) {
    return static_cast<Index>(at) * cells / pixels;
}

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

/// Of a large head: from the extremes of runs of keys, a row of pixels at a time.
std::shared_ptr<const Pixels> pooled_derived(const SheetLook& look, const CellPart& part,
                                             const Theme& theme, int most_width, int most_height) {
    const HeadTrace& trace = *look.values.derived_from();
    const auto pixels = empty_pixels(part, most_width, most_height);
    const bool open_only = look.mask && look.mask->kind != Mask::Kind::None;
    const bool is_whole = part.rows == look.row_count() && part.columns == look.column_count();
    Extremes looked_at;
    const Extremes* extremes = &look.kept->extremes(open_only);
    if (!is_whole || pixels->width > extremes->runs()) {
        std::vector<Index> edges;
        for (int x = 0; x <= pixels->width; ++x)
            edges.push_back(part.column + edge(x, pixels->width, part.columns));
        looked_at.look_at(trace, open_only, part.row, part.row + part.rows, std::move(edges));
        extremes = &looked_at;
    }
    const Index runs = extremes->runs();
    const StageExtremes of_stage(trace, look.id.stage);
    const float factor = of_stage.factor();
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    // Where every number lies on one side of the quiet end, the other one's is the farthest.
    const bool needs_low = !(look.range.has_any && look.range.low >= quiet);
    const auto gather = [](std::vector<float>& into, const float* from, float shift, auto choose) {
        for (std::size_t run = 0; run < into.size(); ++run)
            into[run] = choose(into[run], from[run] - shift);
    };
    std::vector<float> low, high;
    for (int y = 0; y < pixels->height; ++y) {
        Colour* line = line_of(*pixels, y);
        low.assign(static_cast<std::size_t>(runs), infinity);
        high.assign(static_cast<std::size_t>(runs), -infinity);
        const Index end = edge(y + 1, pixels->height, part.rows);
        for (Index row = edge(y, pixels->height, part.rows); row < end; ++row) {
            if (look.no_key && (*look.no_key)[static_cast<std::size_t>(part.row + row)])
                continue;
            const float shift = of_stage.shift(part.row + row) / factor;
            gather(high, extremes->high(row), shift,
                   [](float one, float other) { return std::max(one, other); });
            if (needs_low)
                gather(low, extremes->low(row), shift,
                       [](float one, float other) { return std::min(one, other); });
        }
        for (int x = 0; x < pixels->width; ++x) {
            float least = infinity, most = -infinity;
            for (Index run = edge(x, pixels->width, runs); run < edge(x + 1, pixels->width, runs);
                 ++run) {
                least = std::min(least, low[static_cast<std::size_t>(run)]);
                most = std::max(most, high[static_cast<std::size_t>(run)]);
            }
            if (most == -infinity) { // Every key is blocked.
                *line++ = theme.masked;
                continue;
            }
            const Real b = of_stage.number(most * factor);
            const Real a = needs_low ? of_stage.number(least * factor) : b;
            *line++ = colour(look.scale, std::abs(a - quiet) > std::abs(b - quiet) ? a : b);
        }
    }
    return pixels;
}

/// Of a matrix that is held and whose every number counts: for each pixel the number farthest from
/// the quiet end, row of pixels by row, over whole rows of the matrix at a time.
std::shared_ptr<const Pixels> pooled_held(const SheetLook& look, const Matrix& held,
                                          const CellPart& part, int most_width, int most_height) {
    const auto pixels = empty_pixels(part, most_width, most_height);
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    const auto columns = static_cast<std::size_t>(part.columns);
    std::vector<Real> low(columns), high(columns), nothing(columns);
    for (int y = 0; y < pixels->height; ++y) {
        Colour* line = line_of(*pixels, y);
        const Index begin = part.row + edge(y, pixels->height, part.rows);
        const Index end = part.row + edge(y + 1, pixels->height, part.rows);
        for (Index row = begin; row < end; ++row) {
            const Real* values = held.data() + row * held.cols() + part.column;
            if (row == begin) {
                std::copy(values, values + columns, low.begin());
                high = low;
                std::fill(nothing.begin(), nothing.end(), 0.0);
            }
            for (std::size_t at = 0; at < columns; ++at) {
                low[at] = std::min(low[at], values[at]);
                high[at] = std::max(high[at], values[at]);
                nothing[at] += values[at] * 0; // NaN for what is not finite
            }
        }
        for (int x = 0; x < pixels->width; ++x) {
            const auto first = static_cast<std::size_t>(edge(x, pixels->width, part.columns));
            const auto last = static_cast<std::size_t>(edge(x + 1, pixels->width, part.columns));
            Real least = low[first], most = high[first], sum = nothing[first];
            for (std::size_t at = first + 1; at < last; ++at) {
                least = std::min(least, low[at]);
                most = std::max(most, high[at]);
                sum += nothing[at];
            }
            Real shown = std::abs(least - quiet) > std::abs(most - quiet) ? least : most;
            if (!(sum == 0)) { // The first that is not finite, whatever else is there.
                for (Index row = end - 1; row >= begin; --row)
                    for (std::size_t at = last; at-- > first;)
                        if (const Real value = held(row, part.column + static_cast<Index>(at));
                            !std::isfinite(value))
                            shown = value;
            }
            *line++ = colour(look.scale, shown);
        }
    }
    return pixels;
}

} // namespace

std::shared_ptr<const Pixels> pooled(const SheetLook& look, const Theme& theme, int most_width,
                                     int most_height) {
    return pooled(look, {0, 0, look.row_count(), look.column_count()}, theme, most_width,
                  most_height);
}

namespace {

std::shared_ptr<const Pixels> made(const SheetLook& look, const CellPart& part, const Theme& theme,
                                   int most_width, int most_height) {
    if (look.values.derived_from() && !look.is_transposed)
        return pooled_derived(look, part, theme, most_width, most_height);
    if (const Matrix* held = look.values.held();
        held && !look.is_transposed && !look.mask && !look.no_key && !look.no_direction &&
        look.kept_rows == 0 && look.kept_columns == 0 && part.rows > 0 && part.columns > 0)
        return pooled_held(look, *held, part, most_width, most_height);
    const Index rows = part.rows, columns = part.columns;
    const auto pixels = empty_pixels(part, most_width, most_height);
    const Real quiet = std::clamp(0.0, look.scale.low, look.scale.high);
    const bool has_grey_cells = look.mask || look.no_key;
    for (int y = 0; y < pixels->height; ++y) {
        Colour* line = line_of(*pixels, y);
        const Index first_row = part.row + edge(y, pixels->height, rows);
        const Index last_row = part.row + edge(y + 1, pixels->height, rows);
        for (int x = 0; x < pixels->width; ++x) {
            const Index first_column = part.column + edge(x, pixels->width, columns);
            const Index last_column = part.column + edge(x + 1, pixels->width, columns);
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
    return pixels;
}

} // namespace

std::shared_ptr<const Pixels> pooled(const SheetLook& look, const CellPart& part,
                                     const Theme& theme, int most_width, int most_height) {
    // Which weighted values are shown changes without an evaluation, and what is dropped as well.
    if (!look.kept || look.id.stage == Stage::WeightedValues || look.kept_rows > 0 ||
        look.kept_columns > 0)
        return made(look, part, theme, most_width, most_height);
    KeptPicture wanted{part,         most_width,       most_height,        look.scale,
                       theme.masked, theme.background, look.is_transposed, nullptr};
    KeptPicture& known = look.kept->pictures()[look.id.stage];
    if (known.pixels && known.part == wanted.part && known.most_width == most_width &&
        known.most_height == most_height && known.scale == wanted.scale &&
        known.masked == wanted.masked && known.background == wanted.background &&
        known.is_transposed == wanted.is_transposed)
        return known.pixels;
    wanted.pixels = made(look, part, theme, most_width, most_height);
    known = std::move(wanted);
    return known.pixels;
}

} // namespace attn::figure
