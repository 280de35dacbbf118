// SPDX-License-Identifier: MIT
#include "core/base/covered.h"
#include "core/document/commands/command.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

TEST(Evaluate, TracesANonFiniteNumberToItsOrigin) {
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
    EXPECT_EQ(trace.heads[0][Stage::Output].norm(), 0);
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

TEST(Evaluate, LargeHeadsThatShareKeysUseBlocks) {
    attn::test::Random random(7);
    constexpr Index words = 96, width = 6, heads = 4, groups = 2;
    Document shared = new_document();
    std::vector<std::string> names;
    for (Index word = 0; word < words; ++word)
        names.push_back("w" + std::to_string(word));
    shared.tokens = names;
    shared.embeddings = random.matrix(words, width);
    shared.heads.clear();
    for (Index head = 0; head < heads; ++head)
        shared.heads.push_back({random.matrix(width, 3),
                                head < groups ? random.matrix(width, 3) : Matrix(0, 0),
                                head < groups ? random.matrix(width, 2) : Matrix(0, 0)});
    shared.options.key_value_groups = groups;
    shared.switches.mask = {Mask::Kind::Window, {}, 9, {}, 0};
    ASSERT_TRUE(validate(shared)) << validate(shared).error().text();
    Document own = shared; // each head has its own copy of its group's keys and values
    own.options.key_value_groups = 0;
    for (Index head = 0; head < heads; ++head) {
        const auto group = static_cast<std::size_t>(group_of(shared, head));
        own.heads[static_cast<std::size_t>(head)].w_k = shared.heads[group].w_k;
        own.heads[static_cast<std::size_t>(head)].w_v = shared.heads[group].w_v;
    }
    const Trace trace = evaluate(shared), of_own = evaluate(own);
    for (const SheetId& sheet : sheets(shared)) {
        if (info(sheet.stage).is_by_query)
            continue;
        SheetId same = sheet;
        if (info(sheet.stage).is_per_group)
            same.head = first_head_of(shared, sheet.head);
        EXPECT_EQ(matrix_of(shared, trace, sheet), matrix_of(own, of_own, same)) << to_text(sheet);
    }
    for (const HeadTrace& head : trace.heads)
        EXPECT_TRUE(head.large.is_used()) << "no matrix of words by words is held";
    // An edit updates the previous pass in every head that reads it.
    Document now = shared;
    Trace followed = trace;
    for (const Place& place : {Place{{Stage::W_K, 1}, 2, 1}, Place{{Stage::W_V, 0}, 1, 1},
                               Place{{Stage::X}, 40, 3}, Place{{Stage::W_Q, 3}, 0, 0}}) {
        const Document after = apply(now, SetCell{place, 0.625}).value();
        followed = evaluate(after, now, std::move(followed));
        now = after;
        const Trace fresh = evaluate(now);
        for (Index head = 0; head < heads; ++head) {
            const Matrix a = matrix_of(now, followed, {Stage::Output, head});
            const Matrix b = matrix_of(now, fresh, {Stage::Output, head});
            EXPECT_TRUE(a.isApprox(b, 1e-12)) << to_text(place) << " " << head;
        }
    }
    // A cover on shared keys covers them in each of these heads.
    now.covers = {*parse_region("K/1[3,1]")};
    const Calculation seen = as_seen(now, followed);
    for (Index head = 0; head < heads; ++head)
        EXPECT_EQ(is_covered(seen.trace.heads[static_cast<std::size_t>(head)][Stage::K](3, 1)),
                  group_of(now, head) == 1);
}
