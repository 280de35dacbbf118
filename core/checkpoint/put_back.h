// SPDX-License-Identifier: MIT
// Writes a changed head into a copy of the file that it came from: only the changed numbers, in the
// file's precision and layout; every other byte stays.
#pragma once

#include "core/document/document.h"
#include "core/engine/progress.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn::checkpoint {

struct PutBack {
    std::size_t inputs = 0;            // how many inputs of the document are in the file
    std::size_t changed = 0;           // how many of their numbers differ from the file's
    std::vector<std::string> left_out; // inputs with numbers that have no place in a tensor
};

/// Writes a copy of the .safetensors file `from` to `to`, with the document's inputs at the places
/// in its notes. A number is changed only if it differs from what the file's own number reads as.
/// Writes nothing and fails if an input, tensor or shape does not fit, or a number is too large for
/// the precision; the error names it. `to` must not be `from`. `progress`, if not null, counts
/// bytes; once it is cancelled, nothing is written.
Result<PutBack> put_back(const Document& document, const std::string& from, const std::string& to,
                         Progress* progress = nullptr);

} // namespace attn::checkpoint
