// SPDX-License-Identifier: MIT
// Training: a loss is switched on; the run is played, paused, stepped, scrubbed, taken and undone,
// by mouse and by keyboard alone.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

/// Two words that should attend to each other.
const std::string scholar = R"({
  "format": "attention-lab", "version": [2, 0], "title": "Listen to each other",
  "model": {"target": "weights", "loss": "cross_entropy"},
  "lists": {"words": ["a", "b"]},
  "inputs": {"X": [[1, 0], [0.5, 1]], "W_Q": [[0.3, -0.2], [0.1, 0.4]],
             "W_K": [[1, 0], [0, 1]], "W_V": [[1, 2], [3, 4]], "target": [[0, 1], [1, 0]]}
})";

struct Desk {
    TempDir folder;
    LabDriver lab;

    explicit Desk(int width = 1366, int height = 700)
        : lab({folder.file("scholar.attn", scholar), width, height}) {
        lab.settled();
    }

    Json training() const { return lab.probe()["training"]; }
    /// Waits until this many steps are done and none is running.
    Json rested(int steps) {
        lab.until(std::to_string(steps) + " steps", [&](const Json& now) {
            return now["training"]["steps"] == steps && now["training"]["is_running"] == false;
        });
        return lab.settled();
    }
    void open() {
        lab.press("ctrl+5");
        lab.until("the training",
                  [](const Json& now) { return now["controls"].contains("training.play"); });
        lab.settled();
    }
    /// Types a number into a field of the panel.
    void type_into(const std::string& field, const std::string& number) {
        lab.click(lab.control(field));
        lab.settled();
        lab.type(number);
        lab.press("Return");
        lab.settled();
    }
};

int right_of(Area area, double part) {
    return area.x + static_cast<int>(area.width * part);
}

} // namespace

