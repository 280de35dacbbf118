// SPDX-License-Identifier: MIT
// The command line: arguments in, results on standard output, messages on standard error, an exit
// code back. Nothing here touches a display.
#pragma once

#include "app/cli/exit_code.h"

#include <functional>
#include <string>

namespace app::cli {

/// What the command line hands over to the window. Either may be empty.
struct WindowRequest {
    std::string document;     // a preset's name or a file
    std::string probe;        // a file the window writes the places of its controls to, for tests
    bool draws_whole = false; // every frame is drawn again, for benchmarks to compare with
};

struct ImportRequest;

/// What only the program with a window can do; main() fills it in.
struct Hooks {
    std::function<int(const WindowRequest&)> open_window; // gives the exit code
    std::function<std::string()> opengl; // the driver's version, or why there is none
    // A layer of a model. Its tokenizers need libraries that take longer to load than a figure to
    // draw, and no other command needs them.
    std::function<ExitCode(const ImportRequest&)> import_model;
};

/// Runs the program and gives its exit code (see exit_code.h).
int run(int count, const char* const* arguments, const Hooks& hooks);

} // namespace app::cli
