// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/io/text/matrix_text.h"
#include "core/io/text/paste.h"
#include "tests/support/same_bits.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace attn;
using namespace attn::io;

namespace {

bool has_the_numbers(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    for (Index at = 0; at < a.size(); ++at)
        if (!test::is_same(a.data()[at], b.data()[at]))
            return false;
    return true;
}

/// Numbers of every kind: whole, short, long, tiny, huge, both zeros and what is not finite.
Matrix random_matrix(std::mt19937& random, bool is_finite) {
    const auto size = [&] { return std::uniform_int_distribution<Index>(1, 7)(random); };
    Matrix matrix(size(), size());
    const Real special[] = {0.0,
                            -0.0,
                            std::numeric_limits<Real>::max(),
                            std::numeric_limits<Real>::denorm_min(),
                            std::numeric_limits<Real>::quiet_NaN(),
                            std::numeric_limits<Real>::infinity(),
                            -std::numeric_limits<Real>::infinity()};
    for (Real& number : matrix.reshaped()) {
        const Real part = std::uniform_real_distribution<Real>(-10, 10)(random);
        switch (random() % 6) {
        case 0:
            number = std::round(part);
            break;
        case 1:
            number = std::round(part * 100) / 100;
            break;
        case 2:
            number = part * std::pow(10.0, static_cast<int>(random() % 600) - 300);
            break;
        case 3:
            number = special[random() % (is_finite ? 4U : 7U)];
            break;
        default:
            number = part;
        }
    }
    return matrix;
}

struct Printed {
    std::string name;
    std::function<std::string(const Matrix&)> print;
    bool is_finite_only = false;
};

std::string rows_text(const Matrix& matrix, const std::string& open, const std::string& row_open,
                      const std::string& between, const std::string& row_close,
                      const std::string& row_between, const std::string& close,
                      bool has_decimal_comma = false) {
    std::string text = open;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += (row == 0 ? "" : row_between) + row_open;
        for (Index column = 0; column < matrix.cols(); ++column) {
            std::string number = shortest(matrix(row, column));
            if (number == "NaN" || number == "Infinity" || number == "-Infinity")
                number = number == "NaN" ? "nan" : number == "Infinity" ? "inf" : "-inf";
            if (has_decimal_comma && number.find('.') != std::string::npos)
                number[number.find('.')] = ',';
            text += (column == 0 ? "" : between) + number;
        }
        text += row_close;
    }
    return text + close;
}

std::string repeated(const std::string& text, Index times) {
    std::string whole;
    for (Index time = 0; time < times; ++time)
        whole += text;
    return whole;
}

