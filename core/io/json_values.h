// SPDX-License-Identifier: MIT
// One JSON value to one value of ours, or an error whose `where` is the key path. Only for the .cpp
// files of core/io.
#pragma once

#include "core/base/matrix.h"
#include "core/io/json_text.h"

#include <cstdint>
#include <span>
#include <utility>

namespace attn::io {

/// What a value is, for messages: "the text "0.5"", "the number 3", "a list", "null".
std::string found(const Json& value);

/// A JSON number, or one of the texts "NaN", "Infinity", "-Infinity".
Result<Real> read_number(const Json& value, const std::string& path);

/// A whole number from `low` to `high`.
Result<Index> read_whole(const Json& value, const std::string& path, Index low, Index high);

/// The seed of a generator of random numbers, 0 to 2³² − 1: more than an Index holds in a page.
Result<std::uint32_t> read_seed(const Json& value, const std::string& path);

Result<std::string> read_text(const Json& value, const std::string& path);

/// Rows of numbers, all equally long; at least 1 × 1, at most max_rows × max_columns. The error
/// names the row or the cell, what was found and what was expected.
Result<Matrix> read_matrix(const Json& value, const std::string& path, Index max_rows,
                           Index max_columns);

/// Rows of true and false, rows × columns.
Result<Flags> read_flags(const Json& value, const std::string& path, Index rows, Index columns);

/// The entry of the table whose name the value is; `also` ends the list of what is expected.
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
