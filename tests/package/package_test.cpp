// SPDX-License-Identifier: MIT
// What is installed: the package that scripts/package made, checked by lintian and dpkg, and a
// folder installed from this build that runs from anywhere.
#include "tests/package/tools.h"
#include "tests/support/child_process.h"
#include "tests/support/virtual_screen.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

using namespace attn::test;

namespace {

namespace fs = std::filesystem;

/// Files that must be in bin and share even if optional tools are missing.
constexpr const char* installed[] = {
    "bin/attention-lab",
    "bin/attention-lab-window",
    "share/applications/attention-lab.desktop",
    "share/attention-lab/guide.md",
    "share/attention-lab/lessons/causal-mask.json",
    "share/attention-lab/presets/four-words.attn",
    "share/bash-completion/completions/attention-lab",
    "share/doc/attention-lab/changelog.gz",
    "share/doc/attention-lab/copyright",
    "share/fish/vendor_completions.d/attention-lab.fish",
    "share/icons/hicolor/scalable/apps/attention-lab.svg",
    "share/icons/hicolor/scalable/mimetypes/application-vnd.attention-lab+json.svg",
    "share/man/man1/attention-lab.1.gz",
    "share/metainfo/org.example.attention_lab.metainfo.xml",
    "share/mime/packages/attention-lab.xml",
    "share/zsh/vendor-completions/_attention-lab",
};

/// A PNG's width and height.
int big_endian(const std::string& bytes, std::size_t at) {
    int number = 0;
    for (std::size_t next = at; next < at + 4 && next < bytes.size(); ++next)
        number = number * 256 + static_cast<unsigned char>(bytes[next]);
    return number;
}

} // namespace

TEST(Package, HasItsFieldsAndFilesAndPassesLintian) {
    if (const auto missing = missing_tool("dpkg-deb", "dpkg"); !missing.empty())
        GTEST_SKIP() << missing;
    if (const auto missing = missing_tool("dpkg-shlibdeps", "dpkg-dev"); !missing.empty())
        GTEST_SKIP() << missing;
    // If scripts/package made none, packs this build. Its programs are linked with the sanitizers,
    // which lintian may ignore.
    const TempDir folder;
    fs::path package = newest_package();
    std::string passed_over;
    if (package.empty()) {
        passed_over = " --suppress-tags hardening-no-pie,hardening-no-relro";
        const Ended packed = run_shell(
            "cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip --config '" ATTENTION_BINARY_DIR
            "/CPackConfig.cmake' -B " +
            quoted(folder.path()));
        ASSERT_EQ(packed.code, 0) << packed.out << packed.err;
        package = newest_package(folder.path());
        ASSERT_FALSE(package.empty()) << packed.out;
    }
    const auto field = [&package](const std::string& name) {
        return run_shell("dpkg-deb --field " + quoted(package) + " " + name).out;
    };
    EXPECT_EQ(field("Package"), "attention-lab\n");
    EXPECT_EQ(field("Version"), lab_version + "\n");
    for (const char* library : {"libc6 (>= ", "libglfw3 (>= ", "libpango", "libgl1"})
        EXPECT_NE(field("Depends").find(library), std::string::npos) << field("Depends");
    const std::string list = run_shell("dpkg-deb --contents " + quoted(package)).out;
    for (const char* file : installed)
        EXPECT_NE(list.find(" ./usr/" + std::string(file) + "\n"), std::string::npos)
            << file << " is not among\n"
            << list;
    // The package runs nothing when it is installed or removed, so nothing can stay behind.
    EXPECT_EQ(run_shell("dpkg-deb --ctrl-tarfile " + quoted(package) +
                        " | tar --list | grep -E 'inst|rm|conffiles'")
                  .out,
              "");
    if (const auto missing = missing_tool("lintian", "lintian"); !missing.empty())
        GTEST_SKIP() << missing;
    const Ended read = run_shell("lintian --allow-root --fail-on error,warning" + passed_over +
                                 " " + quoted(package));
    EXPECT_EQ(read.code, 0);
    EXPECT_EQ(read.out + read.err, "");
}

TEST(Package, TheInstalledFolderRunsFromAnywhere) {
    const TempDir folder;
    const Ended done = run_shell("cmake --install '" ATTENTION_BINARY_DIR "' --prefix " +
                                 quoted(folder / "first"));
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    for (const char* file : installed)
        EXPECT_TRUE(fs::is_regular_file(folder.path() / "first" / file)) << file;
    const fs::path moved = folder.path() / "moved to another place";
    fs::rename(folder.path() / "first", moved);

    // It uses the installed presets, not those of the source.
    const std::string program = quoted(moved / "bin/attention-lab");
    const Ended info = run_shell("cd / && env -u ATTENTION_LAB_ASSETS " + program + " info");
    EXPECT_NE(info.out.find((moved / "bin/../share/attention-lab").lexically_normal().string()),
              std::string::npos)
        << info.out;
    EXPECT_EQ(run_shell(program + " show four-words --stage weights").code, 0);

    // Also through a link; and its window, which is another program beside it.
    fs::create_symlink(moved / "bin/attention-lab", folder.path() / "lab");
    VirtualScreen screen(800, 600);
    ChildProcess lab({{folder / "lab"},
                      {{"DISPLAY", screen.display()},
                       {"HOME", folder.path()},
                       {"ASAN_OPTIONS", "detect_leaks=0"},
                       {"LIBGL_ALWAYS_SOFTWARE", "1"}},
                      {"WAYLAND_DISPLAY", "XDG_CONFIG_HOME", "XDG_STATE_HOME"},
                      "/dev/null",
                      folder / "errors"});
    std::optional<int> code;
    for (int tries = 0; tries < 400 && !code && !screen.has_window("attention-lab"); ++tries)
        code = lab.wait(std::chrono::milliseconds(50));
    ASSERT_FALSE(code) << bytes_of(folder / "errors");
    screen.close_window();
    EXPECT_EQ(lab.wait(std::chrono::seconds(20)), 0) << bytes_of(folder / "errors");
}

TEST(Package, IconsAreInstalledInEverySize) {
    if (const auto missing = missing_tool("rsvg-convert", "librsvg2-bin"); !missing.empty())
        GTEST_SKIP() << missing;
    const TempDir folder;
    const Ended done =
        run_shell("cmake --install '" ATTENTION_BINARY_DIR "' --prefix " + quoted(folder.path()));
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    for (const int size : {16, 22, 24, 32, 48, 64, 128, 256, 512})
        for (const char* name :
             {"apps/attention-lab.png", "mimetypes/application-vnd.attention-lab+json.png"}) {
            const std::string square = std::to_string(size) + "x" + std::to_string(size);
            const std::string bytes =
                bytes_of(folder / ("share/icons/hicolor/" + square + "/" + name));
            EXPECT_EQ(big_endian(bytes, 16), size) << square << "/" << name;
            EXPECT_EQ(big_endian(bytes, 20), size) << square << "/" << name;
        }
}
