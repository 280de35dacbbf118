// SPDX-License-Identifier: MIT
// Blocks of several layers and with cross-attention: adding them changes no number, and their
// inputs follow heads, widths and words.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation.h"
#include "core/document/model/covers.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/next_word.h"
#include "core/document/telling/step.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace attn;

namespace {

Document changed_by(const Document& document, const Command& command) {
    auto after = attn::apply(document, command);
    EXPECT_TRUE(after) << (after ? "" : after.error().text());
    return after ? *std::move(after) : document;
}

Document with_block(const Document& document, const Block& block) {
    AttentionOptions options = document.options;
    options.block = block;
    return changed_by(document, SetOptions{options, "Block"});
}

/// Two heads of width 2, a norm before, and seeded numbers.
Document some_block(const Block& block) {
    attn::test::Random random(7);
    Document document = new_document();
    document = changed_by(document, AddHead{});
    document = with_block(document, block);
    for (const SheetId& sheet : sheets(document))
        if (const SharedMatrix* const matrix = input(document, sheet))
            document = changed_by(
                document,
                SetMatrix{sheet, random.matrix(matrix->rows(), matrix->cols(), 1), "Random"});
    return document;
}

Matrix stage(const Document& document, const std::string& name) {
    return matrix_of(document, evaluate(document), parse_sheet(name).value());
}

const Block one_layer{Block::Norm::Layer, Block::Place::Before, 1e-5, Block::Mlp::Relu, false};

Block with(bool has_cross, Index layers) {
    Block block = one_layer;
    block.has_cross = has_cross;
    block.layers = layers;
    return block;
}

} // namespace

TEST(Layers, AddNothingUntilTheyAreEdited) {
    const Document one = some_block(one_layer);
    const Document three = with_block(one, with(false, 3));
    EXPECT_EQ(stage(three, "block@2"), stage(one, "block"));
    EXPECT_EQ(*input(three, {Stage::W_Q, 1, 0, 2}), *input(one, {Stage::W_Q, 1}));
    const Document edited = changed_by(three, SetCell{parse_place("W_O@1[0,0]").value(), 0.5});
    EXPECT_NE(stage(edited, "block@2"), stage(one, "block"));
    EXPECT_EQ(stage(edited, "block"), stage(one, "block"));
    EXPECT_EQ(with_block(three, one_layer), one) << "fewer layers forget the others";
}

TEST(Layers, CrossAttentionAddsNothingUntilItIsEdited) {
    const Document self = some_block(with(false, 2));
    const Document cross = with_block(self, with(true, 2));
    EXPECT_EQ(stage(cross, "block@1"), stage(self, "block@1"));
    EXPECT_EQ(cross.memory.list(), self.tokens.list());
    // The norm of the MLP is now the third.
    EXPECT_EQ(*input(cross, {Stage("gamma_3"), 0, 0, 1}),
              *input(self, {Stage("gamma_2"), 0, 0, 1}));
    EXPECT_EQ(**input(cross, {Stage("gamma_2")}), Matrix::Ones(1, 2));
    EXPECT_EQ(with_block(cross, with(false, 2)), self);
}

TEST(Layers, FollowTheirHeads) {
    const Document before = some_block(with(true, 2));
    const Document after = changed_by(before, RemoveHead{0});
    for (const char* const name : {"W_O", "cross.W_O", "W_O@1", "cross.W_O@1"}) {
        const SheetId w_o = parse_sheet(name).value();
        EXPECT_EQ(**input(after, w_o), (*input(before, w_o))->bottomRows(2)) << name;
    }
    for (const char* const name : {"W_Q", "cross.W_K", "W_V@1", "cross.W_Q@1"}) {
        SheetId sheet = parse_sheet(name).value(), second = sheet;
        second.head = 1;
        EXPECT_EQ(*input(after, sheet), *input(before, second)) << name;
    }
    const Document more = changed_by(after, AddHead{});
    EXPECT_EQ((*input(more, parse_sheet("cross.W_O@1").value()))->bottomRows(2),
              Matrix::Zero(2, 2));
    EXPECT_TRUE(validate(more).has_value());
}

