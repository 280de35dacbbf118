// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/telling/step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace attn;

namespace {

std::vector<int> numbers(const Document& document) {
    std::vector<int> list;
    for (const Step& step : steps(document))
        list.push_back(number(document, step));
    return list;
}

Document changed(const Document& document, const Command& command) {
    const auto after = apply(document, command);
    EXPECT_TRUE(after) << after.error().text();
    return *after;
}

std::string names(const Document& document) {
    std::string list;
    for (int at = 1; step_of(document, at) == Step{step_of(document, at).kind, false}; ++at)
        list += (at == 1 ? "" : ", ") + std::string(name(step_of(document, at).kind));
    return list;
}

std::string told(const Document& document, StepKind kind, Index query = 0) {
    View view;
    view.query = query;
    return to_text(sentence(document, evaluate(document), view, {kind, false}));
}

} // namespace

/// A stage that no step makes is on no page.
TEST(Step, OfQueriesHasTheSameForKeys) {
    AttentionOptions options;
    options.has_qk_norm = true;
    options.positions.kind = Positions::Kind::Rotary;
    const Document document = changed(new_document(), SetOptions{options, "Options"});
    std::size_t count = 0;
    for (const StepKind kind : kinds_of(document)) {
        const std::vector<Stage> made = made_by(document, kind);
        for (const Stage stage : made)
            if (stage.name().starts_with("Q")) {
                const Stage of_keys("K" + std::string(stage.name().substr(1)));
                EXPECT_NE(std::find(made.begin(), made.end(), of_keys), made.end())
                    << word(kind) << " makes " << stage.name();
                ++count;
            }
    }
    EXPECT_EQ(count, 5U) << "Q, its norm of three stages, and its rotation";
}

TEST(Step, ThatChangesNothingIsSkippedWithAReason) {
    const Document plain = new_document();
    EXPECT_EQ(numbers(plain), (std::vector{1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14}));
    EXPECT_EQ(skipped_before(plain, step_of(plain, 6)), "Skipped: 5 Mask (there is no mask)");
    EXPECT_EQ(skipped_before(plain, step_of(plain, 4)), "");

    Document bare = changed(plain, SetScale{{Scale::Kind::None}});
    bare = changed(bare, SetProjections{Projections::None});
    EXPECT_EQ(numbers(bare), (std::vector{1, 3, 6, 7, 8, 10, 13, 14}));
    EXPECT_EQ(skipped_before(bare, step_of(bare, 13)),
              "Skipped: 11 Scale (the scores are divided by 1), 12 Mask (there is no mask)");
    EXPECT_EQ(skipped_before(bare, step_of(bare, 8)), "");

    const Document masked = changed(bare, SetMask{{Mask::Kind::Causal, {}}});
    EXPECT_EQ(numbers(masked), (std::vector{1, 3, 5, 6, 7, 8, 10, 12, 13, 14}));
}

TEST(Step, FormulasFollowTheSwitches) {
    Document document = new_document();
    EXPECT_EQ(formula(document, {StepKind::Scale, true}), "scaled = scores / √d_{k}");
    EXPECT_EQ(formula(document, {StepKind::Softmax, true}), "weights = softmax(scaled)");
    document = changed(document, SetScale{{Scale::Kind::None}});
    EXPECT_EQ(formula(document, {StepKind::Softmax, true}), "weights = softmax(scores)");
    document = changed(document, SetNormaliser{Normaliser::Sum});
    EXPECT_EQ(formula(document, {StepKind::Softmax, false}), "weights = scores / Σ scores");
    document = changed(document, SetAxis{Axis::Columns});
    EXPECT_EQ(to_text(title(document, evaluate(document), {}, {StepKind::Softmax, true})),
              "Division by the sum turns each column of scores into weights that sum to 1");
}

