// SPDX-License-Identifier: MIT
// What moves a number: the gradients, the inputs with the most influence, and why there may be
// none.
#include "core/document/commands/command.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "tests/support/listening_words.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace attn;
using attn::test::listening_words;
using attn::test::random_document;
using attn::test::random_document_with_options;
using attn::test::random_ratings;

namespace {

/// All finite gradient magnitudes of the inputs except the target, largest first.
std::vector<Real> magnitudes(const Document& document, const Sensitivity& found) {
    std::vector<Real> all;
    for (const SheetGradient& one : found.gradients)
        if (input(document, one.sheet) && one.sheet.stage != Stage::Target &&
            one.sheet != found.of.sheet)
            for (Index at = 0; at < one.values.size(); ++at)
                if (const Real slope = one.values.data()[at]; std::isfinite(slope) && slope != 0)
                    all.push_back(std::abs(slope));
    std::sort(all.rbegin(), all.rend());
    return all;
}

} // namespace

TEST(Sensitivity, NamesTheInputsThatMoveTheNumberMost) {
    std::size_t named = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const Document document =
            seed % 2 == 0 ? random_document(seed) : random_document_with_options(seed);
        const Trace trace = evaluate(document);
        const Place of{{Stage::Output, 0, 0}, token_count(document) - 1, 0};
        const Sensitivity found = sensitivity(document, trace, of);
        ASSERT_TRUE(found.has_gradient()) << seed << ": " << found.why;
        EXPECT_EQ(found.value, value_at(document, trace, of));
        const std::vector<Real> expected = magnitudes(document, found);
        ASSERT_EQ(found.strongest.size(), std::min(expected.size(), named_inputs)) << seed;
        std::set<std::string> places;
        for (std::size_t at = 0; at < found.strongest.size(); ++at) {
            const auto& [place, slope] = found.strongest[at];
            EXPECT_EQ(std::abs(slope), expected[at]) << seed;
            EXPECT_EQ(slope, (*found.find(place.sheet))(place.row, place.column)) << seed;
            places.insert(to_text(place));
            ++named;
        }
        EXPECT_EQ(places.size(), found.strongest.size()) << seed << ": each once";
        if (!expected.empty()) {
            EXPECT_EQ(found.most, expected.front()) << seed;
        }
    }
    EXPECT_GT(named, 100U);
}

TEST(Sensitivity, OfAMaskedWeightIsZero) {
    Document document = random_document(5);
    document.tokens = {"one", "two", "three"};
    document.embeddings = Matrix::Random(3, document.embeddings->cols());
    document.switches.mask = {};
    document.switches.mask.kind = Mask::Kind::Causal;
    ASSERT_TRUE(validate(document));
    const Sensitivity found =
        sensitivity(document, evaluate(document), {{Stage::Weights, 0, 0}, 0, 2});
    EXPECT_TRUE(found.has_gradient());
    EXPECT_TRUE(found.strongest.empty());
    EXPECT_EQ(found.most, 0);
}

TEST(Sensitivity, OfAnInputIsItselfOnly) {
    const Document document = random_document(2);
    const Place of{{Stage::X}, 0, 0};
    const Sensitivity found = sensitivity(document, evaluate(document), of);
    EXPECT_TRUE(found.has_gradient());
    EXPECT_TRUE(found.strongest.empty());
    EXPECT_EQ((*found.find(of.sheet))(0, 0), 1);
}

TEST(Sensitivity, OfTheLossNeverNamesTheTarget) {
    const Document document = listening_words();
    const auto loss = loss_place(document);
    ASSERT_TRUE(loss);
    EXPECT_FALSE(loss_place(new_document()));
    const Sensitivity found = sensitivity(document, evaluate(document), *loss);
    EXPECT_FALSE(found.find({Stage::Target})) << "it is given and stays";
    EXPECT_FALSE(found.strongest.empty());
    for (const InputSlope& one : found.strongest)
        EXPECT_NE(one.place.sheet.stage, Stage::Target);
}

TEST(Sensitivity, SaysWhichStageHasNoGradient) {
    std::size_t without = 0;
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        const Document document = random_ratings(seed);
        const Place of{{Stage::Reconstruction}, 0, 0};
        const Sensitivity found = sensitivity(document, evaluate(document), of);
        const auto asked = gradients_of(document, evaluate(document), of);
        EXPECT_EQ(found.has_gradient(), bool(asked));
        EXPECT_EQ(found.why, asked ? "" : asked.error().message);
        EXPECT_EQ(found.gradients.empty(), !asked);
        without += !asked;
    }
    EXPECT_GT(without, 0U);
}

TEST(Sensitivity, TooLargeIsRefusedBeforeItIsComputed) {
    const Document document = random_document(1);
    const Place of{{Stage::Weights, 0, 0}, 0, 0};
    const Sensitivity found = sensitivity(document, evaluate(document), of, 10);
    EXPECT_FALSE(found.has_gradient());
    EXPECT_TRUE(found.gradients.empty());
    EXPECT_NE(found.why.find("more than the 10 that there is room for"), std::string::npos)
        << found.why;
}
