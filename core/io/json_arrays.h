// SPDX-License-Identifier: MIT
// Arrays in JSON that others wrote: objects whose members are lists of numbers or of words, and
// tables as pandas writes them. Only for core/io/paste.cpp; documents are read by document_json.h,
// which is strict.
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
    std::vector<std::string> row_names = {}, column_names = {}; // of a table; empty: none
    std::vector<std::string> applied = {};                      // how the table was read
};

/// The arrays of an object in order; a number in a text follows the grammar of cells ("1/2").
/// Single numbers, words and what is neither true nor false are passed over. Records (a list of
/// objects with the same keys, or such objects in a line each) are a table, as are pandas' orient
/// "split", "columns", "index" and "table"; of "columns" and "index" the one whose keys count from
/// 0 is an index, and where that does not tell them apart they are refused. Nothing if the text is
/// neither a JSON object nor records. The error names the key, what was found and what was
/// expected.
Result<std::optional<std::vector<JsonArray>>> json_arrays(std::string_view text);

} // namespace attn::io
