// SPDX-License-Identifier: MIT
// Scales and masks as documents and commands write them. Only for the .cpp files of core/io.
#pragma once

#include "core/engine/switches.h"
#include "core/io/json_text.h"

namespace attn::io {

/// One of the words of the file format, or a number above 0.
Result<Scale> read_scale(const Json& value, const std::string& path);
/// One of the words of the file format, or a row of true (blocked) and false for each query, with
/// as many as there are keys.
Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys);
/// The mask of a command, which does not know its document. `apply` says whether it fits.
Result<Mask> read_mask_of_any_size(const Json& value, const std::string& path);

Json to_json(const Scale& scale);
Json to_json(const Mask& mask);
Json to_json(const Matrix& matrix);
/// A number; what is not finite is one of the texts "NaN", "Infinity", "-Infinity".
Json to_json(Real number);

} // namespace attn::io
