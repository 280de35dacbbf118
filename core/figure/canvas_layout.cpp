// SPDX-License-Identifier: MIT
#include "core/figure/canvas_layout.h"

#include "core/figure/cell_fit.h"

#include <algorithm>
#include <cassert>

namespace attn::figure {
namespace {

/// The matrices from the scores on, split into rows in every way that keeps their order.
std::vector<Split> splits(std::size_t first, std::size_t count, std::size_t most_rows) {
    std::vector<Split> all;
    for (unsigned cuts = 0; cuts < 1U << (count - 1); ++cuts) {
        Split split(1);
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0 && (cuts >> (i - 1) & 1U))
                split.emplace_back();
            split.back().push_back(first + i);
        }
        if (split.size() <= most_rows)
            all.push_back(std::move(split));
    }
    return all;
}

/// What is easiest to follow where several splits are as readable: weighted values and output in a
/// row of their own, and no row longer than the one above it.
float ease(const Split& split) {
    float ease = split.size() > 1 && split.back().size() == 2 ? 0.35F : 0;
    for (std::size_t row = 1; row < split.size(); ++row)
        ease += split[row].size() <= split[row - 1].size() ? 0.1F : 0;
    return ease + 0.02F * static_cast<float>(split.front().size()) -
           0.01F * static_cast<float>(split.size());
}

struct Column {
    std::vector<std::size_t> boxes; // from top to bottom
    float width = 0;
};

} // namespace

CanvasLayout lay_out(const Contents& contents, const LayoutOptions& options,
                     const Measure& measure) {
    const std::vector<SheetLook>& looks = contents.sheets;
    std::size_t derived = 0;
    while (derived < looks.size() && !looks[derived].is_derived)
        ++derived;
    assert(derived < looks.size() && "scores, weights and output are always shown");

    const Fitting fitting(contents, derived, options, measure);
    Fit best;
    for (Split& split : splits(derived, looks.size() - derived, 3)) {
        Fit fit = fitting.fit(split);
        fit.score += ease(split);
        if (best.split.empty() || fit.score > best.score)
            best = std::move(fit);
    }
    fitting.magnify(best, options.zoom);

    CanvasLayout layout;
    layout.lengths = best.lengths;
    const Lengths& lengths = layout.lengths;
    layout.boxes.resize(looks.size());
    for (std::size_t i = 0; i < looks.size(); ++i) {
        SheetBox& box = layout.boxes[i];
        const SheetFit& fit = best.sheets[i];
        box.look = &looks[i];
        box.lengths = lengths;
        box.width = fit.width;
        box.label_width = fit.label_width;
        box.widest_word = fitting.widest_word();
        box.has_numbers = fit.has_numbers;
        box.number_size = fit.number_size;
        box.cells.width = fit.cell_width * static_cast<float>(looks[i].column_count());
        box.cells.height = fit.cell_height * static_cast<float>(looks[i].row_count());
    }

    // Across: equal extra space for the gaps of the columns.
    const std::size_t projected = contents.has_projections ? 4 : 1; // index of Q
    std::vector<Column> columns{{{0}, 0}};
    if (contents.has_projections)
        columns.push_back({{1, 2, 3}, 0});
    columns.push_back({{projected, projected + 1, projected + 2}, 0});
    for (Column& column : columns)
        for (const std::size_t i : column.boxes)
            column.width = std::max(column.width, layout.boxes[i].width);

    const float padding = lengths.section_padding();
    const float content = best.width;
    // Gaps that grow: both sides of three sections, the arrow of the projections and those of the
    // attention.
    std::size_t most_in_row = 0;
    for (const auto& row : best.split)
        most_in_row = std::max(most_in_row, row.size());
    const auto gaps = static_cast<float>(6 + (contents.has_projections ? 1 : 0) + most_in_row - 1);
    const float extra = std::max(0.0F, options.available.width - content) / gaps;

    float x = 0;
    const auto open = [&](std::string heading) {
        layout.sections.push_back({std::move(heading), x, 0});
        x += padding + extra;
    };
    const auto close = [&] {
        x += padding + extra;
        layout.sections.back().width = x - layout.sections.back().x;
    };
    const auto place_column = [&](const Column& column) {
        for (const std::size_t i : column.boxes)
            layout.boxes[i].corner.x = x;
        x += column.width;
    };
    open("");
    place_column(columns[0]);
    close();
    open("");
    if (contents.has_projections) {
        place_column(columns[1]);
        x += lengths.arrow_gap() + extra;
    }
    place_column(columns.back());
    close();
    open("");
    // The columns of the rows are aligned where that costs no width.
    std::vector<float> aligned(most_in_row, 0.0F);
    for (const auto& row : best.split)
        for (std::size_t j = 0; j < row.size(); ++j)
            aligned[j] = std::max(aligned[j], layout.boxes[row[j]].width);
    float aligned_width = 0;
    for (std::size_t j = 0; j < aligned.size(); ++j)
        aligned_width += aligned[j] + (j > 0 ? lengths.arrow_gap() : 0);
    const bool is_aligned = aligned_width <= best.attention_width + 0.5F;
    for (const auto& row : best.split) {
        float at = x;
        for (std::size_t j = 0; j < row.size(); ++j) {
            layout.boxes[row[j]].corner.x = at;
            at += (is_aligned ? aligned[j] : layout.boxes[row[j]].width) + lengths.arrow_gap() +
                  extra;
        }
    }
    x += best.attention_width + extra * static_cast<float>(most_in_row - 1);
    close();

    // Down: bands of equal height.
    const float top = lengths.heading_line();
    const float bottom = lengths.notice_line() * static_cast<float>(options.notices);
    const float height = std::max(options.available.height, best.height) - top - bottom;
    const auto place_row = [&](const std::vector<std::size_t>& row, std::size_t at,
                               std::size_t rows) {
        const float y = top + height * static_cast<float>(at) / static_cast<float>(rows);
        for (const std::size_t i : row)
            layout.boxes[i].corner.y = y;
    };
    place_row({0}, 0, 1);
    for (std::size_t at = 0; at < 3; ++at) {
        place_row({projected + at}, at, 3);
        if (contents.has_projections)
            place_row({1 + at}, at, 3);
    }
    for (std::size_t at = 0; at < best.split.size(); ++at)
        place_row(best.split[at], at, best.split.size());

    for (SheetBox& box : layout.boxes) {
        box.cells.x = box.corner.x + box.label_width + lengths.label_gap();
        box.cells.y = box.corner.y + lengths.header(*box.look);
    }
    if (contents.has_projections)
        layout.arrows = {1, 2, 3};
    for (const auto& row : best.split)
        for (std::size_t j = 0; j + 1 < row.size(); ++j)
            if (!looks[row[j + 1]].is_input)
                layout.arrows.push_back(row[j]);
    layout.sections_bottom = top + height;
    // Sums of floats miss the size of the window by a hair.
    const auto snug = [](float wanted, float available) {
        return wanted <= available + 0.5F ? available : wanted;
    };
    layout.size = {snug(x, options.available.width),
                   snug(top + height + bottom, options.available.height)};
    return layout;
}

} // namespace attn::figure
