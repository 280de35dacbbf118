// SPDX-License-Identifier: MIT
// The version is written once, in CMakeLists.txt, and shown everywhere from there; its news is
// written once, in CHANGELOG.md.
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

using attn::test::bytes_of;
using attn::test::run_program;

namespace {

namespace fs = std::filesystem;

const std::string lab_version = ATTENTION_LAB_VERSION;
const std::string made = ATTENTION_BINARY_DIR "/app/desktop/";

} // namespace

TEST(Version, IsTheSameEverywhere) {
    const auto says = [](const std::string& text, const std::string& wanted) {
        return text.find(wanted) != std::string::npos;
    };
    EXPECT_EQ(run_program({"--version"}).out, "Attention Lab " + lab_version + "\n");
    EXPECT_TRUE(says(run_program({"export", "four-words", "-", "--format", "attn"}).out,
                     "\"generator\": \"Attention Lab " + lab_version + "\""));
    EXPECT_TRUE(says(bytes_of(made + "attention-lab.1"), "\"Attention Lab " + lab_version + "\""));
    EXPECT_TRUE(says(bytes_of(ATTENTION_BINARY_DIR "/CPackConfig.cmake"),
                     "set(CPACK_PACKAGE_VERSION \"" + lab_version + "\")"));
    // The newest release comes first.
    EXPECT_TRUE(bytes_of(made + "changelog").starts_with("attention-lab (" + lab_version + ") "));
    const std::string described = bytes_of(made + "org.example.attention_lab.metainfo.xml");
    const auto first = described.find("<release ");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(described.substr(first, described.find(" date", first) - first),
              "<release version=\"" + lab_version + "\"");
}

TEST(Version, StandsInOneSourceFile) {
    const fs::path root = ATTENTION_SOURCE_DIR;
    for (const char* top : {"app", "core", "scripts", "README.md", "CMakePresets.json"}) {
        const auto expect_none = [&root](const fs::path& file) {
            EXPECT_EQ(bytes_of(file).find(lab_version), std::string::npos)
                << fs::relative(file, root) << " says " << lab_version;
        };
        if (fs::is_regular_file(root / top))
            expect_none(root / top);
        else
            for (const auto& entry : fs::recursive_directory_iterator(root / top))
                if (entry.is_regular_file())
                    expect_none(entry.path());
    }
}
