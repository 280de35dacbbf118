// SPDX-License-Identifier: MIT
// Compiles and runs the C++ programs that the lab writes: every stage equals the lab's.
#include "core/base/number_text.h"
#include "tests/programs/block_program.h"
#include "tests/programs/written.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

using namespace attn;

namespace {

/// Every preset, 17 documents over all switches (51 for a release), four that must be tried on
/// every machine, and some with options; of one model only, because compiling is slow and its
/// programs share code.
std::vector<test::NamedDocument> documents_of(Model model) {
    std::vector<test::NamedDocument> list = test::mixed(test::documents(attn::test::times(17)));
    Document causal = attn::test::random_document(1);
    causal.projections = Projections::None;
    causal.switches = {};
    causal.switches.mask.kind = Mask::Kind::Causal;
    list.emplace_back("causal", causal);
    causal.switches.mask = {Mask::Kind::Painted,
                            Flags::Constant(token_count(causal), token_count(causal), true)};
    list.emplace_back("closed", causal);
    causal.convention = Convention::TokensAsColumns;
    list.emplace_back("closed-columns", causal);
    causal.switches.mask = {Mask::Kind::Causal, {}};
    list.emplace_back("causal-columns", causal);
    for (test::NamedDocument& named : test::few_documents_with_options())
        list.push_back(std::move(named));
    for (test::NamedDocument& named : test::documents_with_given(0, 1))
        list.push_back(std::move(named));
    std::erase_if(list, [&](const test::NamedDocument& one) { return one.second.model != model; });
    return list;
}

/// All programs in one source: the includes once, then each program in its own namespace.
std::string joined(const std::vector<test::NamedDocument>& list) {
    std::set<std::string> includes;
    std::string bodies, calls;
    for (std::size_t at = 0; at < list.size(); ++at) {
        std::istringstream lines(*publish::program(list[at].second, publish::Language::Cpp));
        bodies += "namespace program_" + std::to_string(at) + " {\n";
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("#include"))
                includes.insert(line + "\n");
            else
                bodies +=
                    (line.starts_with("int main(") ? "void start" + line.substr(8) : line) + "\n";
        }
        bodies += "}\n";
        calls += "    if (std::atoi(arguments[2]) == " + std::to_string(at) +
                 ")\n        program_" + std::to_string(at) + "::start(count, arguments);\n";
    }
    for (const std::string& line : includes)
        bodies.insert(0, line);
    return bodies + "int main(int count, char** arguments) {\n" + calls + "}\n";
}

/// The numbers after the line that begins with the name; "nan" and "inf" included.
std::vector<Real> numbers_after(const std::string& text, const std::string& name,
                                std::size_t count) {
    std::vector<Real> numbers;
    const auto at = text.find("\n" + name + "  ");
    if (at == std::string::npos)
        return numbers;
    std::istringstream words(text.substr(text.find('\n', at + 1)));
    for (std::string word; numbers.size() < count && words >> word;)
        numbers.push_back(std::strtod(word.c_str(), nullptr));
    return numbers;
}

void expect_grid(const std::string& printed, const std::string& name, const Matrix& grid,
                 const std::string& document) {
    const auto found = numbers_after(printed, name, static_cast<std::size_t>(grid.size()));
    ASSERT_EQ(found.size(), static_cast<std::size_t>(grid.size())) << document << " " << name;
    for (Index i = 0; i < grid.size(); ++i) {
        const Real ours = grid.data()[i], theirs = found[static_cast<std::size_t>(i)];
        if (std::isfinite(ours))
            EXPECT_NEAR(ours, theirs, 1e-12 * std::max(1.0, std::abs(ours)))
                << document << " " << name << " number " << i;
        else
            EXPECT_EQ(shortest(ours), shortest(std::isnan(theirs) ? std::nan("") : theirs))
                << document << " " << name << " number " << i;
    }
}

/// Every day clang++, which needs two fifths of the time of g++; a release is tried with the
/// machine's own. The block below and the lines of operations are compiled by that one every day.
std::string compiler() {
    return attn::test::times(1) > 1 ? "c++" : "$(command -v clang++ || echo c++)";
}

class LargeCppPrograms : public ::testing::TestWithParam<Model> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Of, LargeCppPrograms, ::testing::ValuesIn(all_models()),
                         [](const auto& each) { return std::string(name(each.param)); });

TEST_P(LargeCppPrograms, GiveEveryStageWithEigen) {
    const test::TempDir folder;
    const auto list = documents_of(GetParam());
    ASSERT_FALSE(list.empty());
    const std::string source = folder.file("all.cpp", joined(list));
    const auto compiled = test::run_shell(compiler() +
                                          " -std=c++17 -O0 -Wall -Wextra -Werror -Wno-unused "
                                          "-isystem /usr/include/eigen3 '" +
                                          source + "' -o '" + (folder / "all") + "'");
    ASSERT_EQ(compiled.code, 0) << compiled.err.substr(0, 4000);
    for (std::size_t at = 0; at < list.size(); ++at) {
        const auto& [name, document] = list[at];
        const auto ran = test::run_shell("'" + (folder / "all") + "' 17 " + std::to_string(at));
        ASSERT_EQ(ran.code, 0) << name << ran.err;
        for (const publish::SheetTable& table : test::all_tables(document))
            for (std::size_t i = 0; i < table.grids.size(); ++i)
                expect_grid(ran.out,
                            table.name +
                                (table.queries.empty() ? "" : " query " + std::to_string(i)),
                            table.grids[i], name);
    }
}

TEST(LargePrograms, EigenGivesTheStagesOfABlock) {
    const test::TempDir folder;
    const auto lines = [](Convention convention) {
        return "{\n" +
               test::block_program(publish::Language::Cpp, convention,
                                   "expect_same(\"{found}\", {found}, {expected});\n") +
               "}\n";
    };
    const std::string source = folder.file(
        "block.cpp",
        "#include <Eigen/Dense>\n#include <cmath>\n#include <cstdlib>\n#include <iostream>\n"
        "#include <limits>\n#include <vector>\n"
        "using Matrix = Eigen::MatrixXd;\n"
        "using Rows = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;\n"
        "using Column = Eigen::VectorXd;\nusing Row = Eigen::RowVectorXd;\n"
        "Matrix matrix(Eigen::Index rows, Eigen::Index columns, std::vector<double> numbers) {\n"
        "    return Eigen::Map<Rows>(numbers.data(), rows, columns);\n}\n"
        "void expect_same(const char* name, const Matrix& a, const Matrix& b) {\n"
        "    if (a.rows() != b.rows() || a.cols() != b.cols() ||\n"
        "        !((a - b).norm() < 1e-12 * (1 + b.norm()))) {\n"
        "        std::cerr << name;\n        std::exit(1);\n    }\n}\n"
        "int main() {\n" +
            lines(Convention::TokensAsRows) + lines(Convention::TokensAsColumns) + "}\n");
    const auto compiled = test::run_shell("c++ -std=c++17 -O0 -Wall -Wextra -Werror -Wno-unused "
                                          "-isystem /usr/include/eigen3 '" +
                                          source + "' -o '" + (folder / "block") + "'");
    ASSERT_EQ(compiled.code, 0) << compiled.err.substr(0, 4000);
    const auto ran = test::run_shell("'" + (folder / "block") + "'");
    EXPECT_EQ(ran.code, 0) << ran.err;
}
