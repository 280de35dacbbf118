// SPDX-License-Identifier: MIT
// Figures that the document keeps: kept in the export panel, written again after an edit.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

using namespace attn::test;

namespace {

const Json& until_kept_message(LabDriver& lab, const std::string& part) {
    return lab.until("the message " + part, [&](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().find(part) != std::string::npos;
    });
}

void open_export_panel(LabDriver& lab) {
    lab.press("ctrl+shift+e");
    lab.until("the preview", [](const Json& now) {
        return now["exporting"]["is_seen"] == true && now["exporting"]["working"] == 0;
    });
}

void choose_exported_figure(LabDriver& lab, const std::string& name) {
    lab.click(lab.control("export/figure"));
    const std::string line = "export/figure/" + name;
    lab.until("the list of figures", [&](const Json& now) {
        return now["controls"].contains(line) || now["controls"].contains("export/figure/canvas");
    });
    lab.click(lab.control(line));
    lab.until("the figure " + name,
              [&](const Json& now) { return now["exporting"]["figure"] == name; });
}

} // namespace

TEST(KeptFigures, AreKeptAndWrittenAgainAfterAnEdit) {
    LabDriver lab;
    const Json first = lab.settled();
    open_export_panel(lab);
    choose_exported_figure(lab, "query");
    lab.click(lab.control("export/svg"));
    lab.settled();
    lab.click(lab.control("export/keep"));
    until_kept_message(lab, "The document keeps “the-cat-chased-the-mouse-query”");
    const Json kept = lab.settled();
    EXPECT_EQ(kept["steps"].get<int>(), first["steps"].get<int>() + 1) << "one step of undo";
    ASSERT_EQ(kept["document"]["figures"].size(), 1U);
    EXPECT_EQ(kept["document"]["figures"][0]["figure"], "query");
    lab.picture("export-kept");

    lab.click(lab.control("export/all"));
    until_kept_message(lab, "Wrote 1 kept figure to ");
    const std::string file = lab.home() + "/the-cat-chased-the-mouse-query.svg";
    const std::string before = bytes_of(file);
    EXPECT_NE(before, "");

    // After an edit the same file is replaced without a question: this document wrote it.
    lab.press("Escape");
    lab.until("no panel", [](const Json& now) { return now["exporting"]["is_open"] == false; });
    lab.click(lab.cell("X", 0, 0));
    lab.type("2.5");
    lab.press("Return");
    lab.settled();
    lab.choose_by_name("Export all again");
    until_kept_message(lab, "Wrote 1 kept figure to ");
    EXPECT_NE(bytes_of(file), before);
    EXPECT_EQ(lab.settled()["exporting"]["is_open"], false);
    EXPECT_EQ(lab.quit(), "");
}

TEST(KeptFigures, FilesOfOthersAreReplacedOnlyAfterAQuestion) {
    LabDriver lab;
    open_export_panel(lab);
    lab.click(lab.control("export/keep"));
    until_kept_message(lab, "The document keeps ");
    const std::string file = lab.home() + "/the-cat-chased-the-mouse.png";
    { std::ofstream(file) << "of others"; }
    lab.press("Escape");
    lab.settled();
    lab.choose_by_name("Export all again");
    lab.until("the question in the panel",
              [](const Json& now) { return now["exporting"]["is_open"] == true; });
    lab.settled();
    lab.picture("export-kept-question");
    EXPECT_EQ(bytes_of(file), "of others");
    lab.click(lab.control("export/all"));
    until_kept_message(lab, "Wrote 1 kept figure to ");
    EXPECT_NE(bytes_of(file), "of others");
    EXPECT_EQ(lab.quit(), "");
}

TEST(KeptFigures, OneIsTakenOutAgainChangedAndRemovedByKeyboardAlone) {
    LabDriver lab;
    open_export_panel(lab);
    const auto go_to = [&](const std::string& name) {
        for (int times = 0; times < 80 && lab.settled()["exporting"]["at"] != name; ++times)
            lab.press("Tab");
        EXPECT_EQ(lab.settled()["exporting"]["at"], name);
    };
    go_to("keep_name");
    lab.type("fig-1");
    lab.press("Return");
    until_kept_message(lab, "The document keeps “fig-1”");
    EXPECT_EQ(lab.settled()["document"]["figures"][0]["name"], "fig-1");
    go_to("kept");
    lab.press("Return");
    lab.until("the list of kept figures",
              [](const Json& now) { return now["controls"].contains("export/kept/fig-1"); });
    lab.press("Down");
    lab.press("Return");
    lab.until("the file of the kept figure", [](const Json& now) {
        return now["exporting"]["path"].get<std::string>().ends_with("/fig-1.png");
    });
    go_to("kept_forget");
    lab.press("Return");
    lab.until("no kept figure",
              [](const Json& now) { return !now["document"].contains("figures"); });
    EXPECT_EQ(lab.quit(), "");
}
