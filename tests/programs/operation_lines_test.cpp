// SPDX-License-Identifier: MIT
// Runs the program lines for the operations of attention in their languages: they give the lab's
// numbers, with words as rows and as columns.
#include "core/document/model/model.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/switches.h"
#include "core/publish/code/code_walk.h"
#include "tests/programs/written.h"
#include "tests/support/one_operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace attn::operation_lines_test {

using attn::test::OneOperation;
using publish::Language;

namespace {

Matrix some(Index rows, Index columns, std::uint32_t seed) {
    std::mt19937 generator(seed);
    Matrix made(rows, columns);
    for (Index at = 0; at < made.size(); ++at)
        made.data()[at] = static_cast<Real>(generator() % 4001) / 1000 - 2;
    return made;
}

/// An operation, and the options of the second of two heads; the program has both.
struct Case {
    OneOperation one;
    std::optional<Options> of_second = {};
};

std::vector<Case> cases() {
    const Matrix q = some(3, 4, 1), k = some(5, 4, 2), scores = some(3, 5, 3), u = some(1, 4, 4),
                 one_score = some(1, 1, 5), table = some(1, 8, 6), sinks = some(1, 2, 7);
    Matrix with_zeros = q;
    with_zeros.row(1).setZero();
    const Normalising softmax{Normaliser::Softmax, Axis::Rows, {}, 0},
        naive{Normaliser::NaiveSoftmax, Axis::Rows, {}, 0};
    Normalising of_second = softmax;
    of_second.sink_column = 1;
    std::vector<Case> list = {
        {{operation::rotated, {q}, Rotation{}}},
        {{operation::rotated, {q}, Rotation{100.5, true}}},
        {{operation::sinusoidal, {k}, Sinusoid{}}},
        {{operation::rotated, {q}, Rotation{100.5, true, 2}}},
        {{operation::rotated, {scores}, Rotation{100.5, false, 4}}},
        {{operation::sinusoidal, {scores}, Sinusoid{7}}},
        {{operation::sinusoidal, {k}, Sinusoid{7, Waves::Halves}}},
        {{operation::sinusoidal, {some(3, 6, 13)}, Sinusoid{7, Waves::Tensor2Tensor}}},
        {{operation::sinusoidal, {some(3, 2, 13)}, Sinusoid{7, Waves::Tensor2Tensor}}},
        {{operation::sample_deviation, {q}, Epsilon{0.01}}},
        {{operation::alibi, {scores}, Slope{0.3}}},
        {{operation::alibi, {scores}, Slope{0.3}}, Slope{0.7}},
        {{operation::alibi, {scores}, Slope{0.3, 1.5}}},
        {{operation::bucketed, {scores, table}, Buckets{4, true, 0.4}}},
        {{operation::bucketed, {scores, table}, Buckets{4, true}}},
        {{operation::bucketed, {scores, table}, Buckets{8, false}}},
        {{operation::bucketed, {one_score, table}, Buckets{8, false}}},
        {{operation::with_bias, {scores, scores}, Tempered{}}},
        {{operation::with_bias, {scores, scores}, Tempered{0.4}}},
        {{operation::bucketed, {some(1, 4, 8), table}, Buckets{8, true}}},
        {{operation::general_scores, {q, some(4, 2, 9), some(5, 2, 10)}}},
        {{operation::additive_scores, {q, k, u}}},
        {{operation::additive_scores, {some(2, 1, 11), some(1, 1, 12), one_score}}},
        {{operation::cosine_scores, {with_zeros, k}}},
        {{operation::distance_scores, {q, k}, Distances{}}},
        {{operation::distance_scores, {q, k}, Distances{1.5}}},
        {{operation::limited, {scores}, SoftLimit{2}}},
        {{operation::normalised, {scores, sinks}, softmax}},
        {{operation::normalised, {scores, sinks}, naive}},
        {{operation::normalised, {scores, Matrix(50 * sinks)}, softmax}, of_second}};
    for (const NormaliserInfo& how : normalisers)
        for (const Axis axis : {Axis::Rows, Axis::Columns})
            list.push_back({{operation::normalised,
                             {Matrix(scores)},
                             Normalising{how.normaliser, axis, {}, 0}}});
    return list;
}

/// How to run a language: the text around the lines of one case, and around all cases.
struct Runner {
    Language language;
    std::string begin, first, second, print, end; // first, second: the head of a loop
    Result<std::string> (*run)(const std::string& script);
};

Result<std::string> run_with(const std::string& command, const std::string& name,
                             const std::string& script) {
    const test::TempDir folder;
    const std::string file = folder.file(name, script);
    const auto ended = test::run_shell(publish::filled(command, {{"file", file}}));
    if (ended.code != 0)
        return Error{ended.err + ended.out + script};
    return ended.out;
}

/// The functions that the lines need, then each case as written.
std::string script_of(const Runner& runner, Convention convention) {
    const publish::Dialect& in = publish::dialect(runner.language);
    std::string functions, code;
    for (const auto& [one, of_second] : cases()) {
        Document document = new_document();
        document.convention = convention;
        Graph stages = one.graph();
        Node node = stages[stages.size() - 1];
        const publish::OperationLine* const how = publish::find_line(in, one.operation);
        for (const std::string_view needed : how->needs)
            if (const std::string text = publish::said(in, needed);
                !text.empty() && functions.find(text) == std::string::npos)
                functions += text + "\n";
        std::vector<std::string> names;
        std::string inputs;
        for (std::size_t at = 0; at < one.inputs.size(); ++at) {
            names.emplace_back(1, static_cast<char>('A' + at));
            inputs += in.matrix(in, names.back(), written(one.inputs[at], convention));
        }
        if (of_second) {
            document.heads.push_back(document.heads[0]);
            node.sheet.head = 1;
            node.options = *of_second;
            stages.add(node);
        }
        const Node& written_node = stages[one.inputs.size()];
        code += runner.first + (of_second ? runner.second : "") + inputs +
                publish::written_line({in, document, stages, written_node, {"made"}, names}) +
                runner.print;
    }
    return runner.begin + functions + (runner.language == Language::Cpp ? "int main() {\n" : "") +
           code + runner.end;
}

void expect_numbers(const Runner& runner) {
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const Result<std::string> output = runner.run(script_of(runner, convention));
        ASSERT_TRUE(output) << output.error().text();
        std::istringstream numbers(*output);
        for (const auto& [one, of_second] : cases()) {
            OneOperation expected = one;
            if (of_second)
                expected.options = *of_second;
            const Matrix made = written(expected.result(), convention);
            for (Index at = 0; at < made.size(); ++at) {
                std::string word;
                numbers >> word;
                EXPECT_NEAR(std::strtod(word.c_str(), nullptr), made.data()[at], 1e-12)
                    << one.operation.name << ", number " << at;
            }
        }
        std::string more;
        EXPECT_FALSE(numbers >> more) << more;
    }
}

