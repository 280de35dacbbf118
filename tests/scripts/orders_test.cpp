// SPDX-License-Identifier: MIT
// scripts/run, scripts/test, scripts/benchmark and scripts/package share build folders: each works
// after any other. They run unchanged in a copy of the tree and configure for real, but nothing is
// installed or packed, and builds are dry runs (ninja -n).
#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>

using namespace attn::test;

namespace {

namespace fs = std::filesystem;

/// What scripts/benchmark measures, in its order.
constexpr std::array<const char*, 6> measurements{"engine",   "window", "pictures",
                                                  "learning", "block",  "page"};

void write_program(const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_all);
}

/// A copy of the tree as after git clone, and a folder of programs that replace the machine's.
class Tree {
public:
    Tree() {
        const fs::path from = ATTENTION_SOURCE_DIR;
        for (const char* part : {"app", "assets", "core", "scripts", "tests", "CHANGELOG.md",
                                 "CMakeLists.txt", "CMakePresets.json", "LICENSE"})
            fs::copy(from / part, folder_.path() / part, fs::copy_options::recursive);
        fs::create_directory(programs_);
        // Every package is reported as installed, so nothing asks for one.
        write_program(programs_ / "dpkg-query", "#!/bin/bash\n"
                                                "for word; do\n"
                                                "    [[ $word == -* || $word == *{* ]] || "
                                                "echo \"installed $word\"\n"
                                                "done\n");
        for (const char* installer : {"apt-get", "sudo", "npm"})
            write_program(programs_ / installer,
                          "#!/bin/sh\necho nothing may be installed >&2\nexit 1\n");
        // Scripts name the folder, which makes a dry run; CMake does not when it tries the
        // compiler.
        write_program(programs_ / "ninja", "#!/bin/bash\n"
                                           "[[ $1 == -C ]] || exec /usr/bin/ninja \"$@\"\n"
                                           "/usr/bin/ninja -n \"$@\" || exit\n"
                                           "for target; do\n"
                                           "    [[ $target == attention-lab ]] || continue\n"
                                           "    printf '#!/bin/sh\\necho lab \"$@\"\\n' "
                                           ">\"$2/app/attention-lab\"\n"
                                           "    chmod +x \"$2/app/attention-lab\"\n"
                                           "done\n");
        write_program(programs_ / "ctest", "#!/bin/sh\necho tested\n");
        // cpack --config FILE -B FOLDER
        write_program(programs_ / "cpack", "#!/bin/sh\n"
                                           "[ -f \"$2\" ] || exit 1\n"
                                           "mkdir -p \"$4\" && touch \"$4/lab.deb\"\n");
        write_program(programs_ / "lintian", "#!/bin/sh\n");
        for (const std::string measurement : measurements)
            std::ofstream(folder_.path() / "tests/benchmark" / (measurement + ".py"))
                << "print('measured " << measurement << "')\n";
    }

    /// A script's output; its errors are added to the failure.
    std::string run(const std::string& script) {
        ChildProcess::Setup setup;
        setup.command = {folder_ / ("scripts/" + script)};
        setup.environment = {{"PATH", programs_.string() + ":/usr/bin:/bin"}};
        setup.output_file = folder_ / "output";
        setup.error_file = folder_ / "errors";
        ChildProcess process(setup);
        EXPECT_EQ(process.wait(std::chrono::minutes(5)), 0)
            << "scripts/" << script << ":\n"
            << bytes_of(setup.error_file).substr(0, 4000);
        const std::string output = bytes_of(setup.output_file);
        // At its end scripts/test reports how many tests there were and how long they took.
        return script == "test" ? output.substr(0, output.find('\n') + 1) : output;
    }

    /// What the script should print.
    std::string printed_by(const std::string& script) const {
        if (script == "run")
            return "lab\n";
        if (script == "test")
            return "tested\n";
        if (script == "package")
            return folder_ / "build/package/lab.deb" + "\n";
        std::string printed;
        for (const std::string measurement : measurements)
            printed += "measured " + measurement + "\n";
        return printed;
    }

    std::string cache() const { return bytes_of(folder_ / "build/release/CMakeCache.txt"); }
    /// As if a tool for pages was missing when the folder was configured.
    void forget_pages() const {
        std::string text = cache();
        const auto subsetter = text.find("PAGE_SUBSETTER:");
        text.replace(subsetter, text.find('\n', subsetter) - subsetter,
                     "PAGE_SUBSETTER:FILEPATH=PAGE_SUBSETTER-NOTFOUND");
        std::ofstream(folder_.path() / "build/release/CMakeCache.txt")
            << text << "ATTENTION_PAGES_LEFT_OUT:INTERNAL=ON\n";
    }

private:
    TempDir folder_;
    fs::path programs_ = folder_.path() / "programs";
};

/// Each is the first once, and each follows each of the others once.
constexpr std::array<std::array<const char*, 4>, 4> orders{
    {{"benchmark", "run", "package", "test"},
     {"run", "test", "benchmark", "package"},
     {"test", "package", "run", "benchmark"},
     {"package", "benchmark", "test", "run"}}};

} // namespace

/// scripts/run does not need the tools for pages but scripts/package does: a folder that run
/// configured has no pages.
TEST(Scripts, APackageHasPagesEvenAfterABuildWithoutThem) {
    if (!fs::exists("/usr/share/doc/wasi-libc") || !fs::exists("/usr/bin/hb-subset"))
        GTEST_SKIP() << "the tools for pages are not installed (page_packages)";
    Tree tree;
    const auto left_out = [&] {
        return tree.cache().find("ATTENTION_PAGES_LEFT_OUT:INTERNAL=ON") != std::string::npos;
    };
    EXPECT_EQ(tree.run("run"), tree.printed_by("run"));
    EXPECT_FALSE(left_out());
    tree.forget_pages();
    EXPECT_TRUE(left_out());
    EXPECT_EQ(tree.run("package"), tree.printed_by("package"));
    EXPECT_FALSE(left_out()) << "it was configured again";
}

TEST(Scripts, EachWorksAfterAnyOfTheOthers) {
    if (!fs::exists("/usr/include/benchmark/benchmark.h"))
        GTEST_SKIP() << "libbenchmark-dev is not installed";
    std::set<std::pair<std::string, std::string>> neighbours;
    for (const auto& order : orders) {
        Tree tree;
        std::string before = "nothing";
        // And the first after the last, in the folders they left.
        for (const std::string script : {order[0], order[1], order[2], order[3], order[0]}) {
            SCOPED_TRACE("scripts/" + script + " after " + before);
            EXPECT_EQ(tree.run(script), tree.printed_by(script));
            if (HasFailure())
                return;
            neighbours.emplace(before, script);
            before = script;
        }
    }
    EXPECT_EQ(neighbours.size(), 4U + 4 * 3) << "a script after another is not tried";
}
