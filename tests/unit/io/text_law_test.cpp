// SPDX-License-Identifier: MIT
// A law of reading: whatever stands beside a matrix in a text, the result is the value of the whole
// text or an error, never another matrix.
#include "core/base/number_text.h"
#include "core/io/text/paste.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

using namespace attn;
using namespace attn::io;

namespace {

/// How a program frames rows, and how its language writes operations on a matrix.
struct Writer {
    std::string name;
    std::string open, row_open, between, row_close, row_between, close;
    bool is_expression = true; // factors and transposition may stand beside it
    bool has_end = true;       // without its end mark it is not a matrix
    std::string transposition;
    std::string half_before = "0.5 * ", half_after = " * 0.5", comment = "";
    std::string label = "W_Q = ";
    bool has_decimal_comma = false;
};

std::vector<Writer> writers() {
    return {
        {"NumPy", "np.array([", "[", ", ", "]", ",\n          ", "])", true, true, ".T"},
        {"PrintedNumPy", "[", "[", " ", "]", "\n ", "]", true, true, ".T"},
        {"PyTorch", "torch.tensor([", "[", ", ", "]", ", ", "], dtype=torch.float64)", true, true,
         ".t()"},
        {"Python", "[", "[", ", ", "]", ", ", "]", true, true, ""},
        {"Matlab", "[", "", " ", "", "; ", "]", true, true, "'"},
        {"Mathematica", "{", "{", ", ", "}", ", ", "}", true, true, ""},
        {"Latex", "\\begin{bmatrix}\n", "", " & ", "", " \\\\\n", "\n\\end{bmatrix}", true, true,
         "^\\top", "\\frac{1}{2} ", " \\cdot 0.5", "", "W_Q = "},
        {"Csv", "", "", ",", "", "\n", "\n", false, false, "", "", "", "", ""},
        {"Tsv", "", "", "\t", "", "\n", "\n", false, false, "", "", "", "", "", true},
        {"Markdown", "", "| ", " | ", " |", "\n", "\n", false, false, "", "", "", "", ""},
    };
}

/// A text and its meaning: a matrix, or nothing if only an error is right.
struct Meant {
    std::string text;
    std::optional<Matrix> value;
    bool may_be_refused = true;
};

using Cells = std::vector<std::vector<std::string>>;

class Law {
public:
    explicit Law(unsigned seed) : random_(seed) {}

    Meant next(const Writer& writer) {
        const Index rows = 1 + below(4), columns = 2 + below(3);
        Matrix matrix(rows, columns);
        for (Real& number : matrix.reshaped())
            number = static_cast<Real>(below(4000) - 2000) / (below(2) == 0 ? 8 : 100);
        matrix(0, 0) += 0.5; // the first row never looks like a header
        Cells cells;
        for (Index row = 0; row < rows; ++row) {
            cells.emplace_back();
            for (Index column = 0; column < columns; ++column)
                cells.back().push_back(spelled(matrix(row, column), writer));
        }
        return with_noise(writer, matrix, cells);
    }

private:
    Index below(Index count) {
        return static_cast<Index>(random_() % static_cast<unsigned>(count));
    }

    std::string spelled(Real number, const Writer& writer) {
        std::string text = shortest(number);
        if (writer.has_decimal_comma && text.find('.') != std::string::npos)
            text[text.find('.')] = ',';
        return text;
    }

    std::string written(const Writer& writer, const Cells& cells) {
        std::string text = writer.open;
        if (writer.name == "Markdown") {
            std::string rule;
            for (std::size_t at = 0; at < cells[0].size(); ++at) {
                text += "| c" + std::to_string(at) + " ";
                rule += "|--:";
            }
            text += "|\n" + rule + "|\n";
        }
        for (std::size_t row = 0; row < cells.size(); ++row) {
            text += (row == 0 ? "" : writer.row_between) + writer.row_open;
            for (std::size_t at = 0; at < cells[row].size(); ++at)
                text += (at == 0 ? "" : writer.between) + cells[row][at];
            text += writer.row_close;
        }
        return text + writer.close;
    }

