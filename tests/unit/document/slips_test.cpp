// SPDX-License-Identifier: MIT
// A wrong number is recognised by the mistake that gives it.
#include "core/document/command.h"
#include "core/document/mistake.h"
#include "core/document/slips.h"
#include "core/document/step.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace attn;

namespace {

constexpr NumberFormat six{NumberFormat::Kind::Decimals, 6};

Document three_random_words() {
    attn::testing::Random random(3);
    Document document = new_document();
    document.tokens = {"a", "b", "c"};
    document.embeddings = random.matrix(3, 4);
    for (HeadWeights& head : document.heads)
        head = {random.matrix(4, 3), random.matrix(4, 3), random.matrix(4, 3)};
    EXPECT_TRUE(validate(document));
    return document;
}

const Document document = three_random_words();
const Trace trace = evaluate(document);
const Place weight{{Stage::Weights}, 1, 2};

std::vector<std::string> said_of(Real expected) {
    return slips(document, trace, weight, expected, six);
}

} // namespace

TEST(Slips, AreRecognisedByTheNumberThatTheyGive) {
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

TEST(Slips, OfTheHandAreNamedAsWell) {
    const Real value = value_at(document, trace, weight);
    EXPECT_EQ(said_of(-value), std::vector<std::string>{"Only the sign is another one."});
    const Real exchanged = value_at(document, trace, {weight.sheet, 2, 1});
    EXPECT_EQ(said_of(exchanged),
              std::vector<std::string>{spoken(exchanged, six) +
                                       " is the number with row and column exchanged."});
    const Real beside = value_at(document, trace, {weight.sheet, 1, 1});
    EXPECT_EQ(said_of(beside),
              std::vector<std::string>{spoken(beside, six) +
                                       " stands beside it: weight of key “b” for query “b”."});
}

TEST(Slips, AreNotFoundInTheRightNumberAndSaidToBeUnknown) {
    EXPECT_TRUE(said_of(value_at(document, trace, weight)).empty());
    EXPECT_EQ(said_of(77), std::vector<std::string>{"No usual mistake gives 77.000000."});
}
