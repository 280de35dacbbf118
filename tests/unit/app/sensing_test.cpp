// SPDX-License-Identifier: MIT
// What moves a number, by keyboard: S starts it, keys lead to the strongest inputs, Esc ends it.
#include "app/actions/actions.h"
#include "app/explaining/pointing.h"
#include "app/explaining/sensing.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/document/commands/command.h"
#include "core/document/model/sheet.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>

namespace attn::sensing_test {

using namespace app;

namespace {

struct SensingDesk {
    Session session;
    std::vector<Action> actions = all_actions({});

    explicit SensingDesk(Document document = attn::test::scene_document(3, 2, 2, 2))
        : session(std::move(document)) {}
    void take(const KeyEvent& event) {
        take_key(session.frame(), event, actions);
        session.carry_out([](const std::string& name) -> Result<Document> {
            return Error{"there is no such file", name};
        });
        follow_sensing(session.frame(), {});
    }
    void press(KeyPress key) { take(key); }
    /// Types as a keyboard does: the key and its text.
    void type(char letter) {
        const bool is_large = letter >= 'A' && letter <= 'Z';
        const char small = static_cast<char>(is_large ? letter - 'A' + 'a' : letter);
        press({Key::Character, small, false, is_large});
        take(Typed{std::string(1, letter)});
    }
    bool senses() { return is_sensing(session.frame()); }
    const Sensitivity& found() { return *session.ui.sensing->found; }
    bool can(const char* id) { return action(actions, id).is_enabled(session.frame()); }
};

constexpr Place weight{{Stage::Weights, 0, 0}, 1, 2};

Document with_loss() {
    AttentionOptions options;
    options.loss = Loss{{Stage::Weights}, Loss::Kind::Squared};
    const Document document =
        *apply(attn::test::scene_document(3, 2, 2, 2), SetOptions{options, "Loss"});
    // A new target equals the current numbers.
    return *apply(document, SetMatrix{{Stage::Target}, Matrix::Zero(3, 3), "Target"});
}

} // namespace

TEST(Sensing, StartsByItsKeyAndEndsByItOrEsc) {
    SensingDesk desk;
    desk.type('s');
    ASSERT_TRUE(desk.senses());
    EXPECT_EQ(desk.found().of.sheet.stage, Stage::Weights) << "without a number the largest weight";
    EXPECT_EQ(desk.session.view.selected, desk.found().of);
    desk.type('s');
    EXPECT_FALSE(desk.senses());
    visit(desk.session.frame(), weight);
    desk.type('s');
    ASSERT_TRUE(desk.senses());
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_FALSE(desk.session.ui.message);
    EXPECT_EQ(desk.found().of, weight);
    desk.type('s');
    EXPECT_FALSE(desk.senses());
    desk.type('S');
    ASSERT_TRUE(desk.senses());
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.senses());
    EXPECT_EQ(desk.session.view.selected, weight) << "the number stays selected";
}

TEST(Sensing, TakesTheLargestWeightOfManyWords) {
    SensingDesk desk(attn::test::scene_document(70, 3, 2, 2));
    desk.type('s');
    ASSERT_TRUE(desk.senses());
    EXPECT_EQ(desk.session.ui.sensing->of.sheet.stage, Stage::Weights);
}

TEST(Sensing, LeavesItsKeyToOpenTextFields) {
    SensingDesk desk;
    visit(desk.session.frame(), {{Stage::X}, 0, 0});
    for (const char letter : std::string("sqrt(4)"))
        desk.type(letter);
    desk.press({Key::Enter});
    EXPECT_FALSE(desk.senses());
    EXPECT_EQ((*desk.session.document().embeddings)(0, 0), 2);
    visit(desk.session.frame(), {{Stage::X}, 0, 0});
    desk.type('S');
    EXPECT_TRUE(desk.senses());
    EXPECT_FALSE(desk.session.ui.editing);
    EXPECT_TRUE(desk.found().strongest.empty());
    EXPECT_FALSE(desk.can("explain.strongest"));
}

