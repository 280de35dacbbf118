// SPDX-License-Identifier: MIT
// Kinds of text that programs print and people write, each with its meaning: the numbers, or an
// error that names what was not read. Recorded from NumPy 1.24, PyTorch 2.6 and 0.4, JAX,
// TensorFlow, pandas 1.5, Polars, R 4.2, Julia 1.9, MATLAB, Octave 7, Mathematica, SymPy,
// spreadsheets and LaTeX. The expected numbers are the printed ones.
#include "core/io/arrays/arrays.h"
#include "core/io/text/paste.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

using namespace attn;
using namespace attn::io;

namespace {

using Rows = std::vector<std::vector<Real>>;

struct Text {
    std::string text;
    Rows rows;         // of the first matrix; empty: must be refused
    std::string fault; // a part of the error
};
struct Kind {
    std::string name;
    std::vector<Text> texts;
};

const Real root2 = std::sqrt(2.0), pi = std::numbers::pi;
const Rows two = {{1, 2}, {3, 4}}, turned = {{1, 3}, {2, 4}}, half = {{0.5, 1}, {1.5, 2}};

std::vector<Kind> kinds() {
    return {
        {"NumbersInBrackets",
         {
             {"[[np.sqrt(2), 1], [0, 1]]", {{root2, 1}, {0, 1}}, ""},
             {"[[1/2, 1 / 3], [-2/4, 3]]", {{0.5, 1.0 / 3}, {-0.5, 3}}, ""},
             {"[[2**-1, 1e-3*2], [(1+2)/4, -math.pi]]", {{0.5, 2e-3}, {0.75, -pi}}, ""},
             {"[[np.float64(0.5), np.float64(-1.5)], [np.float32(2.0), np.int64(3)]]",
              {{0.5, -1.5}, {2, 3}},
              ""},
             {"[[Fraction(1, 2), Fraction(1, 3)], [Decimal('0.1'), float('2')]]",
              {{0.5, 1.0 / 3}, {0.1, 2}},
              ""},
             {"[[torch.sqrt(torch.tensor(2.)), numpy.exp(0)], [np.cos(0), np.arctan(1)]]",
              {{root2, 1}, {1, pi / 4}},
              ""},
             {"[[1_000, −2], [3, 4]]", {{1000, -2}, {3, 4}}, ""},
             {"[[sqrt(2)/2 1]; [0 1]]", {{root2 / 2, 1}, {0, 1}}, ""},
             {"[sqrt(2)/2 1; 0 1/4]", {{root2 / 2, 1}, {0, 0.25}}, ""},
             {"[1 -2; 3 - 1 4]", {{1, -2}, {2, 4}}, ""},
             {"[50% 25%; 10% 15%]", {{0.5, 0.25}, {0.1, 0.15}}, ""},
             {"[(1, 2), (3, 4)]", two, ""},
             {"((1, 2), (3, 4))", {}, ""},
             {"[array([1, 2]), array([3, 4])]", two, ""},
             {"[tensor([1., 2.]), tensor([3., 4.])]", two, ""},
             {"[['1', '2'], ['3', '4']]", two, ""},
             {"[[softmax(2), 1], [0, 1]]", {}, "line 1, column 3: found \"softmax(2)\""},
             {"[[a, 2], [3, 4]]", {}, "line 1, column 3: found \"a\", expected a number"},
             {"[[1, 2], [3, 4, 5]]", {}, "line 1, column 10: found 3 numbers in row 1, expected 2"},
             {"[[1, 2],\n [3, 4.5.6]]", {}, "line 2, column 6: found \"4.5.6\""},
             {"[[1, 2], [3, 4]", {}, "a bracket is never closed"},
             {"[[1, , 2], [3, 4, 5]]", {}, "line 1, column 6: found \",\""},
             {"[[1 2, 3], [4, 5 6]]", {}, "found \"1 2\""},
             {"[[1+2j, 1], [0, 1]]", {}, "found \"1+2j\""},
             {"[[1, 2]*2, [3, 4]]", {}, "found \"*2\" behind a row"},
             {"[[1, 2], -[3, 4]]", {}, "line 1, column 10"},
             {"[[int(0.7), 1], [0, 1]]", {}, "found \"int(0.7)\""},
             {"[[1/0, 1], [0, 1]]", {}, "found \"1/0\""},
         }},
        {"BesideAMatrix",
         {
             {"[[1, 2], [3, 4]] * 0.5", half, ""},
             {"0.5*[[1, 2], [3, 4]]", half, ""},
             {"W = 1/2 * np.array([[1, 2], [3, 4]])", half, ""},
             {"np.array([[1, 2], [3, 4]]) / 2", half, ""},
             {"W = (0.5 * np.array([[1, 2],\n               [3, 4]]))", half, ""},
             {"np.array([[1, 2], [3, 4]], dtype=np.float32) / np.sqrt(4)", half, ""},
             {"(np.array([[1, 3], [2, 4]]) * 0.5).T", half, ""},
             {"np.transpose(np.array([[1, 3], [2, 4]]))", two, ""},
             {"np.array([[1, 3],\n          [2, 4]]).transpose()", two, ""},
             {"torch.tensor([[1., 3.], [2., 4.]]).t()", two, ""},
             {"torch.tensor([[1., 3.], [2., 4.]]).mT", two, ""},
             {"torch.tensor([[1., 3.], [2., 4.]], device='cuda:0').transpose(0, 1)", two, ""},
             {"np.array([1, 2, 3, 4]).reshape(2, 2)", two, ""},
             {"Matrix(2, 2, [1, 2, 3, 4])", two, ""},
             {"[1 3; 2 4]'", two, ""},
             {"A = 0.5*[1 3; 2 4].';", half, ""},
             {"-[[1, 2], [3, 4]]", {{-1, -2}, {-3, -4}}, ""},
             {"W = -0.5 * [[1, 2], [3, 4]]", {{-0.5, -1}, {-1.5, -2}}, ""},
             {"2[[1, 2], [3, 4]]", {{2, 4}, {6, 8}}, ""},
             {"[[1, 2], [3, 4]] × 0.5", half, ""},
             {"[[1, 2], [3, 4]]ᵀ", turned, ""},
             {"[[1, 2], [3, 4]] * 2 / 4", half, ""},
             {"[[1, 2], [3, 4]] / 2**0.5 / 2**0.5", half, ""},
             {"(\n  np.array([[1, 2], [3, 4]])\n  / 2\n)", half, ""},
             {"x = [[1, 2], [3, 4]]  # * 0.5 of the paper", two, ""},
             {"np.array([[1, 2], [3, 4]]).astype(np.float64)", two, ""},
             {"[[1 2]\n [3 4]] (2, 2)", two, ""},
             {"print(np.array([[1, 2], [3, 4]]))", two, ""},
             {"[[1, 2], [3, 4]] + 1", {}, "text after the matrix was not read: \"+ 1\""},
             {"[[1, 2], [3, 4]] @ W", {}, "text after the matrix was not read: \"@ W\""},
             {"A @ [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"A * [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"1 + 2 * [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"2 / [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"[[1, 2], [3, 4]] ** 2", {}, "text after the matrix was not read: \"** 2\""},
             {"[[1, 2], [3, 4]]^-1", {}, "text after the matrix was not read: \"^-1\""},
             {"[[1, 2], [3, 4]][0]", {}, "text after the matrix was not read: \"[0]\""},
             {"[[1, 2], [3, 4]] / d", {}, "text after the matrix was not read: \"/ d\""},
             {"[[1, 2], [3, 4]] / 0", {}, "text after the matrix was not read: \"/ 0\""},
             {"np.exp(np.array([[1, 2], [3, 4]]))",
              {},
              "text before the matrix was not read: \"np.exp("},
             {"np.linalg.inv([[1, 2], [3, 4]])", {}, "text before the matrix was not read"},
             {"torch.tensor([[1, 2], [3, 4]]).softmax(-1)", {}, "\".softmax(-1)\""},
             {"np.array([[1, 2], [3, 4]]).round(1)", {}, "\".round(1)\""},
             {"np.array([[0.5, 2], [3, 4]], dtype=int)", {}, "int cuts them"},
             {"np.array([[1, 2], [3, 4]], ndim=3)", {}, "text after the matrix was not read"},
             {"np.dot(A, [[1, 2], [3, 4]])", {}, "text before the matrix was not read"},
             {"W = [[1, 2], [3, 4]]\nW = W.T",
              {},
              "text after the matrix was not read: \"W = W.T\""},
             {"W = [[1, 2], [3, 4]]\nW *= 2\n",
              {},
              "text after the matrix was not read: \"W *= 2\""},
             {"W = [[1, 2], [3, 4]]\nV = W.T\n", two, ""},
             {"W += [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"3 [[1, 2], [3, 4]]", {}, "text before the matrix was not read: \"3\""},
             {"- [[1, 2], [3, 4]]", {}, "text before the matrix was not read: \"-\""},
             {"np.ones((2, 3, 4)); np.array([[[1, 2], [3, 4]], [[1, 2], [3, 4]]]).T",
              {},
              "turns all axes"},
         }},
        {"NamesOfAMatrix",
         {
             {"λ [[1, 2], [3, 4]]",
              {},
              "line 1, column 1: text before the matrix was not read: \"λ\"; write = behind it if "
              "it is the name of the matrix, its number if it is a factor"},
             {"X = [[1, 2], [3, 4]]\nλ [[1, 2], [3, 4]]", {}, "\"λ\""},
             {"A [[1, 2], [3, 4]]", {}, "text before the matrix was not read: \"A\""},
             {"2 [[1, 2]]", {}, "text before the matrix was not read: \"2\""},
             {"λ · [[1, 2], [3, 4]]", {}, "text before the matrix was not read"},
             {"k [1 2; 3 4]", {}, "text before the matrix was not read: \"k\""},
             {"W = k [1 2; 3 4]", {}, "text before the matrix was not read: \"k\""},
             {"W_Q: alpha [[1, 2], [3, 4]]", {}, "not read: \"alpha\""},
             {"alpha np.array([[1, 2], [3, 4]])", {}, "not read: \"alpha np.array(\""},
             {"κ {{1, 2}, {3, 4}}", {}, "not read: \"κ\""},
             {"twice the matrix [[1, 2], [3, 4]]", {}, "not read: \"twice the matrix\""},
             {"2 times [[1, 2], [3, 4]]", {}, "not read: \"2 times\""},
             {"λ [1, 2]", {}, "not read: \"λ\""},
             {"2 [1, 2]", {}, "not read: \"2\""},
             {"0.5 [1, 2]\n0.5 [3, 4]", {}, "not read: \"0.5\""},
             {"2 [1, 2]\n2 [3, 4]", {}, "not read: \"2\""},
             {"[[1, 2], [3, 4]] λ", {}, "text after the matrix was not read: \"λ\""},
             {"[[1, 2], [3, 4]] B", {}, "text after the matrix was not read: \"B\""},
             {"[1 2; 3 4] k", {}, "text after the matrix was not read: \"k\""},
             {"{{1, 2}, {3, 4}} . {{1, 2}, {3, 4}}", {}, "text after the matrix was not read"},
             {"{{1, 2}, {3, 4}}.v", {}, "text after the matrix was not read"},
             {"[[1, 2], [3, 4]] · λ", {}, "text after the matrix was not read: \"· λ\""},
             {"\\lambda \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", {}, "\"\\lambda\""},
             {"λ \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", {}, "not read: \"λ\""},
             {"alpha \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", {}, "not read: \"alpha\""},
             {"twice the matrix \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", {}, "not read"},
             {"\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\lambda", {}, "\"\\lambda\""},
             {"\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} λ", {}, "not read: \"λ\""},
             {"λ = [[1, 2], [3, 4]]", two, ""},
             {"λ: [[1, 2], [3, 4]]", two, ""},
             {"λ\n[[1, 2], [3, 4]]", two, ""},
             {"\"λ\": [[1, 2], [3, 4]]", two, ""},
             {"The matrix is [[1, 2], [3, 4]].", two, ""},
             {"X is [[1, 2], [3, 4]]", two, ""},
             {"Consider the matrix [1 2; 3 4]", two, ""},
             {"return [[1, 2], [3, 4]]", two, ""},
             {"λ [1, 2]\nμ [3, 4]", two, ""},
             {"cat [1, 2]\nmouse [3, 4]", two, ""},
             {"0 [1, 2]\n1 [3, 4]", two, ""},
         }},
        {"Programs",
         {
             {"np.mat('1 2; 3 4')", two, ""},
             {"W = np.matrix(\"1, 2; 3, 4\")", two, ""},
             {"np.mat('[1 2; 3 4]')", two, ""},
             {"X = 0.5 * numpy.asmatrix('1 2; 3 4')", half, ""},
             {"np.mat('1 2; 3 4').T", turned, ""},
             {"np.matrix('1 2 3').T", {{1}, {2}, {3}}, ""},
             {"np.matrix([1, 2, 3]).T", {{1}, {2}, {3}}, ""},
             {"np.mat('1 2; 3 4', dtype=float) / 2", half, ""},
             {"np.mat('''1 2; 3 4''')", two, ""},
             {"np.mat('1 2; 3')", {}, "found 1 number in row 1, expected 2"},
             {"np.mat('1 2; 3 x')", {}, "line 1, column 16: found \"x\""},
             {"np.mat('1 2; 3 4').I", {}, "text after the matrix was not read: \".I\""},
             {"np.mat('1 2; 3 4') * np.mat('1 2; 3 4')", {}, "text after the matrix was not read"},
             {"Transpose[{{1, 2}, {3, 4}}]", turned, ""},
             {"W = Transpose[{{1, 2}, {3, 4}}];", turned, ""},
             {"Transpose[Transpose[{{1, 2}, {3, 4}}]]", two, ""},
             {"0.5*Transpose[{{1, 3}, {2, 4}}]", half, ""},
             {"Transpose[{{1, 3}, {2, 4}}]/2", half, ""},
             {"Transpose@{{1, 2}, {3, 4}}", turned, ""},
             {"{{1, 2}, {3, 4}} // Transpose", turned, ""},
             {"{{1, 2}, {3, 4}}\\[Transpose]", turned, ""},
             {"{{1, 2}, {3, 4}}//N", two, ""},
             {"N[{{1/2, 1}, {3/2, 2}}]", half, ""},
             {"N[{{1/2, 1}, {3/2, 2}}, 20]", half, ""},
             {"{{1, 2}, {3, 4}} // MatrixForm", two, ""},
             {"MatrixForm[{{1, 2}, {3, 4}}]", two, ""},
             {"Transpose[N[{{1, 2}, {3, 4}}]] // MatrixForm", turned, ""},
             {"Inverse[{{1, 2}, {3, 4}}]", {}, "before the matrix was not read: \"Inverse["},
             {"Exp[Transpose[{{1, 2}, {3, 4}}]]", {}, "before the matrix was not read: \"Exp["},
             {"{{1, 2}, {3, 4}} // Inverse", {}, "after the matrix was not read: \"// Inverse\""},
             {"Dot[{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}]", {}, "not read"},
             {"Transpose[{{1, 2}, {3, 4}}, {2, 1}]", {}, "after the matrix was not read"},
             {"Transpose[{{1, 2}, {3, 4}}", {}, "Transpose"},
         }},
        {"R",
         {
             {"matrix(c(1, 3, 2, 4), nrow=2, ncol=2)", two, ""},
             {"matrix(c(1,2,3,4), nrow=2, ncol=2, byrow=TRUE)", two, ""},
             {"W <- matrix(c(1, 3, 2, 4), 2)", two, ""},
             {"W_Q = matrix(c(1, 2,\n               3, 4), 2, 2, TRUE)", two, ""},
             {"x <- matrix(1:4, ncol = 2, byrow = T)", two, ""},
             {"matrix(data = c(1L, 3L, 2L, 4L), nrow = 2L)", two, ""},
             {"matrix(c(1, 2, 3, 4), nrow = 2, dimnames = list(c('a', 'b'), NULL))", turned, ""},
             {"matrix(c(1, 2, 3))", {{1}, {2}, {3}}, ""},
             {"matrix(0, 2, 2)", {{0, 0}, {0, 0}}, ""},
             {"t(matrix(c(1, 2, 3, 4), 2))", two, ""},
             {"0.5 * matrix(c(1, 3, 2, 4), 2)", half, ""},
             {"W <- matrix(c(1, 3, 2, 4), 2) / sqrt(4)", half, ""},
             {"W <- 1/2 * matrix(c(1, 3, 2, 4), 2) # scaled", half, ""},
             {"rbind(c(1, 2), c(3, 4))", two, ""},
             {"cbind(c(1, 3), c(2, 4))", two, ""},
             {"cbind(a = c(1, 3), b = c(2, 4))", two, ""},
             {"c(1, 2.5, -3)", {{1, 2.5, -3}}, ""},
             {"x <- c(1, sqrt(4), 1e-3)", {{1, 2, 1e-3}}, ""},
             {"structure(c(1, 3, 2, 4), dim = c(2L, 2L))", two, ""},
             {"structure(c(1, 3, 2, 4), .Dim = c(2L, 2L), .Dimnames = list(NULL, c(\"a\", \"b\")))",
              two, ""},
             {"array(c(1, 3, 2, 4), dim = c(2, 2))", two, ""},
             {"data.frame(a = c(1, 3), b = c(2, 4))", two, ""},
             {"structure(list(a = c(1, 3), b = c(2, 4)), class = \"data.frame\", row.names = c(NA, "
              "-2L))",
              two, ""},
             {"matrix(c(1, 2, 3), 2, 2)", {}, "R would repeat the 3 numbers to fill 2 × 2"},
             {"matrix(c(1, 2, 3, 4, 5), 2, 2)", {}, "R would leave out 1 of the 5 numbers"},
             {"matrix(c(1, 2, 3), nrow = 2)", {}, "R would repeat the 3 numbers"},
             {"rbind(c(1, 2), c(3, 4, 5))", {}, "found 3 numbers"},
             {"matrix(rnorm(4), 2)", {}, "line 1, column 8: found \"rnorm(4)\""},
             {"matrix(c(1, NA, 2, 3), 2)", {}, "line 1, column 13: found \"NA\""},
             {"matrix(c(1, x, 2, 3), 2)", {}, "line 1, column 13: found \"x\""},
             {"solve(matrix(c(1, 3, 2, 4), 2))", {}, "before the matrix was not read: \"solve("},
             {"matrix(c(1, 3, 2, 4), 2) %*% W", {}, "after the matrix was not read: \"%*% W\""},
             {"k * matrix(c(1, 3, 2, 4), 2)", {}, "before the matrix was not read"},
             {"matrix(c(1, 3, 2, 4), 2, foo = 1)", {}, "found \"foo\""},
             {"matrix(c(1, 3, 2, 4), 2", {}, "is never closed"},
             {"cbind(1:2, 3:4)", turned, ""},
             {"rbind(a = 1:2, b = 3:4)", two, ""},
             {"data.frame(a = 1:2, b = 3:4)", turned, ""},
             {"array(1:4, dim = c(2, 2))", turned, ""},
             {"cbind(1, 2)", {{1, 2}}, ""},
             {"c(1:3)", {{1, 2, 3}}, ""},
             {"rbind(c(), c())", {}, "line 1, column 7: found no numbers"},
             {"cbind(c(1, 2), c())", {}, "line 1, column 16: found no numbers"},
         }},
        {"RangesOfR",
         {
             {"c(9007199254740990:9007199254740992, 1)",
              {{9007199254740990, 9007199254740991, 9007199254740992, 1}},
              ""},
             {"c(1, -9007199254740992:-9007199254740991)",
              {{1, -9007199254740992, -9007199254740991}},
              ""},
             {"c(1, 3:-1L)", {{1, 3, 2, 1, 0, -1}}, ""},
             {"c(1, -1 : +1)", {{1, -1, 0, 1}}, ""},
             {"c(1, 1e3:1001)", {{1, 1000, 1001}}, ""},
             {"c(1, 9007199254740992:9007199254740994)", {}, "line 1, column 6: found"},
             {"c(1, -9007199254740994:-9007199254740992)", {}, "line 1, column 6: found"},
             {"c(1, 1e300:1e300)", {}, "line 1, column 6: found"},
             {"c(1, 1e999:1e999)", {}, "line 1, column 6: found"},
             {"c(1, Inf:Inf)", {}, "line 1, column 6: found \"Inf:Inf\""},
             {"c(1, NaN:2)", {}, "line 1, column 6: found \"NaN:2\""},
             {"c(1, 1:2000000)", {}, "there are more than 1048576 numbers"},
             {"c(1:600000, 1:600000)", {}, "there are more than 1048576 numbers"},
             {"c(1:4-1, 9)", {}, "line 1, column 3: found \"1:4-1\""},
             {"c(9, 1-1:4)", {}, "line 1, column 6: found \"1-1:4\""},
             {"matrix(1:3*2, nrow=2)", {}, "line 1, column 8: found \"1:3*2\""},
             {"c(9, 2*1:4)", {}, "line 1, column 6: found \"2*1:4\""},
             {"c(9, 1:4/2)", {}, "line 1, column 6: found \"1:4/2\""},
             {"c(9, 1:2:3)", {}, "line 1, column 6: found \"1:2:3\""},
             {"c(9, 1:sqrt(4))", {}, "line 1, column 6: found \"1:sqrt(4)\""},
             {"c(9, 1:)", {}, "line 1, column 6: found \"1:\""},
             {"c(9, 1.5:3)", {}, "line 1, column 6: found \"1.5:3\""},
         }},
        {"CommentsOfR",
         {
             {"matrix(c(1, 3, # the first column\n 2, 4), # don't, (this), [1, 2]\n 2)", two, ""},
             {"c(1, 2) # was c(3, 4)", {{1, 2}}, ""},
             {"# was matrix(c(9, 9), 1)\nx <- c(1, 2)", {{1, 2}}, ""},
             {"# was [[9, 9], [9, 9]]\nx <- c(1, 2)", {{1, 2}}, ""},
             {"rbind('a # b' = c(1, 2), \"it's # 2\" = c(3, 4))", two, ""},
             {"cbind(`a # b` = c(1, 3), c(2, 4))", two, ""},
             {"data.frame(`a # b` = c(1, 3), b = c(2, 4)) # c(9)", two, ""},
             {"c(1, # two\n x)", {}, "line 2, column 2: found \"x\""},
             {"W = [[1, 2], [3, 4]]  # see c(0, 1) of R", two, ""},
             {"1 2\n3 4\n# c(5, 6) in R\n", two, ""},
             {"A = [1 2; 3 4]; % see matrix(1, 2)", two, ""},
             {"% was c(1, 2)\nA = [1 2; 3 4]", two, ""},
             {"c(1, 2) % c(3, 4)", {}, "after the matrix was not read: \"% c(3, 4)\""},
         }},
        {"PartsOfR",
         {
             {"m[c(1, 2), ]", {}, "line 1, column 1: found \"m[c(1, 2), ]\", whose numbers say"},
             {"m[, c(1, 2)]", {}, "found \"m[, c(1, 2)]\""},
             {"x[c(1, 2)]", {}, "found \"x[c(1, 2)]\""},
             {"m[-c(1, 2), ]", {}, "found \"m[-c(1, 2), ]\""},
             {"y <- m[[c(1, 2)]]", {}, "line 1, column 6: found \"m[[c(1, 2)]]\""},
             {"m$a[c(1, 2)]", {}, "found \"a[c(1, 2)]\""},
             {"f(x)[c(1, 2)]", {}, "found \"f(x)[c(1, 2)]\""},
             {"W <- matrix(1:4, 2)\nW[c(1, 2), ]", {}, "line 2, column 1: found"},
             {"m[c(1, 2),\n  1]", {}, "line 1, column 1: found"},
             {"c(1, 2) # of m[c(1, 2), ]", {{1, 2}}, ""},
             {"W[1, 2] <- 5", {}, "line 1, column 1: found a change of \"W[1, 2]\"; copy the"},
             {"W <- matrix(c(1, 3, 2, 4), 2)\nW[1, 2] <- 5",
              {},
              "line 2, column 1: found a change"},
             {"W <- matrix(c(1, 3, 2, 4), 2); W[1, ] <<- 0",
              {},
              "line 1, column 32: found a change"},
             {"> x <- c(1, 2)\n> x[\"a\"] = 7",
              {},
              "line 2, column 3: found a change of \"x[\"a\"]\""},
             {"W[1, ] <- c(1, 2)", {}, "found a change of \"W[1, ]\""},
             {"W[1, 2] <- 5\n[[1, 2], [3, 4]]", {}, "line 1, column 1: found a change"},
             {"x <- c(1, 2) # x[1] <- 5", {{1, 2}}, ""},
             {"names(x) <- c(1, 2)", {}, "line 1, column 1: found a change of \"names(x)\""},
             {"W <- matrix(1:4, 2)\ndim(W) <- c(1, 4)", {}, "line 2, column 1: found a change"},
             {"W <- matrix(1:4, 2); dim(W) <- c(1, 4)",
              {},
              "line 1, column 22: found a change of \"dim(W)\""},
             {"W <- matrix(1:4, 2)\nW <- W * 2", {}, "was not read: \"W <- W * 2\""},
             {"W <- matrix(c(1, 3, 2, 4), 2)\nV <- W * 2", two, ""},
             {"x <<- c(1, 2)", {{1, 2}}, ""},
             {"W = [[1, 2], [3, 4]]\nW[0] *= 2", {}, "was not read: \"W[0] *= 2\""},
             {"W = [[1, 2], [3, 4]]\nW[0, 1] = 2", two, ""},
             {"c(50%, 1)",
              {},
              "line 1, column 3: found \"50%\", expected numbers such as 1.5, 1:4 "
              "or c(1, 2); R has no sign for per cent: 50% is 0.5"},
             {"matrix(c(1, 2, 50%, 3), 2)", {}, "line 1, column 16: found \"50%\""},
             {"c(1_000, 2)", {}, "line 1, column 3: found \"1_000\""},
         }},
        {"Comparisons",
         {
             {"x > [[1, 2], [3, 4]]",
              {},
              "line 1, column 1: text before the matrix was not read: "
              "\"x >\""},
             {"y = x > [[1, 2], [3, 4]]", {}, "was not read: \"x >\""},
             {"x>[[1, 2], [3, 4]]", {}, "was not read: \"x>\""},
             {">>> x > [[1, 2], [3, 4]]", {}, "before the matrix was not read"},
             {"x > c(1, 2)", {}, "was not read: \"x >\""},
             {"x | c(1, 2)", {}, "was not read: \"x |\""},
             {"[5, 6] > [[1, 2], [3, 4]]", {}, "after the matrix was not read"},
             {"> [[1, 2], [3, 4]]", two, ""},
             {">>> [[1, 2], [3, 4]]", two, ""},
             {"julia> [1 2; 3 4]", two, ""},
             {"W -> [[1, 2], [3, 4]]", two, ""},
             {"W => [[1, 2], [3, 4]]", two, ""},
             {"<b>W</b> [[1, 2], [3, 4]]", two, ""},
             {"> rbind(c(1, 2), c(3, 4))", two, ""},
         }},
        {"OperatorsBehind",
         {
             {"c(7, 8) %/% 2", {}, "after the matrix was not read: \"%/% 2\""},
             {"c(7, 8) %% 2", {}, "after the matrix was not read: \"%% 2\""},
             {"matrix(1:4,2) %>% t()", {}, "after the matrix was not read: \"%>% t()\""},
             {"matrix(1:4, 2) %*% W", {}, "after the matrix was not read"},
             {"t(matrix(1:4, 2)) %o% W", {}, "after the matrix was not read"},
             {"matrix(1:4,2) |> t()", {}, "after the matrix was not read: \"|> t()\""},
             {"(matrix(1:4,2)\n |> t())", {}, "line 2, column 2: text after the matrix"},
             {"data.frame(a = c(1, 2))$a", {}, "after the matrix was not read: \"$a\""},
             {"c(1, 2) > 1", {}, "after the matrix was not read: \"> 1\""},
             {"c(1, 2) < 1", {}, "after the matrix was not read"},
             {"c(1, 2) >= x", {}, "after the matrix was not read"},
             {"c(1, 2) | x", {}, "after the matrix was not read: \"| x\""},
             {"c(1, 2)\n  %>% rev()", {}, "line 2, column 3: text after the matrix"},
             {"c(1, 2)\n  |> rev()", {}, "line 2, column 3: text after the matrix"},
             {"c(1, 2)\n> x\n", {{1, 2}}, ""},
             {"c(1, 2):3", {}, "after the matrix was not read: \":3\""},
             {"c(1, 2): the query", {{1, 2}}, ""},
             {"{{1, 2}, {3, 4}} % 2", {}, "after the matrix was not read: \"% 2\""},
             {"c(1, 2) & x", {}, "after the matrix was not read: \"& x\""},
             {"[[1, 2], [3, 4]] % 2", {}, "after the matrix was not read: \"% 2\""},
             {"np.array([[1, 2], [3, 4]]) %2 + 1", {}, "after the matrix was not read"},
             {"[[1, 2], [3, 4]] % 1e3", {}, "after the matrix was not read: \"% 1e3\""},
             {"[[1, 2], [3, 4]] % -2.5", {}, "after the matrix was not read"},
             {"[[1, 2], [3, 4]] > 1", {}, "after the matrix was not read: \"> 1\""},
             {"[[1, 2], [3, 4]] >= x", {}, "after the matrix was not read"},
             {"[[1, 2], [3, 4]] > x", {}, "after the matrix was not read"},
             {"[[1, 2], [3, 4]] < 1", {}, "after the matrix was not read: \"< 1\""},
             {"[1 2; 3 4] % weights", two, ""},
             {"[1 2; 3 4]; % 2", two, ""},
             {"[1 2; 3 4] % 2 by 2", two, ""},
             {"[1 2; 3 4] %", two, ""},
             {"<tf.Tensor: shape=(2, 2), dtype=int32, numpy=array([[1, 2], [3, 4]])> is W", two,
              ""},
         }},
        {"RBesideBrackets",
         {
             {"a = math.matrix([[1, 2], [3, 4]])\nb = vec(1, 2)\nc(2, 3)",
              {},
              "line 3, column 1: found c() of R, and brackets of numbers at line 1, column 17"},
             {"\\[ d = c(1, 2) \\]\n[[1,2],[3,4]]",
              {},
              "line 1, column 8: found c() of R, and brackets of numbers at line 2, column 1"},
             {"matrix(c(1, 2), 1)\n[1 2; 3 x]", {}, "found matrix() of R, and brackets"},
             {"c(1, 2\n[[1, 2], [3, 4]]", {}, "found c() of R, and brackets"},
             {"from numpy import array, matrix\nW = array([[1, 2], [3, 4]])\nM = matrix(W, "
              "copy=False)",
              two, ""},
             {"s = \"c(1, 2)\"\nW = [[1, 2], [3, 4]]", two, ""},
             {"W = [[1, 2], [3, 4]]\nprint('c(1, 2)')", two, ""},
             {"> c(1, 2)\n[1]", {{1, 2}}, ""},
         }},
        {"PrintedByPrograms",
         {
             {"array([[1., 2.],\n       [3., 4.]], dtype=float32)", two, ""},
             {"tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<MmBackward0>)", two,
              ""},
             {"Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)",
              two, ""},
             {"Array([[1., 2.],\n       [3., 4.]], dtype=float32)", two, ""},
             {"Array([[1., 2.],\n       [3., 4.]], dtype=float32, weak_type=True)", two, ""},
             {"<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1., 2.],\n       [3., "
              "4.]], "
              "dtype=float32)>",
              two, ""},
             {"<tf.Variable 'w:0' shape=(2, 2) dtype=float32, numpy=\narray([[1., 2.],\n       "
              "[3., "
              "4.]], dtype=float32)>",
              two, ""},
             {"tf.constant([[1., 2.], [3., 4.]])", two, ""},
             {"tensor(1.00000e-02 *\n       [[ 50.0,  100.0],\n        [ 150.0, 200.0]])", half,
              ""},
             {"\n 1.0e+03 *\n  0.0010  0.0020\n  0.0030  0.0040\n[torch.FloatTensor of size 2x2]\n",
              two, ""},
             {"\n 1  2\n 3  4\n[torch.DoubleTensor of size 2x2]\n", two, ""},
             {"Matrix([[1/2, sqrt(2)], [0, 1]])", {{0.5, root2}, {0, 1}}, ""},
             {"Matrix([\n[  1/2, sqrt(2)],\n[   0,    pi]])", {{0.5, root2}, {0, pi}}, ""},
             {"{{1, 2}, {3, 4}}", two, ""},
             {"{{1/2, Sqrt[2]}, {1.5*^-5, Pi}}", {{0.5, root2}, {1.5e-5, pi}}, ""},
             {"W = {{1., 2.}, {3., 4.}};", two, ""},
             {"2×2 Matrix{Float64}:\n 1.0  2.0\n 3.0  4.0", two, ""},
             {"julia> A\n2×2 Array{Float64,2}:\n 1.0  2.0\n 3.0  4.0\n", two, ""},
             {"2×2 Matrix{Rational{Int64}}:\n 1//2  1//1\n 3//2  2//1", half, ""},
             {"2-element Vector{Float64}:\n 1.0\n 2.0", {{1}, {2}}, ""},
             {"A =\n\n   1   2\n   3   4\n\n", two, ""},
             {"ans =\n\n   1.0e-01 *\n\n   5  10\n  15  20\n", half, ""},
             {">> A\n\nA =\n\n     1     2\n     3     4\n", two, ""},
             {"A =\n\n Columns 1 and 2:\n\n   1   2\n   5   6\n\n Column 3:\n\n   3\n   7\n\n",
              {{1, 2, 3}, {5, 6, 7}},
              ""},
             {"A =\n\n  Columns 1 through 2\n\n   1   2\n   5   6\n\n  Columns 3 through 4\n\n   3 "
              "  4\n "
              "  7   8\n",
              {{1, 2, 3, 4}, {5, 6, 7, 8}},
              ""},
             {"ans =\n\nDiagonal Matrix\n\n   1   0\n   0   2\n\n", {{1, 0}, {0, 2}}, ""},
             {"     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n", two, ""},
             {"> m\n     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n", two, ""},
             {"     [,1] [,2]\n[1,]    1    2\n[2,]    5    6\n     [,3]\n[1,]    3\n[2,]    7\n",
              {{1, 2, 3}, {5, 6, 7}},
              ""},
             {"     [,1] [,2]\nthe     1    2\ncat     3    4\n", two, ""},
             {"[1] 0.50 0.25 0.75\n[4] 1.00\n", {{0.5, 0.25, 0.75, 1}}, ""},
             {"   V1   V2\n1 0.5 1\n2 1.5 2\n", half, ""},
             {"[[1. 2. ... 3. 4.]\n [5. 6. ... 7. 8.]]",
              {},
              "np.set_printoptions(threshold=np.inf)"},
             {"array([[1, 2, ..., 3],\n       ...,\n       [4, 5, ..., 6]])", {}, "is left out"},
             {"2×3 Matrix{Float64}:\n 1.0  2.0\n 3.0  4.0", {}, "and the text says 2 × 3"},
             {"100×100 Matrix{Float64}:\n 1.0  2.0  …  3.0\n 4.0  5.0  …  6.0", {}, "left out"},
             {" 1  2\n 3  4\n[torch.FloatTensor of size 3x2]\n", {}, "and the text says 3 × 2"},
             {"A =\n\n  Columns 3 through 4\n\n   3   4\n   7   8\n",
              {},
              "the columns before column 3"},
             {"A =\n\n  Columns 1 through 3\n\n   3   4\n   7   8\n", {}, "columns 1 to 3"},
             {"A =\n\n   1.0000 + 2.0000i   3\n", {}, "line 3"},
             {"     [,1] [,2]\n[1,]    1    NA\n[2,]    3    4\n", {}, "found \"NA\""},
             {"{{1, 2}, {3, x}}", {}, "found \"x\""},
             {"Matrix([[x, 2], [3, 4]])", {}, "found \"x\""},
         }},
        {"Tables",
         {
             {"     d0   d1\n0  1.0  2.0\n1  3.0  4.0", two, ""},
             {"       a    b\nthe  1.0  2.0\ncat  3.0  4.0\n", two, ""},
             {"     0    1\n0  1.0  2.0\n1  3.0  4.0\n\n[2 rows x 2 columns]\n", two, ""},
             {"    d0  d1  \\\n0  1   2\n1  5   6\n\n   d2  d3\n0   3   4\n1   7   8\n",
              {{1, 2, 3, 4}, {5, 6, 7, 8}},
              ""},
             {"0    1.5\n1    2.5\nName: a, dtype: float64", {{1.5}, {2.5}}, ""},
             {"\"\",\"V1\",\"V2\"\n\"1\",1,2\n\"2\",3,4\n", two, ""},
             {"\"V1\" \"V2\"\n\"1\" 1 2\n\"2\" 3 4\n", two, ""},
             {"\"\";\"V1\";\"V2\"\n\"a\";0,5;1\n\"b\";1,5;2\n", half, ""},
             {"|    |   d0 |   d1 |\n|---:|-----:|-----:|\n|  0 |    1 |    2 |\n|  1 |    3 |    "
              "4 |",
              two, ""},
             {"|     | a | b |\n|:----|--:|--:|\n| the | 1 | 2 |\n| cat | 3 | 4 |", two, ""},
             {"shape: (2, 2)\n┌─────┬─────┐\n│ a   ┆ b   │\n│ --- ┆ --- │\n│ f64 ┆ f64 "
              "│\n╞═════╪═════╡\n│ 1.0 "
              "┆ 2.0 │\n│ 3.0 ┆ 4.0 │\n└─────┴─────┘",
              two, ""},
             {"shape: (2, 3)\n┌──────┬─────┬─────┐\n│ word ┆ a   ┆ b   │\n│ ---  ┆ --- ┆ --- │\n│ "
              "str  ┆ f64 ┆ "
              "f64 │\n╞══════╪═════╪═════╡\n│ the  ┆ 1.0 ┆ 2.0 │\n│ cat  ┆ 3.0 ┆ 4.0 "
              "│\n└──────┴─────┴─────┘",
              two, ""},
             {"+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+", two,
              ""},
             {"  a | b \n ---+---\n  1 | 2\n  3 | 4\n", two, ""},
             {"┏━━━┳━━━┓\n┃ a ┃ b ┃\n┡━━━╇━━━┩\n│ 1 │ 2 │\n│ 3 │ 4 │\n└───┴───┘", two, ""},
             {"# comment\n# a b\n1 2\n3 4\n", two, ""},
             {"% saved by Octave\n1 2\n3 4\n", two, ""},
             {"1 2\n# the second\n3 4\n# end\n", two, ""},
             {"#,1,2\nthe,3,4\n", two, ""},
             {"     a    b\n0  1.0  2.0\n..  ...  ...\n9  3.0  4.0\n", {}, "display.max_rows"},
             {"     a ...    b\n0  1.0 ...  2.0\n1  3.0 ...  4.0\n",
              {},
              "a part of the table is left out"},
             {"     0    1\n0  1.0  2.0\n1  3.0  4.0\n\n[3 rows x 2 columns]\n",
              {},
              "and the text says 3 × 2"},
             {"shape: (9, 1)\n┌─────┐\n│ a   │\n│ --- │\n│ f64 │\n╞═════╡\n│ 1.0 │\n│ …   │\n│ 3.0 "
              "│\n└─────┘",
              {},
              "is left out"},
             {"1,2\nx,4\n", {}, "line 2, column 1: found \"x\""},
             {"x,2\n3,4\n", {}, "line 1, column 1: found \"x\""},
             {"W = [1, 2, 3\n", {}, "a bracket is never closed"},
             {"Excel;1.234,50 €\nb;2\n", {}, "found \"1.234,50 €\""},
             {"W_Q:\n1 2\n3 4\n", {}, "the header has 1 names"},
             {"W_Q\n0 1\n1 0\n", {}, "the header has 1 names"},
             {"Query weights\n0 1 2\n1 3 4\n", {}, "the header has 2 names"},
             {"    d0\n0  1.0\n1  3.0\n", {{1}, {3}}, ""},
             {"0 1\n0 1.0 2.0\n1 3.0 4.0\n", two, ""},
             {"1\t2\n3\n", {}, "line 2, column 2"},
             {"1;2\n3;1.234,50 €\n", {}, "line 2, column 2: found \"1.234,50 €\""},
             {"# 1 2\n# 3 4\n", {}, "there is no line of numbers"},
             {"| a | b |\n|---|---|\n| 1 | 2 |\n| x | 4 |", {}, "found \"x\""},
         }},
        {"MarksOfThousands",
         {
             {"1,234.5\t0.25\n-3\t2,000.75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1.234,5\t0,25\n-3\t2.000,75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1.234,5;0,25\n-3;2.000,75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1 234,5;0,25\n-3;2 000,75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1\u00a0234,5;0,25\n-3;2\u202f000,75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1’234.5;0.25\n-3;2’000.75", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"\"1,234.5\",0.25\n-3,\"2,000.75\"", {{1234.5, 0.25}, {-3, 2000.75}}, ""},
             {"1,234,567 0.5\n1 2", {{1234567, 0.5}, {1, 2}}, ""},
             {"a\tb\n1,234.5\t0.25", {{1234.5, 0.25}}, ""},
             {"1,23.5\t0.25\n1\t2", {}, "line 1, column 1: found \"1,23.5\""},
             {"1.234.5\t0.25\n1\t2", {}, "line 1, column 1: found \"1.234.5\""},
             {"1'23.5\t0.25\n1\t2", {}, "line 1, column 1: found \"1'23.5\""},
             {"1 23\t0.25\n1\t2", {}, "line 2"},
             {"1,234.5\t0,25\n1\t2", {}, "line 1"},
         }},
        {"Percent",
         {
             {"55%,45%\n10%,90%", {{0.55, 0.45}, {0.1, 0.9}}, ""},
             {"55 %;45 %\n10 %;90 %", {{0.55, 0.45}, {0.1, 0.9}}, ""},
             {"12,5%;87,5%\n1%;99%", {{0.125, 0.875}, {0.01, 0.99}}, ""},
             {"| a | b |\n|---|---|\n| 50% | -7% |", {{0.5, -0.07}}, ""},
             {"\\begin{bmatrix} 50\\% & 25\\% \\end{bmatrix}", {{0.5, 0.25}}, ""},
             {"{\"X\": [[\"50%\", \"1/4\"]]}", {{0.5, 0.25}}, ""},
             {"55%,45%\n10%%,90%", {}, "line 2, column 1: found \"10%%\""},
         }},
        {"Latex",
         {
             {"\\begin{bmatrix} 1 & \\frac{1}{2} \\\\ \\sqrt{2} & -\\pi \\end{bmatrix}",
              {{1, 0.5}, {root2, -pi}},
              ""},
             {"\\begin{pmatrix*}[r] 1 & \\tfrac12 \\\\ -\\dfrac{\\sqrt{2}}{2} & 2\\sqrt{2} "
              "\\end{pmatrix*}",
              {{1, 0.5}, {-root2 / 2, 2 * root2}},
              ""},
             {"W = \\frac{1}{2} \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", half, ""},
             {"\\tfrac12\\left(\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}\\right)", half, ""},
             {"$$0.5 \\cdot \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}$$", half, ""},
             {"\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} \\cdot \\frac{1}{2}", half, ""},
             {"-\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", {{-1, -2}, {-3, -4}}, ""},
             {"\\[ A = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}^{T} \\]", turned, ""},
             {"\\left[\\begin{matrix}1 & 2\\\\3 & 4\\end{matrix}\\right]^{\\mathsf{T}}", turned,
              ""},
             {"\\begin{bmatrix} 1.5 \\times 10^{-3} & 2{,}5 \\cdot 10^2 \\end{bmatrix}", {}, ""},
             {"\\begin{bmatrix} 1.5 \\times 10^{-3} & 2 \\cdot 10^2 \\end{bmatrix}",
              {{1.5e-3, 200}},
              ""},
             {"\\begin{bmatrix} e^{2} & \\frac{\\pi}{4} \\\\ \\sin(0) & \\ln(e) \\end{bmatrix}",
              {{std::exp(2.0), pi / 4}, {0, 1}},
              ""},
             {"\\begin{tabular}{lrr}\n\\toprule\n & d0 & d1 \\\\\n\\midrule\n0 & 1 & 2 \\\\\n1 & 3 "
              "& 4 "
              "\\\\\n\\bottomrule\n\\end{tabular}",
              two, ""},
             {"\\begin{bmatrix} % the query\n1 & 2 \\\\ % first\n3 & 4\n\\end{bmatrix}", two, ""},
             {"The matrix \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}.", two, ""},
             {"\\lambda \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
              {},
              "text before the matrix was not read: \"\\lambda\""},
             {"X \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
              {},
              "text before the matrix was not read"},
             {"\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}^{-1}",
              {},
              "text after the matrix was not read"},
             {"\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\\begin{bmatrix} 1 \\\\ 2 "
              "\\end{bmatrix}",
              {},
              "text after the matrix was not read"},
             {"\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} + I",
              {},
              "text after the matrix was not read"},
             {"\\begin{vmatrix} 1 & 2 \\\\ 3 & 4 \\end{vmatrix}", {}, "determinant"},
             {"\\begin{bmatrix} 1 & \\alpha \\\\ 3 & 4 \\end{bmatrix}", {}, "found"},
             {"\\begin{bmatrix} 1 & 2 \\\\ x & 4 \\end{bmatrix}", {}, "found \"x\""},
             {"\\begin{bmatrix} 1 & \\ldots & 2 \\end{bmatrix}", {}, "found"},
             {"\\begin{bmatrix} 1 & 2 \\\\ 3 \\end{bmatrix}", {}, "1 cells"},
         }},
        {"Json",
         {
             {"{\"X\": [[1, 2], [3, 4]]}", two, ""},
             {"{\"model\": {\"W_Q\": [[1, 2], [3, 4]], \"heads\": 1}}", two, ""},
             {"{\"w\": [[\"1/2\", \"1\"], [\"1.5\", \"sqrt(4)\"]]}", half, ""},
             {"[[\"1\", \"2\"], [\"3\", \"4\"]]", two, ""},
             {"{\"a\": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}", two, ""},
             {"{\"X\": [[1, 2], [3]]}", {}, "X[1]: found 1 numbers, expected 2"},
             {"{\"X\": [[1, 2], [3, null]]}", {}, "X[1][1]: found null"},
             {"{\"X\": [[1, 2], [3, \"x\"]]}", {}, "X[1][1]: found \"x\""},
             {"{\"X\": [[1, 2], [3, {\"y\": 1}]]}", {}, "X[1][1]: found an object"},
             {"{\"X\": [[1, 2], 3]}", {}, "X"},
             {"{\"title\": \"a\", \"n\": 3}", {}, "no list of numbers"},
             {"[{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": 4}]", two, ""},
             {"[{\"a\": 1, \"b\": 2}, {\"b\": 4, \"a\": 3}]", two, ""},
             {"{\"a\": 1, \"b\": 2}\n{\"a\": 3, \"b\": 4}\n", two, ""},
             {"{\"X\": [{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": 4}]}", two, ""},
             {"[{\"word\": \"the\", \"a\": 1, \"b\": 2}, {\"word\": \"cat\", \"a\": 3, \"b\": 4}]",
              two, ""},
             {"[{\"index\": 0, \"a\": 1, \"b\": 2}, {\"index\": 1, \"a\": 3, \"b\": 4}]", two, ""},
             {"[{\"a\": \"1/2\", \"b\": \"1\"}, {\"a\": \"1.5\", \"b\": 2}]", half, ""},
             {"{\"columns\": [\"a\", \"b\"], \"index\": [0, 1], \"data\": [[1, 2], [3, 4]]}", two,
              ""},
             {"{\"columns\": [\"a\", \"b\"], \"index\": [\"the\", \"cat\"], \"data\": [[1, 2], [3, "
              "4]]}",
              two, ""},
             {"{\"a\": {\"0\": 1, \"1\": 3}, \"b\": {\"0\": 2, \"1\": 4}}", two, ""},
             {"{\"0\": {\"a\": 1, \"b\": 2}, \"1\": {\"a\": 3, \"b\": 4}}", two, ""},
             {"{\"schema\": {\"fields\": [{\"name\": \"index\", \"type\": \"integer\"}, {\"name\": "
              "\"a\", \"type\": \"number\"}], \"primaryKey\": [\"index\"], \"pandas_version\": "
              "\"1.4.0\"}, \"data\": [{\"index\": 5, \"a\": 1}, {\"index\": 7, \"a\": 2}]}",
              {{1}, {2}},
              ""},
             {"{\"the\": {\"x\": 1, \"y\": 2}, \"cat\": {\"x\": 3, \"y\": 4}}",
              {},
              "orient=\"split\""},
             {"[{\"a\": 1, \"b\": 2}, {\"a\": 3}]", {}, "line 1, column 20, [1]: found no \"b\""},
             {"[{\"a\": 1}, {\"a\": 3, \"b\": 4}]", {}, "[1].b"},
             {"[{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": null}]", {}, "[1].b: found null"},
             {"[{\"a\": 1, \"b\": 2}, {\"a\": 3, \"b\": \"x\"}]", {}, "[1].b: found \"x\""},
             {"[{\"a\": 1, \"b\": {\"c\": 2}}]", {}, "[0].b: found an object"},
             {"[{\"a\": 1}, 3]", {}, "[1]: found the number 3"},
             {"[{\"a\": \"x\", \"b\": \"y\"}]", {}, "no numbers"},
             {"[{\"a\": \"x\", \"b\": \"y\", \"c\": 1}]", {}, "one column of words"},
             {"{\"columns\": [\"a\"], \"index\": [0, 1], \"data\": [[1, 2], [3, 4]]}",
              {},
              "found 1 names, expected 2"},
             {"{\"a\": {\"0\": 1, \"1\": 3}, \"b\": {\"0\": 2}}", {}, "b: found no \"1\""},
             {"{\"schema\": {\"primaryKey\": [\"k\", \"l\"]}, \"data\": [{\"k\": 1, \"l\": 2, "
              "\"a\": "
              "3}]}",
              {},
              "data[0].l: both \"k\" and \"l\" would name the rows"},
             {"{\"schema\": {\"primaryKey\": [\"k\"]}, \"data\": [{\"k\": 1, \"w\": \"cat\", "
              "\"a\": "
              "3}]}",
              {},
              "data[0].w: both \"k\" and \"w\" would name the rows"},
             {"[{\"v\": \"the\", \"w\": \"cat\", \"a\": 3}]",
              {},
              "[0].w: found words in \"v\" and in \"w\""},
         }},
    };
}

