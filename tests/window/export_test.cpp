// SPDX-License-Identifier: MIT
// Pictures leave the program as a file, through the clipboard, and as the window itself.
#include "tests/support/lab_driver.h"
#include "tests/support/python.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

/// Waits for the next message that begins like this.
Json until_told(LabDriver& lab, const std::string& beginning) {
    return lab.until("the message " + beginning, [&](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().starts_with(beginning);
    });
}

Json until_seen(LabDriver& lab) {
    return lab.until("the preview", [](const Json& now) {
        return now["exporting"]["is_seen"] == true && now["exporting"]["working"] == 0;
    });
}

} // namespace

TEST(Export, CtrlEAsksTheFirstTimeAndRepeatsAfterwards) {
    LabDriver lab;
    const Json first = lab.probe();
    lab.press("ctrl+e");
    lab.until("the panel", [](const Json& now) { return now["exporting"]["is_open"] == true; });
    until_seen(lab);
    lab.picture("export-panel");
    lab.press("Return");
    until_told(lab, "Wrote ");
    const std::string file = lab.home() + "/the-cat-chased-the-mouse.png";
    const std::string bytes = bytes_of(file);
    ASSERT_FALSE(bytes.empty());
    // The command line, which has no window, makes the same picture of the same document.
    const TempDir folder;
    const Printed printed =
        run_lab({"export", "the-cat-chased-the-mouse", folder / "same.png", "--query", "0"});
    EXPECT_EQ(printed.code, 0) << printed.errors;
    EXPECT_EQ(bytes_of(folder / "same.png"), bytes);

    lab.press("Escape");
    lab.until("no panel", [](const Json& now) { return now["exporting"]["is_open"] == false; });
    std::filesystem::remove(file);
    lab.press("ctrl+e");
    lab.until("the file again", [&](const Json&) { return std::filesystem::exists(file); });
    EXPECT_EQ(bytes_of(file), bytes);
    const Json now = lab.settled();
    EXPECT_EQ(now["exporting"]["is_open"], false);
    EXPECT_EQ(document_text(now), document_text(first));
    EXPECT_EQ(now["steps"], first["steps"]) << "an export is no step of undo";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Export, ThePanelChoosesFigureFormatAndTitle) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    lab.press("ctrl+shift+e");
    until_seen(lab);
    lab.click(lab.control("export/figure"));
    lab.until("the list of figures",
              [](const Json& now) { return now["controls"].contains("export/figure/query"); });
    lab.click(lab.control("export/figure/query"));
    lab.until("the bars of the query word",
              [](const Json& now) { return now["exporting"]["figure"] == "query"; });
    lab.click(lab.control("export/svg"));
    lab.until("an SVG", [](const Json& now) {
        return now["exporting"]["path"].get<std::string>().ends_with(
            "/the-cat-chased-the-mouse-query.svg");
    });
    lab.click(lab.control("export/title"));
    lab.type("Who listens");
    lab.press("Return");
    EXPECT_EQ(lab.settled()["message"], Json()) << "Enter ends the text, and writes nothing";
    lab.press("ctrl+Return");
    until_told(lab, "Wrote ");
    EXPECT_NE(bytes_of(lab.home() + "/the-cat-chased-the-mouse-query.svg").find(">Who listens<"),
              std::string::npos);
    EXPECT_EQ(document_text(lab.probe()), first);
    lab.picture("export-panel-svg");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Export, WorksByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const std::string first = document_text(lab.probe());
    const auto at = [&] { return lab.settled()["exporting"]["at"].get<std::string>(); };
    const auto goes_on_to = [&](const std::string& key, const std::string& name) {
        for (int times = 0; times < 60 && at() != name; ++times)
            lab.press(key);
        EXPECT_EQ(at(), name);
    };
    lab.press("ctrl+shift+e");
    until_seen(lab);
    lab.press("Tab");
    EXPECT_EQ(at(), "figure");
    lab.press("Return");
    lab.until("the list of figures",
              [](const Json& now) { return now["controls"].contains("export/figure/canvas"); });
    lab.press("Escape");
    lab.until("no list",
              [](const Json& now) { return !now["controls"].contains("export/figure/canvas"); });
    EXPECT_EQ(lab.settled()["exporting"]["is_open"], true) << "Esc closes the list alone";
    lab.press("Return");
    lab.until("the list of figures",
              [](const Json& now) { return now["controls"].contains("export/figure/canvas"); });
    lab.settled();
    for (int times = 0; times < 60 && lab.settled()["exporting"]["line"] != "figure/query"; ++times)
        lab.press("Down");
    lab.picture("export-list-keys-1366");
    lab.press("Return");
    lab.until("the bars of the query word",
              [](const Json& now) { return now["exporting"]["figure"] == "query"; });
    goes_on_to("Tab", "path");
    goes_on_to("Tab", "png"); // the chosen format
    goes_on_to("Right", "svg");
    lab.press("space");
    lab.until("an SVG", [](const Json& now) {
        return now["exporting"]["path"].get<std::string>().ends_with(
            "/the-cat-chased-the-mouse-query.svg");
    });
    goes_on_to("Tab", "title");
    lab.type("Who listens");
    goes_on_to("Down", "caption");
    goes_on_to("Tab", "light");
    goes_on_to("Right", "dark");
    lab.press("space");
    lab.settled();
    lab.picture("export-keys-1366");
    lab.press("Return");
    until_told(lab, "Wrote ");
    const std::string written = bytes_of(lab.home() + "/the-cat-chased-the-mouse-query.svg");
    EXPECT_NE(written.find(">Who listens<"), std::string::npos);
    EXPECT_EQ(document_text(lab.probe()), first);

    // Now everything can be reached and is in view, in both directions.
    const auto walks = [&](const char* key) {
        std::vector<std::string> names{at()};
        for (int times = 0; times < 120; ++times) {
            lab.press(key);
            names.push_back(at());
            const Area stop = lab.control("export/" + names.back());
            EXPECT_TRUE(stop.y >= 0 && stop.y + stop.height <= 700) << names.back();
            if (names.back() == names.front())
                break;
        }
        EXPECT_EQ(names.back(), names.front()) << "around";
        return names;
    };
    const std::vector<std::string> forward = walks("Tab");
    EXPECT_GT(forward.size(), 15U);
    EXPECT_EQ(walks("shift+Tab"), std::vector(forward.rbegin(), forward.rend()));
    goes_on_to("Tab", "close");
    lab.press("Return");
    lab.until("no panel", [](const Json& now) { return now["exporting"]["is_open"] == false; });
    EXPECT_EQ(document_text(lab.settled()), first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Export, AnExportDuringADragDoesNotDisturbIt) {
    LabDriver lab;
    const Json first = lab.probe();
    const std::string file = lab.home() + "/the-cat-chased-the-mouse.png";
    lab.press("ctrl+e");
    until_seen(lab);
    // Dragging over the panel and its preview changes no number.
    const Area panel = lab.control("export/preview");
    lab.move_to(panel.x + panel.width / 2, panel.y + panel.height / 2);
    lab.press_button();
    lab.point(panel.x + panel.width / 2 - 80, panel.y + panel.height / 2);
    lab.release_button();
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    lab.press("Return");
    until_told(lab, "Wrote ");
    lab.press("Escape");
    lab.until("no panel", [](const Json& now) { return now["exporting"]["is_open"] == false; });
    std::filesystem::remove(file);

    const Area cell = lab.cell("X", 1, 0);
    const int x = cell.x + cell.width / 2, y = cell.y + cell.height / 2;
    lab.move_to(x, y);
    lab.press_button();
    lab.point(x + 40, y);
    const Json dragged = lab.until("the number to follow", [&](const Json& now) {
        return document_text(now) != document_text(first);
    });
    lab.press("ctrl+e");
    lab.until("the file", [&](const Json&) { return std::filesystem::exists(file); });
    EXPECT_EQ(document_text(lab.probe()), document_text(dragged));
    // The file holds the moment when it was requested.
    const TempDir folder;
    ASSERT_EQ(run_lab({"export", file, folder / "a.attn"}).code, 0);
    EXPECT_EQ(Json::parse(bytes_of(folder / "a.attn"))["inputs"]["X"],
              dragged["document"]["inputs"]["X"]);

    // The drag continues and is one step; undo restores the first document bit by bit.
    lab.point(x + 60, y);
    lab.until("the drag to go on",
              [&](const Json& now) { return document_text(now) != document_text(dragged); });
    lab.release_button();
    lab.press("ctrl+z");
    const Json undone =
        lab.until("the undone drag", [](const Json& now) { return now["can_undo"] == false; });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Export, F12SavesThePictureOfTheWindow) {
    LabDriver lab;
    const Picture seen = lab.picture("window-before-f12");
    lab.press("F12");
    until_told(lab, "Wrote ");
    const std::string file = lab.home() + "/attention-lab-1.png";
    EXPECT_TRUE(read_png(file) == seen);
    lab.press("F12");
    lab.until("a second file", [&](const Json&) {
        return std::filesystem::exists(lab.home() + "/attention-lab-2.png");
    });
    EXPECT_EQ(lab.quit(), "");
}
