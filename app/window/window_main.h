// SPDX-License-Identifier: MIT
// Opens the lab's window on a document.
#pragma once

#include <string>

namespace app {

struct WindowOptions {
    std::string document;     // a preset's name or a file; empty opens the default preset
    std::string probe;        // a file that tests read; empty for none
    bool draws_whole = false; // draws every frame completely, for comparisons
    // Ends with the reason, for a terminal, if the document is rejected. Else the window shows it.
    bool ends_if_rejected = false;
};

/// Runs the lab until it is closed. Returns the exit code: 0 done, 3 rejected document that ends
/// it, 4 no display or no OpenGL. The reason is on standard error.
int run_window(const WindowOptions& options);

} // namespace app
