// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation_latex.h"
#include "core/document/explaining/derivation_text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

using namespace attn;

namespace {

/// Two words whose numbers are easy to follow: Q = X, K = 2 X, V = X.
Document example() {
    Document document = new_document();
    document.tokens = {"cat", "mouse"};
    document.embeddings = (Matrix(2, 2) << 1, -2, 0.5, 3).finished();
    document.heads[0].w_k = Matrix(2 * Matrix::Identity(2, 2));
    return document;
}

Derivation derived(const Document& document, const char* place) {
    return derive(document, evaluate(document), parse_place(place).value());
}

/// With two decimals, whatever the numbers are.
std::string line(const Document& document, const char* place) {
    return one_line(derived(document, place), {{NumberFormat::Kind::Decimals, 2}});
}

std::string automatic_line(const Document& document, const char* place) {
    return one_line(derived(document, place));
}

} // namespace

TEST(DerivationText, HasFormulaNumbersAndResultInOneLine) {
    const Document document = example();
    EXPECT_EQ(line(document, "X[0,1]"), "X[0,1] = -2.00");
    EXPECT_EQ(line(document, "K[0,1]"),
              "K[0,1] = X[0,·] · W_K[·,1] = 1.00·0.00 + (-2.00)·2.00 = -4.00");
    EXPECT_EQ(line(document, "scores[0,1]"),
              "scores[0,1] = Q[0,·] · K[1,·] = 1.00·1.00 + (-2.00)·6.00 = -11.00");
    EXPECT_EQ(line(document, "scaled[0,1]"),
              "scaled[0,1] = scores[0,1] / √d_k = -11.00 / √2 = -7.78");
    EXPECT_EQ(line(document, "masked[0,1]"), "masked[0,1] = scaled[0,1] = -7.78");
    EXPECT_EQ(line(document, "weights[0,1]"), "weights[0,1] = e^scaled[0,1] / Σ_j e^scaled[0,j] = "
                                              "e^(-7.778) / (e^7.071 + e^(-7.778)) = "
                                              "0.000419 / 1177 = 0.00");
    EXPECT_EQ(line(document, "weighted_values[0,0,1]"),
              "weighted_values[0,0,1] = weights[0,0] · V[0,1] = 1.00·(-2.00) = -2.00");
}

TEST(DerivationText, AWeightShowsItsPowerAndTheirSum) {
    Document document;
    document.tokens = {"The", "cat", "chased", "the", "mouse"};
    document.projections = Projections::None;
    document.switches.scale.kind = Scale::Kind::None;
    // Scores are given by X Xᵀ; the first row has those of a known softmax.
    Matrix x = Matrix::Zero(5, 5);
    x.row(0) << 1, 0, 0, 0, 0;
    const std::array<Real, 5> scores{2.5708, 2.4471, 2.6585, 1.7757, 2.8567};
    for (Index row = 1; row < 5; ++row)
        x(row, 0) = scores[static_cast<std::size_t>(row)];
    x(0, 0) = 1;
    document.embeddings = x;
    const std::string said = line(document, "weights[0,4]");
    EXPECT_NE(said.find(" = 17.4 / "), std::string::npos) << said;
    // The quotient of what is written gives what is written.
    const auto at = said.find(" = 17.4 / ") + 10;
    const Real sum = std::stod(said.substr(at));
    const Real result = std::stod(said.substr(said.rfind("= ") + 2));
    EXPECT_NEAR(17.4 / sum, result, 0.005) << said;
    // One key alone has nothing to share.
    document.tokens = {"one"};
    document.embeddings = Matrix::Ones(1, 1);
    EXPECT_EQ(automatic_line(document, "weights[0,0]").find(" / e^1 = 1 "), std::string::npos);
}

TEST(DerivationText, NumbersAreWrittenAsTheirMatrixIs) {
    Document document = example();
    EXPECT_EQ(automatic_line(document, "K[0,1]"),
              "K[0,1] = X[0,·] · W_K[·,1] = 1.00·0 + (-2.00)·2 = -4");
    document.embeddings = (Matrix(2, 2) << 1, -2, 5, 3).finished();
    EXPECT_EQ(automatic_line(document, "K[0,1]"), "K[0,1] = X[0,·] · W_K[·,1] = 1·0 + (-2)·2 = -4");
    EXPECT_EQ(automatic_line(document, "X[0,1]"), "X[0,1] = -2");
    EXPECT_EQ(automatic_line(document, "scaled[0,1]"),
              "scaled[0,1] = scores[0,1] / √d_k = -2 / √2 = -1.41");
}

