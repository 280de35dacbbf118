// SPDX-License-Identifier: MIT
// Reads and writes scales and masks in documents and commands. Only for the .cpp files of core/io.
#pragma once

#include "core/engine/switches.h"
#include "core/io/json_text.h"

namespace attn::io {

/// Reads a word of the file format, or a number above 0.
Result<Scale> read_scale(const Json& value, const std::string& path);
/// Reads a word of the file format, or a row of true (blocked) and false for each query, with one
/// entry per key.
Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys);
/// Reads the mask of a command, which does not know its document; `apply` checks that it fits.
Result<Mask> read_mask_of_any_size(const Json& value, const std::string& path);

Json to_json(const Scale& scale);
Json to_json(const Mask& mask);
Json to_json(const Matrix& matrix);
/// Writes a number; non-finite ones as the texts "NaN", "Infinity", "-Infinity".
Json to_json(Real number);

} // namespace attn::io