TEST(Layers, FollowWidthsAndWords) {
    Document document = some_block(with(true, 3));
    for (const Command& command :
         {Command{SetWidth{Width::Model, 3}}, Command{SetWidth{Width::QueryKey, 1}},
          Command{SetWidth{Width::Value, 4}}, Command{InsertToken{1, "new", {}}},
          Command{InsertToken{0, "neu", {}, Names::Memory}}, Command{RemoveToken{0}}}) {
        document = changed_by(document, command);
        EXPECT_TRUE(validate(document).has_value());
    }
    const Trace trace = evaluate(document);
    EXPECT_EQ(stage(document, "cross.weights/1@2").cols(), key_count(document) + 1);
    EXPECT_EQ(trace.heads.size(), 2U);
}

TEST(Layers, NumbersAreExplainedFromTheLayerBefore) {
    const Document document = some_block(with(true, 2));
    const Trace trace = evaluate(document);
    const auto explained = [&](const char* place) {
        return derive(document, trace, parse_place(place).value());
    };
    EXPECT_EQ(explained("cross.K@1[0,1]").title, "component 1 of the key of “" +
                                                     document.memory[0] +
                                                     "”, cross-attention, layer 1, head 0");
    bool reads_layer_before = false;
    for (const Place& place : places(explained("after_attention@1[0,0]")))
        reads_layer_before |= to_text(place) == "block[0,0]";
    EXPECT_TRUE(reads_layer_before);
}

TEST(OpenPart, HasTheLossIfItHasTheStage) {
    Document document = some_block(with(true, 2));
    AttentionOptions options = document.options;
    options.loss = Loss{parse_sheet("cross.weights/1@1").value(), Loss::Kind::CrossEntropy};
    document = changed_by(document, SetOptions{options, "Loss"});
    const SheetId target{Stage::Target}, loss{Stage::Loss};
    document = changed_by(document, SetCell{{target, 0, 1}, 0.25});
    const Trace trace = evaluate(document);
    View view;
    int with_loss = 0;
    for (int at = 0; at < 4; ++at, open_next_part(document, 1, view)) {
        const OpenPart part(document, trace, view);
        if (!part.in_part(loss))
            continue;
        ++with_loss;
        EXPECT_EQ(view.layer, 1);
        EXPECT_TRUE(view.is_cross);
        EXPECT_EQ(part.in_part(target), target);
        EXPECT_EQ(part.in_whole(part.document().options.loss->of), options.loss->of);
        EXPECT_EQ(matrix_of(part.document(), evaluate(part.document()), loss),
                  matrix_of(document, trace, loss));
    }
    EXPECT_EQ(with_loss, 1);
    View elsewhere;
    open_part_of(document, target, elsewhere);
    EXPECT_EQ(elsewhere.layer, 1);
    EXPECT_TRUE(elsewhere.is_cross);
}

// Gradients of a number in one layer are shown in every layer before it.
TEST(OpenPart, HasTheGradientsOfItsMatrices) {
    const Document document = some_block(with(false, 3));
    const Trace trace = evaluate(document);
    const Place of = parse_place("weights@2[1,0]").value();
    const Sensitivity whole = sensitivity(document, trace, of);
    ASSERT_TRUE(whole.has_gradient()) << whole.why;
    View view;
    for (Index layer = 0; layer < 3; ++layer, open_next_part(document, 1, view)) {
        const OpenPart part(document, trace, view);
        const Sensitivity here = part.in_part(whole);
        EXPECT_EQ(here.most, whole.most);
        EXPECT_EQ(here.of.sheet, layer == 2 ? SheetId{Stage::Weights} : of.sheet);
        int moving = 0;
        for (const SheetGradient& one : here.gradients) {
            const Matrix* const same = whole.find(part.in_whole(one.sheet));
            ASSERT_TRUE(same) << to_text(one.sheet);
            EXPECT_EQ(one.values, *same);
            moving += one.values.isZero(0) ? 0 : 1;
        }
        EXPECT_TRUE(here.find({Stage::X})) << "what the layer before made";
        EXPECT_GT(moving, 3) << layer;
    }
}

