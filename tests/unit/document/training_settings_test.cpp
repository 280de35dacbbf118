// SPDX-License-Identifier: MIT
// A document's training settings: set by a command, undone, and repaired when a learned input is
// removed.
#include "core/document/commands/history.h"
#include "core/document/learning/training_run.h"
#include "tests/support/listening_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::training_settings_test {

using attn::test::listening_words;

namespace {

/// Three heads and a loss; the inputs `learned` learn.
Document of_three_heads(const std::vector<SheetId>& learned) {
    Document document = listening_words();
    for (int head = 0; head < 2; ++head)
        document = apply(document, AddHead{}).value();
    TrainingSettings settings;
    settings.learned = learned;
    return apply(document, SetTraining{settings}).value();
}

std::string learned_after(const Document& document, const Command& command) {
    const auto after = apply(document, command);
    EXPECT_TRUE(after) << after.error().text();
    std::string names;
    for (const SheetId& sheet : after->training->learned)
        names += to_text(sheet) + " ";
    return names;
}

} // namespace

TEST(TrainingSettings, AreSetByACommandThatCanBeUndone) {
    const Document before = listening_words();
    TrainingSettings settings;
    settings.rate = 0.5;
    const SetTraining set{settings};
    History history(before);
    history.push(apply(before, set).value(), describe(before, set), 0);
    EXPECT_EQ(history.current().training, settings);
    EXPECT_FALSE(history.current() == before) << "it is a part of the document";
    EXPECT_TRUE(are_equal_but_for_remarks(history.current(), before));
    EXPECT_EQ(history.undo_description(), "Learning rate: 0.1 → 0.5");
    history.undo();
    EXPECT_TRUE(history.current() == before);
    EXPECT_FALSE(before.training);
    EXPECT_EQ(training_settings(before), TrainingSettings{});
}

TEST(TrainingSettings, DescribeTheirChanges) {
    const Document document = listening_words();
    const auto said = [&](const auto& change) {
        TrainingSettings settings;
        change(settings);
        return describe(document, SetTraining{settings});
    };
    using S = TrainingSettings;
    EXPECT_EQ(said([](S& s) { s.optimiser = Optimiser::Gradient; }), "Optimiser: Gradient descent");
    EXPECT_EQ(said([](S& s) { s.beta_2 = 0.99; }), "β₂: 0.999 → 0.99");
    EXPECT_EQ(said([](S& s) { s.steps = 300; }), "Steps of training: 200 → 300");
    EXPECT_EQ(said([](S& s) { s.seed = 4; }), "Seed of training: 4");
    EXPECT_EQ(said([](S& s) { s.learned = {{Stage::W_Q}, {Stage::W_K}}; }), "Learn W_Q and W_K");
    EXPECT_EQ(said([](S& s) {
                  s.rate = 1;
                  s.steps = 3;
              }),
              "Set how it trains");
}

TEST(TrainingSettings, NameOnlyWhatTheDocumentHas) {
    const Document document = listening_words();
    const auto fault = [&](const auto& change) {
        TrainingSettings settings;
        change(settings);
        const auto after = apply(document, SetTraining{settings});
        return after ? "" : after.error().text();
    };
    using S = TrainingSettings;
    EXPECT_EQ(fault([](S& s) { s.momentum = 1; }),
              "training.momentum: the momentum is 1, expected a number from 0 to below 1");
    EXPECT_EQ(fault([](S& s) { s.steps = 0; }),
              "training.steps: the number of steps is 0, expected 1 to 10000000");
    EXPECT_EQ(fault([](S& s) {
                  s.learned = {{Stage::W_Q}, {Stage::W_Q, 1}};
              }),
              "training.learn[1]: the document has no W_Q/1; its inputs are X, W_Q, W_K, "
              "W_V and target");
    Document concepts;
    concepts.model = Model::Concepts;
    EXPECT_FALSE(apply(concepts, SetTraining{}));
}

TEST(TrainingSettings, ForgetWhatTheDocumentHasLost) {
    const Document document =
        of_three_heads({{Stage::W_Q}, {Stage::W_K, 1}, {Stage::W_V, 2}, {Stage::X}});
    EXPECT_EQ(learned_after(document, RemoveHead{0}), "W_K W_V/1 X ");
    EXPECT_EQ(learned_after(document, RemoveHead{1}), "W_Q W_V/1 X ");
    EXPECT_EQ(learned_after(document, RemoveHead{2}), "W_Q W_K/1 X ");
    EXPECT_EQ(learned_after(document, SetProjections{Projections::None}), "X ");
    EXPECT_EQ(learned_after(document, SetTemperature{2}), "W_Q W_K/1 W_V/2 X ");
    AttentionOptions shared = document.options;
    shared.key_value_groups = 1;
    EXPECT_EQ(learned_after(document, SetOptions{shared, "One group"}), "W_Q X ");
    AttentionOptions biased = document.options;
    biased.has_biases = true;
    Document with_biases = apply(document, SetOptions{biased, "Biases"}).value();
    with_biases.training->learned = {{Stage::BQ}, {Stage::W_Q}};
    EXPECT_EQ(learned_after(with_biases, SetOptions{document.options, "No biases"}), "W_Q ");
    Document replaced = document;
    replaced.training->learned = {{Stage::W_Q, 7}};
    EXPECT_EQ(learned_after(document, Replace{replaced, "Open"}), "");
}

TEST(TrainingSettings, ASeedDrawsTheLearnedInputs) {
    const Document document = listening_words();
    TrainingSettings settings;
    settings.seed = 3;
    const auto drawn = begin_training(document, settings);
    ASSERT_TRUE(drawn) << drawn.error().text();
    EXPECT_TRUE(drawn->document() == drawn_by_seed(document, learned_inputs(document), 3));
    EXPECT_FALSE(drawn->document() == document);
    settings.seed.reset();
    EXPECT_TRUE(begin_training(document, settings)->document() == document);
}

TEST(TrainingSettings, AreWrittenAsTheCommandLineTakesThem) {
    TrainingSettings settings;
    EXPECT_EQ(options_text(settings), "");
    settings.momentum = 0.5; // not read by Adam
    settings.beta_2 = 0.99;
    settings.epsilon = 1e-6;
    settings.seed = 0;
    EXPECT_EQ(options_text(settings), "--betas 0.9 0.99 --epsilon 1e-06 --seed 0");
    settings.optimiser = Optimiser::Momentum;
    EXPECT_EQ(options_text(settings), "--optimiser momentum --momentum 0.5 --seed 0");
}

} // namespace attn::training_settings_test
