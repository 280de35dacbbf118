// SPDX-License-Identifier: MIT
// Runs commands of the program in copies of a small process that has its code and libraries
// already. That takes a fraction of the time that it takes to start the built file.
#pragma once

#include <string>
#include <vector>

namespace attn::test {

/// What a process starts with.
struct Beginning {
    std::vector<std::string> words;       // the program and its arguments
    std::vector<std::string> environment; // "NAME=value", nothing else
    std::string in, out, err;             // the files of its streams
    bool closed_pipe = false;             // instead of `out`, a pipe without a reader
};

/// Runs the words as main() would and returns how that ended, as waitpid() says it. If main() would
/// start another program, starts the built program with the same words. Does not look for leaks.
int run_in_copy(const Beginning& beginning);

} // namespace attn::test
