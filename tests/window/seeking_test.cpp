// SPDX-License-Identifier: MIT
// A goal for a computed number: typed over the cell, reached, shown on the canvas, accepted and
// undone; or left without a trace.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace attn::test;

namespace {

constexpr const char* finds_inputs = "Typing over one finds inputs";

Json found(LabDriver& lab) {
    return lab.until("what was found", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["is_running"] == false &&
               now["seeking"]["outcome"] != "";
    });
}

} // namespace

TEST(Seeking, ATargetTypedOverACellIsAcceptedAndUndoneInOneStep) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.choose_by_name(finds_inputs);
    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.8");
    lab.until("the form", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["target"] == "0.8";
    });
    lab.picture("seeking-1366");
    lab.press("Return");
    found(lab);
    const Json seen = lab.settled();
    lab.picture("seeking-found-1366");
    EXPECT_NEAR(number(seen, "weights", 1, 4), 0.8, 1e-5) << "the canvas shows it";
    EXPECT_EQ(difference_from_elsewhere(seen), "");
    EXPECT_FALSE(seen["can_undo"].get<bool>());
    lab.press("Return");
    const Json accepted = lab.until("the document", [](const Json& now) {
        return now["seeking"].is_null() && now["steps"] == 1;
    });
    EXPECT_EQ(document_text(accepted), document_text(seen));
    lab.press("ctrl+z");
    const Json undone = lab.until(
        "undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_FALSE(undone["can_undo"].get<bool>());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Seeking, CancelChangesNothingAndUnreachableGoalsAreReported) {
    LabDriver lab({"four-words", 1600, 900});
    const Json first = lab.settled();
    lab.choose_by_name(finds_inputs);
    lab.click(lab.cell("output", 0, 0));
    lab.settled();
    lab.choose("Explain", "explain.seek");
    lab.until("the form", [](const Json& now) { return now["seeking"].is_object(); });
    lab.settled();
    lab.click(lab.control("seeking.inputs.W_V"));
    lab.settled();
    lab.click(lab.control("seeking.cancel"));
    lab.until("no form", [](const Json& now) { return now["seeking"].is_null(); });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));

    lab.click(lab.cell("weights", 0, 0));
    lab.type("1.5");
    lab.until("the target", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["target"] == "1.5";
    });
    lab.click(lab.control("seeking.confirm"));
    const Json end = found(lab);
    EXPECT_NE(end["seeking"]["outcome"].get<std::string>().find("was not reached"),
              std::string::npos);
    lab.picture("seeking-unreached-1600");
    lab.press("Escape");
    lab.until("no form", [](const Json& now) { return now["seeking"].is_null(); });
    const Json after = lab.settled();
    EXPECT_EQ(document_text(after), document_text(first));
    EXPECT_FALSE(after["can_undo"].get<bool>());
    EXPECT_EQ(lab.quit(), "");
}

TEST(Seeking, WorksByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.choose_by_name(finds_inputs);
    lab.press("ctrl+shift+Tab"); // to the output, then to the weights
    lab.press("ctrl+shift+Tab");
    lab.press("Right");
    lab.until("the cell beside",
              [](const Json& now) { return now["view"]["selected"] == "weights[0,1]"; });
    lab.press("Return");
    lab.until("the form", [](const Json& now) { return now["seeking"].is_object(); });
    lab.type("0.6");
    lab.press("Tab");
    lab.type(" "); // X stays unchanged
    lab.press("Return");
    found(lab);
    const Json seen = lab.settled();
    EXPECT_NEAR(number(seen, "weights", 0, 1), 0.6, 1e-5);
    EXPECT_EQ(seen["stages"]["X"], first["stages"]["X"]);
    lab.press("Return");
    lab.until("the document", [](const Json& now) { return now["steps"] == 1; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Seeking, MovesOnlyTheTypedCells) {
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    const Json first = lab.settled();
    lab.choose_by_name(finds_inputs);
    lab.choose_by_name("dark theme");
    lab.until("the dark", [](const Json& now) { return now["view"]["theme"] == 1; });
    lab.click(lab.cell("weights", 1, 4));
    lab.type("0.3");
    lab.until("the form", [](const Json& now) { return now["seeking"].is_object(); });
    lab.settled();
    for (const char* input : {"W_Q", "W_K", "W_V"}) {
        lab.click(lab.control(std::string("seeking.inputs.") + input));
        lab.settled();
    }
    lab.click(lab.control("seeking.cells.X"));
    lab.type("cat");
    lab.click(lab.control("seeking.range.X"));
    lab.type("-2:2");
    lab.settled();
    lab.picture("seeking-cells-1024-dark");
    lab.press("Return");
    found(lab);
    const Json seen = lab.settled();
    lab.picture("seeking-cells-found-1024-dark");
    EXPECT_NE(seen["stages"]["X"][1], first["stages"]["X"][1]);
    for (const std::size_t word : {0U, 2U, 3U, 4U})
        EXPECT_EQ(seen["stages"]["X"][word], first["stages"]["X"][word]);
    for (const char* input : {"W_Q", "W_K", "W_V"})
        EXPECT_EQ(seen["stages"][input], first["stages"][input]);
    for (int column = 0; column < 4; ++column)
        EXPECT_LE(std::abs(number(seen, "X", 1, column)), 2);
    lab.press("Escape");
    lab.until("no form", [](const Json& now) { return now["seeking"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

// "Each word looks at the one before it."
TEST(Seeking, APatternIsPaintedByDragging) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.choose_by_name(finds_inputs);
    lab.click(lab.cell("weights", 0, 0));
    for (int at = 0; at < 4; ++at)
        lab.press("shift+Right");
    for (int at = 0; at < 4; ++at)
        lab.press("shift+Down");
    lab.settled();
    lab.press("Return");
    lab.until("the form", [](const Json& now) {
        return now["seeking"].is_object() && now["seeking"]["count"] == 25;
    });
    lab.settled();
    const Area grid = lab.control("seeking.pattern");
    const auto to = [&](int row, int column) {
        lab.move_to(grid.x + grid.width * (2 * column + 1) / 10,
                    grid.y + grid.height * (2 * row + 1) / 10);
    };
    to(1, 0);
    lab.press_button();
    to(2, 1);
    to(3, 2);
    to(4, 3);
    lab.release_button();
    const Json painted = lab.settled();
    lab.picture("seeking-pattern-1366");
    EXPECT_EQ(painted["seeking"]["target"], "– – – – – 1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0");
    lab.press("Return");
    found(lab);
    const Json seen = lab.settled();
    lab.picture("seeking-pattern-found-1366");
    EXPECT_EQ(seen["seeking"]["outcome"], "Reached: all 20 numbers");
    for (int word = 1; word < 5; ++word)
        EXPECT_NEAR(number(seen, "weights", word, word - 1), 1, 1e-5);
    lab.press("Return");
    lab.until("the document", [](const Json& now) { return now["steps"] == 1; });
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}
