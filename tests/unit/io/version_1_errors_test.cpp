// SPDX-License-Identifier: MIT
// Faulty files of version 1: their messages stay the same.
#include "tests/support/small_document_text.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::io;
using attn::testing::error_of;

namespace {

/// A small document, with one key per line.
const std::string good = R"({
  "format": "attention-lab",
  "version": [1, 0],
  "tokens": ["the", "cat"],
  "embeddings": [[1, 2], [3, 4]],
  "heads": [{"w_q": [[1], [2]], "w_k": [[3], [4]], "w_v": [[5, 6, 7], [8, 9, 0]]}],
  "scale": "sqrt_d_k",
  "mask": "none",
  "temperature": 1
})";

std::string with(std::string_view from, std::string_view to) {
    return attn::testing::replaced(good, from, to);
}

void expect_errors(const std::vector<attn::testing::Case>& cases) {
    attn::testing::expect_errors(cases, good);
}

} // namespace

TEST(Version1Errors, TheSampleItselfIsGood) {
    EXPECT_EQ(error_of(good), "");
}

TEST(Version1Errors, WhatIsNoDocumentIsSaidPlainly) {
    EXPECT_EQ(error_of(""), "f.attn: the file is empty (0 bytes); expected a document in JSON");
    EXPECT_EQ(error_of(" \n\t"),
              "f.attn: the file contains only blanks; expected a document in JSON");
    EXPECT_EQ(error_of("\x89PNG\r\n\x1a\n"),
              "f.attn: this is not an Attention Lab document: it begins with the bytes "
              "89 50 4e 47 0d 0a 1a 0a (\"\\x89PNG\\r\\n\\x1a\\n\"), expected {");
    EXPECT_EQ(error_of("[1]").substr(0, 46), "f.attn: this is not an Attention Lab document:");
    EXPECT_EQ(error_of("{}"), "f.attn: the key \"format\" is missing; an Attention Lab document "
                              "begins with \"format\": \"attention-lab\"");
}

TEST(Version1Errors, SyntaxIsPlacedByLineAndColumn) {
    expect_errors({
        {"[3, 4]]", "[3, 4],]",
         "f.attn:5:33: embeddings[2]: not valid JSON: a comma stands before the closing bracket; "
         "remove it"},
        {"\"scale\"", "// scale\n\"scale\"",
         "f.attn:7:3: heads: not valid JSON: JSON has no comments; remove this one"},
        {"\"cat\"", "'cat'",
         "f.attn:4:21: tokens[1]: not valid JSON: texts must be in double quotes"},
        {"[3, 4]", "[3, NaN]",
         "f.attn:5:30: embeddings[1][1]: NaN must be in double quotes: \"NaN\""},
        {"[3, 4]", "[3, -Infinity]",
         "f.attn:5:31: embeddings[1][1]: -Infinity must be in double quotes: \"-Infinity\""},
    });
    const std::string missing_comma = error_of(with("[1, 2], [", "[1, 2] ["));
    EXPECT_EQ(missing_comma.substr(0, 42), "f.attn:5:25: embeddings[1]: not valid JSON")
        << missing_comma;
}

TEST(Version1Errors, ColumnsAreCountedInCharacters) {
    EXPECT_EQ(error_of(with("\"the\", \"cat\"", "\"größer\", 7")),
              "f.attn:4:24: tokens[1]: found the number 7, expected a text in double quotes");
}

TEST(Version1Errors, DataAfterTheDocumentIsRefused) {
    EXPECT_EQ(error_of(good + std::string("\0x", 2)),
              "f.attn:10:2: there is a zero byte here; JSON text has none");
    EXPECT_EQ(error_of(good + " {}").substr(0, 31), "f.attn:10:3: not valid JSON: un")
        << error_of(good + " {}");
}

TEST(Version1Errors, AKeyMayNotStandTwice) {
    expect_errors({
        {"\"w_k\"", "\"w_q\"",
         "f.attn:6:33: heads[0].w_q: the key \"w_q\" appears twice in this object; remove one of "
         "them"},
        {"\"mask\"", "\"scale\"",
         "f.attn:8:3: scale: the key \"scale\" appears twice in this object; remove one of them"},
    });
}

