// SPDX-License-Identifier: MIT
// Writes results to standard output or a file, and messages to standard error.
#pragma once

#include "app/cli/exit_code.h"
#include "core/base/result.h"
#include "core/io/file.h"

#include <string>
#include <string_view>

namespace app::cli {

/// Writes the whole result; reports a failure on standard error. A reader that closed the pipe had
/// enough, so that is not a failure and not reported.
ExitCode write_result(std::string_view bytes);

/// Whether the path means standard output: empty or "-".
bool is_standard_output(const std::string& path);

/// Whether binary bytes would be written to a terminal. If so, tells the user how to avoid it.
bool would_spoil_terminal(const std::string& path, std::string_view kind);

/// Writes the result to standard output, or to the file completely or not at all.
ExitCode write_result(std::string_view bytes, const std::string& path,
                      attn::io::Flush flush = attn::io::Flush::Now);

/// Writes the text to standard error unchanged.
void tell(std::string_view text);

/// Writes "attention-lab: …" to standard error.
void say(std::string_view message);
void say(const attn::Error& error);

} // namespace app::cli
