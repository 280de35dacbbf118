// SPDX-License-Identifier: MIT
// .clang-format decides the layout of every file. Only Debian 12's clang-format is used, because
// others break some lines differently.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string output_of(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    std::array<char, 4096> block{};
    while (pipe && std::fgets(block.data(), static_cast<int>(block.size()), pipe.get()))
        text += block.data();
    return text;
}

} // namespace

TEST(Layout, FollowsClangFormat) {
    const std::string version = output_of("clang-format --version 2>&1");
    if (version.find("version 14.") == std::string::npos)
        GTEST_SKIP() << "there is no clang-format 14 here: " << version;
    const fs::path root = ATTENTION_SOURCE_DIR;
    std::string files;
    for (const char* top : {"core", "app", "tests"})
        for (const auto& entry : fs::recursive_directory_iterator(root / top))
            if (const fs::path& path = entry.path();
                path.extension() == ".h" || path.extension() == ".cpp")
                files += " '" + path.string() + "'";
    EXPECT_EQ(output_of("clang-format --dry-run -Werror" + files + " 2>&1 | grep error: | head"),
              "");
}