TEST(Step, SentencesHaveTheNumbersOfTheQueryWord) {
    Document document = new_document();
    document = changed(document, SetCell{{{Stage::X}, 0, 0}, 2});
    // Q = K = X with rows (2, 0) and (0, 1): the scores of word 0 are 4 and 0, scaled 2.83 and 0.
    const std::string name = document.tokens[0], other = document.tokens[1];
    EXPECT_EQ(told(document, StepKind::Embed), name + " is row 0 of X: (2, 0).");
    EXPECT_EQ(told(document, StepKind::Score),
              name + " fits " + name + " best: q · k = 4, and " + other + " least: 0.");
    EXPECT_EQ(told(document, StepKind::Scale),
              "The score of " + name + " for " + name +
                  " was 4 and is now 2.83; the order of the scores stays.");
    EXPECT_EQ(told(document, StepKind::Softmax),
              name + " listens most to " + name + " (94 %) and " + other + " (5.6 %).");
    document = changed(document, SetMask{{Mask::Kind::Causal, {}}});
    EXPECT_EQ(told(document, StepKind::Mask),
              name + " may not look at " + other + ": −∞ becomes a weight of 0.");
    EXPECT_EQ(told(document, StepKind::Mask, 1), other + " may look at every word.");
    EXPECT_EQ(told(document, StepKind::Softmax), name + " listens most to " + name + " (100 %).");
}

