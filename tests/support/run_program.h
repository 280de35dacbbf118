// SPDX-License-Identifier: MIT
// Runs the built program as a person would from a shell, and keeps what it says.
#pragma once

#include <string>
#include <vector>

namespace attn::test {

struct Finished {
    int code = 0;    // the exit code; 128 + the signal when a signal ended it
    std::string out; // standard output
    std::string err; // standard error
};

struct RunOptions {
    std::string output = {};                   // standard output goes to this file, "" keeps it
    std::vector<std::string> environment = {}; // "NAME=value" added
    bool closed_pipe = false;                  // standard output is a pipe that nobody reads
    std::string input = {};                    // what stands on standard input
};

Finished run_program(const std::vector<std::string>& arguments, const RunOptions& options = {});

} // namespace attn::test
