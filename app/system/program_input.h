// SPDX-License-Identifier: MIT
// Another program that is given bytes to read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Starts the program (found along PATH) with its arguments, the bytes as its standard input and no
/// output, and waits for its end. No shell reads any of it. Returns whether it ended with code 0.
bool run_with_input(std::vector<std::string> command, std::string_view bytes);

} // namespace app
