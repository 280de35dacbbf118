// SPDX-License-Identifier: MIT
// Training in a session, with its thread and without a window.
#include "app/explaining/comparing.h"
#include "core/document/model/sheet.h"
#include "tests/support/learning_desk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

using namespace app;
using namespace attn;

TEST(Learning, ShowsTheTrainingAndLeavesTheDocumentUnchanged) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(50));
    EXPECT_TRUE(desk.session.document() == trained(before, 50));
    EXPECT_TRUE(desk.kept() == before);
    EXPECT_FALSE(desk.session.history().can_undo());
    EXPECT_EQ(desk.learning().losses.size(), 51U);
    EXPECT_TRUE(desk.session.results.is_of(desk.session.document()));
}

TEST(Learning, TakingAStateIsOneUndoStep) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(20));
    desk.press(Key::F9);
    EXPECT_TRUE(desk.kept() == trained(before, 20));
    EXPECT_EQ(desk.session.history().position(), 1U);
    EXPECT_TRUE(desk.session.history().undo_description().starts_with("Train 20 steps: loss "));
    desk.ask(Undo{});
    EXPECT_TRUE(desk.session.document() == before);
    EXPECT_TRUE(desk.learning().run) << "the run is still of this document";
    EXPECT_EQ(desk.learning().at(), 0U);
}

TEST(Learning, ContinuesAfterTaking) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(20));
    desk.ask(Train::Take);
    ASSERT_TRUE(desk.run(30));
    EXPECT_TRUE(desk.session.document() == trained(before, 30)) << "with its moving averages";
}

TEST(Learning, LooksAtAnyStep) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(60));
    for (const std::size_t step : {0U, 17U, 59U, 60U, 900U}) {
        desk.ask(LookAtStep{step});
        const std::size_t expected = std::min<std::size_t>(step, 60);
        EXPECT_EQ(desk.learning().at(), expected);
        EXPECT_TRUE(desk.session.document() == trained(before, expected)) << step;
    }
}

TEST(Learning, LooksAtAnyStepOfALongRun) {
    LearningDesk desk;
    const Document before = desk.kept();
    constexpr int last = 3000; // so many that only few steps are stored
    desk.set([](TrainingSettings& settings) { settings.steps = last; });
    desk.learning().speed = 0;
    desk.ask(Train::RunTo);
    ASSERT_TRUE(
        desk.until([&] { return desk.learning().at() == last && !desk.learning().is_running; }));
    for (const std::size_t step : {1501U, 1503U, 7U, 2999U, 3000U}) {
        desk.ask(LookAtStep{step});
        ASSERT_TRUE(desk.until([&] { return desk.learning().at() == step; })) << step;
        Document expected = trained(before, step);
        expected.training = desk.kept().training;
        EXPECT_TRUE(desk.session.document() == expected) << step;
    }
    desk.ask(LookAtStep{1234});
    desk.ask(LookAtStep{77}); // before the other has arrived
    ASSERT_TRUE(desk.until([&] { return desk.learning().at() == 77; }));
    desk.ask(LookAtStep{2345});
    desk.ask(Train::Take); // takes what is shown; nothing comes after it
    const std::size_t taken = desk.learning().at();
    EXPECT_TRUE(taken == 77 || taken == 2345) << taken;
    const Document kept = desk.kept();
    desk.ask(Train::Step);
    ASSERT_TRUE(desk.until([&] { return desk.learning().at() == last + 1; }))
        << "goes on from the newest";
    desk.ask(Train::Discard);
    EXPECT_TRUE(desk.session.document() == kept);
}

TEST(Learning, CountsSingleStepsAtAnySpeed) {
    LearningDesk desk;
    for (int press = 0; press < 7; ++press)
        desk.press(Key::F8);
    ASSERT_TRUE(
        desk.until([&] { return desk.learning().at() == 7 && !desk.learning().is_running; }));
    EXPECT_TRUE(desk.session.document() == trained(desk.kept(), 7));
}

TEST(Learning, AnEditFirstTakesTheShownState) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(10));
    desk.ask(Edit{SetCell{{{Stage::X}, 0, 0}, 2}});
    Document expected = trained(before, 10);
    Matrix x = *expected.embeddings;
    x(0, 0) = 2;
    expected.embeddings = x;
    EXPECT_TRUE(desk.kept() == expected);
    EXPECT_EQ(desk.session.history().position(), 2U);
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_NE(desk.session.ui.message->text.find("Step 10"), std::string::npos);
    EXPECT_FALSE(desk.learning().run) << "the document has left it";
    desk.ask(Undo{});
    desk.ask(Undo{});
    EXPECT_TRUE(desk.kept() == before);
}