TEST(DerivationText, FollowsTheSwitches) {
    Document document = example();
    document.switches.mask.kind = Mask::Kind::Causal;
    EXPECT_EQ(line(document, "masked[0,1]"),
              "masked[0,1] = −∞, because the mask keeps query 0 from key 1");
    EXPECT_EQ(line(document, "weights[0,1]"),
              "weights[0,1] = 0.00, because the mask keeps query 0 from key 1");
    document.switches.normaliser = Normaliser::Sum;
    EXPECT_EQ(line(document, "weights[0,0]"), "weights[0,0] = masked[0,0] / Σ_j masked[0,j] over "
                                              "open j = 7.07 / 7.07 = 1.00");
    document.projections = Projections::None;
    EXPECT_EQ(line(document, "Q[0,1]"), "Q[0,1] = X[0,1] = -2.00");
}

TEST(DerivationText, ShowsTheSubtractionForVeryLargeScores) {
    Document document = example();
    document.embeddings = Matrix(*document.embeddings * 20);
    document.switches.scale.kind = Scale::Kind::None;
    EXPECT_EQ(line(document, "weights[0,1]"),
              "weights[0,1] = e^scores[0,1] / Σ_j e^scores[0,j] = e^(-4400.00 - 4000.00) / "
              "(e^(4000.00 - 4000.00) + e^(-4400.00 - 4000.00)) = 0.00");
}

TEST(DerivationText, ShortensLongSumsToTheLargestTerms) {
    Document document = new_document();
    const Index width = 10;
    document.tokens = {"only"};
    Matrix x(1, width);
    x << 1, 2, 3, 4, 5, 6, -7, 8, 9, 10;
    document.embeddings = x;
    document.projections = Projections::None;
    document.heads.clear();
    const Derivation derivation = derived(document, "scores[0,0]");
    EXPECT_EQ(derivation.terms.size(), 10U);
    EXPECT_EQ(numbers_text(derivation, {{NumberFormat::Kind::Decimals, 0}, 3}),
              "10·10 + 9·9 + 8·8 + 140 (the other 7 terms)");
    EXPECT_EQ(numbers_text(derivation, {{NumberFormat::Kind::Decimals, 0}, 9}),
              "1·1 + 2·2 + 3·3 + 4·4 + 5·5 + 6·6 + (-7)·(-7) + 8·8 + 9·9 + 10·10");
}

TEST(DerivationText, TitlesNameWordsAndOneOfSeveralHeads) {
    Document document = example();
    EXPECT_EQ(title(document, parse_place("weights[0,1]").value()),
              "weight of key “mouse” for query “cat”");
    EXPECT_EQ(title(document, parse_place("output[1,0]").value()),
              "component 0 of the output of “mouse”");
    document = attn::apply(document, AddHead{}).value();
    EXPECT_EQ(title(document, parse_place("weights/1[0,1]").value()),
              "weight of key “mouse” for query “cat”, head 1");
    EXPECT_EQ(title(document, parse_place("X[0,1]").value()),
              "component 1 of the embedding of “cat”");
    document.tokens.own()[0] = "a\nb";
    EXPECT_EQ(title(document, parse_place("X[0,1]").value()),
              "component 1 of the embedding of “a\\nb”");
}

TEST(DerivationText, TheChainReadsFromTheNumberBackToTheInputs) {
    const Document document = example();
    const auto chain =
        derivation_chain(document, evaluate(document), parse_place("scaled[0,1]").value(), 3);
    EXPECT_EQ(to_text(chain, {{NumberFormat::Kind::Decimals, 2}}),
              R"(scaled[0,1]: scaled score of key “mouse” for query “cat”
  = scores[0,1] / √d_k
  = -11.00 / √2
  = -7.78

Scores
  scores[0,1] = Q[0,·] · K[1,·] = 1.00·1.00 + (-2.00)·6.00 = -11.00

K
  K[1,0] = X[1,·] · W_K[·,0] = 0.50·2.00 + 3.00·0.00 = 1.00
  K[1,1] = X[1,·] · W_K[·,1] = 0.50·0.00 + 3.00·2.00 = 6.00

Q
  Q[0,0] = X[0,·] · W_Q[·,0] = 1.00·1.00 + (-2.00)·0.00 = 1.00
  Q[0,1] = X[0,·] · W_Q[·,1] = 1.00·0.00 + (-2.00)·1.00 = -2.00

W_K, given
  W_K[0,0] = 2.00
  W_K[0,1] = 0.00
  W_K[1,1] = 2.00
  and 1 more

W_Q, given
  W_Q[0,0] = 1.00
  W_Q[0,1] = 0.00
  W_Q[1,1] = 1.00
  and 1 more

X, given
  X[0,1] = -2.00
  X[1,0] = 0.50
  X[1,1] = 3.00
  and 1 more
)");
}

