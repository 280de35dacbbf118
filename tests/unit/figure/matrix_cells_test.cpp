// SPDX-License-Identifier: MIT
// Masked cells have their sign because of the mask, whatever colour numbers have.
#include "core/document/commands/command.h"
#include "core/figure/base/colours.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/matrix_cells.h"
#include "core/figure/matrix/sheet_look.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

Document only_x(const Matrix& x) {
    Document document;
    document.tokens.own().assign(static_cast<std::size_t>(x.rows()), "word");
    document.embeddings = x;
    document.projections = Projections::None;
    return document;
}

/// Draws the cells of X alone, each `width` wide, and returns the shapes.
std::vector<Shape> drawn_cells(const Matrix& x, const View& view, float width, bool drops) {
    const Document document = only_x(x);
    const Trace trace = evaluate(document);
    const Contents all = contents(document, trace, view, Stage::X);
    Figure figure;
    const Theme colours = theme(view.theme);
    const Measure measure = approximate_width;
    Drawing drawing{figure, colours, measure};
    SheetBox box;
    box.look = &all.sheets.front();
    box.cells = {0, 0, width * static_cast<float>(x.cols()), 20 * static_cast<float>(x.rows())};
    box.has_numbers = true;
    box.number_size = 10;
    box.drops_decimals = drops;
    draw_matrix_cells(drawing, box);
    return figure.shapes;
}

} // namespace

TEST(MatrixCells, AreMaskedByTheMaskAndNotByTheirColour) {
    // All 256 colours of a map, whichever of them the theme has for masked cells.
    Matrix x(16, 16);
    for (Index at = 0; at < x.size(); ++at)
        x.data()[at] = -1 + 2 * static_cast<Real>(at) / 255;
    for (const ThemeName name :
         {ThemeName::Light, ThemeName::Dark, ThemeName::Projector, ThemeName::Print})
        for (const Diverging map : {Diverging::BlueRed, Diverging::Grey, Diverging::PurpleOrange}) {
            View view;
            view.theme = name;
            view.diverging = map;
            const std::vector<Shape> shapes = drawn_cells(x, view, 40, true);
            EXPECT_EQ(
                std::count_if(shapes.begin(), shapes.end(),
                              [](const Shape& one) { return std::holds_alternative<Line>(one); }),
                0)
                << "theme " << static_cast<int>(name) << ", map " << static_cast<int>(map);
        }
}

} // namespace attn::figure