std::vector<Printed> printed_forms() {
    const auto rows = [](std::string open, std::string row_open, std::string between,
                         std::string row_close, std::string row_between, std::string close,
                         bool comma = false) {
        return [=](const Matrix& matrix) {
            return rows_text(matrix, open, row_open, between, row_close, row_between, close, comma);
        };
    };
    const auto own = [](TextForm form) {
        return [form](const Matrix& matrix) { return matrix_text({"W", matrix, {}, {}}, form); };
    };
    return {
        {"PrintedNumPy", rows("[", "[", "  ", "]", "\n ", "]")},
        {"PrintedNumPyWithItsName", rows("W_Q:\n [", "[", " ", "]", "\n ", "] (4, 3)\n")},
        {"NumPyRepresentation", rows("array([", "[", ", ", "]", ",\n       ", "], dtype=float32)")},
        {"NumPySource",
         rows("W_Q = np.array([", "[", ", ", "]", ",\n    ", ",])  # [1] weights\n")},
        {"PrintedTensor", rows("tensor([", "[ ", ", ", "]", ",\n        ", "])")},
        {"TensorOnADevice", rows("tensor([", "[", ", ", "]", ",\n        ",
                                 "], device='cuda:0', dtype=torch.float16)")},
        {"TensorWithGradient",
         rows("scores = tensor([", "[", ", ", "]", ",\n", "], grad_fn=<MmBackward0>)\n")},
        {"Tabs", rows("", "", "\t", "", "\r\n", "\r\n")},
        {"TabsWithDecimalCommas", rows("", "", "\t", "", "\n", "\n", true)},
        {"Commas", rows("", "", ",", "", "\n", "\n")},
        {"Semicolons", rows("", "", ";", "", "\n", "")},
        {"SemicolonsWithDecimalCommas", rows("", "", "; ", "", "\n", "", true)},
        {"CsvWithNames",
         [](const Matrix& matrix) {
             return "word" + repeated(",a", matrix.cols()) +
                    rows_text(matrix, "", "\nx,", ",", "", "", "");
         }},
        {"Markdown",
         [](const Matrix& matrix) {
             return repeated("| a ", matrix.cols()) + "|\n" + repeated("|---:", matrix.cols()) +
                    rows_text(matrix, "|\n", "| ", " | ", " |", "\n", "\n");
         }},
        {"Bmatrix",
         rows("$$W = \\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}$$")},
        {"Tabular", rows("\\begin{tabular}{rr}\n\\hline\n", "", "&", "", "\\\\\n",
                         "\\\\ \\hline\n\\end{tabular}")},
        {"MatlabSemicolons", rows("W = [", "", " ", "", "; ", "];")},
        {"MatlabLines", rows("W = [", "", ", ", "", ";\n     ", "]")},
        {"Json", own(TextForm::Json)},
        {"OwnTsv", own(TextForm::Tsv)},
        {"OwnCsv", own(TextForm::Csv)},
        {"OwnNumPy", own(TextForm::NumPy)},
        {"OwnPyTorch", own(TextForm::PyTorch)},
        {"OwnMarkdown", own(TextForm::Markdown)},
        {"OwnLatex", own(TextForm::Latex)},
        {"OwnMatlab", own(TextForm::Matlab)},
    };
}

class PrintedForm : public testing::TestWithParam<Printed> {};

Pasted pasted(std::string_view text) {
    auto read = read_pasted(text);
    EXPECT_TRUE(read) << text << "\n" << (read ? "" : read.error().text());
    return read ? *std::move(read) : Pasted{"", {{}}};
}

std::string excerpt(const std::string& name) {
    return test::bytes_of(ATTENTION_SOURCE_DIR "/tests/data/pasted/" + name + ".txt");
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Each, PrintedForm, testing::ValuesIn(printed_forms()),
                         [](const auto& form) { return form.param.name; });

TEST_P(PrintedForm, ReadsBackAHundredMatricesBitForBit) {
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        Matrix matrix = random_matrix(random, false);
        // A single column does not show whether its commas separate cells.
        if (GetParam().name.ends_with("DecimalCommas") && matrix.cols() == 1)
            matrix = Matrix(matrix.replicate(1, 2));
        const std::string text = GetParam().print(matrix);
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << "seed " << seed << "\n" << text << "\n" << read.error().text();
        ASSERT_EQ(read->grids.size(), 1U) << "seed " << seed << "\n" << text;
        ASSERT_TRUE(has_the_numbers(read->grids[0].matrix, matrix)) << "seed " << seed << "\n"
                                                                    << text;
    }
}

