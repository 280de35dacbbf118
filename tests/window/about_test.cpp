// SPDX-License-Identifier: MIT
// Title and notes of the document: edited by a click on the title or from the menu, undone, and
// seen by the speaker.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

TEST(About, AClickOnTheTitleEditsTitleAndNotesInOneStep) {
    LabDriver lab;
    const Json first = lab.settled();
    lab.click(lab.control("document.title"));
    lab.until("the card", [](const Json& now) { return now["controls"].contains("about.notes"); });
    lab.type("Lecture 4");
    lab.press("Tab");
    lab.type("Say first");
    lab.press("Return");
    lab.type("what a query is");
    lab.picture("about");
    lab.press("ctrl+Return");
    const Json after = lab.settled();
    EXPECT_EQ(after["document"]["title"], "Lecture 4");
    EXPECT_EQ(after["document"]["notes"],
              first["document"]["notes"].get<std::string>() + "Say first\nwhat a query is")
        << "typing goes on at the end of the notes";
    EXPECT_EQ(after["steps"].get<int>(), first["steps"].get<int>() + 1);
    lab.press("ctrl+z");
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(About, TheKeyboardReachesTheTitle) {
    LabDriver lab;
    lab.settled();
    const int menus = 0; // as the probe numbers the parts of the window
    for (int turn = 0; turn < 8 && lab.settled()["part"] != menus; ++turn)
        lab.press("F6");
    for (int turn = 0; turn < 40 && lab.settled()["stop"] != "document.title"; ++turn)
        lab.press("Tab");
    ASSERT_EQ(lab.settled()["stop"], "document.title");
    lab.press("Return");
    lab.until("the card", [](const Json& now) { return now["controls"].contains("about.notes"); });
    lab.type("Lecture 5");
    lab.press("ctrl+Return");
    EXPECT_EQ(lab.settled()["document"]["title"], "Lecture 5");
    EXPECT_EQ(lab.quit(), "");
}

TEST(About, EscLeavesItAsItWasAndTheMenuHasIt) {
    LabDriver lab;
    const Json first = lab.settled();
    lab.choose("File", "file.about");
    lab.until("the card", [](const Json& now) { return now["controls"].contains("about.notes"); });
    lab.type("Other");
    lab.press("Escape");
    const Json after = lab.settled();
    EXPECT_FALSE(after["controls"].contains("about.notes"));
    EXPECT_EQ(document_text(after), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}
