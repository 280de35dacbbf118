// SPDX-License-Identifier: MIT
// Opening the lab's window on a document.
#pragma once

#include <string>

namespace app {

struct WindowOptions {
    std::string document;     // a preset's name or a file; empty opens the default preset
    std::string probe;        // a file that tests read; empty for none
    bool draws_whole = false; // every frame as a whole, for comparing
    // A document that is rejected: ends with the reason, for a terminal. Else the window says it.
    bool ends_if_rejected = false;
};

/// Runs the lab until it is closed. Returns the exit code: 0 done, 3 the document was rejected
/// and that ends it, 4 no display or no OpenGL; the reason is on standard error.
int run_window(const WindowOptions& options);

} // namespace app
