// SPDX-License-Identifier: MIT
// A changed head written into a copy of the file that it came from: the numbers that changed, in
// the precision and the layout of the file; every other byte stays.
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
    std::vector<std::string> left_out; // inputs with numbers that no tensor has a place for
};

/// Writes a copy of the .safetensors file `from` to `to`, with the inputs of the document where its
/// notes say that they came from. A number is changed where the file cannot have meant it: where it
/// is not what the file's own number reads as. Nothing is written when an input, a tensor or a
/// shape does not fit, or a number is beyond the precision; the error names it. `to` may not be
/// `from`. `progress`, where it is not null, counts bytes; once it is cancelled nothing is written.
Result<PutBack> put_back(const Document& document, const std::string& from, const std::string& to,
                         Progress* progress = nullptr);

} // namespace attn::checkpoint
