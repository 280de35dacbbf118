// SPDX-License-Identifier: MIT
// What each layer would say, and what each head does to a number.
#include "core/base/covered.h"
#include "core/document/commands/command.h"
#include "core/document/commands/giving.h"
#include "core/document/explaining/head_effects.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/lens.h"
#include "core/document/telling/next_word.h"
#include "tests/support/random_document.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

namespace {

constexpr Stage probabilities("probabilities");

Document edited(const Document& document, const Command& command) {
    return apply(document, command).value();
}

struct Kind {
    bool has_table = true, has_own = false, has_final_norm = true;
    Index layers = 3;
};

std::string to_text(const Kind& kind) {
    return std::string(kind.has_table ? "table" : "X is given") + (kind.has_own ? ", own U" : "") +
           (kind.has_final_norm ? ", final norm" : "") + ", layers " + std::to_string(kind.layers);
}

/// Two heads in each layer, and random numbers.
Document model_of_layers(const Kind& kind = {}) {
    attn::test::Random random(11);
    Document document = edited(new_document(), AddHead{});
    AttentionOptions options;
    options.has_table = kind.has_table;
    options.block = Block{Block::Norm::Layer, Block::Place::Before, 1e-5, Block::Mlp::Relu, true};
    options.block->layers = kind.layers;
    options.block->has_own_words_out = kind.has_own;
    options.block->has_final_norm = kind.has_final_norm;
    document = edited(document, SetOptions{options, "Layers"});
    for (const SheetId& sheet : sheets(document))
        if (const SharedMatrix* const matrix = input(document, sheet))
            document =
                edited(document, SetMatrix{sheet, random.matrix(matrix->rows(), matrix->cols(), 1),
                                           "Random"});
    return document;
}

Matrix probabilities_of(const Document& document) {
    return matrix_of(document, evaluate(document), {probabilities});
}

Document ended_after(const Document& document, Index layer) {
    AttentionOptions options = document.options;
    options.block->layers = layer + 1;
    return edited(document, SetOptions{options, "Fewer layers"});
}

/// What a class sees if the numbers are covered.
Calculation seen_with(Document document, const CellRange& covered) {
    document.covers = with_cover(document, covered);
    return as_seen(document, evaluate(document));
}

} // namespace

/// After the last layer it is what the document says; after an earlier one, what the document says
/// if it is cut there.
TEST(Lens, EachLayerSaysWhatADocumentThatEndsThereSays) {
    for (const bool has_table : {true, false})
        for (const bool has_own : {true, false})
            for (const bool has_final_norm : {true, false})
                for (const Index count : {1, 3}) {
                    const Kind kind{has_table, has_own, has_final_norm, count};
                    SCOPED_TRACE(to_text(kind));
                    const Document document = model_of_layers(kind);
                    ASSERT_EQ(why_no_lens(document), "");
                    ASSERT_EQ(has_stage(document, Stage("norm_f")), has_final_norm);
                    const auto said = said_after_layers(document, evaluate(document));
                    ASSERT_EQ(said.size(), static_cast<std::size_t>(count));
                    EXPECT_EQ(said.back(), probabilities_of(document));
                    for (Index layer = 0; layer < count; ++layer)
                        EXPECT_EQ(said[static_cast<std::size_t>(layer)],
                                  probabilities_of(ended_after(document, layer)))
                            << layer;
                }
}

TEST(Lens, OfAnyDocumentEndsWithItsProbabilities) {
    std::size_t count = 0, several = 0;
    for (std::uint32_t seed = 1; seed <= static_cast<std::uint32_t>(attn::test::times(120));
         ++seed) {
        const Document document = attn::test::random_document_of_any_kind(seed);
        SCOPED_TRACE(seed);
        EXPECT_EQ(why_no_lens(document).empty(), has_stage(document, probabilities));
        if (!has_stage(document, probabilities))
            continue;
        const Matrix now = probabilities_of(document);
        const auto said = said_after_layers(document, evaluate(document));
        ASSERT_EQ(said.size(), static_cast<std::size_t>(layer_count(document)));
        if (!now.allFinite()) // A number that is none equals no other.
            continue;
        EXPECT_EQ(said.back(), now);
        ++count;
        several += said.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(count, 10U);
    EXPECT_GT(several, 3U);
}

/// Every layer says the same then, also what is covered of it.
TEST(Lens, NoLayerChangesWhatIsGivenAfterThem) {
    const Document document = model_of_layers();
    for (const Stage stage : {Stage("norm_f"), Stage("logits"), probabilities}) {
        SCOPED_TRACE(stage.name());
        const Document given = edited(document, Give{{stage}});
        const Calculation seen = seen_with(given, {{probabilities}, 1, 0, 1, 1});
        for (const Matrix& said : said_after_layers(given, evaluate(given)))
            EXPECT_EQ(said, probabilities_of(given));
        for (const Matrix& said : said_after_layers(seen.document, seen.trace)) {
            EXPECT_TRUE(is_covered(said(1, 0)));
            EXPECT_EQ(said(0, 0), probabilities_of(given)(0, 0));
        }
    }
}

TEST(Lens, WhatIsMadeFromCoveredNumbersIsCovered) {
    const Document document = model_of_layers();
    const auto said = said_after_layers(document, evaluate(document));
    const Calculation seen = seen_with(document, {{Stage("block"), 0, 0, 1}, 1, 0, 1, 1});
    const auto after = said_after_layers(seen.document, seen.trace);
    for (Index word = 0; word < said[1].cols(); ++word)
        EXPECT_TRUE(is_covered(after[1](1, word))) << word;
    EXPECT_EQ(after[1].row(0), said[1].row(0));
    EXPECT_EQ(after[0], said[0]);
    EXPECT_EQ(after[2], said[2]);
}

TEST(Lens, IsOfModelsThatSayANextWord) {
    EXPECT_NE(why_no_lens(new_document()), "");
}

TEST(HeadEffects, AreTheChangesIfTheOutputOfAHeadIsGivenByHand) {
    std::size_t count = 0, crossed = 0;
    for (std::uint32_t seed = 1; seed <= static_cast<std::uint32_t>(attn::test::times(120));
         ++seed) {
        const Document document = attn::test::random_document_of_any_kind(seed);
        const Trace trace = evaluate(document);
        const auto of = number_of_effects(document, trace, {});
        if (!why_no_effects(document).empty() || !std::isfinite(value_at(document, trace, *of)))
            continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(of->sheet));
        const HeadEffects effects = head_effects(document, trace, *of);
        EXPECT_EQ(effects.value, value_at(document, trace, *of));
        ASSERT_EQ(effects.off.rows(), part_count(document));
        ASSERT_EQ(effects.off.cols(), head_count(document));
        for (Index part = 0; part < part_count(document); ++part)
            for (Index head = 0; head < head_count(document); ++head) {
                View opened;
                open_part(document, part, opened);
                const SheetId output{Stage::Output, head, 0, opened.layer, opened.is_cross};
                const auto by_hand = [&](GivenAs as) {
                    const Document given = edited(
                        document,
                        Give{output, numbers_to_give(document, trace, output, {as}).value()});
                    return value_at(given, evaluate(given), *of) - effects.value;
                };
                EXPECT_NEAR(effects.off(part, head), by_hand(GivenAs::Zeros), 1e-12) << head;
                EXPECT_NEAR(effects.mean(part, head), by_hand(GivenAs::Mean), 1e-12) << head;
                crossed += opened.is_cross ? 1 : 0;
                ++count;
            }
    }
    EXPECT_GT(count, 30U);
    EXPECT_GT(crossed, 0U);
}

