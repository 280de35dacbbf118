// SPDX-License-Identifier: MIT
// The window on machines with missing or broken typefaces.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

using namespace attn::test;

namespace {

/// A fontconfig configuration with the fonts of a single folder.
std::string fonts_of(const TempDir& folder) {
    return folder.file("fonts.conf", "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM "
                                     "\"fonts.dtd\"><fontconfig><dir>" +
                                         (folder / "fonts") + "</dir><cachedir>" +
                                         (folder / "cache") + "</cachedir></fontconfig>");
}

/// Opens a window, shows text, enters a number and quits. Returns what went wrong at the end.
std::string end_of_use(const std::string& configuration, const std::string& name) {
    LabDriver::Setup setup;
    setup.environment = {{"FONTCONFIG_FILE", configuration}};
    LabDriver lab(setup);
    const Picture picture = lab.picture("fonts-" + name);
    EXPECT_GT(count_colours(picture, lab.sheet("X")), 2) << "numbers can be seen";
    lab.click(lab.cell("X", 0, 0));
    lab.type("2.5");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 2.5; });
    return lab.quit();
}

} // namespace

TEST(Fonts, F47WithoutTypefacesTheBuiltInOneIsUsed) {
    const TempDir folder;
    std::filesystem::create_directory(folder / "fonts");
    EXPECT_EQ(end_of_use(fonts_of(folder), "none"), "");
}

TEST(Fonts, F47WithoutAFontconfigFileTheWindowIsUsable) {
    const std::string end = end_of_use("/nowhere/fonts.conf", "no-configuration");
    EXPECT_EQ(end.find("on standard error:\nFontconfig error: Cannot load default config file"), 0U)
        << end << "\nThat library says so itself, and nothing else is wrong";
    EXPECT_EQ(std::count(end.begin(), end.end(), '\n'), 2) << end;
}

TEST(Fonts, F47ATruncatedFileIsSkipped) {
    const TempDir folder;
    std::filesystem::create_directory(folder / "fonts");
    const std::string whole = bytes_of("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    if (whole.empty())
        GTEST_SKIP() << "DejaVu Sans is not where Debian puts it";
    for (const std::size_t part : {2U, 3U, 5U}) {
        folder.file("fonts/cut.ttf", whole.substr(0, whole.size() / part));
        EXPECT_EQ(end_of_use(fonts_of(folder), "cut-" + std::to_string(part)), "");
    }
}
