// SPDX-License-Identifier: MIT
// A JSON value to a command. Only for the .cpp files of core/io.
#pragma once

#include "core/document/command.h"
#include "core/io/json_text.h"

namespace attn::io {

/// The `where` of its errors is a key path that begins with `path`.
Result<Command> command_of(const Json& value, const std::string& path);

} // namespace attn::io