Result<std::string> run_python_script(const std::string& script) {
    return run_with("/usr/bin/python3 -B -W ignore '{file}'", "script.py", script);
}

void expect_python(Language language, const std::string& imports) {
    expect_numbers({language, imports, "", "head = 1\n", "print(*made.reshape(-1).tolist())\n", "",
                    run_python_script});
}

} // namespace

TEST(OperationLines, NumPyGivesTheNumbersOfTheLab) {
    expect_python(Language::NumPy, "import numpy as np\n\n");
}

TEST(OperationLines, PyTorchGivesTheNumbersOfTheLab) {
    const std::string imports = "import torch\n\n";
    if (const auto tried = run_python_script(imports); !tried)
        GTEST_SKIP() << tried.error().text();
    expect_python(Language::PyTorch, imports);
}

TEST(OperationLines, JaxPlayedByNumPyGivesTheNumbersOfTheLab) {
    expect_python(Language::Jax, "import numpy as jnp\n\n");
}

TEST(OperationLines, OctaveGivesTheNumbersOfTheLab) {
    expect_numbers({Language::Matlab, "", "", "head = 2;\n", "fprintf('%.17g ', made');\n", "",
                    [](const std::string& script) {
                        return run_with("octave-cli --norc '{file}'", "script.m", script);
                    }});
}

TEST(OperationLines, CppGivesTheNumbersOfTheLab) {
    const std::string begin = "#include <Eigen/Dense>\n#include <cmath>\n#include <cstdlib>\n"
                              "#include <cstdio>\n#include <vector>\n"
                              "using Matrix = Eigen::MatrixXd;\n"
                              "using Column = Eigen::VectorXd;\n"
                              "using Row = Eigen::RowVectorXd;\n"
                              "Matrix matrix(Eigen::Index rows, Eigen::Index columns, const "
                              "std::vector<double>& numbers) {\n"
                              "    using Rows = Eigen::Matrix<double, Eigen::Dynamic, "
                              "Eigen::Dynamic, Eigen::RowMajor>;\n"
                              "    return Eigen::Map<const Rows>(numbers.data(), rows, columns);\n"
                              "}\n";
    expect_numbers({Language::Cpp, begin, "{\n", "const std::size_t head = 1;\n",
                    "for (Eigen::Index row = 0; row < made.rows(); ++row)\n"
                    "    for (Eigen::Index column = 0; column < made.cols(); ++column)\n"
                    "        std::printf(\"%.17g \", made(row, column));\n}\n",
                    "}\n", [](const std::string& script) {
                        return run_with("c++ -std=c++17 -O0 -Wall -Wextra -Werror "
                                        "-I/usr/include/eigen3 '{file}' -o '{file}.out' && "
                                        "'{file}.out'",
                                        "script.cpp", script);
                    }});
}

} // namespace attn::operation_lines_test
