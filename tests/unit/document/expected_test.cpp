// SPDX-License-Identifier: MIT
// A person's guess at a row of weights: its start, and the verdict at the end.
#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/expected.h"
#include "core/document/telling/step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace attn;

namespace {

Document covered(const Document& document, const std::string& region) {
    Document with = document;
    with.covers = {*parse_region(region)};
    return with;
}

Document three_words() {
    Document document = new_document();
    document.tokens = {"one", "two", "three"};
    document.embeddings = Matrix{{1.0, 0.0}, {0.0, 1.0}, {2.0, -1.0}};
    return document;
}

} // namespace

TEST(ExpectedRow, StartsEvenAndKeepsRevealedNumbers) {
    const Document all = covered(three_words(), "weights[1,:]");
    const Trace trace = evaluate(all);
    const SheetId weights{Stage::Weights};
    EXPECT_TRUE(can_expect(all, weights, 1));
    EXPECT_FALSE(can_expect(all, weights, 0)) << "nothing of it is covered";
    EXPECT_FALSE(can_expect(all, {Stage::Scores}, 1));
    EXPECT_FALSE(can_expect(all, weights, 7));
    const ExpectedRow even = evenly_expected(all, trace, weights, 1);
    ASSERT_EQ(even.values.size(), 3U);
    for (const Real value : even.values)
        EXPECT_DOUBLE_EQ(value, 1.0 / 3);
    const Document part = covered(three_words(), "weights[1,0:2]");
    const ExpectedRow rest = evenly_expected(part, trace, weights, 1);
    const Real shown = value_at(part, trace, {weights, 1, 2});
    EXPECT_EQ(rest.values[2], shown);
    EXPECT_DOUBLE_EQ(rest.values[0], (1 - shown) / 2);
    EXPECT_NEAR(sum(rest), 1, 1e-15);
}

TEST(ExpectedRow, NamesItsLargestError) {
    const Document document = covered(three_words(), "weights[1,:]");
    const Trace trace = evaluate(document);
    ExpectedRow expected = evenly_expected(document, trace, {Stage::Weights}, 1);
    const NumberFormat two{NumberFormat::Kind::Decimals, 2};
    for (std::size_t off = 0; off < 3; ++off) {
        for (std::size_t key = 0; key < 3; ++key) {
            const Real value =
                value_at(document, trace, {{Stage::Weights}, 1, static_cast<Index>(key)});
            expected.values[key] = value + (key == off ? 0.2 : -0.05);
        }
        const Real value =
            value_at(document, trace, {{Stage::Weights}, 1, static_cast<Index>(off)});
        EXPECT_EQ(expected_text(document, trace, expected, two),
                  "Furthest off is “" + document.tokens[off] + "”: you expected " +
                      spoken(value + 0.2, two) + ", it is " + spoken(value, two) +
                      ". Yours sum to 1.10.");
    }
    for (std::size_t key = 0; key < 3; ++key)
        expected.values[key] =
            value_at(document, trace, {{Stage::Weights}, 1, static_cast<Index>(key)});
    EXPECT_EQ(expected_text(document, trace, expected, two),
              "Every weight is as you expected. Yours sum to 1.00.");
    EXPECT_TRUE(exists(document, expected));
    expected.values.pop_back();
    EXPECT_FALSE(exists(document, expected)) << "a word went";
}
