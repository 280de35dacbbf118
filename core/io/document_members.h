// SPDX-License-Identifier: MIT
// Helpers shared by the readers of every version of the document format: members of an object,
// lists of names, matrices given or random. The `where` of their errors is a key path. Only for the
// .cpp files of core/io.
#pragma once

#include "core/document/document.h"
#include "core/io/json_values.h"
#include "core/io/random_matrices.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {

/// Returns "model.mask"; just the key at the top level. A file's key may be any text, so
/// unprintable characters are escaped, as where_is expects.
std::string key_path(const std::string& parent, const std::string& key);

/// Sets `field` if the member exists; else it keeps its default.
template <class Field, class Read>
Result<> take(const Json& object, const std::string& parent, const std::string& key, Field& field,
              Read read) {
    const auto at = object.find(key);
    if (at == object.end())
        return Nothing{};
    auto value = read(*at, key_path(parent, key));
    if (!value)
        return value.error();
    field = *std::move(value);
    return Nothing{};
}

template <class Choice, std::size_t Count>
auto choice_from(const std::array<std::pair<std::string_view, Choice>, Count>& table) {
    return [&table](const Json& value, const std::string& path) {
        return read_choice<Choice>(value, path, table);
    };
}

/// A list of texts. `sort` names them in messages, "words" or "names"; `many` is the message for
/// too many and `remedy` what to do about it.
struct TextList {
    std::string sort = "names", many = "names";
    Index most = max_concept_side;
    std::string remedy = {};
};
Result<std::vector<std::string>> read_texts(const Json& value, const std::string& path,
                                            const TextList& about);
inline constexpr const char* leave_words_out =
    "; leave some out, or open the file in the window, which offers a part";

/// Reads places or ranges: ["weights[1,4]", "scores[0:2,:]"].
Result<std::vector<Region>> read_covers(const Json& value, const std::string& path);

/// Returns the given matrix, or the random one of this name, which is then removed from `random`;
/// empty if there is neither.
Result<std::optional<SharedMatrix>> given_or_drawn(const Json* given, const std::string& path,
                                                   const std::string& name, Index max_rows,
                                                   Index max_columns, RandomMatrices& random);

/// The members of an object that are not in the list, taken out of it.
Json unknown_members(Json& object, std::span<const std::string_view> known);

} // namespace attn::io
