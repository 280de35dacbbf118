// SPDX-License-Identifier: MIT
#include "app/actions/actions.h"
#include "app/explaining/comparing.h"
#include "app/input/keys.h"
#include "app/session/session.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

using namespace app;
using namespace attn;

namespace {

struct ComparingDesk {
    Session session{*io::open_document("the-cat-chased-the-mouse")};
    std::vector<Action> actions = all_actions({});

    void carry_out() { session.carry_out(io::open_document); }
    void run(const std::string& id) {
        action(actions, id).run(session.frame());
        carry_out();
    }
    void press(KeyPress key) {
        take_key(session.frame(), key, actions);
        carry_out();
    }
    const std::optional<Comparing>& comparing() { return session.ui.comparing; }
    Index changed(const SheetId& sheet) {
        return compare(*comparing()->pinned, {session.document(), session.trace()}, sheet)->changed;
    }
};

} // namespace

TEST(Comparing, APinnedStateStaysWhileTheDocumentChanges) {
    ComparingDesk desk;
    desk.run("compare.pin");
    const Document kept = desk.session.document();
    EXPECT_EQ(desk.changed({Stage::Output, 0, 0}), 0);
    desk.session.outbox.edit(SetCell{{{Stage::W_V, 0, 0}, 0, 0}, 9});
    desk.carry_out();
    EXPECT_EQ(desk.changed({Stage::W_V, 0, 0}), 1);
    EXPECT_EQ(desk.changed({Stage::Weights, 0, 0}), 0);
    EXPECT_EQ(desk.changed({Stage::Output, 0, 0}), 5);
    desk.session.outbox.post(Open{"four-words"});
    desk.carry_out();
    ASSERT_TRUE(desk.comparing()) << "pinning survives presets";
    EXPECT_EQ(desk.comparing()->pinned->document, kept);
    desk.run("compare.unpin");
    EXPECT_FALSE(desk.comparing());
}

TEST(Comparing, LeavingAMistakeReturnsToThePinnedState) {
    ComparingDesk desk;
    desk.run("mistake.no_scaling");
    ASSERT_TRUE(desk.comparing());
    EXPECT_EQ(desk.comparing()->stage, Stage::Weights);
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.comparing());
    desk.run("compare.pin");
    desk.run("mistake.one_matrix");
    EXPECT_EQ(desk.comparing()->stage, Stage::Scores);
    desk.press({Key::Escape});
    ASSERT_TRUE(desk.comparing());
    EXPECT_FALSE(desk.comparing()->mistake);
    EXPECT_TRUE(desk.comparing()->pinned);
}

TEST(Comparing, APinnedStateLeavesCanvasAndInputsUnchanged) {
    ComparingDesk desk;
    EXPECT_FALSE(before(desk.session.frame()).calculation);
    desk.run("compare.pin");
    EXPECT_FALSE(desk.comparing()->replaces_canvas());
    const Before pinned = before(desk.session.frame());
    ASSERT_TRUE(pinned.calculation);
    EXPECT_EQ(pinned.calculation->document, desk.session.document());
    EXPECT_EQ(pinned.name.rfind("before: pinned “", 0), 0U) << pinned.name;
    desk.run("compare.beside");
    EXPECT_TRUE(desk.comparing()->replaces_canvas());
    desk.press({Key::Escape});
    ASSERT_TRUE(desk.comparing()) << "back to the canvas";
    EXPECT_FALSE(desk.comparing()->replaces_canvas());
    desk.press({Key::Escape});
    EXPECT_FALSE(desk.comparing());
}

TEST(Comparing, ComparesWithTheOpenedDocument) {
    ComparingDesk desk;
    const Document opened = desk.session.document();
    desk.session.outbox.edit(SetCell{{{Stage::W_V, 0, 0}, 0, 0}, 9});
    desk.carry_out();
    desk.run("compare.opened");
    ASSERT_TRUE(desk.comparing());
    EXPECT_EQ(desk.comparing()->pinned->document, opened);
    EXPECT_EQ(desk.changed({Stage::W_V, 0, 0}), 1);
}

TEST(Comparing, ADragIsComparedWithItsStart) {
    ComparingDesk desk;
    const Document began = desk.session.document();
    Dragging& dragging = desk.session.ui.dragging;
    const Place place{{Stage::X, 0, 0}, 1, 1};
    dragging.scrub = Scrub{place, 0, 0, 0, 0, 7, false};
    EXPECT_FALSE(before(desk.session.frame()).calculation) << "pressed, not yet dragged";
    dragging.scrub->moved = true;
    for (const Real value : {1.5, 2.5}) {
        desk.session.outbox.edit(SetCell{place, value}, 7);
        desk.carry_out();
        const Before shown = before(desk.session.frame());
        ASSERT_TRUE(shown.calculation);
        EXPECT_TRUE(shown.is_of_gesture);
        EXPECT_EQ(shown.calculation->document, began);
    }
    dragging.scrub.reset();
    EXPECT_FALSE(before(desk.session.frame()).calculation);
}

TEST(Comparing, AMistakeThatChangesNothingGivesAMessageOnly) {
    ComparingDesk desk;
    desk.run("mistake.divided_by_sqrt_d_model");
    EXPECT_FALSE(desk.comparing()) << "d_model is d_k";
    ASSERT_TRUE(desk.session.ui.message);
    EXPECT_NE(desk.session.ui.message->text.find("changes nothing here"), std::string::npos);
}

TEST(Comparing, EveryMistakeAndStageIsDrawn) {
    ComparingDesk desk;
    for (const MistakeInfo& mistake : mistakes()) {
        desk.run("mistake." + std::string(mistake.name));
        if (!desk.comparing())
            continue;
        for (const StageInfo& stage : stages()) {
            desk.run("compare.stage." + std::string(stage.name()));
            const figure::Figure figure =
                compare_figure(desk.session.document(), desk.session.trace(), desk.session.view,
                               *desk.comparing(), {{1024, 460}});
            EXPECT_GT(figure.shapes.size(), 10U) << mistake.name << ' ' << stage.name();
        }
    }
}
