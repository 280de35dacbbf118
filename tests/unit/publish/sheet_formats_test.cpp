// SPDX-License-Identifier: MIT
#include "core/publish/text/sheet_formats.h"

#include <gtest/gtest.h>

#include <limits>

using namespace attn;
using namespace attn::publish;

namespace {

/// Two words without projections or scale: scores [[5, 1], [1, 4]].
Document two_words() {
    Document document;
    document.tokens = {"a", "b"};
    document.embeddings = Matrix{{1.0, 2.0}, {-1.0, 1.0}};
    document.projections = Projections::None;
    document.switches.scale.kind = Scale::Kind::None;
    document.switches.normaliser = Normaliser::Sum;
    return document;
}

SheetTable table_of(const Document& document, Stage stage) {
    return sheet_table(document, evaluate(document), {stage});
}

} // namespace

TEST(SheetFormats, TextHasSumsAlongTheNormalisedAxis) {
    Document document = two_words();
    EXPECT_EQ(to_text(table_of(document, Stage::Weights), 2),
              "weights  2 × 2  scores / Σ scores · each row sums to 1\n"
              "query ↓ key →     a     b  │     Σ\n"
              "a              0.83  0.17  │  1.00\n"
              "b              0.33  0.67  │  1.00\n");
    document.switches.axis = Axis::Columns;
    EXPECT_EQ(to_text(table_of(document, Stage::Weights), 2),
              "weights  2 × 2  scores / Σ scores · each column sums to 1\n"
              "query ↓ key →     a     b  │     Σ\n"
              "a              0.83  0.33  │  1.17\n"
              "b              0.17  0.67  │  0.83\n"
              "Σ              1.00  1.00  │\n");
}

TEST(SheetFormats, WeightedValuesShowBothSums) {
    Document document = two_words();
    document.embeddings = Matrix{{1.0, 1.0}, {0.0, 2.0}}; // Scores [[2, 2], [2, 4]].
    EXPECT_EQ(to_text(table_of(document, Stage::WeightedValues), 1),
              "weighted_values  2 × 2 × 2  weight · V, row by row\n"
              "query a\n"
              "key ↓ d_v →    0    1  │    Σ\n"
              "a            0.5  0.5  │  1.0\n"
              "b            0.0  1.0  │  1.0\n"
              "Σ = output   0.5  1.5  │\n"
              "\n"
              "query b\n"
              "key ↓ d_v →    0    1  │    Σ\n"
              "a            0.3  0.3  │  0.7\n"
              "b            0.0  1.3  │  1.3\n"
              "Σ = output   0.3  1.7  │\n");
}

TEST(SheetFormats, ABlockedColumnIsNamed) {
    Document document = two_words();
    document.switches.axis = Axis::Columns;
    document.switches.mask = {Mask::Kind::Painted, Flags{{false, true}, {false, true}}};
    const SheetTable weights = table_of(document, Stage::Weights);
    EXPECT_EQ(weights.no_key, std::vector<Index>{1});
    EXPECT_NE(to_text(weights, 2).find("no key: every query is blocked for b; the weights are 0\n"),
              std::string::npos);
    EXPECT_NE(to_json(weights, {}).find("\"no_key\": {\"columns\": [1]}"), std::string::npos);
    EXPECT_TRUE(table_of(document, Stage::Output).no_key.empty())
        << "a row of the output belongs to a query, not to a column of the weights";
}

TEST(SheetFormats, NamesCannotBreakTheTable) {
    Document document = two_words();
    document.tokens = {"\x1b[31m注意\n", ""};
    EXPECT_EQ(to_text(table_of(document, Stage::Scores), {}),
              "scores  2 × 2  Q Kᵀ\n"
              "query ↓ key →   \\x1b[31m注意\\n  \"\"\n"
              "\\x1b[31m注意\\n               5   1\n"
              "\"\"                           1   2\n");
    EXPECT_EQ(to_csv(table_of(document, Stage::Scores), {}),
              ",\"\x1b[31m注意\n\",\n\"\x1b[31m注意\n\",5,1\n,1,2\n");
    EXPECT_NE(to_json(table_of(document, Stage::Scores), {}).find(R"("\u001b[31m注意\n", "")"),
              std::string::npos);
}

TEST(SheetFormats, EveryFormatWritesNonFiniteNumbers) {
    Document document = two_words();
    document.embeddings = Matrix{{std::numeric_limits<Real>::quiet_NaN(), 1.0},
                                 {std::numeric_limits<Real>::infinity(), -0.0}};
    const SheetTable x = table_of(document, Stage::X);
    EXPECT_NE(to_text(x, {}).find("a                 NaN  1\nb                   ∞  0\n"),
              std::string::npos)
        << to_text(x, {});
    EXPECT_EQ(to_csv(x, {}), ",0,1\na,NaN,1\nb,Infinity,-0\n");
    EXPECT_NE(to_json(x, {}).find("[\"NaN\", 1],\n    [\"Infinity\", -0.0]"), std::string::npos);
    EXPECT_NE(to_json(x, 1).find("[\"NaN\", 1.0],\n    [\"Infinity\", 0.0]"), std::string::npos);
}

TEST(SheetFormats, PrecisionIsDecimals) {
    Document document = two_words();
    const SheetTable weights = table_of(document, Stage::Weights);
    EXPECT_NE(to_json(weights, 3).find("[0.833, 0.167]"), std::string::npos);
    EXPECT_NE(to_csv(weights, 3).find("a,0.833,0.167\n"), std::string::npos);
    EXPECT_NE(to_csv(weights, {}).find("a,0.8333333333333334,0.16666666666666666\n"),
              std::string::npos);
}
