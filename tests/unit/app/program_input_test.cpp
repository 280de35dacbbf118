// SPDX-License-Identifier: MIT
// Input given to another program, including the one that takes pictures under Wayland.
#include "app/system/clipboard.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

using namespace app;
using attn::test::bytes_of;
using attn::test::TempDir;

namespace fs = std::filesystem;

namespace {

/// Sets an environment variable during its life.
class Setting {
public:
    Setting(const char* name, const std::string& value) : name_(name) {
        if (const char* now = ::getenv(name)) {
            before_ = now;
            was_set_ = true;
        }
        ::setenv(name, value.c_str(), 1);
    }
    ~Setting() { was_set_ ? ::setenv(name_, before_.c_str(), 1) : ::unsetenv(name_); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    const char* name_;
    std::string before_;
    bool was_set_ = false;
};

/// Makes a wl-copy that records its arguments and its input.
void make_wl_copy(const TempDir& folder) {
    const std::string path =
        folder.file("wl-copy", "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + (folder / "arguments") +
                                   "'\ncat > '" + (folder / "given") + "'\n");
    fs::permissions(path, fs::perms::owner_all);
}

/// More bytes than a pipe holds, with every byte value.
std::string long_bytes() {
    std::string bytes;
    for (int at = 0; at < 300'000; ++at)
        bytes += static_cast<char>(at * 7 % 256);
    return bytes;
}

} // namespace

TEST(ProgramInput, TheProgramReadsAllTheBytes) {
    const TempDir folder;
    make_wl_copy(folder);
    EXPECT_TRUE(run_with_input({folder / "wl-copy", "a b", "$(false)", "'"}, long_bytes()));
    EXPECT_EQ(bytes_of(folder / "given"), long_bytes());
    EXPECT_EQ(bytes_of(folder / "arguments"), "a b\n$(false)\n'\n") << "no shell reads them";
}

TEST(ProgramInput, DistinguishesFailingAndMissingPrograms) {
    EXPECT_TRUE(run_with_input({"true"}, ""));
    EXPECT_FALSE(run_with_input({"false"}, ""));
    EXPECT_FALSE(run_with_input({"attention-lab-no-such-program"}, "x"));
}

TEST(ProgramInput, WaylandGetsThePictureWithAnyFolderNames) {
    const TempDir folder;
    make_wl_copy(folder);
    const std::string runtime = folder / "it's; touch pwned;'";
    fs::create_directory(runtime);
    const Setting path("PATH", folder.path().string() + ":" + ::getenv("PATH"));
    const Setting setting("XDG_RUNTIME_DIR", runtime);
    const auto offered = offer_on_wayland(long_bytes());
    ASSERT_TRUE(offered) << offered.error().text();
    EXPECT_EQ(bytes_of(folder / "given"), long_bytes());
    EXPECT_EQ(bytes_of(folder / "arguments"), "--type\nimage/png\n");
    EXPECT_TRUE(fs::is_empty(runtime)) << "no file is left behind";
}

TEST(ProgramInput, WithoutWlCopyTheErrorNamesThePackage) {
    const TempDir folder;
    const Setting path("PATH", folder.path().string());
    const auto offered = offer_on_wayland("png");
    ASSERT_FALSE(offered);
    EXPECT_NE(offered.error().text().find("install wl-clipboard"), std::string::npos);
}