class TextKind : public testing::TestWithParam<Kind> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Each, TextKind, testing::ValuesIn(kinds()),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(TextKind, IsReadOrRefused) {
    for (const Text& one : GetParam().texts) {
        SCOPED_TRACE(one.text);
        const auto read = read_pasted(one.text);
        const auto file = arrays_in(one.text, "standard input");
        EXPECT_EQ(read.has_value(), file.has_value()) << "file and clipboard are one reader";
        if (one.rows.empty()) {
            if (one.fault.empty() && read) // both results are right
                continue;
            ASSERT_FALSE(read) << "read as\n" << read->grids[0].matrix;
            EXPECT_NE(read.error().text().find(one.fault), std::string::npos)
                << read.error().text();
            continue;
        }
        EXPECT_TRUE(read) << (read ? "" : read.error().text());
        if (!read)
            continue;
        const Matrix& found = read->grids[0].matrix;
        EXPECT_EQ(found.rows(), static_cast<Index>(one.rows.size())) << found;
        EXPECT_EQ(found.cols(), static_cast<Index>(one.rows[0].size())) << found;
        for (Index row = 0;
             row < std::min<Index>(found.rows(), static_cast<Index>(one.rows.size())); ++row)
            for (Index column = 0; column < found.cols(); ++column) {
                const auto& cells = one.rows[static_cast<std::size_t>(row)];
                if (column < static_cast<Index>(cells.size())) {
                    const Real value = cells[static_cast<std::size_t>(column)];
                    EXPECT_NEAR(found(row, column), value, 1e-14 * std::abs(value))
                        << row << ", " << column;
                }
            }
        const auto numbers = file->read(0, {});
        ASSERT_TRUE(numbers);
        EXPECT_EQ(numbers->matrix, found);
    }
}

