// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

Document three_words() {
    Document document = new_document();
    document.tokens = {"a", "b", "c"};
    document.embeddings = Matrix{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}};
    return document;
}

} // namespace

TEST(Command, SetCellChangesOneNumber) {
    const Document before = three_words();
    const Document after = apply(before, SetCell{{{Stage::X}, 1, 0}, 9}).value();
    EXPECT_EQ((*after.embeddings)(1, 0), 9);
    EXPECT_EQ((*before.embeddings)(1, 0), 3);
    EXPECT_TRUE(after.heads[0].w_q.is_same(before.heads[0].w_q)) << "what is not changed is shared";
}

TEST(Command, SetRowChangesOneWord) {
    const Document before = three_words();
    const SetRow move{{Stage::X}, 1, Matrix{{7.0, 8.0}}};
    const Document after = apply(before, move).value();
    EXPECT_EQ(*after.embeddings, (Matrix{{1.0, 2.0}, {7.0, 8.0}, {5.0, 6.0}}));
    EXPECT_EQ(describe(before, move), "Move “b” in X");
    const auto fault = [&](const SetRow& set) { return apply(before, set).error().text(); };
    EXPECT_EQ(fault({{Stage::X}, 3, Matrix{{7.0, 8.0}}}),
              "X: a row of 2 numbers does not fit as row 3; the matrix is 3 × 2, and rows count "
              "from 0");
    EXPECT_EQ(fault({{Stage::X}, 1, Matrix{{7.0}}}),
              "X: a row of 1 numbers does not fit as row 1; the matrix is 3 × 2, and rows count "
              "from 0");
    EXPECT_FALSE(apply(before, SetRow{{Stage::Q}, 0, Matrix{{7.0, 8.0}}}).has_value());
}

TEST(Command, ComputedStagesCannotBeSet) {
    EXPECT_FALSE(apply(three_words(), SetCell{{{Stage::Q}, 0, 0}, 1}).has_value());
    EXPECT_FALSE(apply(three_words(), SetCell{{{Stage::X}, 3, 0}, 1}).has_value());
    EXPECT_FALSE(apply(three_words(), SetCell{{{Stage::W_Q, 1}, 0, 0}, 1}).has_value());
}

TEST(Command, SaysWhyANumberCannotBeSet) {
    const auto fault = [](const Place& place) {
        return apply(three_words(), SetCell{place, 1}).error().text();
    };
    EXPECT_EQ(fault({{Stage::Q}, 0, 0}),
              "Q: this matrix is computed; only X, W_Q, W_K and W_V can be set");
    EXPECT_EQ(fault({{Stage::W_Q, 1}, 0, 0}),
              "W_Q/1: the document has no such matrix; only X, W_Q, W_K and W_V can be set");
    EXPECT_EQ(fault({{Stage::X}, 3, 0}), "X: there is no row 3 with a column 0; the matrix is "
                                         "3 × 2, and rows and columns count from 0");
}

TEST(Command, WordsMoveWithTheirEmbeddingAndTheirMask) {
    Document document = three_words();
    document = apply(document, SetMaskCell{0, 2, true}).value();
    document = apply(document, MoveToken{0, 2}).value();
    EXPECT_EQ(document.tokens, (std::vector<std::string>{"b", "c", "a"}));
    EXPECT_EQ((*document.embeddings)(2, 1), 2);
    EXPECT_TRUE((*document.switches.mask.painted)(2, 1));
    EXPECT_EQ((*document.switches.mask.painted).count(), 1);

    document = apply(document, RemoveToken{1}).value();
    EXPECT_EQ(document.tokens, (std::vector<std::string>{"b", "a"}));
    EXPECT_EQ((*document.switches.mask.painted).count(), 0);

    document = apply(document, InsertToken{1, "new", {}}).value();
    EXPECT_EQ(document.tokens, (std::vector<std::string>{"b", "new", "a"}));
    EXPECT_EQ((*document.embeddings).row(1).norm(), 0);
}

TEST(Command, TheLastWordStays) {
    Document document = three_words();
    document = apply(document, RemoveToken{0}).value();
    document = apply(document, RemoveToken{0}).value();
    EXPECT_FALSE(apply(document, RemoveToken{0}).has_value());
}

