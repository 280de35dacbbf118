// SPDX-License-Identifier: MIT
// A crash, or a run that was killed, leaves a report, and the next start mentions it.
#include "tests/display/kept_work.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

namespace attn::crash_test {

using namespace test;

namespace {

using namespace std::chrono_literals;

/// The only report in the folder. `ending` says whether its user has been told.
std::string report_in(const TempDir& home, const std::string& ending) {
    std::string text;
    for (const auto& file :
         std::filesystem::directory_iterator(home / ".local/state/attention-lab/crashes"))
        if (file.path().extension() == ending)
            text += bytes_of(file.path());
    return text;
}

} // namespace

TEST(Crash, LeavesAReportThatTheNextStartShowsOnce) {
    const TempDir home;
    {
        LabDriver lab({.document = "four-words", .home = home.path().string()});
        lab.click(lab.cell("X", 0, 0));
        lab.type("0.625");
        lab.press("Return");
        lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 0.625; });
        until_kept(home.path().string(), 0.625);
        // The window keeps the document while it draws a frame. Waits until that frame is drawn.
        lab.settled();
        while (lab.process().is_busy())
            std::this_thread::sleep_for(2ms);
        lab.process().send(SIGSEGV);
        const auto code = lab.process().wait(20s); // A sanitizer ends the process with its own
                                                   // code.
        ASSERT_TRUE(code);
        EXPECT_NE(*code, 0);
    }
    const std::string report = report_in(home, ".new");
    for (const char* line :
         {"version     0.", "fault       SIGSEGV", "doing       it waited for input",
          "request     Edit: ", "document    four-words", "drawing     ", "\nattention-lab"})
        EXPECT_NE(report.find(line), std::string::npos) << line << " is not in\n" << report;
    {
        LabDriver next({.document = "three-inputs", .home = home.path().string()});
        EXPECT_EQ(next.probe()["question"], "Attention Lab crashed the last time");
        next.picture("crash-told");
        next.press("Return");
        next.until("no question", [](const Json& now) { return now["question"].is_null(); });
        EXPECT_EQ(next.probe()["recovery"], 1) << "and the work is offered as well";
        next.press("Escape");
        EXPECT_EQ(next.quit(), "");
    }
    EXPECT_EQ(report_in(home, ".new"), "");
    EXPECT_EQ(report_in(home, ".txt"), report);
    LabDriver last({.document = "three-inputs", .home = home.path().string()});
    EXPECT_EQ(last.probe()["question"], Json());
}

TEST(Crash, ASilentDisplayEndsTheStartWithAMessage) {
    VirtualScreen screen(800, 600);
    screen.stop();
    const TempDir home;
    const Printed printed = run_lab({}, screen.display(), {{"HOME", home.path().string()}});
    screen.go_on();
    EXPECT_EQ(printed.code, 4) << printed.errors;
    EXPECT_NE(printed.errors.find("attention-lab: no window came up within 15 seconds (DISPLAY " +
                                  screen.display()),
              std::string::npos)
        << printed.errors;
    EXPECT_NE(report_in(home, ".new").find("doing       the window was opened"), std::string::npos);
}

} // namespace attn::crash_test
