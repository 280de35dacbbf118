// SPDX-License-Identifier: MIT
// Thirty exercises with different numbers, all of which can be computed by hand.
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

using namespace attn;

namespace {

std::vector<SheetId> inputs_of(const Document& document) {
    std::vector<SheetId> list;
    for (const SheetId& sheet : sheets(document))
        if (is_given(document, sheet.stage) && sheet.stage != Stage::Target)
            list.push_back(sheet);
    return list;
}

} // namespace

TEST(Variants, OfSeveralHeadsCanBeComputedByHand) {
    const Document document = io::open_document("two-heads").value();
    const auto made = variants(document, 30, 3);
    ASSERT_TRUE(made) << made.error().text();
    for (const Document& one : *made) {
        EXPECT_TRUE(validate(one));
        EXPECT_TRUE(is_bearable(one, evaluate(one)));
    }
    for (const SheetId& sheet : inputs_of(document)) {
        std::set<std::vector<Real>> different;
        for (const Document& one : *made) {
            const Matrix& numbers = **input(one, sheet);
            different.emplace(numbers.data(), numbers.data() + numbers.size());
        }
        EXPECT_EQ(different.size(), 30U) << to_text(sheet);
    }
    // The third document is the same for any count.
    EXPECT_EQ(variants(document, 3, 3).value()[2], (*made)[2]);
}

TEST(Variants, ThirtyDifferInEveryInputAndHaveWholeScores) {
    for (const char* const preset :
         {"three-inputs", "four-words", "your-journey", "the-cat-chased-the-mouse"}) {
        SCOPED_TRACE(preset);
        const Document document = io::open_document(preset).value();
        const auto made = variants(document, 30, 7);
        ASSERT_TRUE(made) << made.error().text();
        ASSERT_EQ(made->size(), 30U);
        for (const SheetId& sheet : inputs_of(document)) {
            std::set<std::vector<Real>> different;
            for (const Document& one : *made) {
                const Matrix& numbers = **input(one, sheet);
                EXPECT_EQ(numbers, numbers.array().round().matrix()) << to_text(sheet);
                EXPECT_LE(numbers.cwiseAbs().maxCoeff(), 3) << to_text(sheet);
                different.emplace(numbers.data(), numbers.data() + numbers.size());
            }
            EXPECT_EQ(different.size(), 30U) << to_text(sheet);
        }
        for (const Document& one : *made) {
            EXPECT_TRUE(validate(one));
            const Trace trace = evaluate(one);
            EXPECT_TRUE(is_bearable(one, trace));
            for (Index head = 0; head < head_count(one); ++head) {
                const Matrix scores = matrix_of(one, trace, {Stage::Scores, head, 0});
                EXPECT_EQ(scores, scores.array().round().matrix());
                const Matrix weights = matrix_of(one, trace, {Stage::Weights, head, 0});
                EXPECT_LT(weights.maxCoeff(), 0.999);
            }
            // Only numbers differ.
            Document same = one;
            for (const SheetId& sheet : inputs_of(document))
                *input(same, sheet) = *input(document, sheet);
            EXPECT_EQ(same, document);
        }
    }
}

TEST(Variants, FollowTheSeedAndNotTheCount) {
    const Document document = io::open_document("three-inputs").value();
    const auto five = variants(document, 5, 7), nine = variants(document, 9, 7);
    ASSERT_TRUE(five && nine);
    EXPECT_TRUE(std::equal(five->begin(), five->end(), nine->begin()));
    EXPECT_NE(variants(document, 1, 8)->front(), five->front());
    // The same numbers on every machine.
    EXPECT_EQ(five->front().embeddings->topRows(1), (Matrix(1, 4) << 1, 1, 0, 1).finished());
}

/// Nothing would tell two words apart whose rows are equal.
TEST(Variants, GiveNoTwoWordsTheSameRow) {
    for (const char* const preset :
         {"three-inputs", "four-words", "your-journey", "the-cat-chased-the-mouse", "two-heads"})
        for (std::uint32_t seed = 1; seed <= 4; ++seed) {
            const auto made = variants(io::open_document(preset).value(), 3, seed);
            ASSERT_TRUE(made) << preset << ": " << made.error().text();
            for (const Document& one : *made) {
                const Trace trace = evaluate(one);
                for (const SheetId& sheet : sheets(one)) {
                    if (sheet.stage != Stage::X && sheet.stage != Stage::Q &&
                        sheet.stage != Stage::K)
                        continue;
                    const Matrix numbers = matrix_of(one, trace, sheet);
                    for (Index row = 1; row < numbers.rows(); ++row)
                        for (Index other = 0; other < row; ++other)
                            EXPECT_NE(numbers.row(row), numbers.row(other))
                                << preset << ", seed " << seed << ", " << to_text(sheet);
                }
            }
        }
}

