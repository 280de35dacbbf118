// SPDX-License-Identifier: MIT
// Writes the losses of a training as a file: a table, or a picture of their curve.
#pragma once

#include "core/document/document.h"
#include "core/publish/exporters.h"

#include <span>
#include <string>
#include <string_view>

namespace attn::publish {

/// The file kind for a path's ending: .csv, .png, .svg or .pdf. The error lists these four.
Result<FileKind> curve_kind(std::string_view path);

/// Makes the bytes of the file, which is one of those four kinds. A picture remembers the trained
/// document.
Result<std::string> curve_file(const Document& document, std::span<const Real> losses,
                               FileKind kind, bool is_logarithmic);

} // namespace attn::publish