TEST(Step, SentencesNameEveryKeyInATie) {
    Document document = new_document();
    document.tokens = {"a", "b", "c", "d"};
    document.embeddings = Matrix{{0, 0}, {1, 0}, {1, 0}, {1, 0}};
    document = changed(document, SetProjections{Projections::None});
    EXPECT_EQ(told(document, StepKind::Score), "a fits a, b and 2 more alike: q · k = 0.");
    EXPECT_EQ(told(document, StepKind::Softmax),
              "a listens as much to a (25 %), b (25 %), c (25 %) and d (25 %).");
    EXPECT_EQ(told(document, StepKind::Score, 1),
              "b fits b, c and d best: q · k = 1, and a least: 0.");
    EXPECT_EQ(told(document, StepKind::Softmax, 1),
              "b listens most to b (29 %), c (29 %) and d (29 %).");
    document.tokens = {"a", "b", "c", "d", "e", "f"};
    document.embeddings = Matrix{{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {0, 1}};
    EXPECT_EQ(told(document, StepKind::Softmax),
              "a listens most to a (18 %), b (18 %), c (18 %) and 2 more (18 % each).");
}

TEST(Step, ALossHasEnoughDigits) {
    EXPECT_EQ(loss_text(0), "0");
    EXPECT_EQ(loss_text(0.25), "0.2500");
    EXPECT_NE(loss_text(3e-9).find_first_of("123456789"), std::string::npos) << loss_text(3e-9);
    Document document = new_document();
    AttentionOptions options;
    options.loss = Loss{{Stage::Output}};
    document = changed(document, SetOptions{options, "Loss"});
    const Index rows = document.embeddings->rows();
    document = changed(document, SetMatrix{{Stage::X}, Matrix::Constant(rows, 2, 1e-4), "Small"});
    document = changed(document, SetMatrix{{Stage::Target}, Matrix::Zero(rows, 2), "Zeros"});
    const std::string said = told(document, StepKind::Loss);
    EXPECT_EQ(said.find("is 0.00."), std::string::npos) << said;
    EXPECT_NE(said.find("e"), std::string::npos) << said;
}

TEST(Step, StepsOfABlockFollowItsComputation) {
    AttentionOptions options;
    options.positions.kind = Positions::Kind::Sinusoidal;
    options.block.emplace();
    const Document joined = changed(new_document(), SetJoin{Join::WO});
    const Document before = changed(joined, SetOptions{options, "A block"});
    EXPECT_EQ(names(before),
              "Embed, Position, Norm, Project, Score, Scale, Mask, Softmax, Mix, Join, "
              "Add, Second norm, MLP, Second add");
    options.positions.kind = Positions::Kind::Rotary;
    options.soft_limit = 30;
    options.block->place = Block::Place::After;
    const Document after = changed(joined, SetOptions{options, "A block"});
    EXPECT_EQ(names(after), "Embed, Project, Turn, Score, Scale, Limit, Mask, Softmax, Mix, Join, "
                            "Add, Norm, MLP, Second add, Second norm");
    EXPECT_EQ(formula(after, {StepKind::SecondAdd, true}), "after_mlp = norm_{1} + mlp");
    EXPECT_EQ(formula(before, {StepKind::SecondAdd, true}), "block = after_attention + mlp");
}

TEST(Step, SentencesOfABlockHaveTheNumbersOfTheQueryWord) {
    AttentionOptions options;
    options.positions.kind = Positions::Kind::Sinusoidal;
    options.block.emplace();
    Document document = changed(new_document(), SetJoin{Join::WO});
    document = changed(document, SetOptions{options, "A block"});
    const std::string name = document.tokens[1];
    // X is the unit matrix, and P of word 1 is sin 1 and cos 1.
    EXPECT_EQ(told(document, StepKind::Position, 1),
              name + " stands at position 1, which adds (0.84, 0.54) and makes (0.84, 1.54).");
    EXPECT_EQ(told(document, StepKind::Norm, 1), "The numbers of " + name +
                                                     " have the mean 1.19 and the deviation 0.35; "
                                                     "the norm makes (−1.00, 1.00) of them.");
    const std::string added = told(document, StepKind::Add, 1);
    EXPECT_TRUE(added.starts_with(name + " had (0.84, 1.54) and adds (")) << added;
    // The mean of 0.84 and 1.54 is 1.19; √(0.35² + 0.35²) is 0.49.
    options.block->norm = Block::Norm::Sample;
    document = changed(document, SetOptions{options, "A block"});
    EXPECT_EQ(
        told(document, StepKind::Norm, 1),
        "The numbers of " + name +
            " have the mean 1.19 and, by n − 1 and with ε added, the deviation 0.49; the norm "
            "makes (−0.71, 0.71) of them.");
    options.block->norm = Block::Norm::Rms;
    document = changed(document, SetOptions{options, "A block"});
    EXPECT_EQ(told(document, StepKind::Norm, 1),
              "The numbers of " + name +
                  " have the root mean square 1.24; the norm makes (0.68, 1.24) of them.");
}

TEST(Step, AFullyMaskedWordIsReported) {
    Document document = new_document();
    for (const Index key : {0, 1})
        document = changed(document, SetMaskCell{0, key, true});
    EXPECT_EQ(told(document, StepKind::Mask),
              document.tokens[0] + " may not look at any word: it will get no weights.");
    EXPECT_EQ(told(document, StepKind::Softmax), document.tokens[0] + " listens to no word.");
    EXPECT_NE(told(document, StepKind::Mix).find("no value takes part"), std::string::npos);
}

TEST(Step, SentencesNameTheWordsOfAMemory) {
    AttentionOptions options;
    options.has_memory = true;
    Document document = changed(new_document(), SetOptions{options, "Read from a memory"});
    document = changed(document, InsertToken{2, "moon", Matrix{{9, 0}}, Names::Memory});
    const std::string first = document.tokens[0];
    EXPECT_TRUE(told(document, StepKind::Score).starts_with(first + " fits moon best: q · k = "));
    EXPECT_TRUE(told(document, StepKind::Softmax).starts_with(first + " listens most to moon ("));
    Mask padding;
    padding.kind = Mask::Kind::Padding;
    padding.number = 1;
    padding.keys = 3;
    document = changed(document, SetMask{padding});
    EXPECT_EQ(told(document, StepKind::Mask),
              first + " may not look at moon: −∞ becomes a weight of 0.");
}

TEST(Step, OtherScoresAreNotCalledProducts) {
    AttentionOptions options;
    options.score.kind = Score::Kind::Distance;
    const Document document = changed(new_document(), SetOptions{options, "Measure distances"});
    EXPECT_NE(told(document, StepKind::Score).find("best: its score is "), std::string::npos);
}

TEST(Prose, IsReadableWithoutItsMarkUp) {
    const Prose prose = {
        {"q = x W_{Q}, K^{T} of "}, {"a_b", Tone::QueryWord}, {" is "}, {"0.5", Tone::Number}};
    EXPECT_EQ(to_text(prose), "q = x W_Q, K^T of a_b is 0.5");
    EXPECT_EQ(to_markdown(prose), "q = x W_Q, K^T of **a\\_b** is **0.5**");
}
