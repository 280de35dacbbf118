// SPDX-License-Identifier: MIT
#include "core/document/model/evaluate.h"
#include "core/document/telling/step.h"
#include "tests/support/hand.h"

#include <gtest/gtest.h>

#include <limits>

using namespace attn;

namespace {

/// A document with these scores: X is the identity and W_Q the scores.
Document with_scores(const Matrix& scores) {
    const Index words = scores.rows();
    const Matrix unit = Matrix::Identity(words, words);
    Document document;
    document.tokens.own().assign(static_cast<std::size_t>(words), "word");
    document.embeddings = unit;
    document.heads.push_back({scores, unit, unit});
    document.switches.scale.kind = Scale::Kind::None;
    return document;
}

std::string said(const Document& document) {
    const Trace trace = evaluate(document);
    return sums_sentence(document, cells_of(document, trace, {Stage::Weights}));
}

Matrix scores_of(std::initializer_list<std::initializer_list<Real>> rows) {
    Matrix scores(static_cast<Index>(rows.size()), static_cast<Index>(rows.size()));
    Index row = 0;
    for (const auto& numbers : rows) {
        Index column = 0;
        for (const Real number : numbers)
            scores(row, column++) = number;
        ++row;
    }
    return scores;
}

} // namespace

TEST(LineSums, SayOneIfEachIsOne) {
    Document document = with_scores(scores_of({{1, 2}, {3, 4}}));
    EXPECT_EQ(said(document), "each row sums to 1");
    document.switches.axis = Axis::Columns;
    EXPECT_EQ(said(document), "each column sums to 1");
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(said(document), "each row sums to 1");
}

TEST(LineSums, DoNotSayOneForAQuotientByZero) {
    Document document = with_scores(scores_of({{1, -1, 0}, {1, 1, 2}, {3, 0, 1}}));
    document.switches.normaliser = Normaliser::Sum;
    EXPECT_EQ(said(document), "1 of 3 rows does not sum to 1");
    document = with_scores(scores_of({{1, -1}, {2, -2}}));
    document.switches.normaliser = Normaliser::Sum;
    EXPECT_EQ(said(document), "no row sums to 1");
    EXPECT_EQ(to_text(title(document, evaluate(document), {}, {StepKind::Softmax, true})),
              "Division by the sum turns each row of scores into weights");
}

TEST(LineSums, DoNotSayOneForRowsWithNaN) {
    const Document document = with_scores(
        scores_of({{std::numeric_limits<Real>::quiet_NaN(), 1, 1}, {1, 2, 3}, {3, 2, 1}}));
    EXPECT_NE(said(document), "each row sums to 1");
}

TEST(LineSums, SkipRowsWithoutAnOpenKey) {
    Document document = with_scores(scores_of({{1, 2}, {3, 4}}));
    Flags blocked = Flags::Constant(2, 2, false);
    blocked.row(1).setConstant(true);
    document.switches.mask = {Mask::Kind::Painted, blocked};
    EXPECT_EQ(said(document), "each row with an open key sums to 1");
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(said(document), "each column with an open key sums to 1");
}

TEST(LineSums, ForManyWordsUseTheSumsOfTheTrace) {
    std::mt19937 generator(1);
    const Document document = attn::test::wide_document(80, 4, generator);
    Trace trace = evaluate(document);
    const Cells weights = cells_of(document, trace, {Stage::Weights});
    EXPECT_EQ(sums_sentence(document, weights), "each row sums to 1");
    trace.heads[0].large.sum[40] *= 1.5;
    EXPECT_EQ(sums_sentence(document, weights), "1 of 80 rows does not sum to 1");
}
