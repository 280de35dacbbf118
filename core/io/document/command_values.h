// SPDX-License-Identifier: MIT
// Reads commands, and lessons of documents, from JSON values. Only for the .cpp files of core/io.
#pragma once

#include "core/document/commands/command.h"
#include "core/io/document/json_text.h"

namespace attn::io {

/// Reads the command. The `where` of its errors is a key path that begins with `path`.
Result<Command> command_of(const Json& value, const std::string& path);

/// Reads the lesson that a document carries. Returns it as write_lesson() writes it. The `where` of
/// its errors is a key path that begins with `path`.
Result<std::string> read_lesson_of_document(const Json& value, const std::string& path);

} // namespace attn::io
