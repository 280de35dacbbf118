// SPDX-License-Identifier: MIT
// Finds arrays in other programs' JSON: objects whose members are lists of numbers or of words, and
// tables as pandas writes them. Only for core/io/text/paste.cpp; document_json.h, which is strict,
// reads documents.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

struct JsonArray {
    std::string name;               // the path of keys: "head.W_Q"
    std::vector<Matrix> matrices;   // several if the lists are three deep or more
    std::vector<std::string> words; // for a list of words; then there are no matrices
    bool is_list = false;           // one row
    std::vector<std::string> row_names = {}, column_names = {}; // for a table; empty: none
    std::vector<std::string> applied = {};                      // how the table was read
};

/// Returns the arrays of an object in order; a number in a text follows the grammar of cells
/// ("1/2"). Skips single numbers, words, true, false and null. Records (a list of objects with the
/// same keys, or one such object per line) are a table, and so are pandas' orient "split",
/// "columns", "index" and "table"; of "columns" and "index", the level whose keys count from 0 is
/// the index; if that does not decide it, the text is refused. Empty if the text is neither a JSON
/// object nor records. The error names the key, what was found and what was expected.
Result<std::optional<std::vector<JsonArray>>> json_arrays(std::string_view text);

} // namespace attn::io
