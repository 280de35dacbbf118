// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace attn;

namespace {

struct Example {
    Matrix x = (Matrix(2, 2) << 1, 2, 3, 4).finished();
    HeadWeights weights = {Matrix(Matrix::Identity(2, 2)), Matrix(2 * Matrix::Identity(2, 2)),
                           Matrix(Matrix::Ones(2, 3))};
    Switches switches = {};

    Derivation explain(const Place& place) const {
        Document document;
        document.tokens = std::vector<std::string>{"one", "two"};
        document.embeddings = x;
        document.heads = {weights, weights, weights};
        document.switches = switches;
        return derive(document, evaluate(document), place);
    }
};

} // namespace

TEST(Explain, AnInputIsGiven) {
    const Derivation derivation = Example().explain({{Stage::W_V}, 1, 2});
    EXPECT_EQ(derivation.rule, Rule::Given);
    EXPECT_EQ(derivation.result, 1);
    EXPECT_TRUE(places(derivation).empty());
}

TEST(Explain, AScoreIsTheProductOfAQueryAndAKey) {
    const Derivation derivation = Example().explain({{Stage::Scores}, 0, 1});
    EXPECT_EQ(derivation.formula, "Q[0,·] · K[1,·]");
    const std::vector<Term> terms = {{{{{{Stage::Q}, 0, 0}, 1}, {{{Stage::K}, 1, 0}, 6}}},
                                     {{{{{Stage::Q}, 0, 1}, 2}, {{{Stage::K}, 1, 1}, 8}}}};
    EXPECT_EQ(derivation.terms, terms);
    EXPECT_EQ(derivation.result, 22);
    EXPECT_EQ(evaluated(derivation), 22);
}

TEST(Explain, AScaledScoreIsDividedByScaleAndTemperature) {
    Example example;
    example.switches.temperature = 0.5;
    Derivation derivation = example.explain({{Stage::Scaled}, 0, 1});
    EXPECT_EQ(derivation.formula, "scores[0,1] / √d_k / temperature");
    EXPECT_EQ(derivation.divisors,
              (std::vector<Divisor>{{"d_k", 2, true}, {"temperature", 0.5, false}}));
    EXPECT_EQ(evaluated(derivation), 22 / std::sqrt(2.0) / 0.5);
    example.switches.temperature = 1;
    example.switches.scale = {Scale::Kind::Number, 7.5};
    EXPECT_EQ(example.explain({{Stage::Scaled}, 0, 1}).formula, "scores[0,1] / 7.5");
    example.switches.scale = {Scale::Kind::None};
    EXPECT_EQ(example.explain({{Stage::Scaled}, 0, 1}).formula, "scores[0,1]");
    example.switches.scale = {Scale::Kind::SqrtDmodel};
    EXPECT_EQ(example.explain({{Stage::Scaled}, 0, 1}).formula, "scores[0,1] / √d_model");
}

TEST(Explain, AWeightReadsTheOpenCellsOfItsLine) {
    Example example;
    EXPECT_EQ(example.explain({{Stage::Weights}, 0, 1}).formula,
              "e^scaled[0,1] / Σ_j e^scaled[0,j]");
    example.switches.axis = Axis::Columns;
    example.switches.normaliser = Normaliser::Sum;
    EXPECT_EQ(example.explain({{Stage::Weights}, 0, 1}).formula, "scaled[0,1] / Σ_i scaled[i,1]");

    example = {};
    example.switches.mask.kind = Mask::Kind::Causal;
    const Derivation derivation = example.explain({{Stage::Weights}, 0, 0});
    EXPECT_EQ(derivation.formula, "e^masked[0,0] / Σ_j e^masked[0,j] over open j");
    EXPECT_EQ(places(derivation), (std::vector<Place>{{{Stage::Masked}, 0, 0}}));
    EXPECT_EQ(evaluated(derivation), 1);
}

TEST(Explain, MaskedNumbersHaveAReasonAndNoPlaces) {
    Example example;
    example.switches.mask.kind = Mask::Kind::Causal;
    for (const Stage stage : {Stage::Masked, Stage::Weights}) {
        const Derivation derivation = example.explain({{stage}, 0, 1});
        EXPECT_EQ(derivation.rule, Rule::Blocked);
        EXPECT_EQ(derivation.reason, "the mask keeps query 0 from key 1");
        EXPECT_TRUE(places(derivation).empty());
    }
    example.switches.mask = {Mask::Kind::Painted, Flags::Ones(2, 2)};
    EXPECT_EQ(example.explain({{Stage::Weights}, 1, 0}).reason,
              "the mask keeps query 1 from every key");
    example.switches.axis = Axis::Columns;
    const Derivation derivation = example.explain({{Stage::Weights}, 1, 0});
    EXPECT_EQ(derivation.rule, Rule::NoKey);
    EXPECT_EQ(derivation.reason, "the mask keeps every query from key 0");
    EXPECT_EQ(evaluated(derivation), 0);
}

TEST(Explain, NamesTheHeadInPlacesThatHaveOne) {
    const Derivation derivation = Example().explain({{Stage::Q, 2}, 0, 1});
    EXPECT_EQ(derivation.formula, "X[0,·] · W_Q/2[·,1]");
    EXPECT_EQ(derivation.terms[0].factors[0].place, (Place{{Stage::X}, 0, 0}));
    EXPECT_EQ(derivation.terms[0].factors[1].place, (Place{{Stage::W_Q, 2}, 0, 1}));
}
