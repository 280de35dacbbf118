// SPDX-License-Identifier: MIT
// Runs another program with bytes as its input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Runs the program (found in PATH) with these arguments and the bytes as standard input, without
/// output, and waits for its end. Uses no shell. Returns whether it ended with code 0.
bool run_with_input(std::vector<std::string> command, std::string_view bytes);

} // namespace app
