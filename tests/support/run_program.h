// SPDX-License-Identifier: MIT
// Runs the program as from a shell and captures its output.
#pragma once

#include <string>
#include <vector>

namespace attn::test {

struct Finished {
    int code = 0;    // exit code; 128 + the signal if a signal ended it
    std::string out; // standard output
    std::string err; // standard error
};

struct RunOptions {
    std::string output = {};                   // redirects standard output to this file; empty:
                                               // captured
    std::vector<std::string> environment = {}; // "NAME=value" added
    bool closed_pipe = false;                  // standard output is a pipe without a reader
    std::string input = {};                    // standard input
    bool is_file = false;                      // starts the built file in any case
};

/// The first run of each test case starts the built file, whose leaks a sanitizer looks for;
/// further runs are copies of a process with the same code (program_copies.h).
Finished run_program(const std::vector<std::string>& arguments, const RunOptions& options = {});

} // namespace attn::test