TEST(Version1Errors, DeepNestingIsRefusedWhereItBegins) {
    const std::string error = error_of("{\"a\":" + std::string(1'000'000, '['));
    EXPECT_EQ(error.substr(0, 12), "f.attn:1:37:") << error;
    EXPECT_NE(error.find("nested more than 32 deep"), std::string::npos) << error;
}

TEST(Version1Errors, NumbersMustBeNumbers) {
    expect_errors({
        {"[3, 4]", "[3, \"4\"]",
         "f.attn:5:30: embeddings[1][1]: found the text \"4\", expected a number; remove the "
         "quotes"},
        {"[3, 4]", "[3, \"four\"]",
         "f.attn:5:30: embeddings[1][1]: found the text \"four\", expected a number (as text only "
         "\"NaN\", \"Infinity\" and \"-Infinity\")"},
        {"[3, 4]", "[3, null]", "f.attn:5:30: embeddings[1][1]: found null, expected a number"},
        {"[3, 4]", "[3, 1e400]",
         "f.attn:5:30: embeddings[1][1]: 1e400 is beyond the largest number, about 1.8e308"},
        {"[3, 4]", "[3, -1e400]",
         "f.attn:5:30: embeddings[1][1]: -1e400 is beyond the largest number, about 1.8e308"},
        {"\"temperature\": 1", "\"temperature\": true",
         "f.attn:9:18: temperature: found true, expected a number"},
    });
}

TEST(Version1Errors, ShapesThatDoNotFitNameTheRow) {
    expect_errors({
        {"[3, 4]", "[3, 4, 5]",
         "f.attn:5:26: embeddings[1]: this row has 3 numbers, but the first row has 2; every row "
         "of a matrix is equally long"},
        {"[3, 4]", "3",
         "f.attn:5:26: embeddings[1]: found the number 3, expected a row, a list "
         "of numbers"},
        {"[3, 4]", "[]",
         "f.attn:5:26: embeddings[1]: the row is empty, expected at least one number"},
        {"[[1, 2], [3, 4]]", "[]",
         "f.attn:5:17: embeddings: the list is empty, expected at least one row"},
        {"[[3], [4]]", "[[3], [4], [5]]",
         "f.attn:6:40: heads[0].w_k: the matrix is 3 × 1, expected 2 × 1 (one row for each of the "
         "2 columns of the embeddings; the columns of w_k are those of w_q)"},
        {"\"the\", \"cat\"", "\"the\"",
         "f.attn:4:13: tokens: the number of tokens is 1, but the embeddings have 2 rows; each "
         "token needs one row"},
        {"\"none\"", "[[true, false]]",
         "f.attn:8:11: mask: the mask is 1 × 2, expected 2 × 2: one row and one column per token"},
        {"\"none\"", "[[true, false], [0, 1]]",
         "f.attn:8:28: mask[1][0]: found the number 0, expected true (blocked) or false"},
    });
}

TEST(Version1Errors, SizesHaveLimits) {
    std::string wide = "[[0";
    for (int column = 1; column <= max_width; ++column)
        wide += ",0";
    EXPECT_EQ(error_of(with("[[1, 2], [3, 4]]", wide + "]]")),
              "f.attn:5:18: embeddings[0]: 4097 columns are more than the limit of 4096");
    std::string tall = "[[0]", words = "\"a\"";
    for (int row = 1; row <= max_tokens; ++row) {
        tall += ",[0]";
        words += ",\"a\"";
    }
    EXPECT_EQ(error_of(with("[[1, 2], [3, 4]]", tall + "]")),
              "f.attn:5:17: embeddings: 4097 rows are more than the limit of 4096");
    EXPECT_EQ(
        error_of(with("\"the\", \"cat\"", words)),
        "f.attn:4:13: tokens: 4097 tokens are more than the limit of 4096; leave some out, or "
        "open the file in the window, which offers a part");
    const std::string head = R"({"w_q": [[1], [2]], "w_k": [[3], [4]], "w_v": [[5], [8]]})";
    std::string heads = "[" + head;
    for (int count = 1; count <= max_heads; ++count)
        heads += "," + head;
    const std::string many = good.substr(0, good.find("[{")) + heads + "]}";
    EXPECT_EQ(error_of(many), "f.attn:6:12: heads: 257 heads are more than the limit of 256");
}

