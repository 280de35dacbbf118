// SPDX-License-Identifier: MIT
// Where results and messages go: standard output or a file, and standard error.
#pragma once

#include "app/cli/exit_code.h"
#include "core/base/result.h"
#include "core/io/file.h"

#include <string>
#include <string_view>

namespace app::cli {

/// Writes the whole result; a failure is told on standard error. A reader that closed the pipe
/// has what it wanted, so that nothing is said then.
ExitCode write_result(std::string_view bytes);

/// Writes the result to the file all or nothing; to standard output when `path` is empty.
ExitCode write_result(std::string_view bytes, const std::string& path,
                      attn::io::Flush flush = attn::io::Flush::Now);

/// "attention-lab: …" on standard error.
void say(std::string_view message);
void say(const attn::Error& error);

} // namespace app::cli
