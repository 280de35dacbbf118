// SPDX-License-Identifier: MIT
// Expressions run by run: links, colours, blanks.
#include "core/figure/base/text.h"
#include "core/figure/plots/derivation_figure.h"
#include "tests/support/expressions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace attn::figure {
namespace {

using namespace attn::test::expressions;
using attn::test::derivation_of;
using Runs = std::vector<Run>;

Runs runs(const Expression& expression, std::size_t most_terms = 6) {
    static const Theme colours = theme(ThemeName::Light);
    return number_runs(derivation_of(expression), {colours, {}, most_terms}, false);
}

/// Joins the texts with their blanks, links in brackets: "= 2.00·cos(4·0.5)".
std::string shown(const Expression& expression, std::size_t most_terms = 6) {
    std::string text;
    for (const Run& run : runs(expression, most_terms)) {
        const std::string piece = plain_text(run.text);
        text += run.has_space_before && !text.empty() ? " " : "";
        text += run.place ? "[" + piece + "]" : piece;
    }
    return text;
}

Colour colour_of(const Runs& runs, const Place& place) {
    return std::find_if(runs.begin(), runs.end(),
                        [&](const Run& run) { return run.place == place; })
        ->colour;
}

TEST(ExpressionRuns, EveryNumberIsALinkAndConstantsAreNot) {
    EXPECT_EQ(shown(turned()), "= [2.00]·cos(4·0.5) − [(−3.00)]·sin(4·0.5) = 1.8956");
    EXPECT_EQ(shown(capped()), "= 50·tanh([25.00]/50) = 23.1059");
    EXPECT_EQ(shown(deviation()), "= √(([1.00²] + [(−3.00)²]) / 2 + 1e−05) = 2.2361");
    EXPECT_EQ(shown(normed()), "= ([−3.00] − [(−1.00)]) / [2.00] = −1.0000");
    EXPECT_EQ(shown(gelu(0.5)), "= [0.50]/2·(1 + erf([0.50]/√2)) = 0.3457");
    EXPECT_EQ(shown(relu(-2)), "= max(0, [−2.00]) = 0.0000");
    EXPECT_EQ(shown(squared_distance()),
              "= −(([1.00] − [3.00])² + ([−2.00] − [0.50])²) / (2·2²) = −1.2812");
    EXPECT_EQ(shown(additive(2)), "= [1.00]·tanh([1.00] + [(−1.00)]) + [2.00]·tanh([2.00] + "
                                  "[(−1.00)]) = 1.5232");
    EXPECT_EQ(shown(less_far()), "= [2.00] − 0.25·3 = 1.2500");
    EXPECT_EQ(shown(at(Stage::X, 0, 1, 2)), "= [2.00]") << "a copy is not said twice";
}

TEST(ExpressionRuns, AProductOfTwoNumbersHasTheDigitsOfItsResult) {
    Derivation derivation;
    derivation.place = {{Stage::Scores}, 0, 1};
    derivation.rule = Rule::SumOfProducts;
    derivation.terms = {{{{Place{{Stage::Q}, 0, 0}, -1.40377}, {Place{{Stage::K}, 1, 0}, 0.88}}}};
    derivation.result = -1.40377 * 0.88;
    std::string text;
    for (const figure::Run& run : number_runs(derivation, {theme(ThemeName::Light), {}, 6}, false))
        text += run.text + " ";
    EXPECT_EQ(text, "= −1.4038 · 0.88 = −1.2353 ") << "-1.40 · 0.88 would be -1.2320";
}

TEST(ExpressionRuns, APowerOfOneNumberIsRaised) {
    const Runs power = runs(expression::call("exp", {at(Stage::X, 0, 1, -2)}));
    EXPECT_EQ(power[1].text, "e^{−2.00}");
    EXPECT_EQ(power[1].place, (Place{{Stage::X}, 0, 1}));
    EXPECT_EQ(shown(silu(0.5)), "= [0.50] / (1 + e^(−[0.50])) = 0.3112");
}

TEST(ExpressionRuns, EveryPlaceHasARun) {
    for (const Expression& expression :
         {turned(), capped(), deviation(), normed(), stretched(), gelu(1), silu(1), relu(1),
          squared_distance(), additive(3), cosine(), less_far(), rows_summed(4)}) {
        const Runs made = runs(expression);
        for (const Place& place : places(expression))
            EXPECT_TRUE(std::any_of(made.begin(), made.end(),
                                    [&](const auto& run) { return run.place == place; }))
                << shown(expression) << " lacks " << to_text(place);
    }
}

TEST(ExpressionRuns, LongSeriesNameTheRestWithoutALink) {
    EXPECT_EQ(shown(rows_summed(10), 3),
              "= [−10.00] + [9.00] + [(−8.00)] + 4.00 (the other 7 terms) = −5.0000");
}

TEST(ExpressionRuns, KeysHaveTheColourOfTheKey) {
    const Theme colours = theme(ThemeName::Light);
    const Runs distance = runs(squared_distance());
    EXPECT_EQ(colour_of(distance, {{Stage::Q}, 0, 1}), colours.query_text);
    EXPECT_EQ(colour_of(distance, {{Stage::K}, 1, 1}), colours.key_text);
    const Runs turn = runs(turned());
    EXPECT_EQ(colour_of(turn, {{Stage::Q}, 0, 1}), colours.query_text);
    const Runs backwards =
        runs(expression::product({at(Stage::K, 1, 0, 2), at(Stage::Q, 0, 0, 3)}));
    EXPECT_EQ(colour_of(backwards, {{Stage::K}, 1, 0}), colours.key_text);
    EXPECT_EQ(colour_of(backwards, {{Stage::Q}, 0, 0}), colours.query_text);
}

TEST(ExpressionRuns, ALineMayBreakBeforeASignButNotInsideAProduct) {
    for (const auto& run : runs(additive(2))) {
        const bool is_sign = run.text == "+" || run.text == "=";
        EXPECT_TRUE(!run.may_break_before || is_sign) << run.text;
    }
    const Runs sum = runs(rows_summed(2));
    EXPECT_TRUE(sum[2].may_break_before) << sum[2].text;
}

TEST(ExpressionRuns, StagesWithoutALabelSayComputed) {
    const Theme colours = theme(ThemeName::Light);
    Derivation derivation = derivation_of(relu(1));
    EXPECT_EQ(label_runs(derivation, {colours, {}})[0].text, "computed");
    derivation.label = "relu";
    EXPECT_EQ(label_runs(derivation, {colours, {}})[0].text, "relu");
}

} // namespace
} // namespace attn::figure
