// SPDX-License-Identifier: MIT
#include "core/document/commands/fill.h"
#include "core/document/commands/placing.h"
#include "core/document/model/evaluate.h"

#include <gtest/gtest.h>

#include <random>

using namespace attn;

namespace {

Document document_of(const Matrix& x, Index d_k) {
    Document document;
    for (Index row = 0; row < x.rows(); ++row)
        document.tokens.own().push_back("w" + std::to_string(row));
    document.embeddings = x;
    document.heads = {
        {Matrix::Ones(x.cols(), d_k), Matrix::Ones(x.cols(), d_k), Matrix::Identity(x.cols(), 2)}};
    return document;
}

Matrix random(Index rows, Index columns, unsigned seed) {
    std::mt19937 stream(seed);
    Matrix matrix(rows, columns);
    for (Real& number : matrix.reshaped())
        number = std::uniform_real_distribution<Real>(-2, 2)(stream);
    return matrix;
}

/// Checks the result with the engine, not with the function's own text.
void expect_effect(const Document& document, Reason reason) {
    SCOPED_TRACE(std::string(name_of(reason)));
    const auto commands = reasoned_head(document, 0, reason);
    ASSERT_TRUE(commands) << commands.error().text();
    const auto after = apply_all(document, *commands);
    ASSERT_TRUE(after);
    const Matrix weights = evaluate(*after).heads[0][Stage::Weights];
    for (Index row = 0; row < weights.rows(); ++row) {
        const Index target = reason == Reason::SameWord       ? row
                             : reason == Reason::PreviousWord ? std::max<Index>(row - 1, 0)
                                                              : 0;
        if (reason == Reason::Uniform) {
            EXPECT_NEAR(weights.row(row).maxCoeff(), 1.0 / static_cast<Real>(weights.rows()),
                        1e-12);
        } else {
            EXPECT_GE(weights(row, target), 0.9) << "word " << row;
        }
    }
}

constexpr Reason all[] = {Reason::SameWord, Reason::PreviousWord, Reason::FirstWord,
                          Reason::Uniform};

} // namespace

TEST(ReasonedHead, AttendsAsDescribedForIndependentEmbeddings) {
    for (const Reason reason : all) {
        expect_effect(document_of(Matrix::Identity(5, 5), 5), reason);
        for (unsigned seed = 0; seed < 10; ++seed)
            expect_effect(document_of(random(4, 6, seed), 3), reason);
    }
}

TEST(ReasonedHead, AttendsAsDescribedForMoreWordsThanDimensions) {
    // The notebook's words, the third being the sum of the first two.
    const Matrix words = (Matrix(4, 3) << 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1).finished();
    for (const Reason reason : {Reason::SameWord, Reason::FirstWord, Reason::Uniform})
        expect_effect(document_of(words, 3), reason);
    expect_effect(document_of(random(6, 4, 3), 4), Reason::SameWord);
}

TEST(ReasonedHead, HoldsUnderOtherScalesTemperaturesAndTheCausalMask) {
    Document document = document_of(random(5, 5, 1), 2);
    document.switches.scale = {Scale::Kind::Number, 40};
    document.switches.temperature = 3;
    document.switches.mask.kind = Mask::Kind::Causal;
    for (const Reason reason : {Reason::SameWord, Reason::PreviousWord, Reason::FirstWord})
        expect_effect(document, reason);
}

TEST(ReasonedHead, KeepsSimpleNumbersIfTheySuffice) {
    const auto commands =
        reasoned_head(document_of(Matrix::Identity(3, 3), 3), 0, Reason::SameWord);
    ASSERT_TRUE(commands);
    const auto& w_q = std::get<SetMatrix>(commands->back());
    EXPECT_EQ(*w_q.matrix, 8 * Matrix::Identity(3, 3)); // 8 / √3 is four e-folds
}

TEST(ReasonedHead, SaysWhyItIsImpossible) {
    const auto refused = [](const Document& document, Reason reason, const std::string& why) {
        const auto commands = reasoned_head(document, 0, reason);
        ASSERT_FALSE(commands) << why;
        EXPECT_NE(commands.error().message.find(why), std::string::npos)
            << commands.error().message;
    };
    Matrix twice = Matrix::Identity(3, 3);
    twice.row(2) = twice.row(0);
    refused(document_of(twice, 3), Reason::SameWord, "words 0 (w0) and 2 (w2) have the same");
    refused(document_of((Matrix(3, 1) << 1, 2, 3).finished(), 1), Reason::SameWord,
            "no W_Q and W_K with d_k = 1 were found");
    Document document = document_of(Matrix::Identity(3, 3), 3);
    document.switches.axis = Axis::Columns;
    refused(document, Reason::FirstWord, "over columns");
    document = document_of(Matrix::Identity(3, 3), 3);
    document.switches.normaliser = Normaliser::Sum;
    refused(document, Reason::Uniform, "softmax");
    document = document_of(Matrix::Identity(2, 2), 2);
    document.switches.mask = {Mask::Kind::Painted,
                              (Flags(2, 2) << false, false, true, false).finished()};
    refused(document, Reason::PreviousWord, "the mask keeps word 1 (w1) from word 0 (w0)");
    document.projections = Projections::None;
    refused(document, Reason::SameWord, "no W_Q and W_K");
}