TEST(Paste, TakesTheCellsOfTheNotebooks) {
    struct Expected {
        std::string file;
        std::size_t grid;
        std::string name;
        Index rows, columns;
        Real first, last, sum;
    };
    const Expected list[] = {
        {"three_inputs_x", 0, "x", 3, 4, 1, 1, 10},
        {"three_inputs_weights", 0, "w_query", 4, 3, 1, 1, 6},
        {"three_inputs_weights", 1, "w_key", 4, 3, 0, 0, 6},
        {"three_inputs_weights", 2, "w_value", 4, 3, 0, 0, 11},
        {"three_inputs_weights", 3, "Weights (Q) 3 x d_model=4", 4, 3, 1, 1, 6},
        {"three_inputs_weights", 5, "Weights (V) 3 x d_model=4", 4, 3, 0, 0, 11},
        {"three_inputs_qkv", 0, "Query(Q)", 3, 3, 1, 3, 15},
        {"three_inputs_qkv", 2, "Value(V)", 3, 3, 1, 3, 27},
        {"three_inputs_scores", 0, "attention_scores", 3, 3, 2, 10, 68},
        {"three_inputs_softmax", 0, "attention_scores", 3, 3, 6.33789383e-02, 1.19167711e-01, 3},
        {"three_inputs_attentions", 0, "Attention is", 3, 3, 0.06337894, 1.40493159, 10.21479478},
        {"three_inputs_sum", 0, "Sum of Attentions is", 1, 3, 0.3802736299982257, 5.151415839168293,
         10.21479477750133},
        {"three_inputs_heads", 0, "(3, 64)", 1, 3, 29.797725576291956, 29.314707299976895,
         87.96060177969174},
        {"four_words_words", 0, "", 4, 3, 1, 1, 5},
        {"four_words_weights", 0, "Words vector", 4, 3, 1, 1, 5},
        {"four_words_weights", 2, "", 3, 3, 2, 1, 11},
        {"four_words_qkv", 1, "K is", 4, 3, 2, 1, 20},
        {"four_words_scores", 0, "print(weights)", 4, 4, 8, 3, 91},
        {"four_words_attention", 0, "print(attention)", 4, 3, 0.98522025, 0.90846923, 13.62791918},
        {"concepts_source", 0, "X", 7, 5, 1, 2, 64},
        {"concepts_ratings", 0, "", 7, 5, 1, 2, 64},
        {"concepts_svd", 0, "", 7, 5, -0.14, -0.40, -0.44},
        {"concepts_svd", 1, "", 1, 5, 12.48, 0, 23.34},
        {"concepts_svd", 2, "", 5, 5, -0.56, 0.71, -0.92},
        {"concepts_reduced", 2, "", 5, 2, -0.56, 0.70, -0.72},
        {"concepts_vectors", 0, "", 2, 5, 5, 0, 14},
        {"cat_and_mouse", 0, "", 5, 4, 0.5488, 0.8700, 11.6311},
        {"cat_and_mouse", 1, "Query", 5, 4, 1.5508, 1.4500, 23.6971},
        {"cat_and_mouse", 2, "Key", 5, 4, 1.4139, 1.1284, 18.4285},
        {"cat_and_mouse", 3, "Value", 4, 4, 1.2509, 0.8554, 13.9284},
        {"general_weights", 0, "", 3, 3, 8, 3, 34},
        {"general_weights", 2, "", 3, 3, 1, 1, 11},
        {"general_scores", 0, "", 1, 4, 0, 2, 2},
        {"general_softmax", 0, "", 1, 4, 0.16199, 0.51402, 0.99999},
        {"general_attention", 0, "", 4, 3, 1.67601, 0.64798, 16.00000},
        {"journey_scores", 0, "", 1, 6, 0.4602, 1.0023, 4.4137},
        {"journey_rows", 0, "", 2, 3, 0.2961, 0.8665, 2.6935},
        {"journey_sums", 0, "attention scores", 1, 6, 0.1043, 0.2271, 1.0001},
        {"journey_all_scores", 0, "", 6, 6, 0.4179, 0.8600, 16.9738},
        {"journey_softmax", 0, "", 6, 6, 0.1748, 0.2032, 6.0002},
        {"journey_exp", 0, "", 6, 6, 1.5187, 2.3632, 61.5560},
        {"journey_exp_sums", 0, "", 1, 6, 8.6883, 11.6328, 61.5561},
        {"journey_context", 0, "", 6, 3, 0.3150, 0.6048, 6.7819},
    };
    for (const Expected& expected : list) {
        SCOPED_TRACE(expected.file + " " + std::to_string(expected.grid));
        const Pasted read = pasted(excerpt(expected.file));
        ASSERT_GT(read.grids.size(), expected.grid);
        const PastedGrid& grid = read.grids[expected.grid];
        EXPECT_EQ(grid.name, expected.name);
        ASSERT_EQ(grid.matrix.rows(), expected.rows);
        ASSERT_EQ(grid.matrix.cols(), expected.columns);
        EXPECT_EQ(grid.matrix(0, 0), expected.first);
        EXPECT_EQ(grid.matrix(expected.rows - 1, expected.columns - 1), expected.last);
        EXPECT_NEAR(grid.matrix.sum(), expected.sum, 1e-7);
    }
    using Names = std::vector<std::string>;
    EXPECT_EQ(pasted(excerpt("cat_and_mouse")).grids[0].row_names,
              (Names{"The", "cat", "chased", "the", "mouse"}));
    EXPECT_EQ(pasted(excerpt("four_words_words")).grids[0].row_names,
              (Names{"word_1", "word_2", "word_3", "word_4"}));
    EXPECT_EQ(pasted(excerpt("concepts_ratings")).grids[0].column_names,
              (Names{"Star Wars", "The Matrix", "Iron man", "U got mail", "Titanic"}));
}