TEST(TextKinds, SayWhatWasApplied) {
    const std::vector<std::pair<std::string, std::string>> list = {
        {"matrix(c(1, 3, 2, 4), 2)", "Filled column by column, as matrix() of R does. "},
        {"matrix(c(1, 2, 3, 4), 2, byrow = TRUE)", "Filled row by row, as byrow says. "},
        {"matrix(0, 2, 2)", "Filled with one number, as the text says. "},
        {"t(matrix(c(1, 2, 3, 4), 2))",
         "Filled column by column, as matrix() of R does. Transposed, as t says. "},
        {"structure(c(1, 3, 2, 4), dim = c(2L, 2L))",
         "Filled column by column, as structure() of R does. "},
        {"Transpose[{{1, 2}, {3, 4}}]", "Transposed, as Transpose says. "},
        {"{{1, 2}, {3, 4}} // Transpose", "Transposed, as Transpose says. "},
        {"np.mat('1 2; 3 4').T", "Transposed, as .T says. "},
        {"Matrix([1, 2])", "Made 2 × 1, as Matrix of SymPy says. "},
        {"[{\"a\": 1}, {\"a\": 2}]", "Each record is a row, and its keys are the columns. "},
        {"[{\"w\": \"cat\", \"a\": 1}]",
         "Each record is a row, and its keys are the columns. \"w\" names the rows. "},
        {"{\"columns\": [\"a\"], \"data\": [[1]]}", "\"columns\" names the columns of \"data\". "},
        {"{\"index\": [\"a\"], \"data\": [[1]]}", "\"index\" names the rows of \"data\". "},
        {"{\"columns\": [\"a\"], \"index\": [0], \"data\": [[1]]}",
         "\"columns\" and \"index\" name the columns and rows of \"data\". "},
        {"{\"0\": {\"a\": 1}}", "Each key is a row, as orient=\"index\" writes. "},
        {"{\"a\": {\"0\": 1}}", "Each key is a column, as orient=\"columns\" writes. "}};
    for (const auto& [text, said] : list) {
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << text << ": " << read.error().text();
        EXPECT_EQ(applied_sentences(*read), said) << text;
    }
}

