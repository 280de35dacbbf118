// SPDX-License-Identifier: MIT
// With words as columns, every matrix is the transpose, every number is the same, and every
// derivation is made of the same numbers.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/io/document/library.h"
#include "core/publish/text/sheet_formats.h"
#include "tests/support/random_document.h"
#include "tests/support/same_bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace attn;

namespace {

struct Pair {
    Document rows, columns;
    Trace of_rows, of_columns;
};

Pair pair_of(const Document& document) {
    Pair pair{document, *apply(document, SetConvention{Convention::TokensAsColumns}), {}, {}};
    pair.of_rows = evaluate(pair.rows);
    pair.of_columns = evaluate(pair.columns);
    return pair;
}

/// Every attention preset, and documents with all switches and options, or one in `step` of these;
/// each test gets a seventh.
std::vector<Document> documents(std::uint32_t part, std::uint32_t step = 1) {
    std::vector<Document> list;
    const auto presets = io::presets();
    EXPECT_TRUE(presets && presets->size() >= 6);
    for (std::size_t at = 0; presets && at < presets->size(); ++at)
        if (at % 7 + 1 == part) {
            Document document = *io::open_file((*presets)[at].path);
            if (document.model == Model::Attention) // Other models have no convention.
                list.push_back(std::move(document));
        }
    for (std::uint32_t seed = part; seed <= 203; seed += 7 * step)
        list.push_back(attn::test::random_document(seed));
    for (std::uint32_t seed = part; seed <= 126; seed += 7 * step)
        list.push_back(attn::test::random_document_of_any_kind(seed));
    return list;
}

/// Calls `law` for the places of every matrix; in large ones, for some in each row.
template <class Law>
void for_places(const Document& document, Law law) {
    for (SheetId sheet : sheets(document)) {
        if (sheet.stage == Stage::WeightedValues)
            sheet.query = token_count(document) - 1;
        const Shape shape = shape_of(document, sheet);
        const Index step = std::max<Index>(1, shape.rows * shape.columns / 64);
        for (Index at = 0; at < shape.rows * shape.columns; at += step)
            law(Place{sheet, at / shape.columns, at % shape.columns});
    }
}

class Conventions : public ::testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Parts, Conventions, ::testing::Range(1U, 8U));

} // namespace

TEST_P(Conventions, WriteTransposedMatrices) {
    for (const Document& document : documents(GetParam())) {
        SCOPED_TRACE(document.title);
        const Pair pair = pair_of(document);
        for (const SheetId& sheet : sheets(document)) {
            SCOPED_TRACE(to_text(sheet));
            const Matrix rows = written_matrix(pair.rows, pair.of_rows, sheet);
            const Matrix columns = written_matrix(pair.columns, pair.of_columns, sheet);
            EXPECT_TRUE(test::is_same(rows, matrix_of(pair.rows, pair.of_rows, sheet)));
            EXPECT_TRUE(test::is_same(columns, rows.transpose()));
            const WrittenForm one = written_form(pair.rows, sheet);
            const WrittenForm other = written_form(pair.columns, sheet);
            EXPECT_EQ(one.row_names, other.column_names);
            EXPECT_EQ(one.column_names, other.row_names);
            EXPECT_EQ(one.row_role, other.column_role);
            EXPECT_EQ(one.column_role, other.row_role);
            EXPECT_EQ(other.shape, (Shape{columns.rows(), columns.cols()}));
        }
    }
}

TEST_P(Conventions, ExportTheTransposedTables) {
    for (const Document& document : documents(GetParam(), 3)) {
        SCOPED_TRACE(document.title);
        const Pair pair = pair_of(document);
        for (const SheetId& sheet : sheets(document)) {
            const auto rows = publish::sheet_table(pair.rows, pair.of_rows, sheet);
            const auto columns = publish::sheet_table(pair.columns, pair.of_columns, sheet);
            EXPECT_EQ(rows.rows, columns.columns);
            EXPECT_EQ(rows.columns, columns.rows);
            EXPECT_EQ(rows.queries, columns.queries);
            EXPECT_EQ(rows.row_role, columns.column_role);
            EXPECT_EQ(rows.has_row_sums, columns.has_column_sums);
            EXPECT_EQ(rows.has_column_sums, columns.has_row_sums);
            EXPECT_EQ(rows.no_key, columns.no_key);
            ASSERT_EQ(rows.grids.size(), columns.grids.size());
            for (std::size_t grid = 0; grid < rows.grids.size(); ++grid) {
                ASSERT_TRUE(test::is_same(rows.grids[grid].transpose(), columns.grids[grid]));
                for (Index row = 0; row < rows.grids[grid].rows(); ++row)
                    for (Index column = 0; column < rows.grids[grid].cols(); ++column)
                        ASSERT_EQ(publish::has_no_key(rows, grid, row, column),
                                  publish::has_no_key(columns, grid, column, row));
            }
        }
    }
}

