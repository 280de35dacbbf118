// SPDX-License-Identifier: MIT
// Arrays in JSON that others wrote: objects whose members are lists of numbers or of words. Only
// for core/io/paste.cpp; documents are read by document_json.h, which is strict.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct JsonArray {
    std::string name;               // the keys on the way: "head.W_Q"
    std::vector<Matrix> matrices;   // several if the lists are three deep or more
    std::vector<std::string> words; // of a list of words; then there are no matrices
    bool is_list = false;           // one row
};

/// The arrays of an object in order; a number in a text follows the grammar of cells ("1/2").
/// Single numbers, words and what is neither true nor false are passed over. Nothing if the text is
/// no JSON object. The error names the key, what was found and what was expected.
Result<std::optional<std::vector<JsonArray>>> json_arrays(std::string_view text);

} // namespace attn::io