TEST(Paste, ExplainsWhyAnAbbreviatedArrayCannotBeRead) {
    for (const char* text :
         {"[[1. 2. 3. ... 7. 8.]\n [1. 2. 3. ... 7. 8.]]", "[[1 2]\n ...\n [3 4]]",
          "tensor([[0.1, 0.2,  ..., 0.3],\n        ...,\n        [0.1, 0.2,  ..., 0.3]])",
          "[0 1 2 ... 997 998 999]"}) {
        const auto read = read_pasted(text);
        ASSERT_FALSE(read) << text;
        EXPECT_NE(read.error().text().find("left out"), std::string::npos) << read.error().text();
    }
    // In MATLAB three dots only continue the line.
    EXPECT_EQ(pasted("W = [1 2; 3 ...\n 4]").grids[0].matrix,
              (Matrix(2, 2) << 1, 2, 3, 4).finished());
}

TEST(Paste, NeverDropsWhatIsNoNumber) {
    for (const char* text :
         {"[[1, 2], [3]]", "[[1, 2], [3, x]]", "[1, 2", "[1, [2]]", "1,2\n3,x", "[[1e400]]",
          "[1+2j, 3]", "\\begin{bmatrix} 1 & x \\\\ 2 & 3 \\end{bmatrix}",
          "| a | b |\n|---|---|\n| 1 | |", "", "   \n", "hello", "[]", "tensor([])",
          "\\begin{bmatrix} 1 & 2"})
        EXPECT_FALSE(read_pasted(text)) << text;
}

TEST(Paste, UnderstandsWhatPeopleWrite) {
    const Matrix two = (Matrix(2, 2) << 1, 0.5, -3, 4).finished();
    for (const char* text :
         {"[[1, .5], [-3, 4.]]", "[1 0.5\n -3 4]", "[1 .5; -3 4]", "1 0,5\n−3 4",
          "[[1_0e-1, 0.5],\n # a comment [9]\n [-3, 4]]", "{\"w\": [[1, 0.5], [-3, 4]]}",
          "\\left[\\begin{array}{rr} 1 & \\frac{1}{2} \\\\[2pt] {-}3 & 4 \\end{array}\\right]",
          "\\begin{pmatrix} 1 & 0{,}5 \\\\ -3 & 4 \\\\ \\end{pmatrix}", "1 & .5 \\\\ -3 & 4",
          "[[np.float64(1.0), np.float64(0.5)], [np.float64(-3.0), np.float64(4.0)]]",
          "| | a | b |\n| :-- | --: | --: |\n| **x** | 1 | 0.5 |\n| **y** | −3 | 4 |\n",
          "Out[5]: array([[1, 0.5], [-3, 4]])", "[[True, 0.5], [-3, 4]]",
          "  1.0e-01 *\n\n  10  5\n  -30  40\n"})
        EXPECT_TRUE(has_the_numbers(pasted(text).grids[0].matrix, two)) << text;
    EXPECT_TRUE(
        has_the_numbers(pasted("tensor(0.4602)").grids[0].matrix, Matrix::Constant(1, 1, 0.4602)));
    EXPECT_TRUE(
        has_the_numbers(pasted("0,25").grids[0].matrix, (Matrix(1, 2) << 0, 25).finished()));
}

