// SPDX-License-Identifier: MIT
#include "core/figure/plots/curves.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::loss_curve_test {
namespace {

using test::expect_tidy;
using test::lines_of;

constexpr Size size{700, 150};
constexpr float text = 14;

/// Losses that fall from 2 to about 2e-4.
std::vector<Real> falling(std::size_t steps) {
    std::vector<Real> losses;
    for (std::size_t step = 0; step <= steps; ++step)
        losses.push_back(2 * std::pow(1e-4, static_cast<Real>(step) / static_cast<Real>(steps)));
    return losses;
}

LossPlot drawn(const std::vector<Real>& losses, std::size_t at = 0, bool is_logarithmic = false,
               std::size_t steps = 200) {
    return loss_curve({losses, steps, at, is_logarithmic}, {}, size, text, approximate_width);
}

/// The numbers left of the plot, with their heights.
std::vector<std::pair<Real, float>> losses_at_the_left(const LossPlot& plot) {
    std::vector<std::pair<Real, float>> list;
    for (const Shape& shape : plot.figure.shapes) {
        const auto* label = std::get_if<Text>(&shape);
        if (!label || label->at.x >= plot.plot.x || label->anchor != Anchor::Right)
            continue;
        Real number = 0;
        std::from_chars(label->text.data(), label->text.data() + label->text.size(), number);
        list.emplace_back(number, label->at.y);
    }
    return list;
}

bool has_text(const Figure& figure, const std::string& said) {
    return std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const Shape& shape) {
        const auto* label = std::get_if<Text>(&shape);
        return label && label->text == said;
    });
}

} // namespace

TEST(LossCurve, PutsEachLossAtItsPlace) {
    const std::vector<Real> losses{1.5, 0.5, 1};
    const LossPlot plot = drawn(losses, 1, false, 2);
    const auto ticks = losses_at_the_left(plot);
    ASSERT_GE(ticks.size(), 2U);
    const auto [low, bottom] = ticks.front();
    const auto [high, top] = ticks.back();
    const auto height = [low = low, bottom = bottom, high = high, top = top](Real loss) {
        return bottom + static_cast<float>((loss - low) / (high - low)) * (top - bottom);
    };
    const auto goes_through = [&](Point from, Point to) {
        const auto lines = lines_of(plot.figure);
        return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
            return std::abs(line.from.x - from.x) < 0.1F && std::abs(line.from.y - from.y) < 0.1F &&
                   std::abs(line.to.x - to.x) < 0.1F && std::abs(line.to.y - to.y) < 0.1F;
        });
    };
    const float middle = plot.plot.x + plot.plot.width / 2;
    EXPECT_TRUE(goes_through({plot.plot.x, height(1.5)}, {middle, height(0.5)}));
    EXPECT_TRUE(goes_through({middle, height(0.5)}, {plot.plot.right(), height(1)}));
    EXPECT_TRUE(has_text(plot.figure, "1: 0.5000"));
}

TEST(LossCurve, ExponentialLossesAreStraightOnALogarithmicAxis) {
    const LossPlot plot = drawn(falling(200), 200, true);
    const auto ticks = losses_at_the_left(plot);
    ASSERT_GE(ticks.size(), 2U);
    for (const auto& [loss, y] : ticks)
        EXPECT_NEAR(std::log10(loss), std::round(std::log10(loss)), 1e-9) << loss;
    // Ticks with equal ratios are equally far apart.
    for (std::size_t at = 2; at < ticks.size(); ++at)
        EXPECT_NEAR(ticks[at].second - ticks[at - 1].second, ticks[1].second - ticks[0].second,
                    0.1F);
    EXPECT_TRUE(has_text(plot.figure, "200: 0.0002000"));
}

TEST(LossCurve, HasRoundTicks) {
    for (const auto& [low, high] : {std::pair(0.0, 1.7489), std::pair(0.0, 3e-7),
                                    std::pair(-4.2, 2.5), std::pair(0.0, 987654.0)})
        for (const std::size_t most : {2U, 4U, 9U}) {
            const auto ticks = round_ticks(low, high, most);
            ASSERT_FALSE(ticks.empty());
            EXPECT_LE(ticks.size(), most) << high;
            EXPECT_GE(ticks.front(), low);
            EXPECT_LE(ticks.back(), high * (1 + 1e-9));
            for (std::size_t at = 1; at < ticks.size(); ++at) {
                const Real step = ticks[at] - ticks[at - 1];
                const Real lead = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
                EXPECT_TRUE(std::abs(lead - 1) < 1e-6 || std::abs(lead - 2) < 1e-6 ||
                            std::abs(lead - 5) < 1e-6)
                    << lead;
            }
        }
}

TEST(LossCurve, IsTidyForAnyLosses) {
    const std::vector<std::vector<Real>> many = {
        {},         {0.7},           {0, 0, 0}, {-3, 2, -1}, {1e-300, 1e-308, 0}, {1e308, 1e300, 1},
        falling(3), falling(100'000)};
    for (const auto& losses : many)
        for (const bool is_logarithmic : {false, true})
            for (const std::size_t at : {std::size_t{0}, losses.size() / 2, losses.size() + 5}) {
                const LossPlot plot = drawn(losses, at, is_logarithmic);
                expect_tidy(plot.figure,
                            std::to_string(losses.size()) + " losses at " + std::to_string(at));
                for (const Line& line : lines_of(plot.figure))
                    for (const Point end : {line.from, line.to}) {
                        EXPECT_TRUE(std::isfinite(end.x) && std::isfinite(end.y));
                        EXPECT_GE(end.y, plot.plot.y - 0.1F);
                        EXPECT_LE(end.x, plot.plot.right() + 0.1F);
                    }
            }
}

TEST(LossCurve, DrawsFewLinesForManySteps) {
    std::vector<Real> losses = falling(100'000);
    losses[60'000] = 1.9; // a single outlier must stay visible
    const LossPlot plot = drawn(losses, 100'000);
    const auto lines = lines_of(plot.figure);
    EXPECT_LT(lines.size(), 5 * static_cast<std::size_t>(size.width));
    const float x = plot.plot.x + plot.plot.width * 0.6F;
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        return std::abs(line.to.x - x) < 2 && line.to.x != line.from.x - 1 &&
               std::min(line.to.y, line.from.y) < plot.plot.y + 0.3F * plot.plot.height &&
               line.width < 10 && std::max(line.to.y, line.from.y) < plot.plot.bottom();
    }));
}

TEST(LossCurve, FindsTheStepOfAPoint) {
    const LossPlot plot = drawn(falling(50), 0, false, 200);
    EXPECT_EQ(plot.steps, 200U);
    EXPECT_EQ(step_at(plot, plot.plot.x), 0U);
    EXPECT_EQ(step_at(plot, plot.plot.x - 40), 0U);
    EXPECT_EQ(step_at(plot, plot.plot.x + plot.plot.width / 4), 50U);
    EXPECT_EQ(step_at(plot, plot.plot.right() + 40), 200U);
    EXPECT_GE(drawn(falling(3'456), 0, false, 200).steps, 3'456U) << "what was run is in view";
}

} // namespace attn::figure::loss_curve_test
