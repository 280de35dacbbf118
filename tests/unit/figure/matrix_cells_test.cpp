// SPDX-License-Identifier: MIT
// Cells say what they are: masked ones by a sign and not by a colour that numbers have as well, and
// numbers of one matrix with the same decimals at the same place.
#include "core/document/commands/command.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/number_form.h"
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

/// The numbers with their left and right ends, row by row.
struct Drawn {
    std::string text;
    float left = 0, right = 0;
};
std::vector<Drawn> drawn_numbers(const Matrix& x, float width, bool drops = true) {
    std::vector<Drawn> list;
    for (const Shape& shape : drawn_cells(x, {}, width, drops))
        if (const auto* const text = std::get_if<Text>(&shape)) {
            const float wide = approximate_width(text->text, text->font, text->size);
            const float left = text->anchor == Anchor::Centre  ? text->at.x - wide / 2
                               : text->anchor == Anchor::Right ? text->at.x - wide
                                                               : text->at.x;
            list.push_back({text->text, left, left + wide});
        }
    return list;
}

std::vector<std::string> texts(const std::vector<Drawn>& list) {
    std::vector<std::string> made;
    for (const Drawn& one : list)
        made.push_back(one.text);
    return made;
}

using Texts = std::vector<std::string>;

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

TEST(MatrixCells, ASignCostsNoDecimal) {
    const Matrix x{{0.31, -0.31}, {-0.5, 0.25}};
    for (const float width : {20.0F, 24.0F, 28.0F, 32.0F, 36.0F, 60.0F}) {
        const auto numbers = texts(drawn_numbers(x, width));
        ASSERT_EQ(numbers.size(), 4U);
        const auto decimals = [](const std::string& text) {
            const auto point = text.find('.');
            return point == std::string::npos ? 0 : text.size() - point - 1;
        };
        for (const std::string& one : numbers)
            EXPECT_EQ(decimals(one), decimals(numbers.front())) << one << " in " << width;
    }
    EXPECT_EQ(texts(drawn_numbers(x, 60)), (Texts{"0.31", "−0.31", "−0.50", "0.25"}));
}

TEST(MatrixCells, PointsAreAlignedWithEqualMargins) {
    constexpr float digit = 6; // approximate_width of Mono at 10
    const float unit = approximate_width("0", Font::Mono, 10);
    EXPECT_NEAR(unit, digit, 1);
    for (const float width : {33.0F, 36.0F, 44.0F, 60.0F}) {
        const Matrix x{{0.31, -0.31}, {-0.52, 0.25}};
        const auto numbers = drawn_numbers(x, width);
        ASSERT_EQ(numbers.size(), 4U);
        for (std::size_t at = 0; at < 4; ++at) {
            const float begin = at % 2 == 0 ? 0 : width;
            EXPECT_NEAR(numbers[at].right - begin, numbers[0].right, 0.01F) << width;
            EXPECT_GE(numbers[at].left - begin, 0) << width;
        }
        // The digits have equal margins, or in a narrow cell the digits with their sign.
        const float of_digits = numbers[0].left - (width - numbers[0].right);
        const float of_signed = numbers[1].left - width - (2 * width - numbers[1].right);
        EXPECT_LT(of_signed, 0.01F);
        EXPECT_GT(of_digits, -0.01F);
        if (width >= 44) {
            EXPECT_NEAR(of_digits, 0, 0.01F) << width;
        }
    }
    // Whole numbers are in the middle, whatever decimals others have.
    const auto whole = drawn_numbers(Matrix{{1, 0}, {2, 3}}, 40);
    ASSERT_EQ(whole.size(), 4U);
    EXPECT_NEAR((whole[0].left + whole[0].right) / 2, 20, 0.01F);
}

TEST(MatrixCells, WholeNumbersBesideMaskedOnesLeaveRoomForInfinity) {
    Document document = only_x(Matrix::Zero(3, 2));
    document.switches.mask.kind = Mask::Kind::Causal;
    const Contents all = contents(document, evaluate(document), {}, Stage::Masked);
    const SheetLook& look = all.sheets.front();
    ASSERT_EQ(look.numbers.digits, 0);
    EXPECT_GE(look.characters, 2) << "−∞ stands in the cells as well";
}

TEST(MatrixCells, WholeMatricesHaveNoDecimals) {
    EXPECT_EQ(texts(drawn_numbers(Matrix{{1, 0}, {2, -3}}, 60)), (Texts{"1", "0", "2", "−3"}));
    EXPECT_EQ(texts(drawn_numbers(Matrix{{1, 0}, {2, 0.5}}, 60)),
              (Texts{"1.00", "0.00", "2.00", "0.50"}));
    EXPECT_EQ(texts(drawn_numbers(Matrix{{0.003, 42}, {0.0021, -0.5}}, 60, false)),
              (Texts{"0.00300", "42.0", "0.00210", "−0.500"}));
}

} // namespace attn::figure