TEST(OpenPart, ShowsTheNumbersOfItsLayerUnderTheNamesOfTheFirst) {
    for (const bool has_cross : {false, true})
        for (const Block::Place place : {Block::Place::Before, Block::Place::After}) {
            Block block = with(has_cross, 3);
            block.place = place;
            block.has_words_out = true;
            const Document document = some_block(block);
            const Trace trace = evaluate(document);
            View view;
            std::size_t seen = 0;
            for (int at = 0; at < (has_cross ? 6 : 3); ++at, open_next_part(document, 1, view)) {
                const OpenPart part(document, trace, view);
                const Trace alone = evaluate(part.document());
                for (SheetId sheet : sheets(part.document())) {
                    const SheetId whole = part.in_whole(sheet);
                    ASSERT_TRUE(exists(document, whole)) << to_text(sheet);
                    ASSERT_TRUE(part.in_part(whole)) << to_text(whole);
                    EXPECT_EQ(part.in_whole(*part.in_part(whole)), whole);
                    EXPECT_EQ(matrix_of(part.document(), part.trace(), sheet),
                              matrix_of(document, trace, whole))
                        << to_text(whole);
                    // Computed as a document of its own, it has the same numbers.
                    EXPECT_EQ(matrix_of(part.document(), alone, sheet),
                              matrix_of(document, trace, whole))
                        << to_text(whole);
                    View opened;
                    open_part_of(document, whole, opened);
                    const OpenPart again(document, trace, opened);
                    EXPECT_TRUE(again.in_part(whole)) << to_text(whole);
                    ++seen;
                }
            }
            EXPECT_GT(seen, sheets(document).size()) << "a block is also the X of the next layer";
        }
}

TEST(StepsOfLayers, GoThroughTheLayersInOrder) {
    const Document document = some_block(with(true, 2));
    const std::vector<NumberedStep> told = numbered_steps(document);
    Index part = 0;
    int number = 0;
    for (const NumberedStep& one : told) {
        EXPECT_GT(one.number, number) << "numbers go on";
        EXPECT_TRUE(one.step.part == part || one.step.part == part + 1);
        if (one.step.part > 0) {
            EXPECT_NE(one.step.kind, StepKind::Embed) << "it reads what was computed before";
        }
        number = one.number;
        part = one.step.part;
        EXPECT_EQ(attn::number(document, one.step), one.number);
        EXPECT_EQ(step_of(document, one.number), one.step);
    }
    EXPECT_EQ(part, 3) << "two layers with two attentions each";
}

TEST(StepsOfLayers, ShowTheNumbersOfTheirLayer) {
    const Document document = some_block(with(false, 3));
    const Trace trace = evaluate(document);
    View view;
    view.query = token_count(document) - 1;
    const auto said = [&](Index layer) {
        return to_text(sentence(document, trace, view, {StepKind::SecondAdd, false, layer}));
    };
    for (Index layer = 0; layer < 3; ++layer) {
        const Matrix block = matrix_of(document, trace, {Stage("block"), 0, 0, layer});
        EXPECT_NE(said(layer).find(spoken(block(view.query, 0), view.numbers)), std::string::npos)
            << said(layer);
    }
    EXPECT_NE(said(0), said(1));
    EXPECT_EQ(skipped_before(document, {StepKind::Norm, false, 1}).find("Skipped: "), 0U);
    EXPECT_NE(skipped_before(document, {StepKind::Norm, false, 1})
                  .find("what comes in was computed before"),
              std::string::npos);
}

// Without the model's word table every word would be equally likely.
TEST(NextWord, IsRefusedIfItsTableIsZero) {
    Block block = with(false, 2);
    block.has_words_out = true;
    Document document = some_block(block);
    document = changed_by(document, SetMask{{Mask::Kind::Causal, {}}});
    const Matrix table = **input(document, {Stage("E")});
    document = changed_by(
        document, SetMatrix{{Stage("E")}, Matrix(Matrix::Zero(table.rows(), table.cols())), ""});
    EXPECT_NE(why_no_next_word(document).find("is all zeros"), std::string::npos);
    EXPECT_EQ(why_not_generated(document), why_no_next_word(document));
    const Trace trace = evaluate(document);
    EXPECT_FALSE(next_word(document, trace, {}));
    EXPECT_FALSE(next_word(document, trace, {7, 1}));
    EXPECT_FALSE(next_words(document, trace, {}, 3));
    document = changed_by(document, SetCell{{{Stage("E")}, 0, 0}, 0.5});
    EXPECT_EQ(why_no_next_word(document), "");
    EXPECT_TRUE(next_word(document, evaluate(document), {}));
    block.has_words_out = false;
    EXPECT_EQ(why_no_next_word(some_block(block)), "") << "it says no next word";
}