TEST(Command, WidthsMayAllDiffer) {
    Document document = three_words();
    document = apply(document, SetWidth{Width::Model, 4}).value();
    document = apply(document, SetWidth{Width::QueryKey, 3}).value();
    document = apply(document, SetWidth{Width::Value, 5}).value();
    EXPECT_EQ(d_model(document), 4);
    EXPECT_EQ(d_k(document), 3);
    EXPECT_EQ(d_v(document), 5);
    EXPECT_EQ((*document.embeddings)(2, 1), 6) << "what fits is kept";
    EXPECT_FALSE(apply(document, SetWidth{Width::Value, 0}).has_value());
    EXPECT_EQ(evaluate(document).heads[0][Stage::Output].cols(), 5);
}

TEST(Command, PaintingACausalMaskKeepsItsCells) {
    Document document = apply(three_words(), SetMask{{Mask::Kind::Causal, {}}}).value();
    document = apply(document, SetMaskCell{0, 1, false}).value();
    EXPECT_EQ(document.switches.mask.kind, Mask::Kind::Painted);
    EXPECT_FALSE(is_blocked(document.switches.mask, 0, 1));
    EXPECT_TRUE(is_blocked(document.switches.mask, 0, 2));
}

TEST(Command, BadNumbersAreRefused) {
    EXPECT_FALSE(apply(three_words(), SetTemperature{0}).has_value());
    EXPECT_FALSE(apply(three_words(), SetScale{{Scale::Kind::Number, -1}}).has_value());
    EXPECT_FALSE(
        apply(three_words(), SetMask{{Mask::Kind::Painted, Flags::Zero(2, 2)}}).has_value());
}

TEST(Command, ProjectionsCanBeSwitchedOffAndOn) {
    const Document before = three_words();
    const Document none = apply(before, SetProjections{Projections::None}).value();
    EXPECT_EQ(d_k(none), 2);
    EXPECT_EQ(apply(none, SetProjections{Projections::Learned}).value(), before);
}

TEST(Command, DescribesAChangedCellOfEveryInput) {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        for (const SheetId& sheet : sheets(document))
            if (is_given(document, sheet)) {
                const Shape shape = shape_of(document, sheet);
                const Place last{sheet, shape.rows - 1, shape.columns - 1};
                const std::string said = describe(document, SetCell{last, 0.25});
                EXPECT_TRUE(said.ends_with(" → 0.25")) << seed << " " << said;
            }
    }
}

TEST(Command, DescribesItself) {
    EXPECT_EQ(describe(three_words(), SetCell{{{Stage::X}, 1, 0}, 9.25}), "b, 0: 3 → 9.25");
    EXPECT_EQ(describe(three_words(), SetCell{{{Stage::X}, 1, 0}, -2.5}), "b, 0: 3 → −2.5");
    EXPECT_EQ(describe(three_words(), SetCell{{{Stage::W_Q}, 0, 1}, 1.0 / 3}),
              "W_Q[0,1]: 0 → 0.3333");
    EXPECT_EQ(describe(three_words(), SetCell{{{Stage::W_Q}, 7, 3}, 1}), "Set W_Q[7,3]");
    EXPECT_EQ(describe(three_words(), RemoveToken{1}), "Remove “b”");
}

/// Without projections, heads are kept that compute nothing; a sink has one number then.
TEST(Command, AKeptHeadIsRemovedWithoutTouchingOptions) {
    Document document = three_words();
    document.options.has_sink = true;
    document.of_options[{Stage::Sink, 0}] = Matrix{{0.5}};
    for (const Command& command :
         {Command(AddHead{}), Command(AddHead{}), Command(SetProjections{Projections::None}),
          Command(RemoveHead{2})}) {
        const auto after = attn::apply(document, command);
        ASSERT_TRUE(after) << after.error().text();
        document = *after;
    }
    EXPECT_EQ(document.heads.size(), 2U);
    EXPECT_EQ((**input(document, {Stage::Sink}))(0, 0), 0.5);
    EXPECT_TRUE(validate(document).has_value());
}
