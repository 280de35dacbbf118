// SPDX-License-Identifier: MIT
// Styles on the command line: saved by a name, used by it, the default, and what is refused.
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace attn::test;

namespace {

struct Styles : ::testing::Test {
    TempDir folder;
    const std::string file = folder / "config/attention-lab/styles.json";

    Finished run(std::vector<std::string> arguments) {
        RunOptions options;
        options.environment = {"XDG_CONFIG_HOME=" + (folder / "config")};
        return run_program(arguments, options);
    }
    /// The bytes of a picture with these options.
    std::string picture(const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"export", "four-words", "-",      "--format",
                                           "svg",    "--figure",   "weights"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.out;
    }
    const std::vector<std::string> looks{"--size",    "neurips",     "--font-size", "8",
                                         "--scale",   "log",         "--colours",   "cividis",
                                         "--numbers", "significant", "--digits",    "3"};
};

} // namespace

TEST_F(Styles, AreSavedByNameAndUsedByIt) {
    const std::string usual = picture({});
    std::vector<std::string> saving = looks;
    saving.insert(saving.end(), {"--save-style", "mine"});
    const std::string made = picture(saving);
    EXPECT_NE(made, usual);
    EXPECT_EQ(picture({}), usual) << "a saved style is not yet the default";
    EXPECT_EQ(picture({"--style", "mine"}), made);
    EXPECT_EQ(run({"style", "list"}).out, "mine\tneurips\n");
    // Options take precedence over the style.
    std::vector<std::string> other = looks;
    other.insert(other.end(), {"--theme", "dark"});
    EXPECT_EQ(picture({"--style", "mine", "--theme", "dark"}), picture(other));
    EXPECT_NE(picture({"--style", "mine", "--scale", "auto"}), made);
}

TEST_F(Styles, OneIsTheDefaultUntilItIsForgotten) {
    const std::string usual = picture({});
    std::vector<std::string> saving = looks;
    saving.insert(saving.end(), {"--save-style", "mine"});
    const std::string made = picture(saving);
    EXPECT_EQ(run({"style", "default", "mine"}).code, 0);
    EXPECT_EQ(run({"style", "list"}).out, "mine\tneurips, the default\n");
    EXPECT_EQ(picture({}), made);
    EXPECT_EQ(picture({"--style", "none"}), usual);
    EXPECT_EQ(run({"style", "default", "none"}).code, 0);
    EXPECT_EQ(picture({}), usual);
    EXPECT_EQ(run({"style", "default", "mine"}).code, 0);
    EXPECT_EQ(run({"style", "remove", "mine"}).code, 0);
    EXPECT_EQ(run({"style", "list"}).out, "");
    EXPECT_EQ(picture({}), usual);
    // Styles do not affect tables.
    EXPECT_EQ(run({"export", "four-words", "-", "--format", "csv", "--stage", "X"}).code, 0);
}

TEST_F(Styles, AreRefusedWithAReason) {
    Finished finished = run({"export", "four-words", "-", "--format", "svg", "--style", "mine"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_NE(finished.err.find("there is no style \"mine\"; none is saved"), std::string::npos)
        << finished.err;
    finished = run({"export", "four-words", "-", "--format", "svg", "--save-style", "none"});
    EXPECT_EQ(finished.code, 2);
    finished = run({"export", "four-words", "-", "--format", "svg", "--save-style", "my style"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_NE(finished.err.find("without blanks"), std::string::npos) << finished.err;
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_EQ(run({"style", "default", "poster"}).code, 2);
    EXPECT_EQ(run({"style", "list", "poster"}).code, 2);
    EXPECT_EQ(run({"style", "remove"}).code, 2);
}

TEST_F(Styles, ABrokenFileIsReportedAndKept) {
    (void)picture({"--save-style", "mine"});
    for (const std::string broken :
         {"{\"styles\": {\"mine\": {\"size\": \"huge\"}}}",
          "{\"styles\": {\"mine\": {\"digits\": 99}}}",
          "{\"styles\": {\"mine\": {\"range\": [2, 1]}}}", "{\"default\": \"gone\"}", "[", ""}) {
        std::filesystem::remove(file);
        (void)folder.file("config/attention-lab/styles.json", broken);
        const Finished finished =
            run({"export", "four-words", "-", "--format", "svg", "--save-style", "other"});
        EXPECT_EQ(finished.code, 2) << broken;
        EXPECT_NE(finished.err.find("styles.json"), std::string::npos) << finished.err;
        EXPECT_EQ(bytes_of(file), broken);
        EXPECT_EQ(run({"style", "list"}).code, 3) << broken;
    }
}