/// A row or column of zeros would remove a dimension from the exercise.
TEST(Variants, HaveNoEmptyLineAndDifferentScores) {
    for (const char* const preset :
         {"three-inputs", "four-words", "your-journey", "the-cat-chased-the-mouse", "two-heads"})
        for (std::uint32_t seed = 1; seed <= 8; ++seed) {
            const Document document = io::open_document(preset).value();
            const auto made = variants(document, 6, seed);
            ASSERT_TRUE(made) << preset << ", seed " << seed << ": " << made.error().text();
            for (const Document& one : *made) {
                for (const SheetId& sheet : inputs_of(document)) {
                    const Matrix& numbers = **input(one, sheet);
                    if (numbers.rows() == 1)
                        continue;
                    for (Index row = 0; row < numbers.rows(); ++row)
                        EXPECT_FALSE(numbers.row(row).isZero(0))
                            << preset << ", seed " << seed << ", " << to_text(sheet);
                    for (Index column = 0; column < numbers.cols(); ++column)
                        EXPECT_FALSE(numbers.col(column).isZero(0))
                            << preset << ", seed " << seed << ", " << to_text(sheet);
                }
                for (Index head = 0; head < head_count(one); ++head) {
                    const Matrix scores = matrix_of(one, evaluate(one), {Stage::Scores, head, 0});
                    for (Index row = 0; row < scores.rows(); ++row)
                        EXPECT_NE(scores.row(row).minCoeff(), scores.row(row).maxCoeff())
                            << preset << ", seed " << seed;
                }
            }
        }
}

TEST(Variants, HaveNoTiesAndNoLineTooWide) {
    Document document = new_document();
    const auto bearable = [&](const Matrix& x) {
        document.tokens.own().assign(static_cast<std::size_t>(x.rows()), "word");
        document.projections = Projections::None;
        document.heads.clear();
        document.switches.scale.kind = Scale::Kind::None;
        document.embeddings = x;
        return is_bearable(document, evaluate(document));
    };
    EXPECT_TRUE(bearable((Matrix(2, 1) << 1, 2).finished()));
    EXPECT_FALSE(bearable((Matrix(2, 1) << 1, 1).finished())) << "a tie";
    EXPECT_FALSE(bearable((Matrix(2, 1) << 1, 9).finished())) << "a line from 9 to 81";
    EXPECT_FALSE(bearable((Matrix(2, 1) << 1, 0.5).finished())) << "a score of 0.5";
    document.switches.mask.kind = Mask::Kind::Causal;
    EXPECT_TRUE(bearable((Matrix(2, 1) << 0, 1).finished())) << "the tie is closed";
}

TEST(Variants, ForgetHowOtherNumbersWereDrawn) {
    NewFromWords asked;
    asked.words = {"the", "cat", "sat"};
    asked.d_model = asked.heads = 2;
    Document document = document_of(asked).value();
    ASSERT_NE(document.notes.find("np.random.seed"), std::string::npos);
    document.notes = "For Monday.\n\n" + document.notes + "Bring paper.\n";
    const auto made = variants(document, 1, 1);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->front().notes, "For Monday.\n\nBring paper.\n");
}

/// For every option that changes queries and keys before the scores.
TEST(Variants, WithOptionsHaveWholeScoresOrAreRefused) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    std::vector<AttentionOptions> list(5);
    list[1].has_biases = true;
    list[2].has_qk_norm = true;
    list[3].soft_limit = 2;
    list[4].has_sink = true;
    for (const Positions::Kind kind : all_of<Positions::Kind>())
        list.emplace_back().positions.kind = kind;
    for (const Score::Kind kind : all_of<Score::Kind>())
        list.emplace_back().score.kind = kind;
    std::size_t made = 0, refused = 0;
    for (const AttentionOptions& options : list) {
        const auto after = apply(document, SetOptions{options, "Options"});
        if (!after)
            continue;
        const auto others = variants(*after, 1, 1);
        ++(others ? made : refused);
        if (!others)
            continue;
        const Document& other = others->front();
        const Matrix scores = matrix_of(other, evaluate(other), {Stage::Scores});
        EXPECT_EQ(scores, Matrix(scores.array().round())) << made + refused;
    }
    EXPECT_GT(made, 2U);
    EXPECT_GT(refused, 5U);
}

TEST(Variants, ImpossibleOnesAreRefusedWithAReason) {
    const auto refusal = [](const std::string& preset, std::size_t count) {
        const auto made = variants(io::open_document(preset).value(), count, 1);
        return made ? "" : made.error().text();
    };
    EXPECT_NE(refusal("layer-norm", 3).find("plain attention"), std::string::npos);
    EXPECT_NE(refusal("rotary-positions", 3).find("plain attention"), std::string::npos);
    EXPECT_NE(refusal("concepts", 3).find("plain attention"), std::string::npos);
    EXPECT_NE(refusal("three-inputs", 0).find("1 to 500"), std::string::npos);
    EXPECT_NE(refusal("ten-by-sixty-four", 3).find("fewer words"), std::string::npos);
    NewFromWords tiny; // there are only few such matrices
    tiny.words = {"a", "b"};
    tiny.d_model = 1;
    EXPECT_NE(variants(*document_of(tiny), 500, 1).error().text().find("fewer worksheets"),
              std::string::npos);
}
