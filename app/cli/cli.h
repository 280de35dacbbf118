// SPDX-License-Identifier: MIT
// The command line: takes arguments, writes results to standard output and messages to standard
// error, returns an exit code. It needs no display.
#pragma once

#include "app/cli/output.h"

#include <functional>
#include <string>

namespace app::cli {

/// What the command line passes to the window. Either text may be empty.
struct WindowRequest {
    std::string document; // a preset's name or a file
    std::string probe;    // a file where the window writes the places of its controls, for tests
    bool draws_whole = false; // draws every frame completely, for comparison in benchmarks
};

struct ImportRequest;
struct NextRequest;

/// What only the program with the window can do. main() fills it in.
struct Hooks {
    std::function<int(const WindowRequest&)> open_window; // returns the exit code
    std::function<std::string()> opengl; // the driver's version, or why there is none
    // Import a model or a layer of it, and say what a model says next. Their tokenizers need
    // libraries that take longer to load than drawing a figure takes, and no other command needs
    // them.
    std::function<ExitCode(const ImportRequest&)> import_model;
    std::function<ExitCode(const NextRequest&)> next;
};

/// Runs the program and returns its exit code (see output.h).
int run(int count, const char* const* arguments, const Hooks& hooks);

} // namespace app::cli
