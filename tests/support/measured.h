// SPDX-License-Identifier: MIT
// Measures time and memory of an attempt by running it in a process of its own.
#pragma once

#include <sys/resource.h>

#include <functional>
#include <string>

namespace attn::test {

struct Measured {
    std::string text;   // result of the attempt
    bool ended = false; // ended without a crash and within ten seconds
    double seconds = 0; // processor seconds
    long megabytes = 0; // peak memory beyond what the test held before
};
/// How long refusing a hostile file may take, in processor seconds. Builds for debugging, with
/// sanitizers or without optimising, get more time.
double most_seconds();

/// Processor time of the program, in user and system mode.
double processor_seconds(const rusage& used);

Measured measured(const std::function<std::string()>& attempt);

} // namespace attn::test
