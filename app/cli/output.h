// SPDX-License-Identifier: MIT
// Where results and messages go: standard output or a file, and standard error.
#pragma once

#include "app/cli/exit_code.h"
#include "core/base/result.h"
#include "core/io/file.h"

#include <string>
#include <string_view>

namespace app::cli {

/// Writes the whole result; a failure is told on standard error. A reader that closed the pipe has
/// what it wanted: that is no failure, and nothing is said.
ExitCode write_result(std::string_view bytes);

/// Whether the path means standard output: it is empty or "-".
bool is_standard_output(const std::string& path);

/// Whether bytes that are no text would come up on a terminal; tells the user how to avoid it.
bool would_spoil_terminal(const std::string& path, std::string_view kind);

/// Writes the result to the file all or nothing, or to standard output.
ExitCode write_result(std::string_view bytes, const std::string& path,
                      attn::io::Flush flush = attn::io::Flush::Now);

/// Text as it is on standard error.
void tell(std::string_view text);

/// "attention-lab: …" on standard error.
void say(std::string_view message);
void say(const attn::Error& error);

} // namespace app::cli
