// SPDX-License-Identifier: MIT
// The program's exit codes, as in its help.
#pragma once

namespace app::cli {

enum class ExitCode {
    Done = 0,
    Failed = 1,     // while running
    Usage = 2,      // wrong arguments, or a stage the document does not have
    Rejected = 3,   // a file could not be read or is not a good document
    NoDisplay = 4,  // no display or no OpenGL
    NotWritten = 5, // the result could not be written
};

} // namespace app::cli
