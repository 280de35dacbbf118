// SPDX-License-Identifier: MIT
// The package that is read, and the tools of Debian that read it. A test whose tool is missing is
// skipped and says which package brings it.
#pragma once

#include "tests/support/python.h"

#include <filesystem>
#include <string>
#include <system_error>

namespace attn::test {

inline const std::string lab_version = ATTENTION_LAB_VERSION;

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
