// SPDX-License-Identifier: MIT
#include "core/io/table_text.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::io;

namespace {

using Names = std::vector<std::string>;

TextTable read(std::string_view text) {
    auto table = read_table(text);
    EXPECT_TRUE(table) << (table ? "" : table.error().text());
    return table ? *std::move(table) : TextTable{};
}

const Matrix expected = (Matrix(2, 3) << 1.5, -2, 3e-5, 4, 5.25, 6).finished();

} // namespace

TEST(TableText, FindsOutHowTheCellsAreParted) {
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

TEST(TableText, TakesAHeaderAndRowNamesForWhatTheyAre) {
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

TEST(TableText, ReadsAsItIsToldTo) {
    const Dialect commas{',', false, false, false}, header{',', false, true, false};
    EXPECT_EQ(read_table("1,5\n2,5\n", commas)->matrix, (Matrix(2, 2) << 1, 5, 2, 5).finished());
    EXPECT_EQ(read_table("1,5\n2,5\n", header)->matrix, (Matrix(1, 2) << 2, 5).finished());
    EXPECT_EQ(read_table("1,5\n2,5\n", Dialect{';', true, false, false})->matrix,
              (Matrix(2, 1) << 1.5, 2.5).finished());
}
