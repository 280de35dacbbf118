// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <limits>

using namespace attn;

namespace {

Calculation calculated(Document document) {
    Trace trace = evaluate(document);
    return {std::move(document), std::move(trace)};
}

Calculation preset(const std::string& name) {
    return calculated(*io::open_document(name));
}

} // namespace

TEST(Compare, APresetWithItselfIsZeroEverywhere) {
    const auto presets = io::presets();
    for (const io::Preset& listed : *presets) {
        const Calculation same = preset(listed.name);
        for (const SheetId& sheet : sheets(same.document)) {
            const auto comparison = compare(same, same, sheet);
            ASSERT_TRUE(comparison);
            EXPECT_EQ(comparison->changed, 0) << listed.name << ' ' << to_text(sheet);
            EXPECT_TRUE(comparison->largest.empty());
            EXPECT_TRUE((comparison->difference.array() == 0).all());
        }
    }
}

TEST(Compare, OneChangedCellShowsExactlyItsConsequences) {
    const Calculation a = preset("the-cat-chased-the-mouse");
    const Place cell{{Stage::W_V, 0, 0}, 2, 1};
    const Calculation b = calculated(*apply(a.document, SetCell{cell, 5}));
    for (const SheetId& sheet : sheets(a.document)) {
        const auto comparison = compare(a, b, sheet, 1000);
        ASSERT_TRUE(comparison);
        const Matrix left = matrix_of(a.document, a.trace, sheet);
        const Matrix right = matrix_of(b.document, b.trace, sheet);
        EXPECT_EQ(comparison->difference, Matrix(right - left)) << to_text(sheet);
        for (const ChangedCell& change : comparison->largest)
            EXPECT_EQ(change.place.column, 1) << "only one column of V changes";
        const bool follows = sheet.stage == Stage::V || sheet.stage == Stage::WeightedValues ||
                             sheet.stage == Stage::Output;
        EXPECT_EQ(comparison->changed, sheet.stage == Stage::W_V ? 1
                                       : follows                 ? 5
                                                                 : 0)
            << to_text(sheet);
    }
    const auto cells = compare(a, b, cell.sheet);
    ASSERT_EQ(cells->largest.size(), 1U);
    EXPECT_EQ(cells->largest[0].place, cell);
    EXPECT_EQ(cells->largest[0].b, 5);
    EXPECT_EQ(cells->largest[0].a, (*a.document.heads[0].w_v)(2, 1));
}

TEST(Compare, TheLargestChangesComeFirstAndNaNBeforeAll) {
    Document left = new_document(), right = left;
    left.embeddings = Matrix{{1.0, 2.0}, {3.0, 4.0}};
    right.embeddings = Matrix{{1.5, 2.0}, {-3.0, std::numeric_limits<Real>::quiet_NaN()}};
    const auto comparison = compare(calculated(left), calculated(right), {Stage::X, 0, 0}, 2);
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->changed, 3);
    ASSERT_EQ(comparison->largest.size(), 2U);
    EXPECT_EQ(comparison->largest[0].place, (Place{{Stage::X, 0, 0}, 1, 1}));
    EXPECT_EQ(comparison->largest[1].place, (Place{{Stage::X, 0, 0}, 1, 0}));
}

TEST(Compare, EqualInfinitiesAreNoChange) {
    Document document = new_document();
    document.switches.mask = {Mask::Kind::Causal, {}};
    const Calculation same = calculated(document);
    EXPECT_EQ(compare(same, same, {Stage::Masked, 0, 0})->changed, 0);
}

TEST(Compare, DifferentShapesAreReported) {
    const Calculation cat = preset("the-cat-chased-the-mouse"), four = preset("four-words"),
                      journey = preset("your-journey");
    const auto shapes = compare(cat, four, {Stage::Weights, 0, 0});
    ASSERT_FALSE(shapes);
    EXPECT_NE(shapes.error().text().find("weights is 5 × 5 in A and 4 × 4 in B"),
              std::string::npos);
    const auto missing = compare(cat, journey, {Stage::W_Q, 0, 0});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().text().find("B has no W_Q"), std::string::npos);
    EXPECT_TRUE(compare(four, preset("general-attention"), {Stage::Weights, 0, 0}))
        << "presets of equal shape compare";
}
