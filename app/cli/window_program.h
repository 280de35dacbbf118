// SPDX-License-Identifier: MIT
// The window as a program of its own beside the command line, which so loads no library of it.
#pragma once

#include "app/cli/cli.h"

#include <string>

namespace app {

/// Becomes the program with the window: this process, its number and its files stay. Returns the
/// exit code only when that program is not there.
int become_window(const cli::WindowRequest& request);

/// The same to read the folder of a model, with the arguments of this program: that one loads the
/// libraries of tokenizers.
cli::ExitCode become_importer(char** arguments);

/// What the program with the window says of OpenGL.
std::string ask_opengl();

} // namespace app