TEST(Version1Errors, WordsMustBeKnown) {
    expect_errors({
        {"\"sqrt_d_k\"", "\"sqrt\"",
         "f.attn:7:12: scale: found the text \"sqrt\", expected one of \"sqrt_d_k\", \"none\", "
         "\"d_k\", \"sqrt_d_model\" or a number above 0"},
        {"\"sqrt_d_k\"", "0", "f.attn:7:12: scale: found the number 0, expected a number above 0"},
        {"\"none\"", "\"causl\"",
         "f.attn:8:11: mask: found the text \"causl\", expected one of \"none\", \"causal\", "
         "{\"window\": 3}, {\"prefix\": 2}, {\"padding\": 1}, rows of true (blocked) and false, "
         "or a list of these"},
        {"\"temperature\": 1", "\"temperature\": -1",
         "f.attn:9:18: temperature: the temperature is -1, expected a number above 0"},
        {"\"temperature\": 1", "\"axis\": \"row\"",
         "f.attn:9:11: axis: found the text \"row\", expected one of \"rows\", \"columns\""},
    });
}

TEST(Version1Errors, MissingKeysAreNamed) {
    EXPECT_EQ(error_of(with("\"tokens\"", "\"words\"")),
              "f.attn: the key \"tokens\" is missing; expected a list of words, one for each row "
              "of the embeddings");
    EXPECT_EQ(error_of(with("\"embeddings\"", "\"x\"")),
              "f.attn: the key \"embeddings\" is missing; expected the rows of the matrix");
    EXPECT_EQ(error_of(with("\"w_v\"", "\"w_o\"")),
              "f.attn:6:13: heads[0]: the key \"w_v\" is missing; expected the rows of the matrix");
    EXPECT_EQ(error_of(with("\"heads\"", "\"head\"")),
              "f.attn: there are no heads; expected \"heads\": [{\"w_q\": …, \"w_k\": …, \"w_v\": "
              "…}], or \"projections\": \"none\"");
}

TEST(Version1Errors, VersionsAndKindsAreCompared) {
    expect_errors({
        {"[1, 0]", "[3, 1]",
         "f.attn:3:14: version: the file has format version 3.1, this program reads up to version "
         "2.x; open it with a newer Attention Lab"},
        {"[1, 0]", "[-1, 0]",
         "f.attn:3:15: version[0]: found the number -1, expected a whole number from 1 to "
         "1000000"},
        {"[1, 0]", "[1, 8.9]",
         "f.attn:3:18: version[1]: found the number 8.9, expected a whole number from 0 to "
         "1000000"},
        {"[1, 0]", "[1e30, 0]",
         "f.attn:3:15: version[0]: found the number 1e+30, expected a whole number from 1 to "
         "1000000"},
        {"[1, 0]", "1",
         "f.attn:3:14: version: found the number 1, expected two numbers such as [1, 0]"},
        {"\"attention-lab\"", "\"attention-lap\"",
         "f.attn:2:13: format: found the text \"attention-lap\", expected \"attention-lab\""},
        {"\"tokens\"", "\"kind\": \"concepts\", \"tokens\"",
         "f.attn: the key \"rows\" is missing; expected a list of names, one for each of the "
         "ratings' rows"},
        {"\"tokens\"", "\"kind\": 3, \"tokens\"",
         "f.attn:4:11: kind: found the number 3, expected one of \"attention\", "
         "\"concepts\""},
    });
}

TEST(Version1Errors, BrokenTextNamesTheToken) {
    EXPECT_EQ(error_of(with("cat", "ca\xFFt")),
              "f.attn:4:24: the byte ff is not UTF-8 in the text that begins \"ca\"; save the file "
              "as UTF-8");
}
