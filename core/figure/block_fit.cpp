// SPDX-License-Identifier: MIT
// Tries layouts for a block's page and picks the best.
#include "core/figure/block_attempt.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace attn::figure {
namespace {

constexpr float widest_block_cell = 4; // in units
constexpr float flattest_cell = 0.78F; // the largest height of a cell, as a share of its width
constexpr Index few_block_rows = 6;    // with so few the page scrolls instead of hiding numbers
constexpr float most_block_growth = 2; // of everything, if the window has room to spare

/// The largest number from `low` to `high` that `fits`; `low` if none does. Calls `fits` last with
/// a number that is not too large, for its side effects.
template <class Fits>
float largest(float low, float high, const Fits& fits) {
    if (fits(high))
        return high;
    for (int halving = 0; halving < 24; ++halving) {
        const float middle = (low + high) / 2;
        (fits(middle) ? low : high) = middle;
    }
    fits(low); // Leaves its side effects for `low`.
    return low;
}

} // namespace

/// Gives all cells one width while numbers fit in them. Otherwise the matrices with few columns
/// keep readable cells as long as the others can be seen, and the others grow to one width as a
/// whole.
void BlockAttempting::fit_widths(BlockAttempt& made) const {
    const auto set = [&](BlockWidth kind, float width) {
        made.width[static_cast<std::size_t>(kind)] = width;
    };
    const float widest = widest_block_cell * made.lengths.unit;
    const auto fits_with = [&](const auto& give) {
        give();
        return fits_in(across(made, false).width, room_width(made));
    };
    const auto alike = [&](float width) {
        return [&, width] {
            for (const auto& [kind, columns] : kinds_)
                set(kind, width);
        };
    };
    if (largest(0.1F, widest, [&](float width) { return fits_with(alike(width)); }) >=
        scarce_width())
        return;
    for (std::size_t kept = kinds_.size(); kept-- > 0;) {
        const auto give = [&](float extent) {
            for (std::size_t at = 0; at < kinds_.size(); ++at)
                set(kinds_[at].first,
                    at < kept
                        ? scarce_width()
                        : std::min(scarce_width(), extent / static_cast<float>(kinds_[at].second)));
        };
        const float least = (kept > 0 ? 8.0F : 1.0F) * made.lengths.unit;
        const float extent = largest(least, 120 * made.lengths.unit,
                                     [&](float one) { return fits_with([&] { give(one); }); });
        give(extent);
        if (kept == 0 || fits_in(across(made, false).width, room_width(made)))
            return;
    }
}

void BlockAttempting::fit_height(BlockAttempt& made) const {
    // All heights grow with the height of a cell, most of them at one rate.
    const auto whole = [&](float height) {
        made.height = height;
        const BlockHeights all = heights(made);
        return all.top + all.stream + all.arrows + all.cards + all.bottom + all.legend;
    };
    float widest = 0;
    for (const float width : widths(made))
        widest = std::max(widest, width);
    made.height = largest(0.1F, std::max(1.5F * least_height(), flattest_cell * widest),
                          [&](float height) { return whole(height) <= room_.height; });
}

BlockAttempt BlockAttempting::attempt(float growth, bool labels, bool beside, bool one_row,
                                      bool scrolls) const {
    BlockAttempt made;
    made.lengths.unit = growth * text_;
    made.lengths.least_digits = least_digits();
    made.lengths.is_compact = room_.height < 40 * text_;
    made.has_all_labels = labels;
    made.is_beside = beside;
    made.has_one_row = one_row;
    made.scrolls = scrolls;
    fit_widths(made);
    fit_height(made);
    return made;
}

/// Rates an attempt. 2: every cell shows its number with all decimals; 1: with fewer decimals; 0:
/// numbers or curves do not fit.
int BlockAttempting::quality(const BlockAttempt& made) const {
    const std::vector<float> list = widths(made);
    const float width = *std::min_element(list.begin(), list.end());
    if (!has_numbers(width, made.height))
        return 0;
    if (made.is_beside && plan_.words && !is_folded(*plan_.words) &&
        heights(made).lower < 5 * made.lengths.unit)
        return 0; // The curves do not fit.
    return width >= 0.999F * least_width() ? 2 : 1;
}

bool BlockAttempting::has_few_rows() const {
    Index rows = 0;
    for (const BlockState& state : plan_.states)
        if (const SheetLook* look = shown_.look(state.of))
            rows = std::max(rows, look->row_count());
    return rows <= few_block_rows;
}

BlockAttempt BlockAttempting::best() const {
    // In a large window everything grows as long as the cells stay large compared with their
    // titles.
    for (float growth = most_block_growth; growth > 1.05F; growth -= 0.1F) {
        const BlockAttempt made = attempt(growth, true, true, false);
        const std::vector<float> list = widths(made);
        const float unit = made.lengths.unit;
        if (quality(made) == 2 && made.height >= 1.7F * unit &&
            *std::min_element(list.begin(), list.end()) >= 3.0F * unit)
            return made;
    }
    std::optional<BlockAttempt> fair;
    for (const float growth : {1.0F, 0.94F, 0.88F, 0.82F})
        for (const bool labels : {true, false})
            for (const bool one_row : {false, true})
                for (const bool beside : {true, false}) {
                    BlockAttempt made = attempt(growth, labels, beside, one_row);
                    const int found = quality(made);
                    if (found == 2)
                        return made;
                    if (found == 1 && !fair)
                        fair = made;
                }
    if (fair)
        return *fair;
    // Colours without numbers; the query word's row shows its numbers if rows are thin.
    for (const bool one_row : {false, true})
        if (BlockAttempt made = attempt(1, true, false, one_row); made.height >= least_height())
            return made;
    BlockAttempt small = attempt(0.88F, false, false, true);
    const std::vector<float> list = widths(small);
    if (small.height >= least_height() || !has_few_rows() ||
        *std::max_element(list.begin(), list.end()) < scarce_width())
        return small;
    BlockAttempt scrolled = attempt(0.88F, false, false, true, true);
    scrolled.height = least_height();
    return scrolled;
}

} // namespace attn::figure