TEST(Learning, AnEditDuringARunPausesAndTakesIt) {
    LearningDesk desk;
    desk.learning().speed = 0;
    desk.ask(Train::Play);
    ASSERT_TRUE(desk.until([&] { return desk.learning().at() > 0; }));
    desk.ask(Edit{SetTemperature{2}});
    EXPECT_EQ(desk.session.history().position(), 2U);
    EXPECT_EQ(desk.kept().switches.temperature, 2);
    EXPECT_TRUE(desk.until([&] { return desk.learning().ending.empty(); }));
}

TEST(Learning, PausesAndDiscardsAtAnyMoment) {
    LearningDesk desk;
    const Document before = desk.kept();
    desk.learning().speed = 0;
    desk.ask(Train::Play);
    ASSERT_TRUE(desk.until([&] { return desk.learning().at() > 5; }));
    desk.press(Key::F7);
    ASSERT_TRUE(desk.until([&] { return !desk.learning().is_running; }));
    const std::size_t at = desk.learning().at();
    EXPECT_EQ(desk.learning().losses.size(), at + 1);
    EXPECT_TRUE(desk.session.document() == trained(before, at));
    desk.press(Key::F9, true);
    EXPECT_TRUE(desk.session.document() == before);
    EXPECT_TRUE(desk.learning().losses.empty());
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Learning, PlaysAtTheChosenSpeed) {
    LearningDesk desk;
    desk.learning().speed = 10;
    const auto begin = std::chrono::steady_clock::now();
    desk.ask(Train::Play);
    ASSERT_TRUE(desk.until([&] { return desk.learning().at() == 4; }));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(took.count(), 0.29) << "three tenths lie between four steps";
    desk.ask(Train::Pause);
    EXPECT_TRUE(desk.until([&] { return !desk.learning().is_running; }));
}

TEST(Learning, DivergenceOffersHalfTheRate) {
    LearningDesk desk;
    desk.set([](TrainingSettings& settings) {
        settings.optimiser = Optimiser::Gradient;
        settings.rate = 1e200;
    });
    const Document before = desk.kept();
    desk.learning().speed = 0;
    desk.ask(Train::Play);
    ASSERT_TRUE(desk.until([&] { return desk.learning().fault && !desk.learning().is_running; }));
    EXPECT_TRUE(desk.learning().has_diverged);
    EXPECT_NE(desk.learning().fault->text().find("rate of 5e+199"), std::string::npos)
        << desk.learning().fault->text();
    EXPECT_TRUE(desk.kept() == before);
    EXPECT_TRUE(action(desk.actions, "training.half_rate").is_enabled(desk.session.frame()));
    desk.ask(Train::HalveRate);
    EXPECT_EQ(desk.settings().rate, 5e199);
    EXPECT_EQ(desk.session.history().undo_description(), "Learning rate: 1e+200 → 5e+199");
}

TEST(Learning, SaysThatALossIsMissing) {
    LearningDesk desk;
    Document without = desk.kept();
    without.options.loss.reset();
    without.of_options.clear();
    Session session{without};
    session.outbox.post(Train::Play);
    session.carry_out([](const std::string& name) -> Result<Document> {
        return Error{"there is no such file", name};
    });
    ASSERT_TRUE(session.ui.message);
    EXPECT_EQ(session.ui.message->text, no_training(without));
    EXPECT_FALSE(session.ui.learning.run);
}

TEST(Learning, SaysBeforeItRunsThatNoTargetWasSet) {
    for (const Train begins : {Train::Step, Train::Play, Train::RunTo}) {
        LearningDesk desk;
        for (const Place& one : {Place{{Stage::Target}, 0, 1}, Place{{Stage::Target}, 1, 0}})
            desk.ask(Edit{SetCell{one, 0}});
        desk.ask(begins);
        EXPECT_FALSE(desk.learning().run);
        ASSERT_TRUE(desk.session.ui.message);
        EXPECT_NE(desk.session.ui.message->text.find("target is all zeros"), std::string::npos);
        desk.ask(begins);
        EXPECT_TRUE(desk.learning().run) << "it was said once";
        desk.ask(Train::Pause);
    }
}

