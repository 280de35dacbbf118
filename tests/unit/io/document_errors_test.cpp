// SPDX-License-Identifier: MIT
#include "tests/support/measured.h"
#include "tests/support/small_document_text.h"

#include <gtest/gtest.h>

namespace attn::document_errors_test {

using namespace test;

TEST(DocumentErrors, TheSampleIsValid) {
    EXPECT_EQ(error_of(good), "");
}

TEST(DocumentErrors, OtherFilesAreRefusedPlainly) {
    EXPECT_EQ(error_of(""), "f.attn: the file is empty (0 bytes); expected a document in JSON");
    EXPECT_EQ(error_of(" \n\t"),
              "f.attn: the file contains only blanks; expected a document in JSON");
    EXPECT_EQ(error_of("\x89PNG\r\n\x1a\n"),
              "f.attn: this is not an Attention Lab document: it begins with the bytes "
              "89 50 4e 47 0d 0a 1a 0a (\"\\x89PNG\\r\\n\\x1a\\n\"), expected {");
    EXPECT_EQ(error_of("[1]").substr(0, 46), "f.attn: this is not an Attention Lab document:");
    EXPECT_EQ(error_of("{}"), "f.attn: the key \"format\" is missing; an Attention Lab document "
                              "begins with \"format\": \"attention-lab\"; matrices of other JSON "
                              "are read by Import in the File menu, or by: attention-lab import "
                              "FILE");
    EXPECT_EQ(error_of(R"({"format": "attention-lab"})"),
              "f.attn: the key \"version\" is missing; expected \"version\": [2, 0]");
}

TEST(DocumentErrors, SyntaxErrorsNameLineAndColumn) {
    expect_errors({
        {"[3, 4]]", "[3, 4],]",
         "f.attn:13:26: inputs.X[2]: not valid JSON: a comma stands before the closing bracket; "
         "remove it"},
        {"\"lists\"", "// lists\n\"lists\"",
         "f.attn:9:3: model: not valid JSON: JSON has no comments; remove this one"},
        {"\"cat\"", "'cat'",
         "f.attn:10:22: lists.words[1]: not valid JSON: texts must be in double quotes"},
        {"[3, 4]", "[3, NaN]",
         "f.attn:13:23: inputs.X[1][1]: NaN must be in double quotes: \"NaN\""},
        {"[[3], [4]]", "[[3], [-Infinity]]",
         "f.attn:15:22: inputs.W_K/0[1][0]: -Infinity must be in double quotes: \"-Infinity\""},
    });
    const std::string missing_comma = error_of(with("[1, 2], [", "[1, 2] ["));
    EXPECT_EQ(missing_comma.substr(0, 41), "f.attn:13:18: inputs.X[1]: not valid JSON")
        << missing_comma;
}

TEST(DocumentErrors, ColumnsAreCountedInCharacters) {
    EXPECT_EQ(error_of(with("\"the\", \"cat\"", "\"größer\", 7")),
              "f.attn:10:25: lists.words[1]: found the number 7, expected a text in double quotes");
}

TEST(DocumentErrors, DataAfterTheDocumentIsRefused) {
    EXPECT_EQ(error_of(good + std::string("\0x", 2)),
              "f.attn:18:2: there is a zero byte here; JSON text has none");
    EXPECT_EQ(error_of(good + " {}").substr(0, 31), "f.attn:18:3: not valid JSON: un")
        << error_of(good + " {}");
}

TEST(DocumentErrors, RepeatedKeysAreRefused) {
    expect_errors({
        {"\"W_V/0\"", "\"W_K/0\"",
         "f.attn:16:5: inputs.W_K/0: the key \"W_K/0\" appears twice in this object; remove one "
         "of them"},
        {"\"mask\"", "\"scale\"",
         "f.attn:6:5: model.scale: the key \"scale\" appears twice in this object; remove one of "
         "them"},
        {"\"W_K/0\"", "\"W_Q/0\"",
         "f.attn:15:14: inputs.W_Q/0: \"W_Q\" and \"W_Q/0\" are the same input; remove one"},
    });
}

TEST(DocumentErrors, DeepNestingIsRefusedAtItsStart) {
    const std::string error = error_of("{\"a\":" + std::string(1'000'000, '['));
    EXPECT_EQ(error.substr(0, 12), "f.attn:1:37:") << error;
    EXPECT_NE(error.find("nested more than 32 deep"), std::string::npos) << error;
}

TEST(DocumentErrors, NumbersMustBeNumbers) {
    expect_errors({
        {"[3, 4]", "[3, \"4\"]",
         "f.attn:13:23: inputs.X[1][1]: found the text \"4\", expected a number; remove the "
         "quotes"},
        {"[3, 4]", "[3, \"four\"]",
         "f.attn:13:23: inputs.X[1][1]: found the text \"four\", expected a number (as text only "
         "\"NaN\", \"Infinity\" and \"-Infinity\")"},
        {"[3, 4]", "[3, null]", "f.attn:13:23: inputs.X[1][1]: found null, expected a number"},
        {"[3, 4]", "[3, 1e400]",
         "f.attn:13:23: inputs.X[1][1]: 1e400 is beyond the largest number, about 1.8e308"},
        {"\"temperature\": 1", "\"temperature\": true",
         "f.attn:7:20: model.temperature: found true, expected a number"},
        {"\"temperature\": 1", "\"temperature\": \"NaN\"",
         "f.attn:7:20: model.temperature: found the text \"NaN\", expected a number above 0"},
        {"\"temperature\": 1", "\"temperature\": 0",
         "f.attn:7:20: model.temperature: found the number 0, expected a number above 0"},
    });
}

TEST(DocumentErrors, ShapesThatDoNotFitNameTheirRow) {
    expect_errors({
        {"[3, 4]", "[3, 4, 5]",
         "f.attn:13:19: inputs.X[1]: this row has 3 numbers, but the first row has 2; every row "
         "of a matrix is equally long"},
        {"[3, 4]", "3",
         "f.attn:13:19: inputs.X[1]: found the number 3, expected a row, a list of numbers"},
        {"[3, 4]", "[]",
         "f.attn:13:19: inputs.X[1]: the row is empty, expected at least one number"},
        {"[[1, 2], [3, 4]]", "[]",
         "f.attn:13:10: inputs.X: the list is empty, expected at least one row"},
        {"\"none\"", "[[true, false]]",
         "f.attn:6:13: model.mask: the mask is 1 × 2, expected 2 × 2: one row and one column per "
         "token"},
        {"\"none\"", "[[true, false], [0, 1]]",
         "f.attn:6:30: model.mask[1][0]: found the number 0, expected true (blocked) or false"},
    });
}

TEST(DocumentErrors, SizesHaveLimits) {
    std::string wide = "[[0";
    for (int column = 1; column <= max_width; ++column)
        wide += ",0";
    EXPECT_EQ(error_of(with("[[1, 2], [3, 4]]", wide + "]]")),
              "f.attn:13:11: inputs.X[0]: 4097 columns are more than the limit of 4096");
    std::string tall = "[[0]", words = "\"a\"";
    for (int row = 1; row <= max_tokens; ++row) {
        tall += ",[0]";
        words += ",\"a\"";
    }
    EXPECT_EQ(error_of(with("[[1, 2], [3, 4]]", tall + "]")),
              "f.attn:13:10: inputs.X: 4097 rows are more than the limit of 4096");
    EXPECT_EQ(error_of(with("\"the\", \"cat\"", words)),
              "f.attn:10:14: lists.words: 4097 words are more than the limit of 4096; leave some "
              "out, or open the file in the window, which offers a part");
    EXPECT_EQ(error_of(with("\"scale\"", "\"heads\": 257, \"scale\"")),
              "f.attn:5:14: model.heads: found the number 257, expected a whole number from 1 to "
              "256");
}

TEST(DocumentErrors, ValuesAndKeysHaveLimits) {
    const auto expect_refused = [&](const std::string& members, const std::string& expected) {
        std::string text = good;
        text.insert(text.rfind('}'), ", " + members);
        const test::Measured tried = test::measured([&] { return error_of(text); });
        EXPECT_TRUE(tried.ended);
        EXPECT_NE(tried.text.find(expected), std::string::npos) << tried.text.substr(0, 500);
        EXPECT_LT(tried.seconds, test::most_seconds());
        EXPECT_LT(tried.megabytes, 300);
    };
    std::string numbers = "\"more\": [0", keys, objects = "\"more\": [{\"a\": 1}";
    for (int count = 1; count < 9'000'000; ++count)
        numbers += ",0";
    for (int count = 0; count < 1'000'000; ++count) {
        keys += (count == 0 ? "\"key" : ",\"key") + std::to_string(count) + "\":1";
        objects += ",{\"a\": 1}";
    }
    expect_refused(numbers + "]", "there are more than 8388608 numbers, texts, lists and objects; "
                                  "no document has so many");
    expect_refused(keys, "there are more than 65536 keys; no document has so many");
    expect_refused(objects + "]", "there are more than 65536 keys; no document has so many");
}

TEST(DocumentErrors, UnknownWordsAreRefused) {
    expect_errors({
        {"\"sqrt_d_k\"", "\"sqrt\"",
         "f.attn:5:14: model.scale: found the text \"sqrt\", expected one of \"sqrt_d_k\", "
         "\"none\", \"d_k\", \"sqrt_d_model\" or a number above 0"},
        {"\"sqrt_d_k\"", "0",
         "f.attn:5:14: model.scale: found the number 0, expected a number above 0"},
        {"\"none\"", "\"causl\"",
         "f.attn:6:13: model.mask: found the text \"causl\", expected one of \"none\", \"causal\", "
         "{\"window\": 3}, {\"prefix\": 2}, {\"padding\": 1}, rows of true (blocked) and false, "
         "or a list of these"},
        {"\"temperature\": 1", "\"axis\": \"row\"",
         "f.attn:7:13: model.axis: found the text \"row\", expected one of \"rows\", \"columns\""},
        {"\"model\"", "\"convention\": \"columns\", \"model\"",
         "f.attn:4:17: convention: found the text \"columns\", expected one of "
         "\"tokens_as_rows\", \"tokens_as_columns\""},
    });
}

TEST(DocumentErrors, MissingKeysAreNamed) {
    EXPECT_EQ(error_of(with("\"words\"", "\"wrods\"")),
              "f.attn:9:12: lists: the list \"words\" is missing; expected a word for each row of "
              "X");
    EXPECT_EQ(error_of(R"({"format": "attention-lab", "version": [2, 0]})"),
              "f.attn: lists: the list \"words\" is missing; expected a word for each row of X");
    EXPECT_EQ(error_of(with("    \"X\": [[1, 2], [3, 4]],\n", "")),
              "f.attn:12:13: inputs: the input \"X\" is missing; expected the rows of the matrix");
    EXPECT_EQ(error_of(with("    \"W_Q\": [[1], [2]],\n", "")),
              "f.attn:12:13: inputs: the input \"W_Q/0\" is missing; expected the rows of the "
              "matrix");
    EXPECT_EQ(error_of(with("\"scale\"", "\"heads\": 2, \"scale\"")),
              "f.attn:12:13: inputs: the input \"W_Q/1\" is missing; expected the rows of the "
              "matrix");
    expect_errors({{"\"model\": {", "\"model\": 3, \"old\": {",
                    "f.attn:4:12: model: found the number 3, expected an object such as "
                    "{\"kind\": \"attention\"}"},
                   {"\"lists\": {", "\"lists\": [], \"old\": {",
                    "f.attn:9:12: lists: found a list, expected an object such as {\"words\": "
                    "[\"a\", \"b\"]}"}});
}

TEST(DocumentErrors, UnsupportedVersionsAndKindsAreRefused) {
    expect_errors({
        {"[2, 0]", "[3, 1]",
         "f.attn:3:14: version: the file has format version 3.1, this program reads up to version "
         "2.x; open it with a newer Attention Lab"},
        {"[2, 0]", "[-1, 0]",
         "f.attn:3:15: version[0]: found the number -1, expected a whole number from 1 to "
         "1000000"},
        {"[2, 0]", "[2, 8.9]",
         "f.attn:3:18: version[1]: found the number 8.9, expected a whole number from 0 to "
         "1000000"},
        {"[2, 0]", "[1, 0]",
         "f.attn:3:14: version: the file has format version 1.0, which no release of Attention Lab "
         "wrote; this program reads version 2.x"},
        {"\"attention-lab\"", "\"attention-lap\"",
         "f.attn:2:13: format: found the text \"attention-lap\", expected \"attention-lab\""},
        {"\"scale\"", "\"kind\": \"concepts\", \"scale\"",
         "f.attn:9:12: lists: the list \"people\" is missing; expected a name for each of the "
         "people"},
        {"\"scale\"", "\"kind\": 3, \"scale\"",
         "f.attn:5:13: model.kind: found the number 3, expected one of \"attention\", "
         "\"concepts\", \"block\""},
    });
}

TEST(DocumentErrors, BrokenTextNamesTheToken) {
    EXPECT_EQ(error_of(with("cat", "ca\xFFt")),
              "f.attn:10:25: the byte ff is not UTF-8 in the text that begins \"ca\"; save the "
              "file as UTF-8");
}

} // namespace attn::document_errors_test
