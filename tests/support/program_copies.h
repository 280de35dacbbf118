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

/// The texts as exec() takes them.
std::vector<char*> pointers_to(const std::vector<std::string>& texts);

/// Does what main() would do and returns how it ended, as waitpid() says it. Has the built program,
/// started anew with the same words, do what main() has other programs do. Does not look for leaks.
int run_in_copy(const Beginning& beginning);

} // namespace attn::test