TEST(DerivationLatex, IsAnAlignedFormula) {
    Document document = example();
    EXPECT_EQ(to_latex(derived(document, "scores[0,1]"), {{NumberFormat::Kind::Decimals, 2}}),
              R"(% scores[0,1]: score of key “mouse” for query “cat”
\[\fitted{\(\displaystyle\begin{aligned}
\mathrm{scores}_{0,1} &= Q_{0,\cdot} \cdot K_{1,\cdot} \\
&= 1.00 \cdot 1.00 + (-2.00) \cdot 6.00 \\
&= -11.00
\end{aligned}\)}\]
)");
    document.switches.temperature = 0.5;
    EXPECT_EQ(to_latex(derived(document, "scaled[0,1]"), {{NumberFormat::Kind::Decimals, 2}}),
              R"(% scaled[0,1]: scaled score of key “mouse” for query “cat”
\[\fitted{\(\displaystyle\begin{aligned}
\mathrm{scaled}_{0,1} &= \frac{\mathrm{scores}_{0,1}}{\sqrt{d_k} \cdot \mathrm{temperature}} \\
&= \frac{-11.00}{\sqrt{2} \cdot {0.5}} \\
&= -15.56
\end{aligned}\)}\]
)");
    document.switches.axis = Axis::Columns;
    document.switches.mask.kind = Mask::Kind::Causal;
    EXPECT_EQ(to_latex(derived(document, "weights[1,0]"), {{NumberFormat::Kind::Decimals, 2}}),
              R"(% weights[1,0]: weight of key “cat” for query “mouse”
\[\fitted{\(\displaystyle\begin{aligned}
\mathrm{weights}_{1,0} &= \frac{e^{\mathrm{masked}_{1,0}}}{\sum_{\text{open }i} e^{\mathrm{masked}_{i,0}}} \\
&= \frac{e^{-15.56}}{e^{14.14} + e^{-15.56}} \\
&= 0.00
\end{aligned}\)}\]
)");
    EXPECT_EQ(to_latex(derived(document, "masked[0,1]"), {{NumberFormat::Kind::Decimals, 2}}),
              R"(% masked[0,1]: masked score of key “mouse” for query “cat”
\[\fitted{\(\displaystyle\begin{aligned}
\mathrm{masked}_{0,1} &= -\infty \quad \text{(the mask keeps query 0 from key 1)}
\end{aligned}\)}\]
)");
}

TEST(DerivationLatex, NumbersAreWrittenAsInMathematics) {
    const NumberFormat significant{NumberFormat::Kind::Significant, 3};
    EXPECT_EQ(latex_number(1.2e-7, significant), "1.20 \\cdot 10^{-7}");
    EXPECT_EQ(latex_number(-1.2e12, significant), "-1.20 \\cdot 10^{12}");
    EXPECT_EQ(latex_number(-1.0 / 3, {NumberFormat::Kind::Fraction, 3}), "-\\tfrac{1}{3}");
    EXPECT_EQ(latex_number(-INFINITY, significant), "-\\infty");
    EXPECT_EQ(latex_number(std::nan(""), significant), "\\mathrm{NaN}");
}

TEST(DerivationLatex, TheChainHasOneEnvironmentForEachMatrix) {
    const Document document = example();
    const auto chain =
        derivation_chain(document, evaluate(document), parse_place("Q[0,1]").value());
    EXPECT_EQ(to_latex(chain, {{NumberFormat::Kind::Decimals, 2}}),
              "% Needs \\usepackage of amsmath, graphicx.\n" + std::string(latex_fitted) +
                  R"(% Q[0,1]: component 1 of the query of “cat”
\[\fitted{\(\displaystyle\begin{aligned}
Q_{0,1} &= X_{0,\cdot} \cdot {W_Q}_{\cdot,1} \\
&= 1.00 \cdot 0.00 + (-2.00) \cdot 1.00 \\
&= -2.00
\end{aligned}\)}\]
% W_Q
\[\fitted{\(\displaystyle\begin{aligned}
{W_Q}_{0,1} &= 0.00 \\
{W_Q}_{1,1} &= 1.00
\end{aligned}\)}\]
% X
\[\fitted{\(\displaystyle\begin{aligned}
X_{0,0} &= 1.00 \\
X_{0,1} &= -2.00
\end{aligned}\)}\]
)");
}
