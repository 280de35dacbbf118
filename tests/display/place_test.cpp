// SPDX-License-Identifier: MIT
// A window reopens where it was, if there is a screen for it.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace attn::test;

namespace {

std::string settings_file(const std::string& home) {
    return home + "/.config/attention-lab/settings.json";
}

LabDriver::Setup with_place(const TempDir& folder, const std::string& place) {
    const std::string file = settings_file(folder.path());
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file) << R"({"window": )" << place << "}";
    LabDriver::Setup setup;
    setup.home = folder.path();
    return setup;
}

} // namespace

TEST(Place, AWindowComesBackWhereItStood) {
    const TempDir folder;
    {
        LabDriver lab(with_place(folder, R"({"x": 120, "y": 60, "width": 1100, "height": 700})"));
        lab.settled();
        const Area now = lab.window_area();
        EXPECT_EQ(now.x, 120);
        EXPECT_EQ(now.y, 60);
        EXPECT_EQ(now.width, 1100);
        EXPECT_EQ(now.height, 700);
        lab.resize_window(1000, 640); // and moves into the corner
        lab.until("the smaller window", [](const Json& now_shown) {
            return now_shown["controls"].contains("present.start") &&
                   now_shown["controls"]["present.start"][0] < 1000;
        });
        EXPECT_EQ(lab.quit(), "");
    }
    std::ifstream file(settings_file(folder.path()));
    const Json kept = Json::parse(file);
    EXPECT_EQ(kept["windows"][0]["x"], 0) << "resizing moved it into the corner";
    EXPECT_EQ(kept["windows"][0]["width"], 1000);
    EXPECT_EQ(kept["windows"][0]["height"], 640);
}

TEST(Place, EachMonitorHasItsOwn) {
    const TempDir folder;
    const auto opened = [&](int width, int height, int left, int wide) {
        LabDriver::Setup setup;
        setup.home = folder.path();
        setup.screen_width = width;
        setup.screen_height = height;
        LabDriver lab(setup);
        const Area area = lab.window_area();
        if (wide > 0) {
            lab.resize_window(wide, 600);
            lab.until("the other width", [&](const Json& now) {
                return now["controls"]["present.start"][0].get<int>() < wide;
            });
        }
        EXPECT_EQ(area.x, left);
        EXPECT_EQ(lab.quit(), "");
        return area.width;
    };
    EXPECT_EQ(opened(1366, 768, 0, 900), 1366);
    EXPECT_EQ(opened(1920, 1080, 0, 1100), 1600);
    EXPECT_EQ(opened(1366, 768, 0, 0), 900);
    EXPECT_EQ(opened(1920, 1080, 0, 0), 1100);
}

TEST(Place, OnA4KMonitorAtDoubleScaleTheWindowIsTwiceAsLarge) {
    LabDriver::Setup setup;
    setup.screen_width = 3840;
    setup.screen_height = 2160;
    setup.scale = 2;
    LabDriver lab(setup);
    const Area area = lab.window_area();
    EXPECT_EQ(area.width, 3200);
    EXPECT_EQ(area.height, 1800);
    lab.picture("place-4k-scale-2");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Place, WithoutItsMonitorAWindowOpensAsAtFirst) {
    const TempDir folder;
    LabDriver lab(with_place(folder, R"({"x": 5000, "y": 60, "width": 1100, "height": 700})"));
    lab.settled();
    const Area now = lab.window_area();
    EXPECT_EQ(now.width, 1600);
    EXPECT_EQ(now.height, 900);
    EXPECT_LT(now.x, 1600);
    EXPECT_EQ(lab.quit(), "");
}

// GLFW waits for the window to become visible, for ever if other events arrive.
TEST(Place, ASlowWindowManagerDoesNotDelayTheStart) {
    LabDriver::Setup setup;
    setup.has_slow_manager = true;
    LabDriver lab(setup);
    EXPECT_FALSE(lab.screen().has_window("attention-lab"));
    lab.screen().show_held_windows();
    lab.until("the window", [&](const Json&) { return lab.screen().has_window("attention-lab"); });
    EXPECT_EQ(lab.quit(), "");
}
