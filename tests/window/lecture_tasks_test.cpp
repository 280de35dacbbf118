// SPDX-License-Identifier: MIT
// The five tasks of a lecture, each in at most so many actions: a click, a key with its modifiers,
// a typed text or a drag.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

using namespace attn::test;

namespace {

/// Counts what a person does.
struct Lecturer {
    LabDriver lab;
    int actions = 0;

    explicit Lecturer(const std::string& document) : lab(setup(document)) { lab.settled(); }
    static LabDriver::Setup setup(const std::string& document) {
        LabDriver::Setup made;
        made.document = document;
        made.screen_width = 1366;
        made.screen_height = 768;
        return made;
    }
    void click(const std::string& control) {
        lab.until(control, [&](const Json& now) { return now["controls"].contains(control); });
        lab.settled();
        lab.click(lab.control(control));
        done();
    }
    void click_cell(const std::string& sheet, int row, int column) {
        lab.click(lab.cell(sheet, row, column));
        done();
    }
    void click_with_control(const std::string& control) {
        lab.until(control, [&](const Json& now) { return now["controls"].contains(control); });
        lab.settled();
        lab.hold("ctrl");
        lab.click(lab.control(control));
        lab.let_go("ctrl");
        done();
    }
    void press(const std::string& chord) {
        lab.press(chord);
        done();
    }
    void type(const std::string& text) {
        lab.type(text);
        done();
    }

private:
    void done() {
        ++actions;
        lab.settled();
    }
};

bool are_whole(const Json& matrix) {
    for (const Json& row : matrix)
        for (const Json& number : row)
            if (number.get<double>() != std::round(number.get<double>()))
                return false;
    return !matrix.empty();
}

} // namespace

TEST(LectureTasks, AnOwnSentenceWithWholeNumbersTakesFour) {
    Lecturer lecturer("");
    lecturer.type("the dog sleeps");
    lecturer.press("Return");
    lecturer.click("Insert");
    lecturer.click("numbers.whole");
    const Json now = lecturer.lab.until("whole numbers", [](const Json& seen) {
        return are_whole(seen["document"]["inputs"]["X"]);
    });
    EXPECT_EQ(now["document"]["lists"]["words"], Json({"the", "dog", "sleeps"}));
    for (const char* stage : {"X", "W_Q/0", "W_K/0", "W_V/0"})
        EXPECT_TRUE(are_whole(now["document"]["inputs"][stage])) << stage;
    EXPECT_TRUE(are_whole(lecturer.lab.settled()["stages"]["scores"]));
    EXPECT_LE(lecturer.actions, 4);
    EXPECT_EQ(lecturer.lab.quit(), "");
}

TEST(LectureTasks, GuessingANumberTakesFour) {
    Lecturer lecturer("four-words");
    lecturer.click_cell("weights", 0, 1);
    lecturer.press("c");
    lecturer.type("0.5");
    lecturer.press("Return");
    const Json now = lecturer.lab.until(
        "the verdict", [](const Json& seen) { return seen["controls"].contains("verdict"); });
    EXPECT_NE(now["message"].get<std::string>().find("You expected 0.5"), std::string::npos)
        << now["message"];
    EXPECT_LE(lecturer.actions, 4);
    EXPECT_EQ(lecturer.lab.quit(), "");
}

TEST(LectureTasks, WhatIfNotScaledOrMaskedTakesTwoEach) {
    Lecturer lecturer("four-words");
    lecturer.click("Scale");
    lecturer.click("scale.none");
    EXPECT_EQ(lecturer.lab.settled()["document"]["model"]["scale"], "none");
    EXPECT_LE(lecturer.actions, 2);
    lecturer.actions = 0;
    lecturer.click("Mask");
    lecturer.click("mask.causal");
    EXPECT_EQ(lecturer.lab.settled()["document"]["model"]["mask"], "causal");
    EXPECT_LE(lecturer.actions, 2);
    EXPECT_EQ(lecturer.lab.quit(), "");
}

TEST(LectureTasks, TwoJoinedHeadsTakeThree) {
    Lecturer lecturer("the-cat-chased-the-mouse");
    lecturer.click("Teach");
    lecturer.click("Teach/Presets");
    lecturer.click("preset.two-heads");
    const Json now = lecturer.lab.until("two heads", [](const Json& seen) {
        return seen["document"]["model"].value("heads", 1) == 2;
    });
    EXPECT_EQ(now["document"]["model"]["join"], "w_o");
    EXPECT_LE(lecturer.actions, 3);
    EXPECT_EQ(lecturer.lab.quit(), "");
}

TEST(LectureTasks, ThreeFiguresAndAWorksheetTakeEight) {
    Lecturer lecturer("four-words");
    lecturer.press("ctrl+shift+e");
    lecturer.click("export/figure");
    for (const char* line : {"export/figure/canvas", "export/figure/query", "export/figure/lines"})
        lecturer.click_with_control(line);
    lecturer.click_with_control("export/worksheet");
    EXPECT_LE(lecturer.actions, 8);
    const auto has_written = [&](const std::string& name) {
        return std::filesystem::exists(lecturer.lab.home() + "/" + name);
    };
    lecturer.lab.until("four files", [&](const Json& now) {
        return now["exporting"]["working"] == 0 && has_written("four-words-query.png") &&
               has_written("four-words-lines.png");
    });
    std::set<std::string> endings;
    int count = 0;
    for (const auto& file : std::filesystem::directory_iterator(lecturer.lab.home()))
        if (file.is_regular_file()) {
            endings.insert(file.path().extension().string());
            ++count;
        }
    EXPECT_TRUE(endings.contains(".pdf")) << "the worksheet";
    EXPECT_GE(count, 4);
    EXPECT_EQ(lecturer.lab.quit(), "");
}
