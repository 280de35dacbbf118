// SPDX-License-Identifier: MIT
// The formulas of the pages: their parts open by mouse and by keys, fit, and do not move during
// training.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

void open_page_part(LabDriver& lab, const std::string& part, const std::string& choice) {
    lab.click(lab.control(part));
    lab.until("the choices of " + part,
              [&](const Json& now) { return now["controls"].contains(choice); });
    lab.settled();
}

void until_choices_close(LabDriver& lab, const std::string& choice) {
    lab.until("the choices to close",
              [&](const Json& now) { return !now["controls"].contains(choice); });
    lab.settled();
}

} // namespace

TEST(PageFormulas, EachIsOpenedByMouse) {
    LabDriver lab({"causal-decoder-block", 1366, 700});
    const Json first = lab.settled();
    const auto turn = [&](const std::string& page, const std::string& part) {
        lab.click(lab.control("page." + page));
        lab.until("the formula of " + page,
                  [&](const Json& now) { return now["controls"].contains(part); });
        lab.settled();
    };
    turn("heads", "Join");
    open_page_part(lab, "Join", "heads.side_by_side");
    EXPECT_FALSE(lab.probe()["controls"].contains("head.add")) << "the joins alone";
    lab.press("Escape");
    until_choices_close(lab, "heads.side_by_side");

    turn("training", "Loss");
    EXPECT_FALSE(lab.probe()["controls"].contains("Optimiser")) << "nothing learns yet";
    open_page_part(lab, "Loss", "model.loss.weights");
    lab.press("Down"); // no loss, as before
    lab.settled();
    lab.press("Down");
    lab.until("a loss of the output, tried",
              [](const Json& now) { return now["controls"].contains("Optimiser"); });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.click(lab.control("model.loss.weights"));
    lab.until("the update", [](const Json& now) { return now["controls"].contains("Optimiser"); });
    lab.settled();
    open_page_part(lab, "Optimiser", "training.beta_1");
    lab.press("Escape");
    lab.settled();
    lab.click(lab.control("Rate"));
    lab.until("its field",
              [](const Json& now) { return now["controls"].contains("training.curve"); });
    lab.settled();
    lab.type("0.25");
    lab.press("Return");
    lab.until("the rate", [](const Json& now) { return now["training"]["rate"] == 0.25; });
    lab.settled();
    lab.press("ctrl+z");
    lab.settled();
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });

    turn("block", "MLP");
    open_page_part(lab, "MLP", "model.mlp.gelu");
    lab.press("Escape");
    until_choices_close(lab, "model.mlp.gelu");
    open_page_part(lab, "Norm 2", "model.norm.after");
    lab.click(lab.control("model.norm.after"));
    lab.until("the norm after", [](const Json& now) {
        return now["document"]["model"]["block"]["place"] == "after";
    });
    until_choices_close(lab, "model.norm.after");
    lab.picture("formula-of-block-1366");
    turn("forward", "Scale");
    EXPECT_EQ(lab.quit(), "");
}

TEST(PageFormulas, EachIsWalkedByKeyboard) {
    LabDriver lab({"causal-decoder-block", 1366, 700});
    const Json first = lab.settled();
    const auto turn_to = [&](const std::string& part) {
        lab.press("ctrl+Next");
        lab.until("the next page", [&](const Json& now) { return now["controls"].contains(part); });
        lab.settled();
    };
    /// Steps `tabs` parts on, from the part where the formula is entered, and opens that part.
    const auto open = [&](int tabs, const std::string& choice) {
        for (int part = 0; part < 4; ++part) { // lower panel, menus, words, formula
            lab.press("F6");
            lab.settled();
        }
        for (int tab = 0; tab < tabs; ++tab) {
            lab.press("Tab");
            lab.settled();
        }
        lab.press("Return");
        lab.until("the choices", [&](const Json& now) { return now["controls"].contains(choice); });
        lab.settled();
        lab.press("Escape");
        until_choices_close(lab, choice);
        lab.press("Escape"); // back to the canvas
        lab.settled();
    };
    turn_to("Join");
    open(0, "normalise.sum");
    turn_to("Scale"); // backward
    lab.press("ctrl+Next");
    lab.until("the page of a training",
              [](const Json& now) { return now["controls"].contains("Loss"); });
    lab.settled();
    open(0, "model.loss.off"); // The panel also has the other losses.
    turn_to("MLP");
    open(3, "model.norm.after"); // x_0, X, Attention, Norm
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(PageFormulas, EachFitsAndKeepsItsPlacesWhileATrainingRuns) {
    for (const int width : {1024, 1366, 1600}) {
        LabDriver::Setup setup{"learn-four-words"};
        setup.screen_width = width;
        setup.screen_height = 768;
        LabDriver lab(setup);
        lab.settled();
        lab.press("ctrl+Prior");
        const Json page = lab.until(
            "the page", [](const Json& now) { return now["controls"].contains("Optimiser"); });
        lab.settled();
        lab.press("F8");
        const Json later =
            lab.until("a step", [](const Json& now) { return now["training"]["at"] == 1; });
        for (const char* part : {"Loss", "Compared", "Learns", "Optimiser", "Rate"}) {
            const Json& rect = page["controls"][part];
            EXPECT_LE(rect[0].get<double>() + rect[2].get<double>(), width) << part;
            EXPECT_EQ(later["controls"][part], rect) << part;
        }
        lab.picture("formula-of-training-" + std::to_string(width));
        EXPECT_EQ(lab.quit(), "");
    }
}
