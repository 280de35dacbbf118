// SPDX-License-Identifier: MIT
// Beside a lesson the canvas has less space, and lessons ask for many decimals: digits stay.
#include "core/figure/canvas/canvas.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

using namespace attn;

namespace {

/// Lists the canvas matrices with cells that show no number, and how many such cells they have.
std::string without_numbers(const figure::Figure& canvas) {
    std::string list;
    for (const figure::GridRegion& grid : canvas.grids) {
        const auto numbers = std::count_if(
            canvas.shapes.begin(), canvas.shapes.end(), [&](const figure::Shape& shape) {
                const auto* text = std::get_if<figure::Text>(&shape);
                return text && text->font == figure::Font::Mono && grid.cells.contains(text->at);
            });
        if (numbers != grid.rows * grid.columns)
            list += to_text(grid.sheet) + ": " + std::to_string(numbers) + " of " +
                    std::to_string(grid.rows * grid.columns) + "; ";
    }
    return list;
}

} // namespace

TEST(LessonRoom, EveryCellShowsItsNumberAtAnyDecimals) {
    // The space that a lesson leaves to the canvas in windows of 1366 × 700 and 1024 × 768.
    for (const figure::Size room : {figure::Size{1010, 383}, figure::Size{1024, 396}})
        for (const char* preset : {"the-cat-chased-the-mouse", "three-inputs", "your-journey",
                                   "general-attention", "four-words"})
            for (const int decimals : {0, 2, 3, 4, 5})
                for (const bool has_sums : {false, true}) {
                    const auto document = io::open_document(preset);
                    ASSERT_TRUE(document);
                    View view;
                    view.numbers = {NumberFormat::Kind::Decimals, decimals};
                    view.show_row_sums = has_sums;
                    const auto canvas =
                        figure::canvas(*document, evaluate(*document), view, {room});
                    EXPECT_EQ(without_numbers(canvas), "")
                        << preset << " at " << decimals << " decimals in " << room.width
                        << (has_sums ? " with sums" : "");
                    EXPECT_LE(canvas.size.width, room.width) << preset;
                }
}
