// SPDX-License-Identifier: MIT
// Numbers of any size are readable in their cells and stay inside them.
#include "core/figure/base/figure.h"
#include "core/figure/base/number_form.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/plots/heatmap_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::figure;

namespace {

Document with_x(const Matrix& x) {
    Document document;
    document.tokens.own().assign(static_cast<std::size_t>(x.rows()), "word");
    document.embeddings = x;
    document.projections = Projections::None;
    return document;
}

Figure heatmap(const Matrix& x, const NumberFormat& numbers) {
    const Document document = with_x(x);
    View view;
    view.numbers = numbers;
    HeatmapOptions options;
    options.width = 600;
    return heatmap_figure(document, evaluate(document), view, {Stage::X}, options);
}

/// The numbers of the cells, row by row; checks that each lies in its cell.
std::vector<std::string> numbers_in_cells(const Figure& figure, const Matrix& x) {
    std::vector<std::string> list;
    for (Index row = 0; row < x.rows(); ++row)
        for (Index column = 0; column < x.cols(); ++column) {
            const Rect cell = cell_rect(figure, {{Stage::X}, row, column}).value();
            for (const figure::Shape& shape : figure.shapes) {
                const auto* const text = std::get_if<Text>(&shape);
                if (!text || text->font != Font::Mono || text->at.y <= cell.y ||
                    text->at.y >= cell.bottom())
                    continue;
                const float width = approximate_width(text->text, text->font, text->size);
                const float left = text->anchor == Anchor::Centre  ? text->at.x - width / 2
                                   : text->anchor == Anchor::Right ? text->at.x - width
                                                                   : text->at.x;
                if (left + width / 2 <= cell.x || left + width / 2 >= cell.right())
                    continue;
                EXPECT_GE(left, cell.x) << text->text;
                EXPECT_LE(left + width, cell.right()) << text->text;
                list.push_back(text->text);
            }
        }
    return list;
}

using Texts = std::vector<std::string>;

constexpr NumberFormat two_decimals{NumberFormat::Kind::Decimals, 2};

} // namespace

TEST(NumberForm, NumbersFitTheirCellsInEveryForm) {
    Matrix x(4, 4);
    x << -4000, 0.125, 3, -0.5, 1.0 / 3, 22.5, 0.0625, 7, 1e-5, 12345, -1, 0, 0.5, -0.25, 800, 1e6;
    for (const auto kind : {NumberFormat::Kind::Decimals, NumberFormat::Kind::Significant,
                            NumberFormat::Kind::Fraction, NumberFormat::Kind::Scientific})
        for (const int digits : {0, 1, 2, 3, 6}) {
            const Figure figure = heatmap(x, {kind, digits});
            const Texts found = numbers_in_cells(figure, x);
            EXPECT_TRUE(found.empty() || found.size() == 16U) << digits;
        }
    const Texts digits = numbers_in_cells(heatmap(x, {NumberFormat::Kind::Significant, 3}), x);
    ASSERT_EQ(digits.size(), 16U);
    EXPECT_EQ(digits[0], "−4000");
    EXPECT_EQ(digits[1], "0.125");
}

TEST(NumberForm, DecimalsGiveWayIfTheyHideNumbers) {
    const auto shown = [](std::initializer_list<Real> numbers) {
        Matrix x(1, static_cast<Index>(numbers.size()));
        Index column = 0;
        for (const Real number : numbers)
            x(0, column++) = number;
        return numbers_in_cells(heatmap(x, two_decimals), x);
    };
    EXPECT_EQ(shown({1e-6, 0, 2e-6}), (Texts{"1.0e−6", "0", "2.0e−6"}));
    EXPECT_EQ(shown({1e6, 1, -2}), (Texts{"1.0e6", "1.0", "−2.0"}));
    EXPECT_EQ(shown({1e-12, 1e6, -1e-3}), (Texts{"1.0e−12", "1.0e6", "−1.0e−3"}));
    EXPECT_EQ(shown({0.003, 42, -0.5}), (Texts{"0.0030", "42", "−0.50"}));
    // Four powers of ten still fit decimals, and rounding errors of 0 count as 0.
    EXPECT_EQ(shown({0.004, 30, 1}), (Texts{"0.00", "30.00", "1.00"}));
    EXPECT_EQ(shown({1e-17, 30, -1e-17}), (Texts{"0.00", "30.00", "0.00"}));
}

TEST(NumberForm, OneSmallNumberKeepsTheDecimalsOfOthers) {
    const Matrix one{{1, 0.5, -2}, {0.25, 1e-5, 3}, {-1, 2, 0.75}};
    EXPECT_EQ(numbers_in_cells(heatmap(one, two_decimals), one),
              (Texts{"1.00", "0.50", "−2.00", "0.25", "0.00", "3.00", "−1.00", "2.00", "0.75"}));
    // A diagonal, row or column of small numbers is no coincidence.
    const Matrix diagonal{{1e-6, 0.5, -2}, {0.25, 1e-6, 3}, {-1, 2, 1e-6}};
    EXPECT_EQ(
        numbers_in_cells(heatmap(diagonal, two_decimals), diagonal),
        (Texts{"1.0e−6", "5.0e−1", "−2.0", "2.5e−1", "1.0e−6", "3.0", "−1.0", "2.0", "1.0e−6"}));
}

TEST(NumberForm, NumbersOfAnySizeAreReadableOnTheCanvas) {
    for (const Real size : {1e-8, 1e-6, 1.0, 1e6}) {
        const Matrix x = size * (Matrix(2, 2) << 1, -0.5, 0.25, 0.75).finished();
        const Document document = with_x(x);
        const Figure figure =
            canvas(document, evaluate(document), {}, {{1100, 620}, 1, 14, approximate_width});
        const Texts found = numbers_in_cells(figure, x);
        ASSERT_EQ(found.size(), 4U) << size;
        for (const std::string& text : found)
            EXPECT_NE(text.find_first_of("123456789"), std::string::npos) << text;
        const Matrix ones = Matrix::Ones(2, 2);
        const Document usual = with_x(ones);
        EXPECT_EQ(
            cell_rect(figure, {{Stage::X}, 0, 0}),
            cell_rect(canvas(usual, evaluate(usual), {}, {{1100, 620}, 1, 14, approximate_width}),
                      {{Stage::X}, 0, 0}));
    }
}

TEST(NumberForm, PowersOfTenApplyToTheWholeMatrix) {
    const Matrix x{{5181912.23, 5.03e12}, {-6253484.85, 4.01e12}};
    EXPECT_EQ(numbers_in_cells(heatmap(x, two_decimals), x),
              (Texts{"5.2e6", "5.0e12", "−6.3e6", "4.0e12"}));
    const Document document = with_x(x);
    const Figure whole = canvas(document, evaluate(document), {}, {{1100, 619}});
    EXPECT_EQ(numbers_in_cells(whole, x).size(), 4U);
}

TEST(NumberForm, TheQueryWordsNumbersFollowEachMatrix) {
    const Document document = with_x(Matrix{{1e-12, 2e-12}});
    const auto says = [&](float height) {
        const Figure figure =
            query_panel(document, evaluate(document), {}, {{250, height}, 1, 8.75F});
        return std::any_of(figure.shapes.begin(), figure.shapes.end(), [](const auto& shape) {
            const auto* const text = std::get_if<Text>(&shape);
            return text && text->text.find("2.0e−12") != std::string::npos;
        });
    };
    EXPECT_TRUE(says(0));
    EXPECT_FALSE(says(200)) << "in the window nothing moves while a number is dragged";
}