    Meant with_noise(const Writer& writer, const Matrix& matrix, Cells cells) {
        const std::string plain = written(writer, cells);
        const bool is_latex = writer.name == "Latex";
        switch (below(16)) {
        case 0:
            return {plain, matrix, false};
        case 1:
            return {writer.label + plain + (writer.is_expression ? "" : "\n\n"), matrix, false};
        case 2: // a factor before it
            if (writer.is_expression)
                return {writer.half_before + plain, Matrix(matrix * 0.5), false};
            return {"0.5 * \n" + plain, Matrix(matrix * 0.5)};
        case 3: // a factor behind it
            if (writer.is_expression)
                return {writer.label + plain + writer.half_after, Matrix(matrix * 0.5), false};
            return {plain + "* 0.5", Matrix(matrix * 0.5)};
        case 4: // a division
            return {plain + (writer.is_expression ? " / 4" : "/ 4"), Matrix(matrix / 4)};
        case 5: // a transposition
            if (!writer.is_expression)
                return {plain + ".T", std::nullopt};
            if (writer.transposition.empty())
                return {plain + ".T", Matrix(matrix.transpose())};
            return {plain + writer.transposition, Matrix(matrix.transpose()), false};
        case 6: { // a comment
            const std::string sign = is_latex ? " % " : " # ";
            return {writer.is_expression ? plain + sign + "of head 3, 0.5 * the paper's"
                                         : "# of head 3\n" + plain,
                    matrix};
        }
        case 7:                            // a unit, or a word
            if (writer.name == "Markdown") // prose below the table
                return {plain + "in mm", matrix, false};
            return {plain + (below(2) == 0 ? " mm" : " is W_Q"), std::nullopt};
        case 8: { // cut off, which a missing end mark shows
            if (!writer.has_end)
                return {plain, matrix, false};
            const auto end =
                plain.rfind(writer.close[0] == '\n' ? "\\end" : writer.close.substr(0, 1));
            return {
                plain.substr(0, 1 + static_cast<std::size_t>(below(static_cast<Index>(end) - 1))),
                std::nullopt};
        }
        case 9: { // an unknown operation
            const std::string behind[] = {" + 1", " @ W", ".round(1)", " ** 2", " - W", "[0]"};
            return {plain + behind[below(writer.name == "Markdown" ? 3 : 6)], std::nullopt};
        }
        case 10: { // an unknown factor
            const std::string before[] = {"alpha * ", "np.exp(", "A @ ", "1 + 2 * ", "2 / "};
            const std::string latex[] = {"\\lambda ", "A^{-1}", "\\det ", "x + ", "2^{n} "};
            return {(is_latex ? latex : before)[below(writer.is_expression ? 5 : 3)] + plain,
                    std::nullopt};
        }
        case 11: { // a word instead of a number
            const std::string words[] = {"x", "N/A", "1.2.3", "one", "2x", "1/0", "foo(2)"};
            cells[static_cast<std::size_t>(below(matrix.rows()))][1] = words[below(7)];
            return {written(writer, cells), std::nullopt};
        }
        case 12: // a missing number
            cells[static_cast<std::size_t>(below(matrix.rows()))].pop_back();
            if (matrix.rows() == 1) // it is a shorter matrix
                return {plain, matrix, false};
            return {written(writer, cells), std::nullopt};
        case 13: // three dots
            cells[0].insert(cells[0].begin() + 1, "...");
            return {written(writer, cells), std::nullopt};
        case 14: { // arithmetic in a cell
            Matrix changed = matrix;
            changed(0, 1) = 3.0 / 4;
            cells[0][1] = is_latex ? "\\frac{3}{4}" : "3/4";
            return {written(writer, cells), changed, false};
        }
        default: { // text before and below
            const std::string above = "Weights of the first head:\n", below_it = "\n\nThe end.";
            return {writer.is_expression ? above + plain + below_it : plain, matrix, false};
        }
        }
    }

    std::mt19937 random_;
};

} // namespace

TEST(TextLaw, AMatrixIsReadCompletelyOrRefused) {
    constexpr unsigned per_writer = 500;
    std::size_t read_right = 0, refused = 0, texts = 0;
    for (const Writer& writer : writers())
        for (unsigned seed = 0; seed < per_writer; ++seed) {
            const Meant meant = Law(seed * 31 + 7).next(writer);
            ++texts;
            const auto read = read_pasted(meant.text);
            if (!read) {
                ++refused;
                EXPECT_TRUE(!meant.value || meant.may_be_refused)
                    << writer.name << ", seed " << seed << "\n"
                    << meant.text << "\n"
                    << read.error().text();
                EXPECT_FALSE(read.error().message.empty());
                continue;
            }
            ASSERT_TRUE(meant.value) << writer.name << ", seed " << seed << "\n"
                                     << meant.text << "\nwas read as\n"
                                     << read->grids[0].matrix;
            bool is_right = false; // one of the offered readings is right
            for (const PastedGrid& grid : read->grids)
                is_right = is_right || (grid.matrix.rows() == meant.value->rows() &&
                                        grid.matrix.cols() == meant.value->cols() &&
                                        (grid.matrix - *meant.value).cwiseAbs().maxCoeff() < 1e-12);
            ASSERT_TRUE(is_right && (read->grids.size() == 1 || read->is_ambiguous))
                << writer.name << ", seed " << seed << "\n"
                << meant.text << "\nwas read as\n"
                << read->grids[0].matrix;
            ++read_right;
        }
    EXPECT_EQ(texts, 5000U);
    EXPECT_GT(read_right, 2000U);
    EXPECT_GT(refused, 1000U);
}