TEST(TextKinds, KeepTheNamesOfATable) {
    using Names = std::vector<std::string>;
    const std::vector<std::tuple<std::string, Names, Names>> list = {
        {"[{\"w\": \"the\", \"a\": 1}, {\"w\": \"cat\", \"a\": 2}]", {"the", "cat"}, {"a"}},
        {"{\"columns\": [\"a\"], \"index\": [\"the\"], \"data\": [[1]]}", {"the"}, {"a"}},
        {"{\"a\": {\"0\": 1}, \"b\": {\"0\": 2}}", {"0"}, {"a", "b"}},
        {"matrix(c(1, 2), 1, dimnames = list('the', c('a', 'b')))", {"the"}, {"a", "b"}},
        {"t(matrix(c(1, 2), 1, dimnames = list('the', c('a', 'b'))))", {"a", "b"}, {"the"}},
        {"rbind(the = c(a = 1, b = 2), cat = c(3, 4))", {"the", "cat"}, {"a", "b"}},
        {"cbind(a = c(1, 2), b = c(3, 4))", {}, {"a", "b"}},
        {"data.frame(word = c(\"the\", \"cat\"), a = c(1, 2))", {"the", "cat"}, {"a"}}};
    for (const auto& [text, rows, columns] : list) {
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << text << ": " << read.error().text();
        EXPECT_EQ(read->grids[0].row_names, rows) << text;
        EXPECT_EQ(read->grids[0].column_names, columns) << text;
    }
    const auto named = read_pasted("list(Q = matrix(1:4, 2), K = matrix(5:8, 2))");
    ASSERT_TRUE(named) << named.error().text();
    ASSERT_EQ(named->grids.size(), 2U);
    EXPECT_EQ(named->grids[0].name, "Q");
    EXPECT_EQ(named->grids[1].name, "K");
    EXPECT_EQ(read_pasted("X is [[1, 2], [3, 4]]")->grids[0].name, "X");
    const std::string first = std::string(120, 'w') + "_first",
                      second = std::string(120, 'w') + "_2";
    const auto longer = read_pasted(first + " = [[1, 2]]\n" + second + ": [[3, 4]]");
    ASSERT_TRUE(longer) << longer.error().text();
    EXPECT_EQ(longer->grids[0].name, first);
    EXPECT_EQ(longer->grids[1].name, second);
}

