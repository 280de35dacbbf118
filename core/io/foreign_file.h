// SPDX-License-Identifier: MIT
// Kinds of files that people try and Attention Lab does not read, each with the line that converts
// it. This is the one table of them: opening, importing, showing and dropping ask it.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>

namespace attn::io {

/// Why a file of this name cannot be opened and how to convert it; nothing for names of other
/// kinds. Only the name is looked at, its letters large or small.
std::optional<Error> foreign_file(const std::string& path);

/// What to say of a file of arrays where a document is wanted: how to make one of it.
Error arrays_are_no_document(const std::string& path);

} // namespace attn::io
