// SPDX-License-Identifier: MIT
// Converts one JSON value, or returns an error whose `where` is the key path. Only for the .cpp
// files of core/io.
#pragma once

#include "core/base/matrix.h"
#include "core/io/json_text.h"

#include <cstdint>
#include <span>
#include <utility>

namespace attn::io {

/// Describes a value for messages: "the text "0.5"", "the number 3", "a list", "null".
std::string found(const Json& value);

/// Reads a JSON number, or one of the texts "NaN", "Infinity", "-Infinity".
Result<Real> read_number(const Json& value, const std::string& path);

/// Reads a whole number from `low` to `high`.
Result<Index> read_whole(const Json& value, const std::string& path, Index low, Index high);

/// Reads the seed of a random generator, 0 to 2³² − 1: more than an Index holds in the web page.
Result<std::uint32_t> read_seed(const Json& value, const std::string& path);

Result<std::string> read_text(const Json& value, const std::string& path);

/// Reads rows of numbers of equal length; at least 1 × 1, at most max_rows × max_columns. The error
/// names the row or the cell, what was found and what was expected.
Result<Matrix> read_matrix(const Json& value, const std::string& path, Index max_rows,
                           Index max_columns);

/// Reads rows of true and false, rows × columns.
Result<Flags> read_flags(const Json& value, const std::string& path, Index rows, Index columns);

/// Reads the table entry that the value names; `also` ends the list of what is expected.
template <class Choice>
Result<Choice> read_choice(const Json& value, const std::string& path,
                           std::span<const std::pair<std::string_view, Choice>> table,
                           const std::string& also = {}) {
    std::string names;
    for (const auto& [name, choice] : table) {
        if (value.is_string() && value.get_ref<const std::string&>() == name)
            return choice;
        names += (names.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    }
    return Error{"found " + found(value) + ", expected one of " + names + also, path};
}

} // namespace attn::io
