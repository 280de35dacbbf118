// SPDX-License-Identifier: MIT
// Completion in the shells: what the program answers, and a real one in bash.
#include "app/cli/completion.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace attn::completion_test {

using namespace app::cli;
using attn::test::run_program;
using attn::test::run_shell;

namespace {

using Words = std::vector<std::string>;

Candidates after(const Words& arguments) {
    return candidates(commands(), arguments);
}

bool has(const Candidates& found, const std::string& word) {
    return std::find(found.words.begin(), found.words.end(), word) != found.words.end();
}

/// What bash offers after these words, of which the last is being typed; one per line.
std::string in_bash(const std::string& words, int at) {
    const attn::test::TempDir folder;
    const std::string script =
        folder.file("complete.bash", "PATH=\"$(dirname \"" ATTENTION_LAB_PROGRAM "\"):$PATH\"\n"
                                     "source <(attention-lab completion bash)\n"
                                     "COMP_WORDS=(attention-lab " +
                                         words + ")\nCOMP_CWORD=" + std::to_string(at) +
                                         "\n_attention_lab\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    const auto ended = run_shell("LSAN_OPTIONS=suppressions=" ATTENTION_SOURCE_DIR
                                 "/tests/support/leaks.txt:print_suppressions=0 bash --norc '" +
                                 script + "'");
    EXPECT_EQ(ended.err, "");
    return ended.out;
}

} // namespace

TEST(Completion, EveryOptionOfEveryCommandIsOffered) {
    for (const CommandInfo& command : commands())
        for (const ArgumentInfo& option : command.options)
            for (const std::string& name : option.names) {
                const Words typed = command.name.empty() ? Words{name.substr(0, 2)}
                                                         : Words{command.name, name.substr(0, 2)};
                EXPECT_TRUE(has(after(typed), name)) << command.name << " " << name;
            }
}

TEST(Completion, OffersWhatAnArgumentTakes) {
    EXPECT_EQ(after({"sh"}).words, Words{"show"});
    EXPECT_TRUE(after({"sh"}).has_files);
    EXPECT_EQ(after({"show", "four"}).words, Words{"four-words"});
    EXPECT_EQ(after({"show", "four-words", "--stage", "we"}).words,
              (Words{"weights", "weighted_values"}));
    EXPECT_EQ(after({"show", "--format", "json", "four-words", "--stage", "we"}).words.size(), 2U);
    EXPECT_EQ(after({"show", "concepts", "--stage", "co"}).words,
              (Words{"cosine", "concept_cosine"}));
    EXPECT_FALSE(has(after({"show", "your-journey", "--stage", ""}), "W_Q")) << "it has none";
    EXPECT_EQ(after({"explain", "four-words", "sca"}).words, Words{"scaled["});
    EXPECT_TRUE(after({"explain", "four-words", "sca"}).goes_on);
    EXPECT_EQ(after({"export", "four-words", "a.svg", "--theme", ""}).words,
              (Words{"light", "dark", "projector", "grey"}));
    EXPECT_EQ(after({"export", "four-words", "a.svg", "--figure", "mistake/no_s"}).words.size(),
              1U);
    EXPECT_EQ(after({"export", "four-words", "a.pdf", "--blank", "scores,we"}).words,
              (Words{"scores,weights", "scores,weighted_values"}));
    EXPECT_EQ(after({"export", "the-cat-chased-the-mouse", "a.svg", "--query", "ch"}).words,
              Words{"chased"});
    EXPECT_TRUE(after({"export", "four-words", "--forget", ""}).words.empty());
    EXPECT_TRUE(after({"export", "four-words", "--all", ""}).has_files);
    EXPECT_EQ(after({"lesson", "notes", "why-the"}).words, Words{"why-the-root"});
    EXPECT_TRUE(after({"check", "a.attn", ""}).has_files);
    EXPECT_FALSE(after({"export", "four-words", "a.svg", "--title", ""}).has_files);
    EXPECT_TRUE(after({"presets", ""}).words.empty());
    EXPECT_TRUE(after({"export", "four-words", "a.svg", "--stage", "=", "sco"}).words ==
                Words{"scores"})
        << "bash takes --stage=sco apart";
}

TEST(Completion, IsPrintedForTheShells) {
    const auto asked = run_program({"--complete", "show", "four-words", "--stage", "scal"});
    EXPECT_EQ(asked.code, 0);
    EXPECT_EQ(asked.out, "words\nscaled\n");
    EXPECT_EQ(run_program({"--complete"}).code, 0);
    EXPECT_EQ(run_program({"completion", "tcsh"}).code, 2);
}

TEST(Completion, WorksInBash) {
    const attn::test::TempDir folder;
    const std::string script = folder.file("script", run_program({"completion", "bash"}).out);
    EXPECT_EQ(run_shell("bash -n '" + script + "'").code, 0);
    EXPECT_EQ(in_bash("sh", 1), "show\n");
    EXPECT_EQ(in_bash("show four-words --stage sco", 4), "scores\n");
    EXPECT_EQ(in_bash("export four-words a.svg --theme ''", 5), "light\ndark\nprojector\ngrey\n");
    EXPECT_NE(
        in_bash("check " ATTENTION_SOURCE_DIR "/READ", 2).find(ATTENTION_SOURCE_DIR "/README.md\n"),
        std::string::npos);
}

} // namespace attn::completion_test