TEST(Learning, TypesItsNumbersByKeyboard) {
    LearningDesk desk;
    action(desk.actions, "training.rate").run(desk.session.frame());
    desk.type("0.5");
    desk.press(Key::Tab);
    desk.type("0.01");
    for (int field = 0; field < 4; ++field) // β₁, β₂ and ε of Adam, and the seed
        desk.press(Key::Tab);
    EXPECT_EQ(desk.learning().typed->number, TrainingNumber::Seed);
    desk.type("7");
    desk.press(Key::Tab);
    desk.type("1.5");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.learning().typed);
    EXPECT_NE(desk.learning().typed->fault, "");
    desk.press(Key::Backspace);
    desk.press(Key::Backspace);
    desk.type("2");
    desk.press(Key::Enter);
    EXPECT_FALSE(desk.learning().typed);
    EXPECT_EQ(desk.settings().rate, 0.5);
    EXPECT_EQ(desk.settings().weight_decay, 0.01);
    EXPECT_EQ(desk.settings().seed, 7U);
    EXPECT_EQ(desk.settings().steps, 12);
    EXPECT_EQ(desk.session.history().position(), 4U) << "each number is a step of undo";
}

TEST(Learning, LearnsOnlyTheChosenInputs) {
    LearningDesk desk;
    const Document before = desk.kept();
    action(desk.actions, "training.inputs").run(desk.session.frame());
    ASSERT_TRUE(desk.learning().choosing);
    ASSERT_EQ(desk.learning().choosing->inputs.front(), SheetId{Stage::X});
    desk.type(" "); // X learns as well
    desk.press(Key::Down);
    desk.type(" "); // W_Q does not
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.run(3));
    EXPECT_FALSE(desk.session.document().embeddings == before.embeddings);
    EXPECT_TRUE(desk.session.document().heads[0].w_q == before.heads[0].w_q);
    EXPECT_FALSE(desk.session.document().heads[0].w_k == before.heads[0].w_k);
}

TEST(Learning, SaysWhichInputsTheLossIgnores) {
    LearningDesk desk;
    begin_choosing(desk.session.frame());
    InputChoice& choice = *desk.learning().choosing;
    const auto at = [&](Stage stage) {
        return static_cast<std::size_t>(
            std::find(choice.inputs.begin(), choice.inputs.end(), SheetId{stage}) -
            choice.inputs.begin());
    };
    EXPECT_EQ(choice.remarks[at(Stage::W_V)], "does not reach the loss") << "of the weights";
    EXPECT_EQ(choice.remarks[at(Stage::W_Q)], "4 numbers");
    const std::vector<SheetId> chosen = choice.chosen();
    choice.turn(at(Stage::W_V));
    EXPECT_EQ(choice.chosen(), chosen) << "it has no switch";
    choice.turn(at(Stage::W_Q));
    EXPECT_EQ(choice.chosen().size() + 1, chosen.size());
}

TEST(Learning, IsComparedWithItsStart) {
    LearningDesk desk;
    EXPECT_FALSE(before(desk.session.frame()).calculation);
    desk.set([](TrainingSettings& settings) { settings.seed = 5; });
    ASSERT_TRUE(desk.run(3));
    const Before start = before(desk.session.frame());
    ASSERT_TRUE(start.calculation);
    EXPECT_EQ(start.name, "before: the start, step 0");
    EXPECT_EQ(start.calculation, before(desk.session.frame()).calculation) << "computed once";
    EXPECT_TRUE(are_equal_but_for_remarks(
        start.calculation->document, drawn_by_seed(desk.kept(), learned_inputs(desk.kept()), 5)));
    pin(desk.session.frame());
    EXPECT_NE(before(desk.session.frame()).calculation, start.calculation) << "a pin goes first";
    desk.press(Key::Escape);
    EXPECT_EQ(before(desk.session.frame()).calculation, start.calculation);
    desk.ask(Train::Take);
    EXPECT_FALSE(before(desk.session.frame()).calculation) << "the state is the document";
}

TEST(Learning, RunsAsManyStepsAsTheDocumentSays) {
    LearningDesk desk;
    desk.set([](TrainingSettings& settings) { settings.steps = 12; });
    desk.learning().speed = 0;
    desk.press(Key::F8, true);
    ASSERT_TRUE(
        desk.until([&] { return desk.learning().at() == 12 && !desk.learning().is_running; }));
    EXPECT_FALSE(action(desk.actions, "training.run").is_enabled(desk.session.frame()));
    desk.set([](TrainingSettings& settings) { settings.steps = 14; });
    EXPECT_FALSE(begins_again(desk.learning(), desk.session.document())) << "it goes on";
    EXPECT_TRUE(action(desk.actions, "training.run").is_enabled(desk.session.frame()));
}