TEST_P(Conventions, DeriveTheSameNumberFromTheSamePlaces) {
    for (const Document& document : documents(GetParam())) {
        SCOPED_TRACE(document.title);
        const Pair pair = pair_of(document);
        const Graph of_rows = graph(pair.rows), of_columns = graph(pair.columns);
        for_places(document, [&](const Place& place) {
            const Derivation rows = derive(of_rows, pair.rows, pair.of_rows, place);
            const Derivation columns = derive(of_columns, pair.columns, pair.of_columns, place);
            const auto bits = [](Real value) { return Matrix::Constant(1, 1, value); };
            ASSERT_TRUE(test::is_same(bits(rows.result), bits(columns.result))) << to_text(place);
            // Swapped factors give exactly the same product, so rounding agrees too.
            const Real one_way = evaluated(rows), other_way = evaluated(columns);
            ASSERT_TRUE(test::is_same(bits(one_way), bits(other_way)) ||
                        (document.options != AttentionOptions{} &&
                         std::abs(one_way - other_way) <= 1e-13 * (1 + std::abs(one_way))))
                << to_text(place);
            ASSERT_EQ(rows.terms.size(), columns.terms.size());
            for (std::size_t at = 0; at < rows.terms.size(); ++at) {
                const auto& one = rows.terms[at].factors;
                const auto& other = columns.terms[at].factors;
                ASSERT_EQ(one.size(), other.size());
                // Products of matrices swap their factors, products of cells do not.
                const auto is_same = [](const Factor& a, const Factor& b) {
                    return a.place == b.place;
                };
                ASSERT_TRUE(
                    std::equal(one.begin(), one.end(), other.rbegin(), other.rend(), is_same) ||
                    std::equal(one.begin(), one.end(), other.begin(), other.end(), is_same))
                    << to_text(place);
            }
        });
    }
}

/// A row and column that show prints are the ones that explain takes, with words as rows and as
/// columns.
TEST_P(Conventions, PlacesNameTheCellsThatShowPrints) {
    for (const Document& document : documents(GetParam(), 3)) {
        SCOPED_TRACE(document.title);
        const Pair pair = pair_of(document);
        for (const auto& [of, trace] :
             {std::pair(&pair.rows, &pair.of_rows), std::pair(&pair.columns, &pair.of_columns)}) {
            const Graph stages = graph(*of);
            std::optional<SheetId> sheet; // whose numbers and form these are:
            Matrix written;
            WrittenForm form;
            for_places(document, [&, of = of, trace = trace](const Place& place) {
                if (sheet != place.sheet) {
                    written = written_matrix(*of, *trace, place.sheet);
                    form = written_form(*of, place.sheet);
                    sheet = place.sheet;
                }
                const Derivation derivation = derive(stages, *of, *trace, place);
                const std::string text = to_text(derivation);
                const std::string name = text.substr(0, text.find(':'));
                ASSERT_EQ(name, place_text(*of, place));
                ASSERT_EQ(*parse_written_place(*of, name), place);
                ASSERT_TRUE(one_line(derivation).starts_with(name + " = "));
                const Place read = *parse_place(name);
                ASSERT_TRUE(test::is_same(Matrix::Constant(1, 1, written(read.row, read.column)),
                                          Matrix::Constant(1, 1, derivation.result)))
                    << name;
                ASSERT_LT(read.row, form.shape.rows);
                ASSERT_LT(read.column, form.shape.columns);
            });
        }
    }
}

TEST(Convention, ChangesNoNumberAndUndoesLikeAnySwitch) {
    const Document before = attn::test::random_document(11);
    const Document after = *apply(before, SetConvention{Convention::TokensAsColumns});
    EXPECT_EQ(before.switches, after.switches);
    EXPECT_EQ(before.embeddings, after.embeddings);
    EXPECT_EQ(*apply(after, SetConvention{Convention::TokensAsRows}), before);
    EXPECT_NE(after, before);
    EXPECT_EQ(describe(before, SetConvention{Convention::TokensAsColumns}), "Words as columns");
    EXPECT_EQ(describe(after, SetAxis{Axis::Rows}), "Normalise over columns");
    const Place cell{{Stage::W_V}, 1, 0};
    const auto says = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(says(describe(before, SetCell{cell, 2}), "W_V[1,0]"));
    EXPECT_TRUE(says(describe(after, SetCell{cell, 2}), "W_V[0,1]")) << "as it is seen";
}

TEST(Convention, WritesFormulasTheOtherWayRound) {
    Document document = new_document();
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(formula(document, Stage::Q), "W_{Q} X");
    EXPECT_EQ(formula(document, Stage::Scores), "K^{T} Q");
    EXPECT_EQ(formula(document, Stage::Output), "V weights");
    EXPECT_EQ(formula(document, Stage::Weights), "softmax(scaled)");
    document.switches.axis = Axis::Columns;
    EXPECT_EQ(formula(document, Stage::Weights), "softmax(scaled)");
    const Trace trace = evaluate(document);
    EXPECT_EQ(derive(document, trace, {{Stage::Scores}, 0, 1}).formula, "K[·,1] · Q[·,0]");
    EXPECT_EQ(derive(document, trace, {{Stage::Q}, 0, 1}).formula, "W_Q[1,·] · X[·,0]");
    EXPECT_EQ(derive(document, trace, {{Stage::Output}, 0, 1}).formula, "V[1,·] · weights[·,0]");
    EXPECT_EQ(derive(document, trace, {{Stage::Weights}, 0, 1}).formula,
              "e^scaled[1,0] / Σ_j e^scaled[1,j]");
    EXPECT_EQ(describe(document, {{Stage::Weights}, 0, 1}),
              "weights, row 1 (" + document.tokens[1] + "), column 0 (" + document.tokens[0] + ")");
}