TEST(TextKinds, LimitTheArithmeticAndTheTablesOfJson) {
    const auto records = [](const std::string& word, int count) {
        std::string text = "[";
        for (int row = 0; row < count; ++row)
            text += std::string(row == 0 ? "" : ", ") + "{\"w\": \"" + word + "\", \"a\": 1}";
        return text + "]";
    };
    const auto arithmetic = read_pasted(records("(1+2)*x", 20000));
    ASSERT_FALSE(arithmetic);
    EXPECT_NE(arithmetic.error().text().find("too many numbers are arithmetic"), std::string::npos)
        << arithmetic.error().text();
    EXPECT_TRUE(read_pasted(records("word17", 20000)));
    EXPECT_TRUE(read_pasted(records("(1+2)*x", 100)));

    const auto tables = [](const std::string& table, std::size_t count) {
        std::string text = "{";
        for (std::size_t at = 0; at < count; ++at)
            text += (at == 0 ? "\"t" : ", \"t") + std::to_string(at) + "\": " + table;
        return text + "}";
    };
    for (const std::string table :
         {"{\"columns\": [\"a\"], \"data\": [[1]]}",
          "{\"schema\": {\"primaryKey\": [\"k\"]}, \"data\": [{\"k\": 5, \"a\": 1}]}",
          "[{\"a\": 1}]", "[[1]]", "[\"the\", \"cat\"]"}) {
        const auto most = read_pasted(tables(table, max_pasted_grids + 1));
        ASSERT_FALSE(most) << table;
        EXPECT_NE(most.error().text().find("there are more than 1000 arrays"), std::string::npos)
            << most.error().text();
    }
    EXPECT_TRUE(read_pasted(tables("{\"columns\": [\"a\"], \"data\": [[1]]}", max_pasted_grids)));
}
