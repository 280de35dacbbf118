// SPDX-License-Identifier: MIT
// The window as a separate program, so that the command line does not load the window's libraries.
#pragma once

#include "app/cli/cli.h"

#include <string>

namespace app {

/// Turns this process into the program with the window; its process number and open files stay.
/// Returns, with the exit code, only if that program is missing.
int become_window(const cli::WindowRequest& request);

/// The same for a command that needs a model's tokenizer, with this program's arguments. That
/// program loads the tokenizers' libraries.
cli::ExitCode become_model_reader(char** arguments);

/// Returns what the program with the window reports about OpenGL.
std::string ask_opengl();

} // namespace app
