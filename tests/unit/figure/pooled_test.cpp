// SPDX-License-Identifier: MIT
#include "core/engine/pass/attention.h"
#include "core/figure/matrix/pooled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace attn::figure {
namespace {

const Theme colours = theme(ThemeName::Light);

SheetLook look_at(const Matrix& values, Sequential map) {
    SheetLook look;
    look.values = values;
    look.scale = {&table(map), 0, 1};
    return look;
}

TEST(Pooled, HasOnePixelPerCellIfThereIsRoom) {
    Matrix values(2, 3);
    values << 0, 0.5, 1, 0.25, 0.75, 0.1;
    const SheetLook look = look_at(values, Sequential::Viridis);
    const auto pixels = pooled(look, colours, 100, 100);
    ASSERT_EQ(pixels->width, 3);
    ASSERT_EQ(pixels->height, 2);
    for (Index row = 0; row < 2; ++row)
        for (Index column = 0; column < 3; ++column)
            EXPECT_EQ(pixels->colours[static_cast<std::size_t>(row * 3 + column)],
                      colour(look.scale, values(row, column)));
}

TEST(Pooled, KeepsAThinPeakVisible) {
    Matrix values = Matrix::Zero(1000, 1000);
    values(503, 211) = 1;
    const SheetLook look = look_at(values, Sequential::Viridis);
    const auto pixels = pooled(look, colours, 50, 50);
    EXPECT_EQ(pixels->colours.size(), 2500U);
    EXPECT_EQ(std::count(pixels->colours.begin(), pixels->colours.end(), colour(look.scale, 1)), 1);
}

TEST(Pooled, KeepsAThinValleyOfASignedMatrix) {
    Matrix values = Matrix::Constant(64, 64, 0.2);
    values(7, 60) = -0.9;
    SheetLook look = look_at(values, Sequential::Viridis);
    look.scale = {&table(Diverging::BlueRed), -1, 1};
    const auto pixels = pooled(look, colours, 8, 8);
    EXPECT_EQ(pixels->colours[7], colour(look.scale, -0.9));
}

TEST(Pooled, ShowsEveryNaN) {
    for (const Index at : {0, 5, 15}) {
        Matrix values = Matrix::Constant(4, 4, 0.9);
        values.data()[at] = std::numeric_limits<Real>::quiet_NaN();
        const auto pixels = pooled(look_at(values, Sequential::Grey), colours, 1, 1);
        EXPECT_EQ(pixels->colours, std::vector<Colour>{non_finite});
    }
}

TEST(Pooled, IsMaskedOnlyIfEveryCellIs) {
    const Matrix values = Matrix::Constant(4, 4, 0.5);
    Mask mask;
    mask.kind = Mask::Kind::Causal;
    SheetLook look = look_at(values, Sequential::Grey);
    look.mask = &mask;
    const auto pixels = pooled(look, colours, 2, 2);
    EXPECT_EQ(pixels->colours[1], colours.masked);
    EXPECT_EQ(pixels->colours[0], colour(look.scale, 0.5));
    EXPECT_EQ(pixels->colours[2], colour(look.scale, 0.5));
}

TEST(Pooled, ShowsTheMostStrikingNumberForAnyShapes) {
    std::mt19937 generator(3);
    const auto below = [&](Index most) {
        return static_cast<Index>(generator() % static_cast<unsigned>(most));
    };
    for (int round = 0; round < 300; ++round) {
        const Index rows = 1 + below(90), columns = 1 + below(90);
        Matrix values(rows, columns);
        std::normal_distribution<Real> normal(round % 3, 1);
        for (Index at = 0; at < values.size(); ++at)
            values.data()[at] = normal(generator);
        for (Index spoilt = round % 4; spoilt > 0; --spoilt)
            values.data()[below(values.size())] = spoilt % 2 == 0
                                                      ? std::numeric_limits<Real>::infinity()
                                                      : std::numeric_limits<Real>::quiet_NaN();
        SheetLook look = look_at(values, Sequential::Viridis);
        look.scale.low = round % 2 == 0 ? -2 : 0.5;
        look.scale.high = 3;
        const Real quiet = std::max(look.scale.low, 0.0);
        const CellPart part{below(rows), below(columns), 0, 0};
        const CellPart seen{part.row, part.column, rows - part.row, columns - part.column};
        Vector factors(rows);
        for (Index row = 0; row < rows; ++row)
            factors(row) = below(4) == 0 ? 0 : normal(generator);
        if (round % 3 == 0)
            look.values = {values, factors};
        const int width = 1 + static_cast<int>(below(40)), height = 1 + static_cast<int>(below(40));
        const auto pixels = pooled({&look, seen, width, height}, colours);
        for (int y = 0; y < pixels->height; ++y)
            for (int x = 0; x < pixels->width; ++x) {
                Real farthest = quiet;
                bool is_finite = true;
                for (Index row = y * seen.rows / pixels->height;
                     row < (y + 1) * seen.rows / pixels->height; ++row)
                    for (Index column = x * seen.columns / pixels->width;
                         column < (x + 1) * seen.columns / pixels->width; ++column) {
                        const Real value = (round % 3 == 0 ? factors(seen.row + row) : 1) *
                                           values(seen.row + row, seen.column + column);
                        is_finite = is_finite && std::isfinite(value);
                        if (std::abs(value - quiet) > std::abs(farthest - quiet))
                            farthest = value;
                    }
                const Colour wanted = is_finite ? colour(look.scale, farthest) : non_finite;
                ASSERT_EQ(pixels->colours[static_cast<std::size_t>(y * pixels->width + x)], wanted)
                    << round << ": " << y << ", " << x;
            }
    }
}

/// Words whose scores are all about `size`; the weights depend on differences of a few units.
HeadTrace with_scores_of(Real size, Index words) {
    std::mt19937 generator(4);
    std::normal_distribution<Real> normal;
    Matrix x(words, 3);
    for (Index row = 0; row < words; ++row)
        x.row(row) << 1, normal(generator), normal(generator);
    HeadWeights weights{Matrix(Matrix::Identity(3, 3)), Matrix(Matrix::Identity(3, 3)),
                        Matrix(Matrix::Identity(3, 3))};
    Matrix larger = Matrix::Identity(3, 3);
    larger(0, 0) = size; // adds the same to every score of a row
    weights.w_q = larger;
    return attend(x, Projections::Learned, weights, {});
}

TEST(Pooled, ShowsTheWeightsOfScoresOfAnySize) {
    const Index words = 90;
    for (const Real size : {1.0, 1e4, 1e7, 1e12, 1e45, 1e-45}) {
        const HeadTrace head = with_scores_of(size, words);
        ASSERT_TRUE(head.large.is_used());
        for (const Stage stage : {Stage::Scores, Stage::Weights}) {
            const Cells cells(head, stage);
            const Matrix numbers = cells.matrix();
            SheetLook look = look_at(numbers, Sequential::Grey);
            look.scale.low = stage == Stage::Weights ? 0 : numbers.minCoeff();
            look.scale.high = numbers.maxCoeff();
            look.id.stage = stage;
            const CellPart part{0, 0, words - 1, words - 1};
            const auto wanted = pooled({&look, part, 30, 30}, colours);
            look.values = cells;
            const auto shown = pooled({&look, part, 30, 30}, colours);
            int furthest = 0;
            for (std::size_t at = 0; at < wanted->colours.size(); ++at)
                furthest = std::max(furthest, std::abs(int(wanted->colours[at].green) -
                                                       int(shown->colours[at].green)));
            EXPECT_LE(furthest, 3) << stage.name() << " of scores of " << size;
        }
    }
}

} // namespace
} // namespace attn::figure
