// SPDX-License-Identifier: MIT
// The package under test, and Debian's tools that read it. If a tool is missing, a test is skipped
// and names the package that has it.
#pragma once

#include "tests/support/python.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace attn::test {

inline const std::string lab_version = ATTENTION_LAB_VERSION;

/// Empty if the program exists, otherwise the message for skipping.
inline std::string missing_tool(const std::string& program, const std::string& package) {
    if (run_shell("command -v " + program).code == 0)
        return "";
    return program + " is not there; it is in the package " + package;
}

/// A word of a command line for the shell.
inline std::string quoted(const std::string& word) {
    return "'" + word + "'";
}

/// The package of this version in the folder, where scripts/package leaves it; empty if none is
/// there.
inline std::filesystem::path
newest_package(const std::filesystem::path& folder = ATTENTION_SOURCE_DIR "/build/package") {
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator(folder, ignored))
        if (file.path().filename().string().starts_with("attention-lab_" + lab_version + "_"))
            return file.path();
    return {};
}

} // namespace attn::test
