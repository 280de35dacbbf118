// SPDX-License-Identifier: MIT
// Tables for other programs: TSV, Markdown, and NumPy's .npz, read by NumPy itself.
#include "core/io/arrays/arrays.h"
#include "core/publish/text/sheet_formats.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

Document named(std::vector<std::string> tokens, Matrix x) {
    Document document;
    document.tokens = std::move(tokens);
    document.embeddings = std::move(x);
    document.projections = Projections::None;
    return document;
}

publish::SheetTable table_of(const Document& document, const SheetId& sheet) {
    return publish::sheet_table(document, evaluate(document), sheet);
}

std::vector<publish::SheetTable> all_tables(const Document& document) {
    const Trace trace = evaluate(document);
    std::vector<publish::SheetTable> tables;
    for (const SheetId& sheet : sheets(document))
        tables.push_back(publish::sheet_table(document, trace, sheet));
    return tables;
}

} // namespace

TEST(SheetTsv, QuotesNamesWithSeparators) {
    const Document document = named({"a\tb", "c\"d", "plain, word"}, Matrix::Identity(3, 3));
    EXPECT_EQ(publish::to_tsv(table_of(document, {Stage::Scores}), std::nullopt),
              "\t\"a\tb\"\t\"c\"\"d\"\t\"plain, word\"\n"
              "\"a\tb\"\t1\t0\t0\n"
              "\"c\"\"d\"\t0\t1\t0\n"
              "\"plain, word\"\t0\t0\t1\n");
}

TEST(SheetCsv, GuardsWordsThatLookLikeFormulas) {
    const test::TempDir folder;
    const std::vector<std::string> words = {"=1+1",  "+2",   "-3",  "@SUM(A1)", "\t=1",
                                            "\r=1",  "\n=1", "'=1", "''-",      "'tis",
                                            "＝1+1", "a=1",  "1",   "-"};
    const auto count = static_cast<Index>(words.size());
    const Document document = named(words, Matrix::Identity(count, count));
    const publish::SheetTable table = table_of(document, {Stage::Scores});
    const std::string csv = publish::to_csv(table, std::nullopt);
    EXPECT_TRUE(csv.starts_with(",'=1+1,'+2,'-3,'@SUM(A1),\"'\t=1\",\"'\r=1\",\"'\n=1\",''=1,"
                                "'"
                                "''-,'tis,'＝1+1,a=1,1,'-\n'=1+1,1,0,"))
        << csv;
    for (const auto& [name, bytes] :
         {std::pair("a.csv", csv), std::pair("a.tsv", publish::to_tsv(table, std::nullopt))}) {
        const auto file = io::open_arrays(folder.file(name, bytes));
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_EQ(file->arrays[0].row_names, words) << name;
        EXPECT_EQ(file->arrays[0].column_names, words) << name;
        EXPECT_EQ(file->read(0, {})->matrix, Matrix::Identity(count, count)) << name;
    }
}

TEST(SheetCsv, WritesNoZeroByte) {
    const test::TempDir folder;
    const Document document =
        named({std::string("a\0b", 3), std::string("\0=1", 3)}, Matrix::Identity(2, 2));
    const std::string csv = publish::to_csv(table_of(document, {Stage::Scores}), std::nullopt);
    EXPECT_EQ(csv, ",a␀b,␀=1\na␀b,1,0\n␀=1,0,1\n");
    const auto file = io::open_arrays(folder.file("a.csv", csv));
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->arrays[0].row_names, (std::vector<std::string>{"a␀b", "␀=1"}));
}

TEST(SheetMarkdown, KeepsNamesLiteralAndMarksLinesWithoutKey) {
    Document document = named({"a|b", "*"}, Matrix::Identity(2, 2));
    Flags flags = Flags::Constant(2, 2, false);
    flags.row(1).setConstant(true);
    document.switches.mask = {Mask::Kind::Painted, flags};
    EXPECT_EQ(publish::to_markdown(table_of(document, {Stage::Weights}), 2),
              "### weights\n\n2 × 2, softmax\\(masked\\) · each row with an open key sums to 1\n\n"
              "| query ↓ key → | a\\|b | \\* |\n| :-- | --: | --: |\n"
              "| **a\\|b** | 0.67 | 0.33 |\n| **\\*** | – | – |\n");
    EXPECT_NE(publish::to_markdown(table_of(document, {Stage::WeightedValues}), 2)
                  .find("\nQuery **\\***:\n\n| key ↓ d\\_v → |"),
              std::string::npos);
}

TEST(SheetNpz, GivesTheSameBytesEachTime) {
    const auto tables = all_tables(attn::test::random_document(3));
    EXPECT_EQ(*publish::to_npz(tables), *publish::to_npz(tables));
}

TEST(SheetNpz, IsReadByNumPyWithEveryBit) {
    const test::TempDir folder;
    std::string expected = "import numpy\n";
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        const auto tables = all_tables(attn::test::random_document(seed));
        const std::string path =
            folder.file("d" + std::to_string(seed) + ".npz", *publish::to_npz(tables));
        expected += "z = numpy.load(r'" + path +
                    "')\nassert len(z.files) == " + std::to_string(tables.size()) + ", z.files\n";
        for (const publish::SheetTable& table : tables) {
            std::string hex;
            for (const Matrix& grid : table.grids)
                for (const Real value : grid.reshaped<Eigen::RowMajor>()) {
                    char text[40];
                    std::snprintf(text, sizeof text, "%a ", value);
                    hex += text;
                }
            expected += "a = z['" + table.name + "']; h = [float.fromhex(t) for t in '" + hex +
                        "'.split()]\nassert a.dtype == 'float64' and a.ndim == " +
                        (table.queries.empty() ? "2" : "3") +
                        "\nassert numpy.array(h).tobytes() == a.tobytes(), '" + table.name + "'\n";
        }
    }
    const auto finished = test::run_python(expected);
    EXPECT_EQ(finished.code, 0) << finished.err;
}
