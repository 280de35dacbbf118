// SPDX-License-Identifier: MIT
// Reads what installed programs print today, and expects the printed numbers. Skips, with a
// sentence, programs that are not installed.
#include "core/io/arrays/arrays.h"
#include "core/io/text/paste.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace attn;
using namespace attn::io;

namespace {

using Rows = std::vector<std::vector<Real>>;

/// Splits the text at lines of "=====" and expects each part to be the matrix.
void expect_each(const std::string& printed, const Matrix& expected, std::size_t count) {
    constexpr std::string_view rule = "=====\n";
    std::size_t texts = 0;
    for (std::string_view rest = printed; !rest.empty();) {
        const auto end = rest.find(rule);
        const std::string_view text = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + rule.size());
        if (text.find_first_not_of(" \n") == std::string_view::npos)
            continue;
        SCOPED_TRACE(text);
        ++texts;
        for (const auto& read : {read_pasted(text), read_pasted(text, {}, NotANumber::Refused)}) {
            ASSERT_TRUE(read) << read.error().text();
            ASSERT_EQ(read->grids.size(), 1U);
            ASSERT_EQ(read->grids[0].matrix.rows(), expected.rows());
            ASSERT_EQ(read->grids[0].matrix.cols(), expected.cols());
            EXPECT_LT((read->grids[0].matrix - expected).cwiseAbs().maxCoeff(), 1e-12)
                << read->grids[0].matrix;
        }
    }
    EXPECT_EQ(texts, count);
}

const Matrix expected = (Matrix(2, 3) << 0.5, -1.25, 1000, 3, 0.125, -2).finished();

bool has(const std::string& command) {
    return test::run_shell(command).code == 0;
}

} // namespace

TEST(PrintedByOthers, NumPyAndPyTorch) {
    if (!has("/usr/bin/python3 -c 'import numpy'"))
        GTEST_SKIP() << "python3-numpy is not installed";
    const auto ended = test::run_python(R"(
import io, numpy as np
x = np.array([[0.5, -1.25, 1000], [3, 0.125, -2]])
texts = [str(x), repr(x), str(x.tolist()), repr(x.astype(np.float32)), 'x = ' + repr(x),
         repr(x.T) + '.T', repr(x * 2) + ' / 2', '0.5 * ' + repr(x * 2), str([list(r) for r in x])]
for options in ({}, {'header': 'a b c'}, {'delimiter': ','}, {'delimiter': ';', 'footer': 'end'},
                {'fmt': '%g'}):
    out = io.StringIO()
    np.savetxt(out, x, **options)
    texts.append(out.getvalue())
print('\n=====\n'.join(texts))
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    expect_each(ended.out, expected, 14);
    if (!has("/usr/bin/python3 -c 'import torch'"))
        GTEST_SKIP() << "python3-torch is not installed";
    const auto torch = test::run_python(R"(
import torch
x = torch.tensor([[0.5, -1.25, 1000], [3, 0.125, -2]])
w = x.clone().requires_grad_()
texts = [str(x), repr(x), str(x.double()), str(w), str(w * 1), repr(torch.nn.Parameter(x)), str(x.tolist())]
print('\n=====\n'.join(texts))
)");
    ASSERT_EQ(torch.code, 0) << torch.err;
    expect_each(torch.out, expected, 7);
}

TEST(PrintedByOthers, Pandas) {
    if (!has("/usr/bin/python3 -c 'import pandas'"))
        GTEST_SKIP() << "python3-pandas is not installed";
    const auto ended = test::run_python(R"(
import numpy as np, pandas as pd
x = np.array([[0.5, -1.25, 1000], [3, 0.125, -2]])
frames = [pd.DataFrame(x), pd.DataFrame(x, columns=['a', 'b', 'c']),
          pd.DataFrame(x, columns=['a', 'b', 'c'], index=['the', 'cat'])]
texts = []
for frame in frames:
    texts += [str(frame), frame.to_csv(), frame.to_csv(sep=';', decimal=','), frame.to_csv(sep='\t'),
              frame.to_string()]
try:
    texts.append(frames[2].style.to_latex())
except ImportError:
    texts.append(str(frames[2]))
pd.set_option('display.width', 20)
texts.append(str(frames[1]))
print('\n=====\n'.join(texts))
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    expect_each(ended.out, expected, 17);
}

TEST(PrintedByOthers, SymPy) {
    if (!has("/usr/bin/python3 -c 'import sympy'"))
        GTEST_SKIP() << "python3-sympy is not installed";
    const auto ended = test::run_python(R"(
from sympy import Matrix, Rational, latex, mathematica_code, octave_code, srepr, sqrt
x = Matrix([[Rational(1, 2), Rational(-5, 4), 1000], [3, Rational(1, 8), -2]])
texts = [str(x), repr(x), latex(x), latex(x.T) + r'^\top', latex(2 * x) + r' \cdot \frac{1}{2}',
         mathematica_code(x), octave_code(x), str(x.tolist()), r'\frac{1}{2}' + latex(2 * x)]
print('\n=====\n'.join(texts))
)");
    ASSERT_EQ(ended.code, 0) << ended.err;
    expect_each(ended.out, expected, 9);
}

TEST(PrintedByOthers, Octave) {
    if (!has("octave-cli --version"))
        GTEST_SKIP() << "octave is not installed";
    const test::TempDir folder;
    const std::string script = folder.file("a.m", R"(x = [0.5 -1.25 1000; 3 0.125 -2];
x
puts("=====\n"); format long; x
puts("=====\n"); disp(x)
puts("=====\n"); puts(mat2str(x)); puts("\n");
puts("=====\n"); format short; fixed_point_format(true); x
puts("=====\n"); fixed_point_format(false); split_long_rows(true); terminal = x
)");
    const auto ended = test::run_shell("octave-cli --quiet --norc '" + script + "'");
    ASSERT_EQ(ended.code, 0) << ended.err;
    // Short formats round; the printed numbers count.
    std::size_t texts = 0;
    constexpr std::string_view rule = "=====\n";
    for (std::string_view rest = ended.out; !rest.empty(); ++texts) {
        const auto end = rest.find(rule);
        const std::string_view text = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + rule.size());
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << text << read.error().text();
        ASSERT_EQ(read->grids[0].matrix.rows(), 2) << text;
        EXPECT_LT((read->grids[0].matrix - expected).cwiseAbs().maxCoeff(), 0.06)
            << text << read->grids[0].matrix;
    }
    EXPECT_EQ(texts, 6U);
}

TEST(PrintedByOthers, R) {
    if (!has("Rscript --version"))
        GTEST_SKIP() << "r-base-core is not installed";
    const test::TempDir folder;
    const std::string script =
        folder.file("a.R", R"(x <- matrix(c(0.5, 3, -1.25, 0.125, 1000, -2), 2)
rule <- function() cat("=====\n")
print(x); rule()
write.csv(x); rule()
write.csv2(x); rule()
write.table(x); rule()
write.table(x, col.names = FALSE, row.names = FALSE); rule()
y <- x; dimnames(y) <- list(c("the", "cat"), c("a", "b", "c"))
print(y); rule()
write.csv(y); rule()
print(as.data.frame(x)); rule()
options(width = 20); print(x)
)");
    const auto ended = test::run_shell("Rscript --vanilla '" + script + "'");
    ASSERT_EQ(ended.code, 0) << ended.err;
    expect_each(ended.out, expected, 9);
}
