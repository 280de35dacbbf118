// SPDX-License-Identifier: MIT
// Helpers shared by the readers of every version of the document format: members of an object,
// lists of names, matrices given or random. The `where` of their errors is a key path. Only for the
// .cpp files of core/io.
#pragma once

#include "core/base/matrix.h"
#include "core/document/model/document.h"
#include "core/io/document/json_text.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::io {

// The key `draw` of a document: matrices drawn by a notebook's generator and seed instead of
// written out. For torch also "linear" (the weights of nn.Linear, as X W reads them) and
// "linear_bias" (its bias, with the key "inputs": how many numbers the layer reads) shape [rows,
// columns] A saved document holds the numbers themselves and no `draw`.

/// The most numbers, and the most skipped words: a tiny file must not ask for days of work.
constexpr Index max_random_numbers = Index{1} << 24;
constexpr Index max_skipped_words = 100'000'000;

/// The matrices, by the names of the inputs they are for.
using RandomMatrices = std::map<std::string, Matrix>;

/// The allowed targets: turns the text after `into` into an input's name, empty if there is no such
/// matrix; and what is expected there, for the message.
struct RandomTargets {
    std::function<std::optional<std::string>(const std::string&)> name_of;
    std::string expected;
};
Result<RandomMatrices> random_matrices(const Json& streams, const RandomTargets& targets);

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
