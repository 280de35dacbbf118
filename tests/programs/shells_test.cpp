// SPDX-License-Identifier: MIT
// Runs the completion scripts in their shells.
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <string>

using attn::test::run_shell;

namespace {

/// The shell itself reads its script.
void expect_read_by(const std::string& shell) {
    const auto ended = run_shell("'" ATTENTION_LAB_PROGRAM "' completion " + shell + " > script." +
                                 shell + " && " + shell + " -n script." + shell);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
}

} // namespace

TEST(Shells, ZshCompletesWithItsScript) {
    expect_read_by("zsh");
    const auto ended = run_shell(
        "PATH=\"$(dirname '" ATTENTION_LAB_PROGRAM "'):$PATH\" zsh -f -c 'autoload -U compinit; "
        "compinit -u -D; source <(attention-lab completion zsh); print $_comps[attention-lab]; "
        "compadd() { print -l -- \"${@[2,-1]}\" }; words=(attention-lab show four-words --stage "
        "scal); CURRENT=5; _attention_lab'");
    EXPECT_EQ(ended.out, "_attention_lab\nscaled\n") << ended.err;
}

TEST(Shells, FishCompletesWithItsScript) {
    expect_read_by("fish");
    const auto ended = run_shell(
        "PATH=\"$(dirname '" ATTENTION_LAB_PROGRAM "'):$PATH\" HOME=$(mktemp -d) fish -N -c "
        "'attention-lab completion fish | source; complete -C \"attention-lab show four-words "
        "--stage scal\"'");
    EXPECT_EQ(ended.out, "scaled\n") << ended.err;
}
