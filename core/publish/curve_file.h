// SPDX-License-Identifier: MIT
// The losses of a training as a file: a table, or a picture of their curve.
#pragma once

#include "core/document/document.h"
#include "core/publish/exporters.h"

#include <span>
#include <string>
#include <string_view>

namespace attn::publish {

/// The kind that a path's ending names: .csv, .png, .svg or .pdf. The error says these four.
Result<FileKind> curve_kind(std::string_view path);

/// The bytes of the file, whose kind is one of those four. A picture remembers the document that
/// was trained.
Result<std::string> curve_file(const Document& document, std::span<const Real> losses,
                               FileKind kind, bool is_logarithmic);

} // namespace attn::publish
