// SPDX-License-Identifier: MIT
// The program starts with a file and ends when its window is closed.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

using namespace attn::test;

TEST(Start, OpeningLeavesAFileUnchanged) {
    const TempDir folder;
    const std::string text = R"({"format": "attention-lab", "version": [2, 0],
        "model": {"kind": "attention", "projections": "none", "mask": "causal"},
        "lists": {"words": ["a", "b"]}, "inputs": {"X": [[1, 0.5], [0, -2]]}})";
    const std::string file = folder.file("two words.attn", text);
    LabDriver lab({file});
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json({"a", "b"}));
    EXPECT_EQ(lab.probe()["stages"]["weights"][0], Json({1.0, 0.0}));
    lab.press("Down");
    EXPECT_EQ(lab.quit(), "");
    EXPECT_EQ(bytes_of(file), text);
}

TEST(Start, AFileWithTooManyWordsOffersAPart) {
    const TempDir folder;
    Json document{
        {"format", "attention-lab"}, {"version", {2, 0}}, {"model", {{"projections", "none"}}}};
    for (int word = 0; word < 4100; ++word) {
        document["lists"]["words"].push_back("w" + std::to_string(word));
        document["inputs"]["X"].push_back(Json{word % 7 - 3, word % 5});
    }
    LabDriver lab({folder.file("many.attn", document.dump())});
    lab.until("the question", [](const Json& now) { return !now["question"].is_null(); });
    lab.press("Return");
    lab.until("the first words",
              [](const Json& now) { return now["document"]["lists"]["words"].size() == 4096; });
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"][0], "w0");
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, IsSkippedForAFileFromTheDesktop) {
    const TempDir folder;
    LabDriver::Setup setup;
    setup.document = folder.file("one.attn", R"({"format": "attention-lab", "version": [2, 0],
        "lists": {"words": ["a"]}, "inputs": {"X": [[1, 0]]}, "model": {"projections": "none"}})");
    setup.by_desktop = true;
    LabDriver lab(setup);
    EXPECT_TRUE(lab.probe()["start"].is_null());
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json({"a"}));
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, ListsTheFilesThatWereOpened) {
    const TempDir home, folder;
    const std::string file =
        folder.file("two words.attn", R"({"format": "attention-lab", "version": [2, 0],
        "model": {"kind": "attention", "projections": "none"},
        "lists": {"words": ["a", "b"]}, "inputs": {"X": [[1, 0.5], [0, -2]]}})");
    {
        LabDriver::Setup setup{.document = "", .home = home.path().string()};
        setup.document = file;
        LabDriver lab(setup);
        EXPECT_EQ(lab.quit(), "");
    }
    EXPECT_NE(bytes_of(home / ".local/share/recently-used.xbel").find("/two%20words.attn"),
              std::string::npos)
        << "the desktop's own list has it as well";
    LabDriver lab({.document = "", .home = home.path().string()});
    lab.picture("start-page-recent");
    lab.click(lab.control("start/recent.0"));
    lab.until("the file", [](const Json& now) { return now["start"].is_null(); });
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json({"a", "b"}));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Quit, TheCloseButtonEndsTheProgram) {
    LabDriver lab;
    lab.screen().close_window();
    EXPECT_EQ(lab.ending(), "");
}
