// SPDX-License-Identifier: MIT
// The page of a training: it replaces the canvas, does not move during training, its target is
// dragged, and its curve is scrubbed.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

struct PageDesk {
    LabDriver lab;
    Json first; // the canvas's first probe

    explicit PageDesk(const std::string& document, int width = 1366, int height = 700)
        : lab({document, width, height}) {
        first = lab.settled();
    }

    bool has(const std::string& sheet) const { return lab.probe()["cells"].contains(sheet); }
    /// Goes backwards from the first page to this one.
    void turn_by_keys() { lab.press("ctrl+Prior"); }
    void turn() {
        lab.click(lab.control("page.training"));
        lab.until("the page",
                  [](const Json& now) { return now["controls"].contains("training.curve"); });
        lab.settled();
    }
    /// Makes one step by keyboard and returns the probe after it.
    Json step(int to) {
        lab.press("F8");
        lab.until("step " + std::to_string(to), [&](const Json& now) {
            return now["training"]["at"] == to && now["training"]["is_running"] == false;
        });
        return lab.settled();
    }
};

} // namespace

TEST(TrainingPage, ReplacesTheCanvasAndNothingMovesDuringARun) {
    PageDesk desk("learn-four-words");
    LabDriver& lab = desk.lab;
    desk.turn();
    const Json page = lab.probe();
    for (const char* sheet : {"weights", "target", "W_Q", "W_K"})
        EXPECT_TRUE(desk.has(sheet)) << sheet;
    for (const char* sheet : {"X", "scores", "output", "W_V"})
        EXPECT_FALSE(desk.has(sheet)) << sheet;
    lab.picture("training-page-1366");

    const Json one = desk.step(1);
    EXPECT_NE(number(one, "weights", 0, 0), number(page, "weights", 0, 0));
    EXPECT_EQ(difference_from_elsewhere(one), "");
    EXPECT_EQ(one["cells"], page["cells"]) << "nothing moves";
    lab.press("F7");
    lab.until("the run", [](const Json& now) { return now["training"]["at"] > 20; });
    lab.press("F7");
    lab.until("the pause", [](const Json& now) { return now["training"]["is_running"] == false; });
    const Json later = lab.settled();
    lab.picture("training-page-run-1366");
    EXPECT_EQ(later["cells"], page["cells"]);
    EXPECT_EQ(later["controls"]["training.curve"], page["controls"]["training.curve"]);
    EXPECT_EQ(later["steps"], 0) << "the document is as it was";

    // The curve of the page shows any step.
    const int steps = later["training"]["at"];
    const Area curve = lab.control("training.curve");
    lab.move_to(curve.x + curve.width / 40, curve.y + curve.height / 2);
    lab.press_button();
    lab.release_button();
    const Json back =
        lab.until("a step before", [&](const Json& now) { return now["training"]["at"] < steps; });
    EXPECT_EQ(back["view"]["selected"], later["view"]["selected"]);
    EXPECT_EQ(lab.settled()["cells"], page["cells"]);

    // Taking the result is one undo step.
    lab.click(lab.control("training.take"));
    lab.until("the taken state", [](const Json& now) { return now["steps"] == 1; });
    lab.press("ctrl+z");
    lab.until("undo",
              [&](const Json& now) { return document_text(now) == document_text(desk.first); });
    lab.click(lab.control("page.forward"));
    lab.until("the canvas", [](const Json& now) { return now["cells"].contains("X"); });
    EXPECT_EQ(lab.settled()["cells"], desk.first["cells"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(TrainingPage, ItsTargetIsDraggedAndTyped) {
    PageDesk desk("learn-four-words", 1600, 900);
    LabDriver& lab = desk.lab;
    desk.turn();
    const Json page = lab.probe();
    const Area cell = lab.cell("target", 1, 3);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.move_to(cell.x + cell.width / 2 + 20, cell.y + cell.height / 2);
    lab.move_to(cell.x + cell.width / 2 + 40, cell.y + cell.height / 2);
    const Json dragged = lab.until("the dragged target", [&](const Json& now) {
        return number(now, "target", 1, 3) > number(page, "target", 1, 3) + 0.05;
    });
    EXPECT_NE(number(dragged, "loss", 0, 0), number(page, "loss", 0, 0));
    EXPECT_EQ(dragged["cells"], page["cells"]) << "nothing moves";
    lab.picture("training-page-drag-1600");
    lab.release_button();
    lab.settled();
    lab.press("ctrl+z");
    lab.until("undo",
              [&](const Json& now) { return document_text(now) == document_text(desk.first); });
    lab.click(lab.cell("target", 0, 0));
    lab.settled();
    lab.type("1");
    lab.press("Return");
    lab.until("the typed target", [](const Json& now) { return number(now, "target", 0, 0) == 1; });
    lab.press("Escape");
    // A click on a row's name makes its word the query.
    lab.click(lab.row_label("weights", 2));
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 2; });
    EXPECT_EQ(lab.settled()["cells"], page["cells"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(TrainingPage, WithoutALossOffersOne) {
    PageDesk desk("four-words", 1024, 768);
    LabDriver& lab = desk.lab;
    desk.turn_by_keys();
    lab.until("the page", [](const Json& now) {
        return now["controls"].contains("model.loss.weights") && !now["cells"].contains("X");
    });
    lab.settled();
    lab.picture("training-page-no-loss-1024");
    EXPECT_TRUE(desk.has("weights"));
    lab.click(lab.control("model.loss.weights"));
    lab.until("the target", [](const Json& now) { return now["cells"].contains("target"); });
    lab.settled();
    lab.picture("training-page-1024");
    for (const char* sheet : {"weights", "target", "W_Q", "W_K"})
        EXPECT_TRUE(desk.has(sheet)) << sheet;
    EXPECT_EQ(lab.quit(), "");
}

TEST(TrainingPage, GivesWayToAMatrixAndToGradients) {
    PageDesk desk("induction", 1600, 900);
    LabDriver& lab = desk.lab;
    desk.turn();
    const Json page = lab.probe();
    EXPECT_TRUE(desk.has("weights@1")) << "of the layer that is compared";
    EXPECT_TRUE(desk.has("target"));
    lab.picture("training-page-two-layers-1600");
    lab.double_click(lab.control("title/target"), "the target in the light",
                     [](const Json& now) { return now["controls"].contains("spotlight"); });
    lab.press("Escape");
    lab.until("the page again", [&](const Json& now) { return now["cells"] == page["cells"]; });
    lab.press("s");
    lab.until("the gradients", [](const Json& now) { return now["sensitivity"].is_object(); });
    EXPECT_TRUE(lab.settled()["cells"].contains("Q@1")) << "of the layer that was enlarged";
    lab.press("s");
    lab.until("the page again", [&](const Json& now) { return now["cells"] == page["cells"]; });
    EXPECT_EQ(lab.quit(), "");
}
