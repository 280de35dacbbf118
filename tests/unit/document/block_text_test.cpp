// SPDX-License-Identifier: MIT
// The numbers of a norm in plain text and in LaTeX.
#include "core/document/explaining/derivation_latex.h"
#include "core/document/explaining/derivation_text.h"
#include "core/engine/graph/graph.h"
#include "core/engine/graph/operation.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

using namespace attn;

namespace {

/// LayerNorm of a row of two numbers.
class NormText : public ::testing::Test {
protected:
    NormText() {
        const auto give = [this](const char* name, const Matrix& matrix) {
            given_[name] = matrix;
            return graph_.add(
                {{Stage(name)}, &operation::given, {}, {}, {matrix.rows(), matrix.cols()}, {}});
        };
        const std::size_t x = give("X", Matrix{{1, 3}}), gamma = give("gamma_1", Matrix{{2, 4}}),
                          beta = give("beta_1", Matrix{{-1, 0.5}});
        block::norm(graph_, "norm_1", x, {gamma, beta});
        results_ = run(graph_, [this](const SheetId& sheet) -> const Matrix& {
            return given_.at(std::string(sheet.stage.name()));
        });
    }
    Derivation derived(const char* place, Convention convention = {}) const {
        return explain(graph_, parse_place(place).value(), convention,
                       [this](std::size_t at) { return Cells(results_[at]); });
    }

private:
    Graph graph_;
    std::map<std::string, Matrix> given_;
    std::vector<Matrix> results_;
};

} // namespace

TEST_F(NormText, FitsOnOneLine) {
    EXPECT_EQ(one_line(derived("norm_1.mean[0,0]")),
              "norm_1.mean[0,0] = Σ X[0,·] / 2 = (1.00 + 3.00) / 2 = 2.00");
    EXPECT_EQ(one_line(derived("norm_1.mean[0,0]", Convention::TokensAsColumns)),
              "norm_1.mean[0,0] = Σ X[·,0] / 2 = (1.00 + 3.00) / 2 = 2.00");
    EXPECT_EQ(one_line(derived("norm_1.centred[0,1]")),
              "norm_1.centred[0,1] = X[0,1] − norm_1.mean[0,0] = 3.00 - 2.00 = 1.00");
    EXPECT_EQ(one_line(derived("norm_1[0,0]")),
              "norm_1[0,0] = norm_1.scaled[0,0] · gamma_1[0,0] + beta_1[0,0] = "
              "-1.00·2.00 + (-1.00) = -3.00");
}

TEST_F(NormText, IsWrittenInLatex) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(latex_lines(derived("norm_1.mean[0,0]")),
              (Lines{"\\frac{\\sum_{j} X_{0,j}}{2}", "\\frac{1.00 + 3.00}{{2}}", "2.00"}));
    EXPECT_EQ(latex_lines(derived("norm_1.mean[0,0]", Convention::TokensAsColumns))[0],
              "\\frac{\\sum_{i} X_{i,0}}{2}");
    EXPECT_EQ(latex_lines(derived("norm_1.scaled[0,1]", Convention::TokensAsColumns)),
              (Lines{"\\frac{{\\mathrm{centred}_1}_{1,0}}{{\\sigma_1}_{0,0}}",
                     "\\frac{1.00}{{1.00}}", "1.00"}));
    EXPECT_EQ(latex_lines(derived("norm_1[0,0]")),
              (Lines{"{\\mathrm{scaled}_1}_{0,0} \\cdot {\\gamma_1}_{0,0} + {\\beta_1}_{0,0}",
                     "-1.00 \\cdot 2.00 + (-1.00)", "-3.00"}));
}
