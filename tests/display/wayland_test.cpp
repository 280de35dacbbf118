// SPDX-License-Identifier: MIT
// The window on a Wayland desktop: directly if GLFW supports Wayland, otherwise through Xwayland,
// as on Debian 12.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/weston.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace attn::wayland_test {

using namespace test;

namespace {

using Desktop = LabDriver::Setup::Desktop;

/// Whether the GLFW library that the program is linked with supports Wayland.
bool glfw_knows_wayland() {
    void* const library = dlopen("libglfw.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    using Tell = const char* (*)();
    const auto tell = reinterpret_cast<Tell>(dlsym(library, "glfwGetVersionString"));
    const bool knows = tell && std::strstr(tell(), "Wayland") != nullptr;
    dlclose(library);
    return knows;
}

/// Downloads Debian 12's GLFW for Wayland, which cannot be installed beside the other one, and
/// unpacks it. Empty if that fails.
std::string wayland_glfw(const TempDir& folder) {
    const std::string there = folder.path().string();
    const Printed got = run({.command = {"sh", "-c",
                                         "cd " + there +
                                             " && apt-get download libglfw3-wayland && "
                                             "dpkg-deb --extract libglfw3-wayland*.deb ."}});
    if (got.code != 0)
        return "";
    for (const auto& file : std::filesystem::recursive_directory_iterator(there + "/usr"))
        if (file.path().filename() == "libglfw.so.3")
            return file.path().parent_path();
    return "";
}

LabDriver::Setup on(Desktop desktop, const TempDir& home) {
    LabDriver::Setup setup;
    setup.document = "three-inputs";
    setup.screen_width = 1366;
    setup.screen_height = 768;
    setup.home = home.path();
    setup.desktop = desktop;
    return setup;
}

/// Why the window cannot be tested there; empty if it can.
std::string missing_for(LabDriver::Setup& setup, const TempDir& library) {
    if (std::system("command -v weston >/dev/null && command -v Xwayland >/dev/null") != 0)
        return "weston and xwayland are not installed";
    if (setup.desktop != Desktop::Wayland || glfw_knows_wayland())
        return "";
    const std::string folder = wayland_glfw(library);
    setup.environment = {{"LD_LIBRARY_PATH", folder}};
    return folder.empty() ? "this GLFW knows X11 alone, and libglfw3-wayland cannot be had here"
                          : "";
}

/// Expects the window to fill the space beside the panel, to take a click and a number, and to end
/// well; and the next one to open with the same size.
void expect_usable(const LabDriver::Setup& setup, const std::string& name) {
    Json first;
    {
        LabDriver lab(setup);
        lab.click(lab.cell("X", 0, 0));
        lab.type("2.5");
        lab.press("Return");
        first =
            lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 2.5; });
        lab.picture("wayland-" + name);
        EXPECT_LT(lab.corner().first, 10) << "all but a frame";
        EXPECT_GT(lab.corner().second, 30) << "below the panel";
        const Area present = lab.control("present.start");
        EXPECT_GT(present.x + present.width, 1300) << "as wide as the screen";
        lab.press("ctrl+z");
        lab.until("the number of before",
                  [](const Json& now) { return now["is_unsaved"] == false; });
        EXPECT_EQ(lab.quit(), "");
    }
    LabDriver next(setup);
    EXPECT_EQ(next.settled()["controls"]["present.start"], first["controls"]["present.start"]);
    EXPECT_EQ(next.quit(), "");
}

} // namespace

TEST(Wayland, MouseAndKeysWorkWithoutX11) {
    const TempDir home, library;
    LabDriver::Setup setup = on(Desktop::Wayland, home);
    if (const std::string missing = missing_for(setup, library); !missing.empty())
        GTEST_SKIP() << missing;
    expect_usable(setup, "native");
}

TEST(Wayland, F51TheDesktopDiesAndTheWorkComesBack) {
    const TempDir home, library;
    LabDriver::Setup setup = on(Desktop::Wayland, home);
    if (const std::string missing = missing_for(setup, library); !missing.empty())
        GTEST_SKIP() << missing;
    {
        LabDriver lab(setup);
        lab.click(lab.cell("X", 0, 0));
        lab.type("2.5");
        lab.press("Return");
        lab.until("the number", [](const Json& now) { return number(now, "X", 0, 0) == 2.5; });
        lab.weston().die();
        EXPECT_EQ(lab.process().wait(std::chrono::seconds(20)), 1);
    }
    LabDriver next({.document = "four-words", .home = home.path().string()});
    EXPECT_EQ(next.probe()["question"], Json()) << "that was no crash";
    EXPECT_EQ(next.probe()["recovery"], 1);
}

TEST(Wayland, MouseAndKeysWorkThroughXwayland) {
    const TempDir home, library;
    LabDriver::Setup setup = on(Desktop::Xwayland, home);
    if (const std::string missing = missing_for(setup, library); !missing.empty())
        GTEST_SKIP() << missing;
    expect_usable(setup, "xwayland");
}

} // namespace attn::wayland_test