TEST(Sensing, EnterVisitsTheStrongestInputs) {
    SensingDesk desk;
    visit(desk.session.frame(), weight);
    desk.type('s');
    const auto strongest = desk.found().strongest;
    ASSERT_EQ(strongest.size(), named_inputs);
    for (const InputSlope& one : strongest) {
        desk.press({Key::Enter});
        EXPECT_EQ(desk.session.view.selected, one.place);
        EXPECT_EQ(desk.session.ui.sensing->of, weight) << "it is still about the same number";
    }
    desk.press({Key::Enter});
    EXPECT_EQ(desk.session.view.selected, weight);
    desk.press({Key::Left, 0, false, false, true});
    EXPECT_EQ(desk.session.view.selected, strongest.back().place) << "and back";
    desk.press({Key::Escape});
    desk.press({Key::Enter});
    EXPECT_NE(desk.session.view.selected, strongest.front().place) << "elsewhere Enter steps down";
}

TEST(Sensing, FollowsEveryChange) {
    SensingDesk desk;
    visit(desk.session.frame(), weight);
    desk.type('s');
    const Place place = desk.found().strongest.front().place;
    for (const Real value : {0.3, 0.7, -1.1}) {
        desk.session.outbox.edit(SetCell{place, value}, 1);
        desk.press({Key::Other});
        const Document& now = desk.session.document();
        const Sensitivity expected = sensitivity(now, evaluate(now), weight);
        EXPECT_EQ(desk.found().value, expected.value);
        EXPECT_EQ(desk.found().strongest.front().slope, expected.strongest.front().slope);
    }
}

TEST(Sensing, EndsWithItsNumber) {
    SensingDesk desk;
    visit(desk.session.frame(), weight);
    desk.type('s');
    desk.session.outbox.edit(RemoveToken{2});
    desk.press({Key::Other});
    EXPECT_FALSE(desk.senses());
}

TEST(Sensing, ForTheLossNeedsNoSelection) {
    SensingDesk without;
    EXPECT_FALSE(without.can("explain.loss"));
    SensingDesk desk(with_loss());
    ASSERT_TRUE(desk.can("explain.loss"));
    desk.session.view.selected.reset();
    action(desk.actions, "explain.loss").run(desk.session.frame());
    desk.press({Key::Other});
    EXPECT_EQ(desk.found().of, (Place{{Stage::Loss}, 0, 0}));
    EXPECT_TRUE(action(desk.actions, "explain.loss").is_checked(desk.session.frame()));
    desk.press({Key::Enter});
    EXPECT_EQ(desk.session.view.selected, desk.found().strongest.front().place);
}

TEST(Sensing, ForLargeCalculationsRunsInAThread) {
    SensingDesk desk(attn::test::scene_document(300, 64, 64, 64, 0.1));
    std::mutex mutex;
    std::condition_variable changed;
    int woken = 0;
    const auto wake = [&] {
        const std::lock_guard lock(mutex);
        ++woken;
        changed.notify_one();
    };
    const auto until_woken = [&](int times) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, std::chrono::seconds(120), [&] { return woken >= times; });
    };
    const Frame frame = desk.session.frame();
    ASSERT_TRUE(frame.settle());
    begin_sensing(frame, weight);
    follow_sensing(frame, wake);
    EXPECT_FALSE(frame.ui.sensing->found) << "nobody waits for it";
    ASSERT_TRUE(until_woken(1));
    EXPECT_TRUE(has_sensed(frame));
    follow_sensing(frame, wake);
    EXPECT_FALSE(has_sensed(frame));
    ASSERT_TRUE(frame.ui.sensing->found);
    const auto first = frame.ui.sensing->found;
    EXPECT_FALSE(first->strongest.empty());
    frame.outbox.edit(SetCell{first->strongest.front().place, 0.5});
    desk.press({Key::Other});
    ASSERT_TRUE(desk.session.frame().settle());
    follow_sensing(desk.session.frame(), wake);
    EXPECT_EQ(desk.session.ui.sensing->found, first) << "the last one stays until then";
    ASSERT_TRUE(until_woken(2));
    follow_sensing(desk.session.frame(), wake);
    const Document& now = desk.session.document();
    EXPECT_EQ(desk.found().value, value_at(now, evaluate(now), weight));
    desk.session.ui.gradients.reset();
}

} // namespace attn::sensing_test
