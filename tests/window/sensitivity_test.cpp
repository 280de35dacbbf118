// SPDX-License-Identifier: MIT
// The page "what moves this number", by mouse and by keyboard alone.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

bool is_left(const Json& now) {
    return now["sensitivity"].is_null();
}
bool is_shown(const Json& now) {
    return !is_left(now) && !now["sensitivity"]["strongest"].empty();
}
bool is_presented(const Json& now, int step) {
    return !now["presenting"].is_null() && now["presenting"]["step"] == step;
}
std::string first_of(const Json& now) {
    return now["sensitivity"]["strongest"][0]["place"];
}

/// The derivative with respect to a place such as "X[4,3]", computed by another run of the program.
double slope_elsewhere(const Json& now, const std::string& place) {
    const TempDir folder;
    const std::string file = folder.file("document.attn", now["document"].dump());
    const auto bracket = place.find('['), comma = place.find(',');
    const std::string stage = place.substr(0, bracket);
    const auto row = std::stoul(place.substr(bracket + 1)),
               column = std::stoul(place.substr(comma + 1));
    const Printed printed =
        run_lab({"gradient", file, now["sensitivity"]["of"], "--stage", stage, "--format", "json"});
    EXPECT_EQ(printed.code, 0) << printed.errors;
    return Json::parse(printed.output)["values"][row][column];
}

void expect_exact(const Json& now) {
    const Json& found = now["sensitivity"];
    ASSERT_EQ(found["strongest"].size(), 5U);
    for (const Json& one : found["strongest"])
        EXPECT_NEAR(one["slope"], slope_elsewhere(now, one["place"]), 1e-12) << one["place"];
}

} // namespace

TEST(WhatMovesANumber, IsShownWhileInputsAreDraggedAndLeadsToTheStrongest) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("s");
    const Json shown = lab.until("the gradient", is_shown);
    EXPECT_EQ(shown["sensitivity"]["of"], "weights[1,4]");
    EXPECT_EQ(shown["cells"], first["cells"]) << "nothing moves";
    EXPECT_TRUE(shown["editing"].is_null());
    expect_exact(shown);
    lab.picture("sensitivity-1366");

    lab.click(lab.control("factor/" + first_of(shown)));
    lab.until("the strongest", [&](const Json& now) {
        return now["view"]["selected"] == first_of(shown) && is_shown(now);
    });
    const Area cell = lab.cell("X", 1, 0);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.point(cell.x + 90, cell.y + cell.height / 2);
    const Json dragged = lab.until("the gradient to follow the drag", [&](const Json& now) {
        return now["stages"]["weights"][1][4] != first["stages"]["weights"][1][4] &&
               now["sensitivity"]["value"] == now["stages"]["weights"][1][4];
    });
    EXPECT_EQ(dragged["cells"], first["cells"]);
    expect_exact(dragged);
    lab.picture("sensitivity-drag");
    lab.release_button();
    lab.until("the drag to end", [](const Json& now) { return !now["button"].get<bool>(); });
    lab.press("Escape");
    lab.until("the numbers again", is_left);
    EXPECT_EQ(lab.quit(), "");
}

TEST(WhatMovesANumber, IsReadByTheKeyboardAlone) {
    LabDriver lab({"two-heads", 1600, 900});
    lab.settled();
    lab.press("Tab");
    lab.until("the first number",
              [](const Json& now) { return !now["view"]["selected"].is_null(); });
    lab.press("shift+s"); // of an input
    lab.until("an input that nothing moves", [](const Json& now) {
        return !is_left(now) && now["sensitivity"]["strongest"].empty();
    });
    lab.picture("sensitivity-of-input");
    lab.press("shift+s");
    lab.until("the numbers again", is_left);
    lab.press("Escape");
    lab.until("no number", [](const Json& now) { return now["view"]["selected"].is_null(); });
    lab.press("Down"); // the next query word
    lab.choose_by_name("what moves this");
    const Json shown = lab.until("the gradient of its largest weight", is_shown);
    const std::string of = shown["sensitivity"]["of"];
    EXPECT_EQ(of.substr(0, of.find(',')), "weights[1");
    for (const Json& one : shown["sensitivity"]["strongest"]) {
        lab.press("Return");
        lab.until("one of the strongest after the other",
                  [&](const Json& now) { return now["view"]["selected"] == one["place"]; });
    }
    lab.picture("sensitivity-1600");
    lab.press("Return");
    lab.until("the number itself", [&](const Json& now) { return now["view"]["selected"] == of; });
    lab.press("s");
    lab.until("the numbers again", is_left);
    EXPECT_EQ(lab.quit(), "");
}

TEST(WhatMovesANumber, FitsANarrowWindowInTheDark) {
    LabDriver lab({"causal-decoder-block", 1024, 768});
    lab.settled();
    lab.choose_by_name("dark theme");
    lab.until("the dark", [](const Json& now) { return now["view"]["theme"] == 1; });
    lab.click(lab.cell("weights", 2, 1));
    lab.press("s");
    lab.until("the gradient", is_shown);
    lab.picture("sensitivity-1024-dark");
    lab.press("Escape");
    lab.until("the numbers again", is_left);
    EXPECT_EQ(lab.quit(), "");
}

// The first layer shows how it moves a weight of the second.
TEST(WhatMovesANumber, IsShownInEveryEarlierLayer) {
    LabDriver lab({"induction", 1600, 900});
    lab.settled();
    lab.press("ctrl+Next");
    lab.until("the second layer",
              [](const Json& now) { return now["cells"].contains("weights@1"); });
    lab.settled();
    lab.picture("layer-1600");
    lab.click(lab.cell("weights@1", 5, 1));
    lab.press("s");
    const Json shown = lab.until("the gradient", is_shown);
    EXPECT_EQ(shown["sensitivity"]["of"], "weights@1[5,1]");
    expect_exact(shown);
    lab.picture("sensitivity-layer-1-1600");
    lab.press("ctrl+Prior");
    const Json first = lab.until("the first layer", [](const Json& now) {
        return now["cells"].contains("weights") && !now["cells"].contains("weights@1");
    });
    EXPECT_EQ(first["sensitivity"]["of"], "weights@1[5,1]");
    lab.settled();
    lab.picture("sensitivity-layer-0-1600");
    lab.press("Escape");
    lab.until("the numbers again", is_left);
    EXPECT_EQ(lab.quit(), "");
}

TEST(WhatMovesANumber, IsPresentedBackwards) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("s");
    lab.until("the gradient", is_shown);
    const Area queries = lab.cell("Q", 1, 1); // for the line of its terms
    lab.move_to(queries.x + queries.width / 2, queries.y + queries.height / 2);
    lab.until("the derivative", [](const Json& now) { return now["view"]["pointed"] == "Q[1,1]"; });
    lab.picture("sensitivity-terms");
    lab.press("F5");
    lab.until("the number", [](const Json& now) { return is_presented(now, 1); });
    lab.picture("presenting-backward-1");
    lab.press("Next");
    lab.until("the softmax", [](const Json& now) { return is_presented(now, 2); });
    lab.picture("presenting-backward-2");
    for (const int step : {3, 4, 5}) {
        lab.press("Next");
        lab.until("the next", [&](const Json& now) { return is_presented(now, step); });
    }
    lab.picture("presenting-backward-5");
    lab.press("End");
    lab.until("X", [](const Json& now) { return is_presented(now, 8); });
    lab.picture("presenting-backward-last");
    lab.press("Escape");
    lab.until("the gradient again",
              [](const Json& now) { return now["presenting"].is_null() && is_shown(now); });
    EXPECT_EQ(lab.quit(), "");
}