TEST(Learning, SettingsAreEditsThatCanBeUndone) {
    LearningDesk desk;
    action(desk.actions, "training.momentum").run(desk.session.frame());
    desk.carry_out();
    EXPECT_EQ(desk.kept().training->optimiser, Optimiser::Momentum);
    EXPECT_EQ(desk.session.history().undo_description(), "Optimiser: Momentum");
    action(desk.actions, "training.momentum").run(desk.session.frame());
    desk.carry_out();
    EXPECT_EQ(desk.session.history().position(), 1U) << "the same once more is no step";
    action(desk.actions, "training.momentum_number").run(desk.session.frame());
    desk.type("1");
    desk.press(Key::Enter);
    ASSERT_TRUE(desk.learning().typed);
    EXPECT_EQ(desk.learning().typed->fault,
              "the momentum is 1, expected a number from 0 to below 1");
    desk.press(Key::Backspace);
    desk.type("0.8");
    desk.press(Key::Enter);
    EXPECT_EQ(desk.kept().training->momentum, 0.8);
    EXPECT_EQ(desk.session.history().undo_description(), "Momentum: 0.9 → 0.8");
    desk.ask(Undo{});
    desk.ask(Undo{});
    EXPECT_FALSE(desk.kept().training);
    EXPECT_FALSE(desk.session.history().can_undo());
}

TEST(Learning, SettingsTheOptimiserIgnoresCannotBeTyped) {
    LearningDesk desk;
    const auto can_be_typed = [&](const char* id) {
        return action(desk.actions, id).is_enabled(desk.session.frame());
    };
    EXPECT_TRUE(can_be_typed("training.beta_1"));
    EXPECT_TRUE(can_be_typed("training.seed"));
    EXPECT_FALSE(can_be_typed("training.momentum_number"));
    desk.set([](TrainingSettings& settings) { settings.optimiser = Optimiser::Gradient; });
    for (const char* id :
         {"training.beta_1", "training.beta_2", "training.epsilon", "training.momentum_number"})
        EXPECT_FALSE(can_be_typed(id)) << id;
}

TEST(Learning, OtherSettingsKeepTheShownState) {
    LearningDesk desk;
    const Document before = desk.kept();
    ASSERT_TRUE(desk.run(10));
    desk.set([](TrainingSettings& settings) { settings.rate = 0.5; });
    ASSERT_TRUE(desk.learning().seen) << "it is not taken";
    EXPECT_TRUE(are_equal_but_for_remarks(desk.kept(), before));
    EXPECT_EQ(desk.session.document().training, desk.kept().training);
    EXPECT_TRUE(begins_again(desk.learning(), desk.session.document()));
    EXPECT_TRUE(desk.session.results.is_of(desk.session.document()));
    desk.ask(LookAtStep{4});
    EXPECT_EQ(desk.session.document().training, desk.kept().training);
    desk.ask(Train::Take);
    EXPECT_TRUE(are_equal_but_for_remarks(desk.kept(), trained(before, 4)));
    EXPECT_EQ(desk.settings().rate, 0.5) << "the run's document keeps the settings";
    desk.ask(Undo{});
    desk.ask(Undo{});
    EXPECT_TRUE(desk.kept() == before);
}

TEST(Learning, ASeedStartsFromItsNumbers) {
    LearningDesk desk;
    desk.set([](TrainingSettings& settings) { settings.seed = 3; });
    const Document before = desk.kept();
    const Document drawn = drawn_by_seed(before, learned_inputs(before), 3);
    EXPECT_FALSE(drawn == before);
    ASSERT_TRUE(desk.run(2));
    EXPECT_TRUE(desk.kept() == before);
    desk.ask(LookAtStep{0});
    EXPECT_TRUE(desk.session.document() == drawn) << "step 0 is not the document";
    desk.ask(Train::Take);
    EXPECT_TRUE(desk.kept() == drawn);
    EXPECT_EQ(desk.session.history().undo_description(), "Draw what learns by its seed");
    desk.ask(Undo{});
    EXPECT_TRUE(desk.session.document() == before);
}

TEST(KeptPoints, AreEvenlySpacedAndFew) {
    KeptPoints kept(10);
    for (std::size_t step = 0; step <= 1000; ++step)
        if (kept.wants(step))
            kept.add({step, {}, {}, {}});
    EXPECT_LE(kept.size(), 10U);
    EXPECT_GE(kept.size(), 5U);
    EXPECT_EQ(kept.before(0).step, 0U);
    for (std::size_t step = 0; step <= 1000; step += 50) {
        const std::size_t found = kept.before(step).step;
        EXPECT_LE(found, step);
        EXPECT_LT(step - found, kept.stride());
    }
}
