// SPDX-License-Identifier: MIT
// Kinds of files that Attention Lab does not read, each with a command that converts it. The only
// such table; opening, importing, showing and dropping files use it.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>

namespace attn::io {

/// Says why a file of this name cannot be opened and how to convert it; empty for other names.
/// Looks only at the name, ignoring case.
std::optional<Error> foreign_file(const std::string& path);

/// The error for a file of arrays where a document is expected: says how to make a document of it.
Error arrays_are_no_document(const std::string& path);

} // namespace attn::io
