// SPDX-License-Identifier: MIT
#include "core/io/text/table_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace attn::table_text_test {

using namespace io;

namespace {

using Names = std::vector<std::string>;

TextTable read(std::string_view text) {
    auto table = read_table(text);
    EXPECT_TRUE(table) << (table ? "" : table.error().text());
    return table ? *std::move(table) : TextTable{};
}

const Matrix expected = (Matrix(2, 3) << 1.5, -2, 3e-5, 4, 5.25, 6).finished();

} // namespace

TEST(TableText, FindsTheSeparator) {
    for (const char* text :
         {"1.5,-2,3e-5\n4,5.25,6\n", "1.5\t-2\t3e-5\r\n4\t5.25\t6\r\n", "1,5;-2;3e-5\n4;5,25;6",
          "1,5\t-2\t3e-5\n4\t5,25\t6", " 1.5 -2   3e-5\n 4 5.25 6 \n", "1,5 -2 3e-5\n4 5,25 6\n",
          "\xEF\xBB\xBF"
          "1.5, −2, 3e-5\n\n4, 5.25, 6\n\n",
          "\"1.5\",\"-2\",\"3e-5\"\n4,5.25,6\n", "1.5\t-2\t3e-5\r4\t5.25\t6"}) {
        SCOPED_TRACE(text);
        EXPECT_EQ(read(text).matrix, expected);
    }
}

TEST(TableText, RecognisesAHeaderAndRowNames) {
    for (const char* text :
         {",a,b,c\nx,1.5,-2,3e-5\ny,4,5.25,6\n", "name,a,b,c\nx,1.5,-2,3e-5\ny,4,5.25,6\n",
          "a,b,c\nx,1.5,-2,3e-5\ny,4,5.25,6\n", "a;b;c\nx;1,5;-2;3e-5\ny;4;5,25;6\n"}) {
        SCOPED_TRACE(text);
        const TextTable table = read(text);
        EXPECT_EQ(table.matrix, expected);
        EXPECT_EQ(table.row_names, (Names{"x", "y"}));
        EXPECT_EQ(table.column_names, (Names{"a", "b", "c"}));
    }
    const TextTable header = read("a,b,c\n1.5,-2,3e-5\n4,5.25,6\n");
    EXPECT_EQ(header.column_names, (Names{"a", "b", "c"}));
    EXPECT_TRUE(header.row_names.empty());
    const TextTable labels = read("x,1.5,-2,3e-5\n\"the, \"\"y\"\"\",4,5.25,6\n");
    EXPECT_EQ(labels.row_names, (Names{"x", "the, \"y\""}));
    EXPECT_TRUE(labels.column_names.empty());
    const TextTable numbered = read(",0,1,2\n0,1.5,-2,3e-5\n1,4,5.25,6\n");
    EXPECT_EQ(numbered.matrix, expected);
    EXPECT_EQ(numbered.column_names, (Names{"0", "1", "2"}));
}

TEST(TableText, ReadsOneColumnAndOneNumber) {
    EXPECT_EQ(read("1\n2\n3\n").matrix, (Matrix(3, 1) << 1, 2, 3).finished());
    EXPECT_EQ(read("0.5").matrix, Matrix::Constant(1, 1, 0.5));
}

TEST(TableText, FollowsAGivenDialect) {
    const Dialect commas{',', false, false, false}, header{',', false, true, false};
    EXPECT_EQ(read_table("1,5\n2,5\n", commas)->matrix, (Matrix(2, 2) << 1, 5, 2, 5).finished());
    EXPECT_EQ(read_table("1,5\n2,5\n", header)->matrix, (Matrix(1, 2) << 2, 5).finished());
    EXPECT_EQ(read_table("1,5\n2,5\n", Dialect{';', true, false, false})->matrix,
              (Matrix(2, 1) << 1.5, 2.5).finished());
}

TEST(TableText, RefusesWhatIsNoNumberInAColumnOfNumbers) {
    const struct {
        std::string cell, found;
    } cases[] = {{"1e400", "found \"1e400\", which is beyond the largest number, about 1.8e308; "},
                 {"N/A", "found \"N/A\", "},
                 {"", "the cell is empty; "},
                 {"#REF!", "found \"#REF!\", "},
                 {"3d2", "found \"3d2\", "},
                 {"=1+1", "found \"=1+1\", "},
                 {"cat", "found \"cat\", "}};
    for (const auto& [cell, found] : cases)
        for (const std::string place : {"line 1", "line 3"})
            for (const std::string column : {"column 1", "column 2"}) {
                SCOPED_TRACE(cell + " in " + place + ", " + column);
                std::string text = "1,2\n3,4\n5,6\n7,8\n";
                const std::size_t line = place == "line 1" ? 0 : 2;
                text.replace(4 * line + (column == "column 1" ? 0 : 2), 1, cell);
                const auto table = read_table(text);
                ASSERT_FALSE(table);
                EXPECT_EQ(table.error().where, place + ", " + column);
                EXPECT_TRUE(table.error().message.starts_with(
                    found + "expected a number such as 1.5, 1e-3 or 1/2"))
                    << table.error().message;
            }
    const auto header = read_table("a,b\n1,2\nN/A,4\n5,6\n");
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().where, "line 3, column 1");
    const auto comma = read_table("1,5;2\nN/A;3\n0,5;1\n");
    ASSERT_FALSE(comma);
    EXPECT_EQ(comma.error().text(),
              "line 2, column 1: found \"N/A\", expected a number such as 1,5, 1e-3 or 1/2");
    for (const char* all_broken : {"1e400,2\n1e400,3\n", "1e400,2\n", "N/A,#REF!\n1,2\n3,4\n"})
        EXPECT_FALSE(read_table(all_broken)) << all_broken;
}

