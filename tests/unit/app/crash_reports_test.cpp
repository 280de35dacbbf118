// SPDX-License-Identifier: MIT
#include "app/files/crash_reports.h"
#include "app/system/signals.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

namespace attn::crash_reports_test {

using namespace app;
using attn::test::TempDir;

namespace {

/// The report of a program that installs crash reports and then is ended by `deed`.
template <class Deed>
CrashReport report_of(const TempDir& folder, int signal, Deed deed) {
    const std::string there = folder / "state/crashes";
    EXPECT_EXIT(
        {
            write_reports_of_crashes(there, "9.8.7");
            note_for_crashes(CrashNote::Doing, "a test was run");
            deed();
        },
        ::testing::KilledBySignal(signal), "attention-lab: ended by ");
    const auto report = take_untold_report(there);
    EXPECT_TRUE(report);
    return report.value_or(CrashReport{});
}

} // namespace

TEST(CrashReports, AnAssertionIsQuotedWithItsPlace) {
    const TempDir folder;
    const CrashReport report =
        report_of(folder, SIGABRT, [&] { assert(folder.path().empty() && "no such folder"); });
    EXPECT_NE(line_of(report, "said").find("no such folder"), std::string::npos) << report.text;
    EXPECT_NE(line_of(report, "said").find("crash_reports_test.cpp:"), std::string::npos);
    EXPECT_EQ(line_of(report, "fault"), "SIGABRT (the program gave up)");
    EXPECT_EQ(line_of(report, "version"), "9.8.7");
    EXPECT_EQ(line_of(report, "doing"), "a test was run");
    EXPECT_NE(line_of(report, "when").find(" UTC"), std::string::npos);
    EXPECT_NE(report.text.find("calls"), std::string::npos);
    EXPECT_NE(report.text.find("[0x"), std::string::npos) << report.text;
    for (const auto& file : std::filesystem::directory_iterator(folder / "state/crashes"))
        EXPECT_EQ(file.path().extension(), ".txt") << "the whole report is all that is left";
}

TEST(CrashReports, AnUncaughtExceptionIsQuoted) {
    const TempDir folder;
    const CrashReport report = report_of(folder, SIGABRT, [] {
        std::thread([] { throw std::runtime_error("no such luck"); }).join();
    });
    EXPECT_EQ(line_of(report, "said"), "an uncaught exception: no such luck");
}

TEST(CrashReports, WithoutAFolderTheReportGoesToStandardError) {
    const TempDir folder;
    const std::string there = folder.file("a file", "") + "/crashes";
    EXPECT_EXIT(
        {
            write_reports_of_crashes(there, "9.8.7");
            std::abort();
        },
        ::testing::KilledBySignal(SIGABRT), "9.8.7");
    EXPECT_FALSE(take_untold_report(there));
}

TEST(CrashReports, OneThatIsStillWrittenIsToldWhenItIsWhole) {
    const TempDir folder;
    const std::string there = folder / "crashes";
    std::filesystem::create_directory(there);
    const std::string unfinished =
        folder.file("crashes/" + unfinished_report_name(10, ::getpid()), "");
    EXPECT_FALSE(take_untold_report(there));
    folder.file("crashes/" + unfinished_report_name(10, ::getpid()), "fault       ha");
    EXPECT_FALSE(take_untold_report(there));
    ASSERT_TRUE(std::filesystem::exists(unfinished));
    folder.file("crashes/" + unfinished_report_name(10, ::getpid()), "fault       half");
    std::filesystem::rename(unfinished, folder / ("crashes/" + untold_report_name(10, ::getpid())));
    const auto report = take_untold_report(there);
    ASSERT_TRUE(report);
    EXPECT_EQ(line_of(*report, "fault"), "half");
}

TEST(CrashReports, OneWhoseProgramEndedWhileItWroteIsTold) {
    const TempDir folder;
    const std::string there = folder / "crashes";
    std::filesystem::create_directory(there);
    const pid_t ended = ::fork();
    if (ended == 0)
        ::_exit(0);
    ASSERT_GT(ended, 0);
    ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
    folder.file("crashes/" + unfinished_report_name(10, ended), "fault       half");
    const auto report = take_untold_report(there);
    ASSERT_TRUE(report);
    EXPECT_EQ(line_of(*report, "fault"), "half");
    EXPECT_FALSE(take_untold_report(there));
    folder.file("crashes/" + unfinished_report_name(11, ended), "");
    EXPECT_FALSE(take_untold_report(there));
    EXPECT_FALSE(std::filesystem::exists(folder / ("crashes/" + unfinished_report_name(11, ended))))
        << "there is nothing to wait for";
}

TEST(CrashReports, EachIsShownOnceAndTheNewestTenAreKept) {
    const TempDir folder;
    const std::string there = folder / "crashes";
    EXPECT_FALSE(take_untold_report(there));
    EXPECT_FALSE(take_untold_report(""));
    std::filesystem::create_directory(there);
    for (int time = 10; time < 23; ++time)
        folder.file("crashes/" + untold_report_name(time, 7),
                    "fault       " + std::to_string(time));
    const auto newest = take_untold_report(there);
    ASSERT_TRUE(newest);
    EXPECT_EQ(line_of(*newest, "fault"), "22");
    EXPECT_TRUE(std::filesystem::exists(newest->file));
    EXPECT_FALSE(take_untold_report(there));
    std::size_t kept = 0;
    for (const auto& file : std::filesystem::directory_iterator(there)) {
        EXPECT_GE(file.path().filename(), "13");
        ++kept;
    }
    EXPECT_EQ(kept, 10U);
}

} // namespace attn::crash_reports_test
