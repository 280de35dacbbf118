// SPDX-License-Identifier: MIT
// Runs Python scripts with the system's Python.
#pragma once

#include "tests/support/temp_dir.h"

#include <sys/wait.h>

#include <cstdlib>
#include <string>

namespace attn::test {

struct Ended {
    int code = 0; // 127 if there is no such program
    std::string out, err;
};

/// Runs a shell command line and captures both outputs.
inline Ended run_shell(const std::string& command) {
    const TempDir folder;
    const int status = std::system(
        (command + " >'" + (folder / "out") + "' 2>'" + (folder / "err") + "'").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, bytes_of(folder / "out"),
            bytes_of(folder / "err")};
}

/// Whether `script` can give a command a terminal; some containers have none.
inline bool has_terminals() {
    return run_shell("script -qec true /dev/null </dev/null").code == 0;
}

inline Ended run_python(const std::string& script) {
    const TempDir folder;
    return run_shell("/usr/bin/python3 -B -W ignore '" + folder.file("script.py", script) + "'");
}

} // namespace attn::test
