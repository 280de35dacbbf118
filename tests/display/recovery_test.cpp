// SPDX-License-Identifier: MIT
#include "tests/display/kept_work.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

using namespace attn::test;

namespace {

using namespace std::chrono_literals;

/// Opens a window, types over its first number and waits until that is kept.
std::unique_ptr<LabDriver> edited(const std::string& home) {
    auto lab =
        std::make_unique<LabDriver>(LabDriver::Setup{.document = "four-words", .home = home});
    lab->click(lab->cell("X", 0, 0));
    lab->type("0.625");
    lab->press("Return");
    lab->until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 0.625; });
    until_kept(home, 0.625);
    return lab;
}

/// Expects the next window to offer the work, and Enter to restore it.
void expect_restored(const std::string& home) {
    LabDriver next({.document = "three-inputs", .home = home});
    EXPECT_EQ(next.probe()["recovery"], 1);
    EXPECT_EQ(next.probe()["document"]["lists"]["words"].size(), 3U)
        << "nothing is restored silently";
    next.press("Return");
    const Json now = next.until("the work", [](const Json& shown) {
        return shown["recovery"].is_null() && number(shown, "X", 0, 0) == 0.625;
    });
    EXPECT_EQ(now["is_unsaved"], true);
    EXPECT_EQ(difference_from_elsewhere(next.settled()), "");
    EXPECT_EQ(next.quit(), "");
}

} // namespace

TEST(Recovery, AKilledWindowsWorkComesBack) {
    const TempDir home;
    const auto lab = edited(home.path().string());
    lab->process().send(SIGKILL);
    EXPECT_EQ(lab->process().wait(5s), 128 + SIGKILL);
    expect_restored(home.path().string());
}

TEST(Recovery, AKilledWindowsLessonComesBackToItsLastEdit) {
    const TempDir home;
    {
        LabDriver lab({.document = "four-words", .home = home.path().string()});
        lab.choose_by_name("Write a lesson");
        lab.until("the editor", [](const Json& now) { return now["writing"].is_object(); });
        lab.type("Our words");
        lab.press("ctrl+shift+Return");
        lab.until("two steps",
                  [](const Json& now) { return now["writing"]["titles"].size() == 2; });
        lab.type("The last edit");
        lab.until("its title",
                  [](const Json& now) { return now["writing"]["titles"][1] == "The last edit"; });
        until_lesson_is_kept(home.path().string(), "The last edit");
        lab.process().send(SIGKILL);
        EXPECT_EQ(lab.process().wait(5s), 128 + SIGKILL);
    }
    LabDriver next({.document = "three-inputs", .home = home.path().string()});
    EXPECT_EQ(next.probe()["recovery"], 1);
    EXPECT_TRUE(next.probe()["writing"].is_null()) << "nothing is restored silently";
    next.picture("recovered-lesson");
    next.press("Return");
    const Json now =
        next.until("the lesson", [](const Json& shown) { return shown["writing"].is_object(); });
    EXPECT_EQ(now["writing"]["titles"], (Json{"Our words", "The last edit"}));
    EXPECT_EQ(now["writing"]["is_unsaved"], true);
    EXPECT_EQ(now["lesson"]["step"], 1);
    next.picture("recovered-lesson-editor");
}

TEST(Recovery, F50AndF51TheScreenDiesAndTheWorkComesBack) {
    const TempDir home;
    const auto lab = edited(home.path().string());
    lab->screen().die();
    const auto code = lab->process().wait(5s);
    ASSERT_TRUE(code) << "it ends";
    EXPECT_NE(*code, 0) << "and not as if all were well";
    expect_restored(home.path().string());
}

TEST(Recovery, F56ASignalEndsTheProgramInOrderAndTheWorkComesBack) {
    const TempDir home;
    const auto lab = edited(home.path().string());
    lab->process().send(SIGTERM);
    EXPECT_EQ(lab->process().wait(5s), 128 + SIGTERM);
    expect_restored(home.path().string());
}

TEST(Recovery, F58WorkThatCannotBeStoredIsMarkedUntilItIs) {
    const TempDir home;
    const std::string state = home / ".local/state";
    std::filesystem::create_directories(state);
    std::ofstream(state + "/attention-lab") << "a file where the folder should be";
    LabDriver lab({.document = "four-words", .home = home.path().string()});
    EXPECT_NE(lab.probe()["not_kept"], "");
    lab.click(lab.cell("X", 0, 0));
    lab.type("0.625");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 0.625; });
    lab.press("F12");
    lab.until("another message", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().find("png") != std::string::npos;
    });
    EXPECT_NE(lab.probe()["not_kept"], "");
    const Area mark = lab.control("not_kept");
    lab.move_to(mark.x + mark.width / 2, mark.y + mark.height / 2);
    lab.picture("not-kept-light");
    lab.choose("View/Theme", "theme.dark");
    lab.picture("not-kept-dark");
    // Now the file can be written, without any input to the window.
    std::filesystem::remove(state + "/attention-lab");
    lab.until("the mark to go", [](const Json& now) { return now["not_kept"] == ""; });
    EXPECT_THROW((void)lab.control("not_kept"), std::runtime_error);
    lab.process().send(SIGKILL);
    EXPECT_EQ(lab.process().wait(5s), 128 + SIGKILL);
    expect_restored(home.path().string());
}

TEST(Recovery, F58AReadOnlyHomeIsReportedAndTheWindowUsable) {
    const TempDir folder;
    // OpenGL drivers have a cache there and report themselves that it cannot be written.
    LabDriver lab({.document = "four-words",
                   .home = folder.file("no folder", "") + "/home",
                   .environment = {{"MESA_SHADER_CACHE_DISABLE", "true"}}});
    EXPECT_NE(lab.probe()["not_kept"], "");
    EXPECT_NE(lab.probe()["message"], Json());
    lab.choose("View/Theme", "theme.dark");
    lab.click(lab.cell("X", 0, 0));
    lab.type("0.625");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 0.625; });
    lab.press("ctrl+z");
    lab.until("as it was", [](const Json& now) { return now["is_unsaved"] == false; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Saving, AQuestionKeepsTheWorkUntilItIsAnswered) {
    const TempDir home;
    const auto lab = edited(home.path().string());
    lab->screen().close_window();
    lab->until("the question", [](const Json& now) { return !now["question"].is_null(); });
    lab->click(lab->control("choice/save"));
    lab->until("the dialog", [](const Json& now) { return !now["file_dialog"].is_null(); });
    lab->picture("save-dialog");
    lab->type("mine");
    lab->press("Return");
    EXPECT_EQ(lab->ending(), "");
    const Json saved = Json::parse(bytes_of(home / "mine.attn"));
    EXPECT_EQ(saved["inputs"]["X"][0][0], 0.625);
}
