// SPDX-License-Identifier: MIT
// A document opened on the desktop goes to the open window.
#include "tests/support/lab_driver.h"
#include "tests/support/session_bus.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace attn::double_click_test {

using namespace test;

namespace {

std::string document(const std::string& word) {
    return R"({"format": "attention-lab", "version": [2, 0], "lists": {"words": [")" + word +
           R"("]}, "inputs": {"X": [[1, 0]]}, "model": {"projections": "none"}})";
}

/// The command that the desktop starts for a double click.
ChildProcess::Setup double_click(LabDriver& lab, const SessionBus& bus, const std::string& file) {
    ChildProcess::Setup setup;
    setup.command = {ATTENTION_PROGRAM "-window", file};
    setup.environment = {{"DISPLAY", lab.screen().display()},
                         {"HOME", lab.home()},
                         {"LIBGL_ALWAYS_SOFTWARE", "1"},
                         {"ASAN_OPTIONS", "detect_leaks=0"},
                         {"DBUS_SESSION_BUS_ADDRESS", bus.address()}};
    setup.without = {"WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"};
    return setup;
}

std::function<bool(const Json&)> shows(const std::string& word) {
    return [word](const Json& now) { return now["document"]["lists"]["words"] == Json({word}); };
}

LabDriver::Setup on(const SessionBus& bus) {
    LabDriver::Setup setup;
    setup.document = "";
    setup.environment = {{"DBUS_SESSION_BUS_ADDRESS", bus.address()}};
    return setup;
}

} // namespace

TEST(DoubleClick, OpensInTheRunningWindowAndAsksAboutUnsavedWork) {
    const SessionBus bus;
    const TempDir folder;
    const std::string one = folder.file("one.attn", document("first"));
    const std::string two = folder.file("two.attn", document("second"));
    LabDriver lab(on(bus));
    lab.screen().hear_starts();
    ChildProcess::Setup first = double_click(lab, bus, one);
    first.environment.emplace_back("DESKTOP_STARTUP_ID", "desk/file \"manager\"_TIME123");
    EXPECT_EQ(run(first).code, 0);
    lab.until("the first file", shows("first"));
    const std::string ended = R"(remove: ID="desk/file \"manager\"_TIME123")";
    EXPECT_EQ(lab.screen().said_of_starts().substr(0, ended.size()), ended)
        << "the desktop no longer waits for a window";
    EXPECT_TRUE(lab.probe()["start"].is_null());

    lab.click(lab.cell("X", 0, 0));
    lab.type("0.625");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 0.625; });
    // The same file is already open, so no question appears.
    EXPECT_EQ(run(double_click(lab, bus, one)).code, 0);
    EXPECT_EQ(lab.settled()["question"], Json());
    EXPECT_EQ(number(lab.probe(), "X", 0, 0), 0.625);

    EXPECT_EQ(run(double_click(lab, bus, two)).code, 0);
    lab.until("the question", [](const Json& now) {
        return now["question"].is_string() &&
               now["question"].get<std::string>().find("one.attn") != std::string::npos;
    });
    // While the window waits for the answer, another file gets its own window.
    {
        ChildProcess second(double_click(lab, bus, two));
        EXPECT_FALSE(second.wait(std::chrono::seconds(4)));
    }
    lab.click(lab.control("choice/dont_save"));
    lab.until("the second file", shows("second"));
    EXPECT_EQ(lab.quit(), "");
}

TEST(DoubleClick, WithoutABusOpensANewWindow) {
    const TempDir folder;
    const SessionBus bus;
    const std::string file = folder.file("one.attn", document("first"));
    LabDriver::Setup setup = on(bus);
    setup.environment = {{"DBUS_SESSION_BUS_ADDRESS", ""}};
    LabDriver lab(setup);
    ChildProcess::Setup second = double_click(lab, bus, file);
    second.environment.back().second = "";
    {
        ChildProcess window(second);
        EXPECT_FALSE(window.wait(std::chrono::seconds(3)));
    }
    EXPECT_FALSE(lab.settled()["start"].is_null());
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::double_click_test