TEST(HeadEffects, AreOfTheLikeliestWordAfterTheLast) {
    const Document document = model_of_layers();
    const Trace trace = evaluate(document);
    ASSERT_EQ(why_no_effects(document), "");
    const Place of = number_of_effects(document, trace, {}).value();
    EXPECT_EQ(of.sheet.stage, probabilities);
    EXPECT_EQ(of.row, token_count(document) - 1);
    const HeadEffects effects = head_effects(document, trace, of);
    EXPECT_EQ(effects.value, words_after(document, trace, 1).value().front().probability);
    for (Index layer = 0; layer < 3; ++layer)
        for (Index head = 0; head < 2; ++head) {
            // W_O has two rows for each head; without them the head adds nothing.
            const SheetId w_o{Stage::WO, 0, 0, layer};
            Matrix without = **input(document, w_o);
            without.middleRows(2 * head, 2).setZero();
            const Document off = edited(document, SetMatrix{w_o, without, "Off"});
            EXPECT_NEAR(effects.off(layer, head), value_at(off, evaluate(off), of) - effects.value,
                        1e-14);
            EXPECT_NE(effects.mean(layer, head), effects.off(layer, head));
        }
}

TEST(HeadEffects, AreOfTheSelectedNumberAndZeroBeforeTheHead) {
    const Document document = model_of_layers();
    const Trace trace = evaluate(document);
    View view;
    view.selected = Place{{Stage("norm_1"), 0, 0, 1}, 0, 0};
    const Place of = number_of_effects(document, trace, view).value();
    EXPECT_EQ(of, *view.selected);
    const HeadEffects effects = head_effects(document, trace, of);
    EXPECT_TRUE(effects.off.bottomRows(2).isZero(0));
    EXPECT_FALSE(effects.off.row(0).isZero(0));
    view.selected = Place{{Stage("E")}, 0, 0}; // an input, which no head changes
    EXPECT_EQ(number_of_effects(document, trace, view)->sheet.stage, probabilities);
}

/// The page shows neither covered numbers nor their order.
TEST(HeadEffects, OfACoveredNumberAreCovered) {
    const Document document = model_of_layers();
    const Place likeliest = number_of_effects(document, evaluate(document), {}).value();
    const Index words = shape_of(document, {probabilities}).columns;
    const Calculation one = seen_with(document, range_of(likeliest));
    const Place other = number_of_effects(one.document, one.trace, {}).value();
    EXPECT_NE(other, likeliest);
    EXPECT_FALSE(is_covered(value_at(one.document, one.trace, other)));
    const Calculation all = seen_with(document, {{probabilities}, likeliest.row, 0, 1, words});
    EXPECT_EQ(number_of_effects(all.document, all.trace, {})->column, 0);
    for (const Calculation* const seen : {&one, &all}) {
        const HeadEffects effects = head_effects(seen->document, seen->trace, likeliest);
        EXPECT_TRUE(is_covered(effects.value));
        for (const Matrix* const changes : {&effects.off, &effects.mean})
            for (const Real change : changes->reshaped())
                EXPECT_TRUE(is_covered(change));
    }
}

TEST(HeadEffects, NeedSeveralJoinedHeadsAndANumber) {
    EXPECT_NE(why_no_effects(new_document()), "");
    Document document = model_of_layers();
    AttentionOptions options = document.options;
    options.block->has_words_out = false;
    document = edited(document, SetOptions{options, "Mute"});
    EXPECT_NE(why_no_effects(document).find("no next word"), std::string::npos);
    Document large = model_of_layers();
    large.tokens = Words(std::vector<std::string>(3000, large.tokens[0]));
    EXPECT_NE(why_no_effects(large).find("too long"), std::string::npos);
}
