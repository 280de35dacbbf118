// SPDX-License-Identifier: MIT
// Reads a command from a JSON value. Only for the .cpp files of core/io.
#pragma once

#include "core/document/commands/command.h"
#include "core/io/document/json_text.h"

namespace attn::io {

/// Reads the command. The `where` of its errors is a key path that begins with `path`.
Result<Command> command_of(const Json& value, const std::string& path);

} // namespace attn::io
