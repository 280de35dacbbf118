// SPDX-License-Identifier: MIT
// Texts from other programs that were once misread, each read from a file, standard input and the
// clipboard. Expected numbers were worked out by hand from what the program meant.
#include "core/io/arrays/arrays.h"
#include "core/io/import/import.h"
#include "core/io/text/paste.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace attn;
using namespace attn::io;

namespace {

const std::string folder = ATTENTION_SOURCE_DIR "/tests/data/borders/";

struct Case {
    std::string file;
    std::vector<std::vector<Real>> rows; // empty: refused
    std::string said;                    // a part of the message or error
};

const Real root_of_2 = std::sqrt(2.0), root3 = std::sqrt(3.0), pi_ = std::numbers::pi;

std::vector<Case> cases() {
    return {
        {"w13.txt", {{root_of_2, 1}, {0, std::exp(1.0)}}, ""},
        {"r01.txt", {{1 / root_of_2, 0}, {0, 1}}, ""},
        {"r02.txt", {{1.0 / 2, 1.0 / 3}, {2, 3}}, ""},
        {"r03.txt", {{1, 1}, {8, 4}}, ""},
        {"r04.txt", {{pi_, 0}, {1, -root_of_2}}, ""},
        {"r05.txt", {}, "line 1, column 14: found \"x\", expected a number"},
        {"r24.txt", {}, "line 1, column 10: found 1 number in row 1, expected 2 as in row 0"},
        {"r09.txt", {{0.5, 1}, {1.5, 2}}, "Multiplied by 0.5, as the text says"},
        {"r10.txt", {{0.5, 1}, {1.5, 2}}, "Multiplied by 0.5, as the text says"},
        {"r11.txt",
         {{1 / root_of_2, 2 / root_of_2}, {3 / root_of_2, 4 / root_of_2}},
         "Divided by 1.4142135623730951"},
        {"r12.txt", {{1, 3}, {2, 4}}, "Transposed, as .T says"},
        {"r20.txt", {{1, 3}, {2, 4}}, "Transposed, as ' says"},
        {"r21.txt",
         {{1 / root_of_2, 1 / root_of_2}, {1 / root_of_2, -1 / root_of_2}},
         "Multiplied by 0.70710678118654"},
        {"r22.txt", {{1, 3}, {2, 4}}, "Transposed, as ^\\top says"},
        {"w05-sympy-latex.txt", {{3, 6}, {9, 12}}, "Multiplied by 3"},
        {"w06-sympy-latex-rot.txt", {{0.5, root3 / 2}, {-root3 / 2, 0.5}}, ""},
        {"p13-latex.txt", {{1, 0.5, -2}, {0, 3, root_of_2}}, ""},
        {"p08-matlab-scale.txt", {{1, 1500}, {3, 2500}}, "Multiplied by 1000"},
        {"w19-matlab-ans.txt", {{225420, 520}}, "Multiplied by 1e+05"},
        {"v01-pandas-print.txt", {{1, 2}, {3, 4}}, ""},
        {"v02-pandas-print-default.txt", {{0.496714, -0.138264}, {0.647689, 1.523030}}, ""},
        {"v06-r-write.csv", {{0.5, 0.25}, {0.1, 0.8}}, ""},
        {"w02-r-csv2.csv", {{0.5, 0.25}, {0.1, 0.8}}, ""},
        {"s03-us-thousands.tsv", {{1234, 0.25}, {-3, 2500}}, "Read 1,234 with thousands marks"},
        {"p32-swiss.tsv", {{1234.5, 0.25}, {2000.75, -3}}, "Read 1'234.5 with thousands marks"},
        {"p33-fr.tsv", {{1234.5, 0.25}, {2000.75, -3}}, "Read 1 234,5 with thousands marks"},
        {"p15-de-excel.tsv", {{1234.5, 0.25}, {-3, 2000.75}}, "Read 1.234,5 with thousands marks"},
        {"p29-percent.csv", {{0.55, 0.45}, {0.10, 0.90}}, ""},
        {"s13-comment.csv", {{0.1, 0.2}, {0.3, 0.4}}, "Passed over 1 comment, in line 1"},
        {"u06-savetxt.txt", {{1, 2}, {3, 4}}, "Passed over 1 comment, in line 1"},
        {"x01-tokens.txt", {{1, 2}, {3, 4}}, ""},
    };
}

void expect_numbers(const Matrix& found, const Case& expected) {
    ASSERT_EQ(found.rows(), static_cast<Index>(expected.rows.size()));
    ASSERT_EQ(found.cols(), static_cast<Index>(expected.rows[0].size()));
    for (Index row = 0; row < found.rows(); ++row)
        for (Index column = 0; column < found.cols(); ++column)
            EXPECT_NEAR(
                found(row, column),
                expected.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                1e-12 * std::abs(found(row, column)))
                << row << ", " << column;
}

void expect_file(const Result<ArrayFile>& file, const Case& expected) {
    if (expected.rows.empty()) {
        ASSERT_FALSE(file);
        EXPECT_NE(file.error().text().find(expected.said), std::string::npos)
            << file.error().text();
        return;
    }
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_NE(file->applied.find(expected.said), std::string::npos) << file->applied;
    const auto read = file->read(0, {});
    ASSERT_TRUE(read) << read.error().text();
    expect_numbers(read->matrix, expected);
}

} // namespace

