// SPDX-License-Identifier: MIT
// Computed numbers taken as given, set by hand, and computed again.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

std::function<bool(const Json&)> is_given(const std::string& stage, bool wanted) {
    return [=](const Json& now) { return now["document"]["inputs"].contains(stage) == wanted; };
}

} // namespace

TEST(Given, AWeightIsSetByHandAndComputedAgain) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("g");
    const Json given = lab.until("given weights", is_given("weights/0", true));
    EXPECT_EQ(given["stages"]["output"], first["stages"]["output"]) << "no number has changed";

    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.9");
    lab.press("Return");
    lab.until("the weight", [](const Json& now) { return number(now, "weights", 1, 4) == 0.9; });
    const Json set = lab.settled();
    EXPECT_NE(set["stages"]["output"], first["stages"]["output"]) << "the output follows";
    EXPECT_EQ(set["stages"]["scores"], first["stages"]["scores"]) << "what comes before stays";
    EXPECT_EQ(difference_from_elsewhere(set), "");

    lab.click(lab.cell("weights", 0, 0));
    lab.press("shift+g"); // g alone would begin a formula
    const Json released = lab.until("computed weights", is_given("weights/0", false));
    EXPECT_EQ(released["stages"], first["stages"]);
    for (int step = 0; step < 3; ++step)
        lab.press("ctrl+z");
    const Json undone = lab.until("undo", [](const Json& now) { return now["can_undo"] == false; });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}