TEST(Training, PlaysPausesScrubsAndTakesAsOneUndoStep) {
    Desk desk;
    LabDriver& lab = desk.lab;
    const Json first = lab.probe();
    desk.open();
    lab.picture("training-1366");
    EXPECT_EQ(lab.probe()["cells"], first["cells"]) << "the canvas stays where it is";
    lab.click(lab.control("training.speed.most"));
    desk.type_into("training.steps", "300");
    lab.click(lab.control("training.run"));
    const Json end = desk.rested(300);
    lab.picture("training-300-1366");
    EXPECT_EQ(end["training"]["at"], 300);
    EXPECT_GT(number(end, "weights", 0, 1), 0.95);
    EXPECT_EQ(difference_from_elsewhere(end), "") << "every matrix is that of the step";
    EXPECT_EQ(end["steps"], 1) << "only the number of steps was set";

    // Dragging back over the curve shows every step.
    const Area curve = lab.control("training.curve");
    lab.move_to(right_of(curve, 0.9), curve.y + curve.height / 2);
    lab.press_button();
    double last = number(lab.settled(), "weights", 0, 1);
    for (const double part : {0.5, 0.25, 0.1, 0.02}) {
        lab.move_to(right_of(curve, part), curve.y + curve.height / 2);
        const Json now = lab.until("the step there", [&](const Json& seen) {
            return std::abs(seen["training"]["at"].get<double>() - 300 * part) < 3;
        });
        EXPECT_LT(number(now, "weights", 0, 1), last);
        EXPECT_EQ(difference_from_elsewhere(now), "");
        last = number(now, "weights", 0, 1);
    }
    lab.release_button();
    const Json scrubbed = lab.settled();
    const int at = scrubbed["training"]["at"];
    lab.picture("training-scrubbed-1366");
    lab.click(lab.control("training.take"));
    const Json taken =
        lab.until("the taken state", [](const Json& now) { return now["steps"] == 2; });
    EXPECT_EQ(document_text(taken), document_text(scrubbed));
    EXPECT_EQ(taken["training"]["at"], at);
    EXPECT_EQ(taken["training"]["is_seen"], false);
    lab.press("ctrl+z");
    lab.until("one step back", [](const Json& now) { return now["steps"] == 1; });
    lab.press("ctrl+z");
    const Json undone = lab.until(
        "undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_FALSE(undone["can_undo"].get<bool>());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, WorksByKeyboardAlone) {
    Desk desk;
    LabDriver& lab = desk.lab;
    const Json first = lab.probe();
    desk.open();
    lab.choose_by_name("gradient descent");
    lab.choose_by_name("set the learning rate");
    lab.until("the field",
              [](const Json& now) { return now["controls"].contains("training.rate"); });
    lab.type("2");
    lab.press("Return");
    lab.until("the rate", [](const Json& now) { return now["training"]["rate"] == 2; });
    const Json set = lab.settled();
    EXPECT_EQ(set["steps"], 2) << "each setting is an edit";
    for (int step = 1; step <= 3; ++step) {
        lab.press("F8");
        desk.rested(step);
    }
    EXPECT_NE(number(lab.probe(), "W_Q", 0, 0), number(first, "W_Q", 0, 0));
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.press("F7");
    lab.until("the run", [](const Json& now) { return now["training"]["steps"] > 8; });
    lab.press("F7");
    lab.until("the pause", [](const Json& now) { return now["training"]["is_running"] == false; });
    const int steps = lab.settled()["training"]["steps"];
    lab.press("alt+Home");
    lab.until("the first state", [&](const Json& now) {
        return now["training"]["at"] == 0 && document_text(now) == document_text(set);
    });
    lab.press("alt+End");
    lab.until("the last state", [&](const Json& now) { return now["training"]["at"] == steps; });
    lab.press("ctrl+F7");
    const Json seen = lab.until("the state before",
                                [&](const Json& now) { return now["training"]["at"] < steps; });
    lab.press("F9");
    const Json taken = lab.until("one step", [](const Json& now) { return now["steps"] == 3; });
    EXPECT_EQ(document_text(taken), document_text(seen));
    lab.press("shift+F9");
    lab.until("no run", [](const Json& now) { return now["training"]["steps"] == 0; });
    EXPECT_EQ(document_text(lab.settled()), document_text(taken));
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(set); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, ShowsTheSettingsOfTheOptimiser) {
    Desk desk;
    LabDriver& lab = desk.lab;
    desk.open();
    const auto shows = [&](const char* field) { return lab.settled()["controls"].contains(field); };
    EXPECT_TRUE(shows("training.beta_1") && shows("training.beta_2") && shows("training.epsilon"));
    EXPECT_FALSE(shows("training.momentum_number"));
    desk.type_into("training.beta_1", "0.8");
    lab.click(lab.control("training.momentum"));
    lab.until("the momentum",
              [](const Json& now) { return now["controls"].contains("training.momentum_number"); });
    EXPECT_FALSE(shows("training.beta_1") || shows("training.epsilon"));
    desk.type_into("training.momentum_number", "0.5");
    desk.type_into("training.seed", "3");
    const Json set = lab.settled();
    lab.picture("training-momentum-1366");
    const Json training = set["document"]["training"];
    EXPECT_EQ(training["optimiser"], "momentum");
    EXPECT_EQ(training["momentum"], 0.5);
    EXPECT_EQ(training["betas"][0], 0.8) << "it waits for Adam";
    EXPECT_EQ(training["seed"], 3);
    EXPECT_EQ(set["steps"], 4);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, DivergenceStopsTheRunAndOffersHalfTheRate) {
    Desk desk;
    LabDriver& lab = desk.lab;
    const Json first = lab.probe();
    desk.open();
    lab.click(lab.control("training.gradient"));
    lab.click(lab.control("training.speed.most"));
    desk.type_into("training.rate", "1e200");
    lab.click(lab.control("training.run"));
    const Json stopped = lab.until("the fault", [](const Json& now) {
        return now["training"]["fault"] != "" && now["training"]["is_running"] == false &&
               now["controls"].contains("training.half_rate");
    });
    lab.picture("training-diverged-1366");
    EXPECT_NE(stopped["training"]["fault"].get<std::string>().find("rate of 5e+199"),
              std::string::npos)
        << stopped["training"]["fault"];
    EXPECT_EQ(stopped["steps"], 2) << "the optimiser and the rate";
    lab.click(lab.control("training.half_rate"));
    lab.until("half the rate", [](const Json& now) { return now["training"]["rate"] == 5e199; });
    desk.type_into("training.rate", "0.5");
    lab.click(lab.control("training.run"));
    const Json end = desk.rested(200);
    EXPECT_EQ(end["training"]["fault"], "");
    EXPECT_GT(number(end, "weights", 0, 1), number(first, "weights", 0, 1));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, GivesADocumentALossAndLearnsIt) {
    LabDriver lab({"four-words", 1600, 900});
    const Json first = lab.settled();
    lab.press("ctrl+5");
    lab.until("the losses",
              [](const Json& now) { return now["controls"].contains("model.loss.weights"); });
    lab.picture("training-no-loss-1600");
    lab.click(lab.control("model.loss.weights"));
    lab.until("the target", [](const Json& now) { return now["stages"].contains("target"); });
    lab.settled();
    for (int row = 0; row < 2; ++row) { // The first two words should attend to the last.
        lab.click(lab.cell("target", row, 3));
        lab.settled();
        lab.type("1");
        lab.press("Return");
        lab.settled();
    }
    lab.press("Escape");
    lab.press("F8");
    lab.until("a step", [](const Json& now) { return now["training"]["at"] == 1; });
    lab.press("shift+F8");
    const Json end = lab.until("the end", [](const Json& now) {
        return now["training"]["at"] == 200 && now["training"]["is_running"] == false;
    });
    lab.picture("training-learned-1600");
    EXPECT_GT(number(end, "weights", 0, 3), number(first, "weights", 0, 3) + 0.2);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

// With two learning layers, the target stands beside the layer it is compared with, and canvas and
// panel show the changes since the start.
TEST(Training, OfTwoLayersShowsTargetAndChanges) {
    LabDriver lab({"induction", 1600, 900});
    const Json first = lab.settled();
    EXPECT_FALSE(first["cells"].contains("target"));
    lab.press("ctrl+Next");
    lab.until("the layer that is compared",
              [](const Json& now) { return now["cells"].contains("target"); });
    lab.press("ctrl+5");
    lab.until("the training",
              [](const Json& now) { return now["controls"].contains("training.play"); });
    lab.settled();
    EXPECT_FALSE(lab.probe()["controls"].contains("training.moved.0"));
    lab.click(lab.control("training.speed.most"));
    lab.click(lab.control("training.run"));
    const Json end = lab.until("the end", [](const Json& now) {
        return now["training"]["at"] == 600 && now["training"]["is_running"] == false &&
               now["controls"].contains("training.moved.4");
    });
    lab.settled();
    lab.picture("training-two-layers-1600");
    EXPECT_GT(number(end, "weights@1", 5, 1), 0.99);
    EXPECT_GT(number(end, "weights", 5, 4), 0.6) << "a stripe that nobody asked for";
    lab.click(lab.control("training.moved.0"));
    const Json visited = lab.until("the number that changed most", [](const Json& now) {
        return !now["view"]["selected"].is_null();
    });
    const std::string place = visited["view"]["selected"];
    EXPECT_TRUE(place.starts_with("W_") || place.starts_with("T")) << place;
    lab.press("Escape");
    lab.settled();
    lab.click(lab.control("training.inputs"));
    lab.until("the inputs",
              [](const Json& now) { return now["controls"].contains("training.learns.E"); });
    lab.settled();
    lab.picture("training-inputs-1600");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, AnEditDuringARunTakesTheShownState) {
    Desk desk;
    LabDriver& lab = desk.lab;
    const Json first = lab.probe();
    desk.open();
    lab.press("F7");
    lab.until("the run", [](const Json& now) { return now["training"]["at"] > 5; });
    lab.click(lab.cell("X", 0, 0));
    lab.type("2");
    lab.press("Return");
    const Json edited = lab.until("the edit", [](const Json& now) {
        return now["steps"] == 2 && number(now, "X", 0, 0) == 2;
    });
    EXPECT_NE(number(edited, "W_Q", 0, 0), number(first, "W_Q", 0, 0)) << "what was seen is kept";
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("one step back", [](const Json& now) { return now["steps"] == 1; });
    lab.press("ctrl+z");
    lab.until("the start",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Training, ClosingDuringARunAsksAboutTheShownState) {
    Desk desk;
    LabDriver& lab = desk.lab;
    desk.open();
    lab.press("F7");
    lab.until("the run", [](const Json& now) { return now["training"]["at"] > 5; });
    lab.press("ctrl+q");
    lab.until("the question", [](const Json& now) { return now["question"].is_string(); });
    lab.press("Right"); // Don't save
    lab.settled();
    lab.press("Return");
    EXPECT_EQ(lab.ending(), "");
}

TEST(Training, ExportsItsCurveAndItsProgram) {
    Desk desk;
    LabDriver& lab = desk.lab;
    desk.open();
    lab.click(lab.control("training.speed.most"));
    lab.click(lab.control("training.run"));
    desk.rested(200);
    lab.choose_by_name("export the loss curve");
    lab.until("the preview",
              [](const Json& now) { return now["controls"].contains("export/preview"); });
    lab.settled();
    lab.picture("training-export-curve-1366");
    lab.click(lab.control("export/write"));
    const Json written = lab.until("the file", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().starts_with("Wrote ");
    });
    EXPECT_NE(written["message"].get<std::string>().find("scholar-losses.png"), std::string::npos);
    lab.press("Escape");
    lab.settled();
    lab.choose_by_name("export the training program");
    lab.until("the choice",
              [](const Json& now) { return now["controls"].contains("export/trains"); });
    lab.settled();
    lab.picture("training-export-program-1366");
    lab.click(lab.control("export/write"));
    const Json program = lab.until("the program", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().find("scholar-train.py") != std::string::npos;
    });
    const std::string said = program["message"];
    const std::string path = said.substr(6, said.find(".py") - 3);
    const std::string trains = bytes_of(path);
    EXPECT_NE(trains.find("beta_1"), std::string::npos) << path;
    EXPECT_NE(trains.find("[0.3, -0.2],"), std::string::npos)
        << "from the start, not from step 200";
    lab.press("Escape");
    EXPECT_EQ(desk.training()["steps"], 200) << "the run is as it was";
    EXPECT_EQ(lab.quit(), "");
}
