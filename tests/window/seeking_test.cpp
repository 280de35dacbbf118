// SPDX-License-Identifier: MIT
// A goal for a computed number in the real window: typed over the cell, found, seen on the canvas,
// accepted and undone; or left without a trace.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

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

TEST(Seeking, CancelChangesNothingAndWhatIsOutOfReachIsSaid) {
    LabDriver lab({"four-words", 1600, 900});
    const Json first = lab.settled();
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

TEST(Seeking, IsWholeByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 0, 0));
    lab.press("Right");
    lab.until("the cell beside",
              [](const Json& now) { return now["view"]["selected"] == "weights[0,1]"; });
    lab.press("Return");
    lab.until("the form", [](const Json& now) { return now["seeking"].is_object(); });
    lab.type("0.6");
    lab.press("Tab");
    lab.type(" "); // X stays as it is
    lab.press("Return");
    found(lab);
    const Json seen = lab.settled();
    EXPECT_NEAR(number(seen, "weights", 0, 1), 0.6, 1e-5);
    EXPECT_EQ(seen["stages"]["X"], first["stages"]["X"]);
    lab.press("Return");
    lab.until("the document", [](const Json& now) { return now["steps"] == 1; });
    EXPECT_EQ(lab.quit(), "");
}
