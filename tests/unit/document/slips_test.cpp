// SPDX-License-Identifier: MIT
// Recognises a wrong number by the mistake that leads to it.
#include "core/document/commands/command.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "tests/support/mistake_documents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace attn::slips_test {

using attn::test::documents_of_mistakes;
using attn::test::three_random_words;
using attn::test::with_loss;

namespace {

constexpr NumberFormat six{NumberFormat::Kind::Decimals, 6};

const Document document = three_random_words();
const Trace trace = evaluate(document);
const Place weight{{Stage::Weights}, 1, 2};

std::vector<std::string> said_of(Real expected) {
    return slips(document, trace, weight, expected, six);
}

} // namespace

TEST(Slips, AreRecognisedByTheirNumber) {
    int tried = 0;
    for (const MistakeInfo& mistake : mistakes()) {
        const auto made = make_mistake(document, mistake.mistake, 0, weight.row);
        if (!made || !(made->right.document == document))
            continue;
        const Real wrong = cells_of(made->wrong.document, made->wrong.trace, weight.sheet)(1, 2);
        if (spoken(wrong, six) == spoken(value_at(document, trace, weight), six))
            continue;
        ++tried;
        const auto list = said_of(wrong);
        EXPECT_NE(std::find(list.begin(), list.end(),
                            spoken(wrong, six) + " comes out of a usual mistake: " +
                                std::string(mistake.title) + "."),
                  list.end())
            << mistake.title;
    }
    EXPECT_GE(tried, 6);
    const auto unscaled = apply(document, SetScale{{Scale::Kind::None, 1}}).value();
    const auto list = said_of(value_at(unscaled, evaluate(unscaled), weight));
    ASSERT_EQ(list.size(), 1U) << "each number of these belongs to one mistake";
    EXPECT_TRUE(list[0].ends_with("Scores not scaled.")) << list[0];
}

TEST(Slips, AreRecognisedWithCoversAndWithALoss) {
    std::set<Mistake> named;
    for (const Document& plain : documents_of_mistakes())
        for (const bool has_covers : {false, true})
            for (const bool has_loss : {false, true})
                for (const MistakeInfo& about : mistakes()) {
                    const auto made = make_mistake(plain, about.mistake, 0, 1);
                    if (!made || made->is_prepared)
                        continue;
                    const Place at = made->place;
                    const Cells wrong_cells =
                        cells_of(made->wrong.document, made->wrong.trace, at.sheet);
                    const std::string wrong = spoken(wrong_cells(at.row, at.column), six);
                    if (wrong == spoken(value_at(plain, evaluate(plain), at), six))
                        continue;
                    Document asked = plain;
                    if (has_loss)
                        asked = with_loss(asked);
                    if (has_covers)
                        asked.covers = {{at.sheet, {at.row}, {at.column}}};
                    ASSERT_TRUE(validate(asked)) << validate(asked).error().text();
                    const auto list =
                        slips(asked, evaluate(asked), at, wrong_cells(at.row, at.column), six);
                    const std::string expected =
                        wrong + " comes out of a usual mistake: " + std::string(about.title) + ".";
                    EXPECT_NE(std::find(list.begin(), list.end(), expected), list.end())
                        << about.title << (has_covers ? ", covered" : "")
                        << (has_loss ? ", with a loss" : "") << ": "
                        << (list.empty() ? "nothing" : list[0]);
                    named.insert(about.mistake);
                }
    for (const MistakeInfo& about : mistakes())
        EXPECT_TRUE(about.mistake == Mistake::NaiveOverflow || // gives no number that could be
                                                               // typed
                    named.contains(about.mistake))
            << about.title;
}

TEST(Slips, OfSignAndPlaceAreNamed) {
    const Real value = value_at(document, trace, weight);
    EXPECT_EQ(said_of(-value), std::vector<std::string>{"Only the sign is different."});
    const Real exchanged = value_at(document, trace, {weight.sheet, 2, 1});
    EXPECT_EQ(said_of(exchanged),
              std::vector<std::string>{spoken(exchanged, six) +
                                       " is the number with row and column exchanged."});
    const Real beside = value_at(document, trace, {weight.sheet, 1, 1});
    EXPECT_EQ(said_of(beside),
              std::vector<std::string>{spoken(beside, six) +
                                       " stands beside it: weight of key “b” for query “b”."});
}

TEST(Slips, OfTheMaskLeftOutIsNamed) {
    Document causal = document;
    causal.switches.mask.kind = Mask::Kind::Causal;
    const Place output{{Stage::Output}, 0, 0};
    const Judged made =
        judged(causal, evaluate(causal), output, value_at(document, trace, output), six);
    EXPECT_FALSE(made.is_right);
    EXPECT_EQ(made.mistakes, std::vector<std::string>{"Mask left out"});
}

TEST(Slips, ThatTwoNeighboursGiveAreCountedOnce) {
    Document twice = document;
    Matrix words = *twice.embeddings;
    words.row(2) = words.row(0); // two words of one weight
    twice.embeddings = words;
    const Trace of = evaluate(twice);
    const Place place{{Stage::Weights}, 1, 1};
    const Judged made =
        judged(twice, of, place, value_at(twice, of, {{Stage::Weights}, 1, 0}), six);
    EXPECT_FALSE(made.is_right);
    EXPECT_EQ(std::set<std::string>(made.mistakes.begin(), made.mistakes.end()).size(),
              made.mistakes.size());
    EXPECT_FALSE(made.mistakes.empty());
}

TEST(Slips, LeaveRightNumbersAloneAndReportUnknownOnes) {
    EXPECT_TRUE(said_of(value_at(document, trace, weight)).empty());
    EXPECT_EQ(said_of(77), std::vector<std::string>{"No usual mistake gives 77.000000."});
}

/// Outputs computed by hand from the weights and values of the cells, with two decimals each.
TEST(Slips, ANumberThatFollowsFromTheShownOnesIsRight) {
    const auto shown = [](Real value) { return std::round(value * 100) / 100; };
    const Matrix weights = cells_of(document, trace, {Stage::Weights}).matrix(),
                 values = cells_of(document, trace, {Stage::V}).matrix(),
                 outputs = cells_of(document, trace, {Stage::Output}).matrix();
    int tried = 0;
    for (Index row = 0; row < outputs.rows(); ++row)
        for (Index column = 0; column < outputs.cols(); ++column) {
            Real by_hand = 0;
            for (Index key = 0; key < weights.cols(); ++key)
                by_hand += shown(weights(row, key)) * shown(values(key, column));
            if (shown(by_hand) == shown(outputs(row, column)))
                continue;
            ++tried;
            const auto said = slips(document, trace, {{Stage::Output}, row, column}, by_hand, {});
            ASSERT_EQ(said.size(), 1U);
            EXPECT_TRUE(said[0].starts_with("By the numbers as they are shown")) << said[0];
        }
    EXPECT_GE(tried, 1);
}

} // namespace attn::slips_test
