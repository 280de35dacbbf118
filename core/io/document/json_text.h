// SPDX-License-Identifier: MIT
// Parses JSON text into a tree, with errors that name line, column and key. Only for the .cpp files
// of core/io and core/tokenizer: no other code includes the JSON library.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace attn::io {

using Json = nlohmann::json;

/// Limits on nesting, on values (numbers, texts, lists, objects) and on keys; a text beyond them is
/// refused before it costs memory. A document needs at most the keys of 256 heads and 4096 vectors.
constexpr int max_json_depth = 32;
constexpr std::size_t max_json_values = std::size_t{8} << 20;
constexpr std::size_t max_json_keys = std::size_t{1} << 16;

/// What the text should be.
struct JsonKind {
    std::string_view name = "an Attention Lab document"; // for the message if it begins otherwise
    std::size_t max_keys = max_json_keys;
    bool may_be_list = false; // else only an object
};

/// Parses one JSON text in UTF-8 (a byte order mark is accepted). Refuses bytes that are not UTF-8,
/// a NUL, anything after the text, duplicate keys in an object, numbers beyond double, comments,
/// and texts beyond the limits above. `file_name` begins the error's `where`.
Result<Json> parse_json(std::string_view bytes, std::string_view file_name,
                        const JsonKind& kind = {});

/// Whether the JSON is a lesson and no document: it has steps and neither format nor inputs.
bool is_lesson(const Json& root);

/// Returns the position of a key path in the text, "file:12:5: heads[0].w_q[2]", for messages about
/// its meaning. Without line and column if the text has no such key.
std::string where_is(std::string_view bytes, std::string_view file_name, const std::string& path);

// Converts one JSON value, or returns an error whose `where` is the key path.

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