TEST(Borders, FilesStandardInputAndClipboardAgree) {
    const test::TempDir home;
    for (const Case& expected : cases()) {
        SCOPED_TRACE(expected.file);
        const std::string text = test::bytes_of(folder + expected.file);
        ASSERT_FALSE(text.empty());
        const auto pasted = read_pasted(text);
        if (expected.rows.empty()) {
            ASSERT_FALSE(pasted);
            EXPECT_NE(pasted.error().text().find(expected.said), std::string::npos)
                << pasted.error().text();
        } else {
            ASSERT_TRUE(pasted) << pasted.error().text();
            EXPECT_FALSE(pasted->is_ambiguous);
            expect_numbers(pasted->grids[0].matrix, expected);
            EXPECT_NE(applied_sentences(*pasted).find(expected.said), std::string::npos)
                << applied_sentences(*pasted);
        }
        expect_file(open_arrays(folder + expected.file), expected);
        expect_file(arrays_in(text, "standard input"), expected);
        // Text is read as text, whatever the file's name.
        for (const char* name :
             {"a.txt", "a.json", "a.tex", "a.md", "a.m", "a.py", "a", "a.csv", "a.tsv", "a.log"}) {
            SCOPED_TRACE(name);
            const std::string path = home.file(name, text);
            EXPECT_EQ(holds_arrays(path), holds_arrays(home.file("b.txt", text)) ||
                                              std::string(name).ends_with(".csv") ||
                                              std::string(name).ends_with(".tsv"));
            expect_file(open_arrays(path), expected);
        }
    }
}

TEST(Borders, NamesAreTakenAlong) {
    using Names = std::vector<std::string>;
    const auto open = [](const char* name) {
        auto file = open_arrays(folder + name);
        EXPECT_TRUE(file) << name;
        return *std::move(file);
    };
    EXPECT_EQ(open("v01-pandas-print.txt").arrays[0].column_names, (Names{"d0", "d1"}));
    EXPECT_EQ(open("v06-r-write.csv").arrays[0].column_names, (Names{"V1", "V2"}));
    EXPECT_EQ(open("p29-percent.csv").arrays[0].row_names, (Names{"the", "cat"}));
    EXPECT_EQ(open("u06-savetxt.txt").arrays[0].column_names, (Names{"d0", "d1"}));
    EXPECT_EQ(open("p13-latex.txt").arrays[0].name, "W_Q");
    EXPECT_EQ(open("w13.txt").arrays[0].name, "W_Q");
    EXPECT_EQ(open("p08-matlab-scale.txt").arrays[0].name, "A");
}

TEST(Borders, WordsOfAJsonObjectAreTaken) {
    std::vector<ArrayFile> files;
    files.push_back(*open_arrays(folder + "x01-tokens.txt"));
    const auto imported = import_document(files, guessed_plan(files), "tokens");
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->document.tokens, (std::vector<std::string>{"the", "cat"}));
    EXPECT_EQ(*imported->document.embeddings, (Matrix(2, 2) << 1, 2, 3, 4).finished());
}

TEST(Borders, ReportsSayWhatWasApplied) {
    std::vector<ArrayFile> files;
    files.push_back(*open_arrays(folder + "r12.txt"));
    const auto imported = import_document(files, guessed_plan(files), "transposed");
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_NE(imported->document.notes.find("Transposed, as .T says."), std::string::npos)
        << imported->document.notes;
}

TEST(Borders, ADocumentIsNotReadAsArrays) {
    const test::TempDir home;
    const std::string path =
        home.file("a.json", "{\"format\": \"attention-lab\", \"version\": [2, 0], \"inputs\": "
                            "{\"X\": [[1, 2], [3, 4]]}}");
    EXPECT_FALSE(holds_arrays(path));
    const auto file = open_arrays(path);
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().text().find("is a document of Attention Lab"), std::string::npos)
        << file.error().text();
    EXPECT_TRUE(holds_arrays(home.file("b.json", "{\"X\": [[1, 2], [3, 4]]}")));
    EXPECT_FALSE(holds_arrays(home.file("c.json", "{\"title\": \"a lesson\"}")));
}

TEST(TwoConventions, AreAskedAbout) {
    // One comma before three digits may separate thousands or decimals.
    for (const char* text : {"1,234\t2,500\n3,125\t4,750", "1,234;2,500\n3,125;4,750"}) {
        SCOPED_TRACE(text);
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_TRUE(read->is_ambiguous);
        ASSERT_EQ(read->grids.size(), 2U);
        EXPECT_EQ(read->grids[0].matrix(0, 0), 1.234);
        EXPECT_EQ(read->grids[1].matrix(0, 0), 1234);
        EXPECT_NE(read->grids[0].name, read->grids[1].name);
        const auto file = arrays_in(text, "standard input");
        ASSERT_TRUE(file);
        EXPECT_NE(file->table->other, "");
    }
    // Unambiguous texts cause no question.
    for (const char* text : {"1,234\t0.5\n3\t4", "1,5\t2,500\n3\t4", "1.234\t2.500",
                             "1.234;2.500\n1;2", "1,234\t0,5", "0,125\t1,250"}) {
        const auto read = read_pasted(text);
        ASSERT_TRUE(read) << text << read.error().text();
        EXPECT_FALSE(read->is_ambiguous) << text;
    }
    EXPECT_EQ(read_pasted("1.234;2.500\n1;2")->grids[0].matrix(0, 0), 1.234);
}