TEST(Paste, TakesAWrappedListForOneRow) {
    std::string text = "[";
    Matrix expected(1, 40);
    for (Index at = 0; at < 40; ++at) {
        expected(at) = static_cast<Real>(at) / 8;
        text += (at == 0 ? "" : at % 8 == 0 ? "\n " : " ") + decimals(expected(at), 6);
    }
    EXPECT_TRUE(has_the_numbers(pasted(text + "]").grids[0].matrix, expected));
}

TEST(Paste, SplitsDeeperArraysIntoMatrices) {
    const Pasted read = pasted("x = tensor([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])");
    ASSERT_EQ(read.grids.size(), 2U);
    EXPECT_EQ(read.grids[1].name, "x[1]");
    EXPECT_EQ(read.grids[1].matrix, (Matrix(2, 2) << 5, 6, 7, 8).finished());
}

TEST(Copy, WritesNumbersAsShownOnRequest) {
    const NamedMatrix matrix{"W_Q", (Matrix(1, 2) << 1.0 / 3, 2).finished(), {"cat"}, {"a", "b"}};
    const NumberWriter two = [](Real value) { return decimals(value, 2); };
    EXPECT_EQ(matrix_text(matrix, TextForm::Tsv, two), "0.33\t2.00");
    EXPECT_EQ(matrix_text(matrix, TextForm::NumPy, two), "np.array([[0.33, 2.00]])");
    EXPECT_EQ(matrix_text(matrix, TextForm::Markdown, two),
              "|  | a | b |\n| :-- | --: | --: |\n| **cat** | 0.33 | 2.00 |");
    EXPECT_EQ(matrix_text(matrix, TextForm::Matlab, two), "[0.33 2.00]");
    EXPECT_EQ(matrices_text({matrix, matrix}, TextForm::Matlab, two),
              "W_Q = [0.33 2.00];\nW_Q = [0.33 2.00];");
}

TEST(Copy, LatexHasPowersOfTenAndFractions) {
    Matrix numbers(1, 3);
    numbers << 6.033664854558337e-06, -1e+25, 0.5;
    const std::string text = matrix_text({"weights", numbers, {}, {}}, TextForm::Latex);
    EXPECT_EQ(text, "\\begin{bmatrix}\n6.033664854558337 \\cdot 10^{-6} & -1 \\cdot 10^{25} & "
                    "0.5\n\\end{bmatrix}");
    EXPECT_TRUE(has_the_numbers(pasted(text).grids.at(0).matrix, numbers)) << text;
}

TEST(Copy, ReadsBackSeveralMatrices) {
    std::mt19937 random(7);
    std::vector<NamedMatrix> matrices;
    for (const char* name : {"weights", "weights/1", "weights/2"})
        matrices.push_back({name, random_matrix(random, true), {}, {}});
    for (const TextForm form : {TextForm::NumPy, TextForm::PyTorch, TextForm::Markdown,
                                TextForm::Latex, TextForm::Matlab, TextForm::Json}) {
        const std::string text = matrices_text(matrices, form);
        const Pasted read = pasted(text);
        ASSERT_EQ(read.grids.size(), 3U) << text;
        for (std::size_t at = 0; at < 3; ++at)
            EXPECT_TRUE(has_the_numbers(read.grids[at].matrix, matrices[at].matrix)) << text;
    }
}
