// SPDX-License-Identifier: MIT
#include "core/document/command.h"
#include "core/document/evaluate.h"
#include "core/document/sheet.h"

#include <gtest/gtest.h>

#include <limits>

using namespace attn;

TEST(Evaluate, TracesANonFiniteNumberToWhereItEntered) {
    Document document = new_document();
    EXPECT_EQ(first_non_finite(document, evaluate(document)), std::nullopt);

    document = apply(document, SetCell{{{Stage::W_K}, 1, 0}, 1e308}).value();
    document = apply(document, SetCell{{{Stage::X}, 1, 1}, 100}).value();
    const auto found = first_non_finite(document, evaluate(document));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->place, (Place{{Stage::K}, 1, 0}));
    EXPECT_EQ(found->sentence, "Infinity first appears in K, row 1 (two), column 0.");
}

TEST(Evaluate, BlockedCellsAreNoFault) {
    Document document = new_document();
    document = apply(document, SetMask{{Mask::Kind::Causal, {}}}).value();
    EXPECT_EQ(first_non_finite(document, evaluate(document)), std::nullopt);
    document = apply(document, SetMask{{Mask::Kind::Painted, Flags::Ones(2, 2)}}).value();
    const Trace trace = evaluate(document);
    EXPECT_EQ(first_non_finite(document, trace), std::nullopt);
    EXPECT_EQ(trace.heads[0].output.norm(), 0);
}

TEST(Evaluate, EverySheetHasItsShapeNamesAndNumbers) {
    Document document = new_document();
    document = apply(document, SetWidth{Width::Model, 3}).value();
    document = apply(document, SetWidth{Width::QueryKey, 4}).value();
    document = apply(document, SetWidth{Width::Value, 5}).value();
    document = apply(document, AddHead{}).value();
    document = apply(document, InsertToken{2, "three", {}}).value();
    const Trace trace = evaluate(document);
    EXPECT_EQ(sheets(document).size(), 1 + 12 * 2U);
    for (const SheetId& sheet : sheets(document)) {
        const Matrix matrix = matrix_of(document, trace, sheet);
        const Shape shape = shape_of(document, sheet);
        EXPECT_EQ(matrix.rows(), shape.rows) << to_text(sheet);
        EXPECT_EQ(matrix.cols(), shape.columns) << to_text(sheet);
        EXPECT_EQ(row_names(document, sheet).size(), static_cast<std::size_t>(shape.rows));
        EXPECT_EQ(column_names(document, sheet).size(), static_cast<std::size_t>(shape.columns));
        const Place last{sheet, shape.rows - 1, shape.columns - 1};
        EXPECT_EQ(value_at(document, trace, last), matrix(last.row, last.column));
    }
}
