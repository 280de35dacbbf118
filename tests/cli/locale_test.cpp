// SPDX-License-Identifier: MIT
// The program under locales that write numbers and letters differently, made for the test.
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace attn::test;

namespace {

/// Makes the locale in the folder. Returns whether this machine can.
bool make_locale(const TempDir& folder, const std::string& name) {
    const std::string command =
        "localedef -i " + name + " -f UTF-8 '" + (folder / (name + ".UTF-8")) + "' >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
}

/// Everything that the program prints and writes, in one text.
std::string all_of_it(const std::vector<std::string>& environment) {
    const TempDir folder;
    std::string text;
    const auto take = [&](const std::vector<std::string>& arguments) {
        const Finished finished =
            run_program(arguments, {.environment = environment, .is_file = true});
        EXPECT_EQ(finished.code, 0) << finished.err;
        text += finished.out;
    };
    const std::string preset = "the-cat-chased-the-mouse";
    take({"show", preset, "--stage", "weights"});
    take({"show", preset, "--format", "json"});
    take({"show", preset, "--stage", "weights", "--format", "csv"});
    take({"explain", preset, "weights[2,1]"});
    const std::string table = folder.file("x.csv", "word;a;b\nThe;1,5;2\ncat;-3;4,25\n");
    take({"import", table, "-o", folder / "x.attn"});
    text += bytes_of(folder / "x.attn");
    for (const char* ending : {"attn", "py", "tex"}) {
        const std::string file = folder / (std::string("out.") + ending);
        const Finished finished =
            run_program({"export", preset, file}, {.environment = environment, .is_file = true});
        EXPECT_EQ(finished.code, 0) << ending << ": " << finished.err;
        text += bytes_of(file);
    }
    return text;
}

} // namespace

TEST(Locale, F54FilesAndNumbersAreTheSameInEveryLocale) {
    const TempDir locales;
    std::vector<std::string> made;
    for (const char* name : {"de_DE", "tr_TR"})
        if (make_locale(locales, name))
            made.emplace_back(name);
    if (made.empty())
        GTEST_SKIP() << "no locale can be made here: localedef or the package locales is missing";
    const std::string expected = all_of_it({"LC_ALL=C"});
    ASSERT_GT(expected.size(), 10'000U);
    for (const std::string& name : made) {
        SCOPED_TRACE(name);
        const std::string found =
            all_of_it({"LOCPATH=" + locales.path().string(), "LC_ALL=" + name + ".UTF-8"});
        EXPECT_TRUE(found == expected) << "what is written depends on the locale";
    }
}
