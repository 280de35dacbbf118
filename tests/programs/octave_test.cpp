// SPDX-License-Identifier: MIT
// Runs the MATLAB programs that the lab writes in GNU Octave: every stage equals the lab's.
#include "core/base/number_text.h"
#include "tests/programs/block_program.h"
#include "tests/programs/written.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

using namespace attn;

namespace {

/// Runs every program of the folder and writes its stages beside it: name, count, then the numbers
/// of each stage, the first subscript running fastest. Our own names begin with zz.
constexpr const char* runner = R"(zz_files = glob(fullfile(getenv('PROGRAMS'), '*.m'));
for zz_at = 1:numel(zz_files)
    clear('-regexp', '^(?!zz_)');
    evalc('source(zz_files{zz_at})');
    zz_out = fopen([zz_files{zz_at}, '.out'], 'w');
    for zz_stage = 1:size(stages, 1)
        zz_values = stages{zz_stage, 2};
        fprintf(zz_out, '%s %d', stages{zz_stage, 1}, numel(zz_values));
        fprintf(zz_out, ' %.17g', zz_values);
        fprintf(zz_out, '\n');
    end
    fclose(zz_out);
end
)";

Real value(const std::string& text) {
    return text == "NaN"    ? std::nan("")
           : text == "Inf"  ? std::numeric_limits<Real>::infinity()
           : text == "-Inf" ? -std::numeric_limits<Real>::infinity()
                            : std::strtod(text.c_str(), nullptr);
}

std::map<std::string, std::vector<Real>> stages_of(const std::string& file) {
    std::map<std::string, std::vector<Real>> stages;
    std::istringstream lines(test::bytes_of(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name, number;
        std::size_t count = 0;
        words >> name >> count;
        stages[name].clear(); // What heads share is listed for each of them.
        while (words >> number)
            stages[name].push_back(value(number));
        EXPECT_EQ(stages[name].size(), count) << file << " " << name;
    }
    return stages;
}

/// The numbers of a table in Octave's order.
std::vector<Real> column_major(const publish::SheetTable& table) {
    std::vector<Real> numbers;
    const Matrix& first = table.grids.front();
    if (table.queries.empty()) {
        for (Index column = 0; column < first.cols(); ++column)
            for (Index row = 0; row < first.rows(); ++row)
                numbers.push_back(first(row, column));
        return numbers;
    }
    for (Index column = 0; column < first.cols(); ++column)
        for (Index row = 0; row < first.rows(); ++row)
            for (const Matrix& grid : table.grids)
                numbers.push_back(grid(row, column));
    return numbers;
}

bool is_same(Real ours, Real theirs) {
    if (std::isfinite(ours))
        return std::abs(ours - theirs) <= 1e-12 * std::max(1.0, std::abs(ours));
    return shortest(ours) == shortest(std::isnan(theirs) ? std::nan("") : theirs);
}

} // namespace

TEST(LargePrograms, MatlabGivesEveryStageInOctave) {
    const test::TempDir folder;
    auto list = test::mixed(test::documents(50));
    for (test::NamedDocument& named : test::few_documents_with_options())
        list.push_back(std::move(named));
    for (test::NamedDocument& named : test::documents_with_given(0, 1))
        list.push_back(std::move(named));
    for (const auto& [name, document] : list)
        (void)folder.file(name + ".m", *publish::program(document, publish::Language::Matlab));
    const std::string script = folder.file("runner.txt", runner);
    const auto ran =
        test::run_shell("PROGRAMS='" + folder.path().string() +
                        "' octave-cli --no-gui --quiet --norc --eval \"source('" + script + "')\"");
    std::size_t count = 0;
    for (const auto& [name, document] : list) {
        auto found = stages_of(folder / (name + ".m.out"));
        ASSERT_FALSE(found.empty()) << name << "\n" << ran.err;
        for (const publish::SheetTable& table : test::all_tables(document)) {
            const std::vector<Real> ours = column_major(table), theirs = found[table.name];
            ASSERT_EQ(ours.size(), theirs.size()) << name << " " << table.name;
            for (std::size_t at = 0; at < ours.size(); ++at)
                EXPECT_TRUE(is_same(ours[at], theirs[at]))
                    << name << " " << table.name << " number " << at << ": " << ours[at] << " "
                    << theirs[at];
            ++count;
        }
    }
    std::cout << count << " stages\n";
}

TEST(LargePrograms, MatlabGivesTheStagesOfABlockInOctave) {
    const test::TempDir folder;
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const std::string script =
            folder.file("block.m", test::block_program(publish::Language::Matlab, convention,
                                                       "assert({found}, {expected}, 1e-12 * "
                                                       "max(1, max(abs({expected}(:)))));\n"));
        const auto ran = test::run_shell("octave-cli --no-gui --quiet --norc --eval \"source('" +
                                         script + "'); disp('done')\"");
        EXPECT_EQ(ran.out, "done\n") << ran.err;
    }
}
