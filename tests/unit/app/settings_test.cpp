// SPDX-License-Identifier: MIT
#include "app/files/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

using namespace app;
using namespace attn;

TEST(Settings, ComeBackAsTheyWere) {
    const Settings settings{ThemeName::Dark,
                            {NumberFormat::Kind::Significant, 5},
                            Sequential::Cividis,
                            Diverging::Grey,
                            true,
                            1.5F};
    EXPECT_EQ(settings_from_json(to_json(settings)), settings);
}

TEST(Settings, BrokenOnesAreTheDefaults) {
    for (const char* text : {"", "{", "[]", "null", R"({"theme": 3, "digits": "x"})",
                             R"({"theme": "pink", "interface_scale": "large"})"})
        EXPECT_EQ(settings_from_json(text), Settings{}) << text;
    EXPECT_EQ(settings_from_json(R"({"digits": 400})").numbers.digits, 8);
    EXPECT_EQ(settings_from_json(R"({"interface_scale": 1e9})").interface_scale, 4);
}

TEST(Settings, AreKeptInTheConfigFolder) {
    const auto folder = std::filesystem::temp_directory_path() / "attention-lab-settings-test";
    std::filesystem::remove_all(folder);
    ::setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    EXPECT_EQ(load_settings(), Settings{});
    Settings settings;
    settings.theme = ThemeName::Projector;
    save_settings(settings);
    EXPECT_EQ(load_settings(), settings);
    ::setenv("XDG_CONFIG_HOME", "relative/path", 1);
    EXPECT_NE(settings_file().value_or("").substr(0, 8), "relative") << "the path must be absolute";
    ::unsetenv("XDG_CONFIG_HOME");
    std::filesystem::remove_all(folder);
}
