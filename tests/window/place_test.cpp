// SPDX-License-Identifier: MIT
// A window comes back where it stood, as long as there is a screen for it.
#include "tests/support/lab_driver.h"

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
        const Area now = lab.screen().window_area();
        EXPECT_EQ(now.x, 120);
        EXPECT_EQ(now.y, 60);
        EXPECT_EQ(now.width, 1100);
        EXPECT_EQ(now.height, 700);
        lab.screen().resize_window(1000, 640); // and into the corner
        lab.until("the smaller window", [](const Json& now_shown) {
            return now_shown["controls"].contains("present.start") &&
                   now_shown["controls"]["present.start"][0] < 1000;
        });
        EXPECT_EQ(lab.quit(), "");
    }
    std::ifstream file(settings_file(folder.path()));
    const Json kept = Json::parse(file);
    EXPECT_EQ(kept["window"]["x"], 0) << "resizing moved it into the corner";
    EXPECT_EQ(kept["window"]["width"], 1000);
    EXPECT_EQ(kept["window"]["height"], 640);
}

TEST(Place, WithoutAScreenForItItOpensAsAtFirst) {
    const TempDir folder;
    LabDriver lab(with_place(folder, R"({"x": 5000, "y": 60, "width": 1100, "height": 700})"));
    lab.settled();
    const Area now = lab.screen().window_area();
    EXPECT_EQ(now.width, 1600);
    EXPECT_EQ(now.height, 900);
    EXPECT_LT(now.x, 1600);
    EXPECT_EQ(lab.quit(), "");
}
