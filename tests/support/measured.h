// SPDX-License-Identifier: MIT
// What an attempt costs: run in a process of its own, so that time and memory are its alone.
#pragma once

#include <sys/resource.h>

#include <functional>
#include <string>

namespace attn::test {

struct Measured {
    std::string text;   // what the attempt gave back
    bool ended = false; // by itself, without a crash and within ten seconds
    double seconds = 0; // of the processor
    long megabytes = 0; // of memory at most, beyond what the test held before
};
/// Of the program and of the system for it.
double processor_seconds(const rusage& used);

Measured measured(const std::function<std::string()>& attempt);

} // namespace attn::test
