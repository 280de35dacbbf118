// SPDX-License-Identifier: MIT
#include "app/files/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace app;
using namespace attn;

TEST(Settings, AreReadBackAsWritten) {
    const Settings settings{
        ThemeName::Dark,
        {NumberFormat::Kind::Significant, 5},
        Sequential::Cividis,
        Diverging::Grey,
        true,
        1.5F,
        false,
        {{"a + b", "a", 2, {-1200, 40, 1000, 700, true}}, {"b", "b", 1, {0, 0, 640, 480, false}}},
        "0.0.9",
        17.5F,
        {{"causal-mask", {2, false}}, {"why-values", {1, true}}},
        OverComputed::Seek};
    EXPECT_EQ(settings_from_json(to_json(settings)), settings);
}

TEST(Settings, WithoutAThemeFollowTheDesktop) {
    EXPECT_EQ(settings_from_json(R"({"theme": "desktop"})").theme, std::nullopt);
    EXPECT_EQ(settings_from_json(R"({"theme": "light"})").theme, ThemeName::Light)
        << "who had one keeps it";
    View view;
    UiState ui;
    apply_settings(Settings{}, view, ui);
    EXPECT_TRUE(ui.window.follows_desktop);
    EXPECT_EQ(settings_of(view, ui).theme, std::nullopt);
    Settings chosen;
    chosen.theme = ThemeName::Dark;
    apply_settings(chosen, view, ui);
    EXPECT_FALSE(ui.window.follows_desktop);
    EXPECT_EQ(settings_of(view, ui).theme, ThemeName::Dark);
}

TEST(Settings, DoNotKeepAFoldedPanel) {
    View view;
    UiState ui;
    ui.window.panel_height = 0.0F;
    EXPECT_EQ(settings_of(view, ui).panel_height, std::nullopt);
    ui.window.panel_height = 12.0F;
    EXPECT_EQ(settings_of(view, ui).panel_height, 12.0F);
    Settings older;
    older.panel_height = 0.0F;
    apply_settings(older, view, ui);
    EXPECT_EQ(ui.window.panel_height, std::nullopt) << "kept by an older version";
}

TEST(Settings, ThePlaceKeptByAnOlderVersionIsTheOldest) {
    const Settings settings = settings_from_json(
        R"({"window": {"x": 1, "y": 2, "width": 300, "height": 400, "maximised": true},
            "windows": [{"desk": "a", "monitor": "a", "x": 5, "y": 6, "width": 7, "height": 8}, 3]})");
    ASSERT_EQ(settings.windows.size(), 2U);
    EXPECT_EQ(settings.windows[0], (KeptPlace{"a", "a", 1, {5, 6, 7, 8, false}}));
    EXPECT_EQ(settings.windows[1], (KeptPlace{"", "", 1, {1, 2, 300, 400, true}}));
}

TEST(Settings, BrokenOnesGiveTheDefaults) {
    for (const char* text : {"", "{", "[]", "null", R"({"theme": 3, "digits": "x"})",
                             R"({"theme": "pink", "interface_scale": "large"})"})
        EXPECT_EQ(settings_from_json(text), Settings{}) << text;
    for (const char* window : {"3", "{}", R"({"x": 0, "y": 0, "width": 100})",
                               R"({"x": 0, "y": 0, "width": 0, "height": 5})",
                               R"({"x": 0, "y": 0, "width": 1e99, "height": 5})",
                               R"({"x": 99999999999, "y": 0, "width": 100, "height": 5})"})
        EXPECT_EQ(settings_from_json(R"({"window": )" + std::string(window) + "}"), Settings{})
            << window;
    EXPECT_EQ(settings_from_json(R"({"digits": 400})").numbers.digits, 8);
    EXPECT_EQ(settings_from_json(R"({"panel_height": "high"})"), Settings{});
    for (const char* lessons : {"3", "[1]", R"({"a": 3, "b": "x"})"})
        EXPECT_EQ(settings_from_json(R"({"lessons": )" + std::string(lessons) + "}"), Settings{});
    const auto odd = settings_from_json(R"({"lessons": {"a": {"step": -1, "done": "yes"}}})");
    EXPECT_EQ(odd.lessons.at("a"), LessonProgress{});
    EXPECT_EQ(settings_from_json(R"({"panel_height": -3})").panel_height, 0);
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
    std::ofstream(*settings_file()) << R"({"theme": "dark", "panel_height": 9, "of_later": [1]})";
    save_settings(settings);
    EXPECT_EQ(load_settings(), settings) << "of those that are known none is left over";
    std::ifstream file(*settings_file());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_NE(text.find("of_later"), std::string::npos) << "another version may know it";
    ::setenv("XDG_CONFIG_HOME", "relative/path", 1);
    EXPECT_NE(settings_file().value_or("").substr(0, 8), "relative") << "the path must be absolute";
    ::unsetenv("XDG_CONFIG_HOME");
    std::filesystem::remove_all(folder);
}
