// SPDX-License-Identifier: MIT
// Every command of the README runs as it is written there.
#include "tests/support/python.h"
#include "tests/support/sparse_model.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace attn;

namespace {

/// The lines of the README's code blocks that begin with this text.
std::vector<std::string> commands_of(const std::string& begin) {
    std::istringstream readme(test::bytes_of(ATTENTION_SOURCE_DIR "/README.md"));
    std::vector<std::string> found;
    bool is_code = false;
    for (std::string line; std::getline(readme, line);)
        if (line.starts_with("```"))
            is_code = !is_code;
        else if (is_code && line.starts_with(begin))
            found.push_back(line);
    return found;
}

} // namespace

TEST(Readme, EveryCommandRunsAsItIsWritten) {
    const test::TempDir folder;
    // A small model stands for the downloaded one.
    std::filesystem::create_directory(folder / "gpt2");
    test::TempDir model;
    (void)test::write_sparse_model(model, {4, 6, 48, 96, 512});
    std::filesystem::copy(model.path(), folder / "gpt2", std::filesystem::copy_options::recursive);
    std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/tokenizers/gpt2/tokenizer.json",
                          folder / "gpt2/tokenizer.json");
    const std::string before =
        "LSAN_OPTIONS=suppressions=" ATTENTION_SOURCE_DIR
        "/tests/support/leaks.txt:print_suppressions=0; export LSAN_OPTIONS; "
        "PATH=\"$(dirname \"" ATTENTION_LAB_PROGRAM "\"):$PATH\"; cd '" +
        folder.path().string() + "' && ";
    const auto commands = commands_of("attention-lab ");
    EXPECT_GE(commands.size(), 6U);
    for (const std::string& command : commands) {
        const auto ended = test::run_shell("{ " + before + command + "; }");
        EXPECT_EQ(ended.code, 0) << command << "\n" << ended.err;
        if (const auto at = command.find(" -o "); at != std::string::npos) {
            EXPECT_TRUE(std::filesystem::exists(folder / command.substr(at + 4))) << command;
        }
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "weights.pdf"));
}

TEST(Readme, NamesScriptsThatExist) {
    // tests/scripts runs them.
    const auto scripts = commands_of("scripts/");
    EXPECT_GE(scripts.size(), 2U);
    for (const std::string& line : scripts)
        EXPECT_TRUE(
            std::filesystem::exists(ATTENTION_SOURCE_DIR "/" + line.substr(0, line.find(' '))))
            << line;
}