TEST(TableText, SaysHowFirstCellsBecomeNames) {
    const auto mixed = read_table("1,2\n3,4\nthe,5\n6,7\n");
    ASSERT_FALSE(mixed);
    EXPECT_EQ(mixed.error().text(),
              "line 3, column 1: found \"the\", expected a number such as 1.5, 1e-3 or 1/2; where "
              "the first cells name the rows, begin with a header whose first cell is empty");
    const TextTable named = read(",x,y\n1,2,3\n3,4,5\nthe,5,6\n6,7,8\n");
    EXPECT_EQ(named.row_names, (Names{"1", "3", "the", "6"}));
}

TEST(TableText, KeepsNamesThatLookLikeNumbers) {
    EXPECT_EQ(read("the,0.5\nN/A,0.25\n").row_names, (Names{"the", "N/A"}));
    // Without a corner cell, a number among the first cells may belong to a row of numbers.
    for (const char* text : {"the,0.5\n3,0.25\n", "a,1\nb,2\n3,4\n", "x,1\n1e400,2\n"}) {
        const auto mixed = read_table(text);
        ASSERT_FALSE(mixed) << text;
        EXPECT_NE(mixed.error().text().find("begin with a header whose first cell is empty"),
                  std::string::npos)
            << mixed.error().text();
    }
    // An empty corner above names, above a count, or above equal names.
    for (const char* text : {",3,+\n3,1,2\n+,3,4\n", ",0,1\n3,1,2\n5,3,4\n", ",3,5\n0,1,2\n1,3,4\n",
                             ",3,5\n3,1,2\n5,3,4\n"}) {
        SCOPED_TRACE(text);
        const TextTable table = read(text);
        EXPECT_EQ(table.matrix, (Matrix(2, 2) << 1, 2, 3, 4).finished());
        EXPECT_TRUE(table.dialect.has_header && table.dialect.has_labels);
    }
    const auto missing = read_table(",2,7\n4,5,6\n");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().where, "line 1, column 1");
}

TEST(TableText, ReadsFractionsAndArithmetic) {
    EXPECT_EQ(read("1/2,-3 / 4\n1/3,0.5/2\n").matrix,
              (Matrix(2, 2) << 0.5, -0.75, 1.0 / 3, 0.25).finished());
    EXPECT_EQ(read("1,5/2;2\n0,5;1/4\n").matrix, (Matrix(2, 2) << 0.75, 2, 0.5, 0.25).finished());
    const TextTable table = read("sqrt(2)/2,2^-1\n2*pi,1+1\n(1+2)/4,3 × 4\n");
    ASSERT_EQ(table.matrix.rows(), 3);
    EXPECT_DOUBLE_EQ(table.matrix(0, 0), std::sqrt(2) / 2);
    EXPECT_DOUBLE_EQ(table.matrix(1, 0), 2 * std::numbers::pi);
    EXPECT_EQ(table.matrix(0, 1), 0.5);
    EXPECT_EQ(table.matrix(1, 1), 2);
    EXPECT_EQ(table.matrix(2, 0), 0.75);
    EXPECT_EQ(table.matrix(2, 1), 12);
    // Ambiguous cells are not computed.
    for (const std::string cell :
         {"1/2/2024", "2024-01-05", "1-2", "e", "pi", "1/0", "km/2", "1 2"})
        EXPECT_FALSE(read_table("1;2\n3;" + cell + "\n")) << cell;
    EXPECT_EQ(read("c,d,e\n1,2,3\n").column_names, (Names{"c", "d", "e"}));
    EXPECT_EQ(read("e,1\npi,2\n").row_names, (Names{"e", "pi"}));
}

TEST(TableText, LimitsArithmetic) {
    std::string halves, roots;
    for (int row = 0; row < 2000; ++row) {
        halves += "1/2,1/4\n";
        roots += "1,sqrt(4)\n";
    }
    EXPECT_EQ(read(halves).matrix.rows(), 2000);
    const auto table = read_table(roots);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().text(), "line 1025, column 2: found \"sqrt(4)\", but more than 1024 "
                                    "cells hold arithmetic; write their numbers");
}

TEST(TableText, RefusesMissingNumbersOnRequest) {
    EXPECT_TRUE(std::isnan(read("1,NaN\n").matrix(0, 1)));
    for (const char* word : {"NaN", "nan", "-NaN"}) {
        const auto table = read_table("1," + std::string(word) + "\n", {}, NotANumber::Refused);
        ASSERT_FALSE(table);
        EXPECT_EQ(table.error().text(), "line 1, column 2: found \"" + std::string(word) +
                                            "\", which stands for a missing number; expected one "
                                            "such as 1.5, 1e-3 or 1/2");
    }
    EXPECT_TRUE(read_table("1,-Infinity\n", {}, NotANumber::Refused));
}

TEST(TableText, RemovesTheSpreadsheetGuardFromNames) {
    const TextTable table = read(",'=x,''@y,'s\n'-a,1,2,3\n'\"b,4,5,6\n");
    EXPECT_EQ(table.column_names, (Names{"=x", "'@y", "'s"}));
    EXPECT_EQ(table.row_names, (Names{"-a", "'\"b"}));
}

} // namespace attn::table_text_test