TEST(NextWord, IsTheLikeliestOrDrawnLikeNumPys) {
    Block block = with(false, 2);
    block.has_words_out = true;
    Document document = some_block(block);
    EXPECT_NE(why_not_generated(document).find("causal"), std::string::npos);
    document = changed_by(document, SetMask{{Mask::Kind::Causal, {}}});
    document.words_out.own() = {"one", "new"};
    const Matrix x = *document.embeddings;
    const Vector shares = stage(document, "probabilities").row(1);
    const Index likeliest = shares(0) > shares(1) ? 0 : 1;
    const Trace trace = evaluate(document);
    const auto next = next_word(document, trace, {});
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ(next->name, document.words_out[static_cast<std::size_t>(likeliest)]);
    EXPECT_EQ(next->probability, shares(likeliest));
    EXPECT_EQ(next->command.row, 2);
    // numpy.random.seed(1) draws 0.417…, so the first word comes if its share is larger.
    const auto drawn = next_word(document, trace, {1, 1});
    EXPECT_EQ(drawn->name, shares(0) > 0.417022004702574 ? "one" : "new");
    const auto cold = next_word(document, trace, {1, 1e-6});
    EXPECT_EQ(cold->name, next->name) << "a low temperature leaves the likeliest";
    EXPECT_FALSE(next_word(document, trace, {1, 0}));
    // Temperature 2 takes the square root of each share before normalising.
    const auto candidates = next_words(document, trace, {1, 2}, 5);
    ASSERT_EQ(candidates->size(), 2U);
    EXPECT_EQ((*candidates)[0].name, next->name);
    EXPECT_EQ((*candidates)[0].probability, shares(likeliest));
    EXPECT_NEAR((*candidates)[0].at_temperature,
                std::sqrt(shares(likeliest)) / shares.array().sqrt().sum(), 1e-15);
    EXPECT_EQ((*candidates)[0].is_chosen, next_word(document, trace, {1, 2})->name == next->name);
    document.covers = {*parse_region("probabilities[1,0]")};
    const Calculation seen = as_seen(document, trace);
    EXPECT_NE(next_word(seen.document, seen.trace, {}).error().text().find("covered"),
              std::string::npos);
    document.covers.clear();
    // Some seed draws the unlikely word, which is shown even if only one is asked for.
    std::uint32_t seed = 0;
    while (next_word(document, trace, {seed, 1})->name == next->name && seed < 100)
        ++seed;
    const auto two = next_words(document, trace, {seed, 1}, 1);
    ASSERT_EQ(two->size(), 2U);
    EXPECT_TRUE((*two)[1].is_chosen && !(*two)[0].is_chosen);
    EXPECT_EQ((*two)[1].probability, shares(1 - likeliest));
    // A known word keeps its own embedding, another one gets that of E.
    for (Index word : {0, 1}) {
        document.words_out.own() = {word == likeliest ? "one" : "a",
                                    word == likeliest ? "b" : "one"};
        const auto found = next_word(document, trace, {});
        const bool is_known = found->name == "one";
        EXPECT_EQ(*found->command.embedding,
                  is_known ? Matrix(x.row(0))
                           : Matrix((*input(document, {Stage("E")}))->row(likeliest)));
    }
}

TEST(NextWord, KeepsKeysAndValuesOfEarlierWords) {
    Block block = with(true, 3);
    block.has_words_out = true;
    Document document = changed_by(some_block(block), SetMask{{Mask::Kind::Causal, {}}});
    for (int times = 0; times < 3; ++times) {
        const Trace trace = evaluate(document);
        const auto next = next_word(document, trace, {});
        ASSERT_TRUE(next);
        const Document after = changed_by(document, next->command);
        EXPECT_EQ(kept_words({document, trace}, {after, evaluate(after)}), token_count(document));
        document = after;
    }
    EXPECT_EQ(token_count(document), 5);
    const Document open = changed_by(document, SetMask{{Mask::Kind::None, {}}});
    const Document more = changed_by(open, InsertToken{5, "x", {}});
    EXPECT_LT(kept_words({open, evaluate(open)}, {more, evaluate(more)}), 5)
        << "words that see each other change in the second layer";
}
