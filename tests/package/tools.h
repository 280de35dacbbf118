// SPDX-License-Identifier: MIT
// The tools of Debian that read what is installed. A test whose tool is missing is skipped and says
// which package brings it.
#pragma once

#include "tests/support/python.h"

#include <string>

namespace attn::test {

/// Empty if the program is there, else the sentence to skip with.
inline std::string missing_tool(const std::string& program, const std::string& package) {
    if (run_shell("command -v " + program).code == 0)
        return "";
    return program + " is not there; it is in the package " + package;
}

/// A word of a command line for the shell.
inline std::string quoted(const std::string& word) {
    return "'" + word + "'";
}

} // namespace attn::test
