// SPDX-License-Identifier: MIT
// --help and --version of the program and every command against the texts in tests/cli/help.
#include "app/cli/arguments.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <sstream>

using attn::test::run_program;

namespace {

/// The words of a text; for a man page without its requests, fonts and escapes.
std::set<std::string> words(const std::string& text) {
    std::set<std::string> found;
    std::string word;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at + 2 < text.size() && text[at] == '\\' && text[at + 1] == 'f') {
            at += 2;
            continue;
        }
        const char letter = at < text.size() ? text[at] : ' ';
        if (letter == '\\')
            continue;
        if (std::string_view(" \n[](),;:.\"").find(letter) == std::string_view::npos)
            word += letter;
        else if (!word.empty())
            found.insert(std::exchange(word, ""));
    }
    return found;
}

std::vector<std::string> arguments(const std::string& command, const std::string& flag) {
    return command == "attention-lab" ? std::vector<std::string>{flag}
                                      : std::vector<std::string>{command, flag};
}

/// The program itself and each of its commands.
std::vector<std::string> every_command() {
    std::vector<std::string> names;
    for (const app::cli::CommandInfo& command : app::cli::commands())
        names.push_back(command.name.empty() ? "attention-lab" : command.name);
    return names;
}

class Help : public testing::TestWithParam<std::string> {};

} // namespace

INSTANTIATE_TEST_SUITE_P(Each, Help, testing::ValuesIn(every_command()), [](const auto& command) {
    return command.param.substr(0, command.param[0] == 'a' ? 9 : 7);
});

TEST_P(Help, EqualsTheReference) {
    const std::string path = ATTENTION_SOURCE_DIR "/tests/cli/help/" + GetParam() + ".txt";
    const auto finished = run_program(arguments(GetParam(), "--help"));
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    if (std::getenv("ATTENTION_ACCEPT"))
        std::ofstream(path) << finished.out;
    EXPECT_EQ(finished.out, attn::test::bytes_of(path));
    EXPECT_EQ(run_program(arguments(GetParam(), "-h")).out, finished.out);
}

TEST_P(Help, HasNoLineWiderThanATerminal) {
    std::istringstream lines(run_program(arguments(GetParam(), "--help")).out);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 84U) << line; // bytes; "…" takes three
}

TEST_P(Help, ShowsTheVersionOfTheProject) {
    const auto finished = run_program(arguments(GetParam(), "--version"));
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.out, "Attention Lab " ATTENTION_LAB_VERSION "\n");
}

TEST_P(Help, EveryOptionItNamesIsAccepted) {
    std::istringstream lines(run_program(arguments(GetParam(), "--help")).out);
    std::size_t sections = 0;
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        const bool begins = line.starts_with("Options");
        sections += begins;
        is_inside = begins || (is_inside && !line.empty());
        // Options stand in the first column of a section; several may share a line.
        const auto end = is_inside ? line.find("  ", 2) : 0;
        const std::string names =
            is_inside && line.starts_with("  -") ? line.substr(2, end - 2) : "";
        for (auto at = names.find("--"); at != std::string::npos; at = names.find("--", at + 2)) {
            const auto stop = std::min(names.find_first_of(" ,", at), names.size());
            const std::string option = names.substr(at, stop - at);
            if (option == "--help" || option == "--version")
                continue;
            const bool has_value = stop + 1 < names.size() && std::isupper(names[stop + 1]);
            const auto finished = run_program(arguments(GetParam(), option));
            EXPECT_EQ(finished.code, 2) << option;
            EXPECT_EQ(finished.err.find("not expected"), std::string::npos) << finished.err;
            // If its value is missing, a known option is named in the error.
            if (has_value) {
                EXPECT_NE(finished.err.find(option), std::string::npos) << finished.err;
            }
        }
    }
    EXPECT_EQ(sections, GetParam() == "export" ? 4U : 1U);
}

TEST(HelpOfEveryCommand, NamesEveryOptionAndItsValues) {
    std::size_t count = 0;
    for (const app::cli::CommandInfo& command : app::cli::commands()) {
        const std::string name = command.name.empty() ? "attention-lab" : command.name;
        const std::string help = run_program(arguments(name, "--help")).out;
        for (const app::cli::ArgumentInfo& option : command.options) {
            for (const std::string& option_name : option.names)
                EXPECT_NE(help.find(option_name), std::string::npos) << name << option_name;
            for (const std::string& word : option.words)
                EXPECT_NE(help.find(word), std::string::npos) << name << " " << word;
            ++count;
        }
    }
    EXPECT_GT(count, 60U);
}

TEST(ManPage, SaysWhatHelpSays) {
    const std::string page =
        attn::test::bytes_of(ATTENTION_SOURCE_DIR "/app/desktop/attention-lab.1");
    const std::set<std::string> said = words(page);
    for (const std::string& command : every_command())
        for (const std::string& word : words(run_program(arguments(command, "--help")).out)) {
            // The names of the sections, and the short words beside the commands.
            static const std::set<std::string> layout = {
                "Usage", "Options", "Commands", "Exit",  "codes",   "Environment", "Examples",
                "its",   "say",     "list",     "print", "compute", "Example"};
            EXPECT_TRUE(said.count(word) > 0 || layout.count(word) > 0)
                << "the help of " << command << " says \"" << word << "\", the man page does not";
        }
}
