// SPDX-License-Identifier: MIT
// The backward pass as drawn by hand: formulas with stage names, and the terms of each derivative.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/model/sheet.h"
#include "tests/support/small_head.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

using namespace attn;
using attn::test::small_head;

namespace {

BackwardPass pass_of(const Document& document, const Place& place) {
    auto pass = backward_pass(document, evaluate(document), place);
    EXPECT_TRUE(pass) << pass.error().text();
    return *std::move(pass);
}

std::map<std::string, std::string> formulas_of(const Document& document, const Place& place) {
    const BackwardPass pass = pass_of(document, place);
    const auto list = gradient_formulas(document, pass.stages);
    std::map<std::string, std::string> made;
    for (std::size_t at = 0; at < list.size(); ++at)
        made[to_text(pass.stages.graph[at].sheet)] = list[at];
    return made;
}

const Place output{{Stage::Output}, 2, 0};

} // namespace

TEST(BackwardPass, HasTheFormulasThatPeopleDeriveByHand) {
    auto formulas = formulas_of(small_head(), output);
    EXPECT_EQ(formulas["output"], "") << "it is where the way back begins";
    EXPECT_EQ(formulas["V"], "weights^{T} ∂output");
    EXPECT_EQ(formulas["weights"], "∂output V^{T}");
    EXPECT_EQ(formulas["scaled"], "weights ⊙ (∂weights − Σ_{row} (∂weights ⊙ weights))");
    EXPECT_EQ(formulas["scores"], "∂scaled / √d_{k}");
    EXPECT_EQ(formulas["Q"], "∂scores K");
    EXPECT_EQ(formulas["K"], "∂scores^{T} Q");
    EXPECT_EQ(formulas["W_Q"], "X^{T} ∂Q");
    EXPECT_EQ(formulas["W_V"], "X^{T} ∂V");
    EXPECT_EQ(formulas["X"], "∂V W_{V}^{T} + ∂K W_{K}^{T} + ∂Q W_{Q}^{T}");
}

TEST(BackwardPass, NamesTheMaskIfThereIsOne) {
    Document document = small_head();
    document.switches.mask.kind = Mask::Kind::Causal;
    auto formulas = formulas_of(document, output);
    EXPECT_EQ(formulas["scaled"], "∂masked, 0 where key > query");
    EXPECT_EQ(formulas["masked"], "weights ⊙ (∂weights − Σ_{row} (∂weights ⊙ weights))");
}

TEST(BackwardPass, IsTransposedWithWordsAsColumns) {
    Document document = small_head();
    document.convention = Convention::TokensAsColumns;
    auto formulas = formulas_of(document, output);
    EXPECT_EQ(formulas["W_Q"], "∂Q X^{T}");
    EXPECT_EQ(formulas["scaled"], "weights ⊙ (∂weights − Σ_{column} (∂weights ⊙ weights))");
}

TEST(BackwardPass, WritesTheSumOverHeadsOnce) {
    Document document = small_head();
    document.heads.push_back(document.heads[0]);
    const auto joined = apply(document, SetJoin{Join::WO});
    ASSERT_TRUE(joined) << joined.error().text();
    document = *joined;
    const std::string formula = formulas_of(document, {{Stage::Attention}, 0, 0})["X"];
    EXPECT_TRUE(formula.starts_with("Σ_{heads} (")) << formula;
    EXPECT_EQ(formula.find("∂Q", formula.find("∂Q") + 1), std::string::npos) << formula;
}

TEST(BackwardPass, GoesFromTheNumberBackToTheInputs) {
    const Document document = small_head();
    const auto steps = backward_steps(document, pass_of(document, output).stages, 0);
    std::string order, made_from;
    for (const BackwardStep& step : steps) {
        order += to_text(step.sheet) + " ";
        if (step.sheet.stage == Stage::Q)
            for (const auto& list : {step.gradients, step.reads})
                for (const SheetId& sheet : list)
                    made_from += to_text(sheet) + " ";
    }
    EXPECT_EQ(order, "output weights scaled scores V K Q W_V W_K W_Q X ");
    EXPECT_EQ(made_from, "scores K ") << "∂Q = ∂scores K";
}

TEST(BackwardPass, FollowsOneHead) {
    Document document = small_head();
    document.heads.push_back(document.heads[0]);
    document = *apply(document, SetJoin{Join::WO});
    const BackwardPass pass = pass_of(document, {{Stage::Attention}, 0, 0});
    for (const BackwardStep& step : backward_steps(document, pass.stages, 1))
        EXPECT_EQ(step.sheet.head, info(step.sheet.stage).is_per_head ? 1 : 0)
            << to_text(step.sheet);
}

TEST(BackwardPass, ShowsTheTermsOfADerivative) {
    const Document document = small_head();
    const BackwardPass pass = pass_of(document, output);
    const std::string of_weight = to_text(derive_gradient(document, pass, {{Stage::W_Q}, 0, 1}));
    EXPECT_NE(of_weight.find("d.W_Q[0,1]: derivative of the component 0 of the output of “c” with "
                             "respect to the weight from dimension 0"),
              std::string::npos)
        << of_weight;
    EXPECT_NE(of_weight.find("= X[·,0] · d.Q[·,1]"), std::string::npos) << of_weight;
    const std::string of_score = to_text(derive_gradient(document, pass, {{Stage::Scaled}, 2, 1}));
    EXPECT_NE(of_score.find("weights[2,1] · (d.weights[2,1] - Σ_j d.weights[2,j] · weights[2,j])"),
              std::string::npos)
        << of_score;
}

TEST(BackwardPass, SaysWhichDerivativesNeedNoTerms) {
    const Document document = small_head();
    const BackwardPass pass = pass_of(document, {{Stage::Scores}, 0, 1});
    const auto text = [&](const Place& place) {
        return to_text(derive_gradient(document, pass, place));
    };
    EXPECT_NE(text({{Stage::Scores}, 0, 1}).find("= 1.00, because it is the number itself"),
              std::string::npos);
    EXPECT_NE(text({{Stage::Scores}, 1, 1}).find("= 0.00, because it is another number"),
              std::string::npos);
    EXPECT_NE(text({{Stage::W_V}, 0, 0}).find("= 0.00, because it is not computed from"),
              std::string::npos);
}
