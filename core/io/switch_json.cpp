// SPDX-License-Identifier: MIT
#include "core/io/switch_json.h"

#include "core/document/document.h"
#include "core/io/document_members.h"
#include "core/io/document_words.h"
#include "core/io/json_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace attn::io {

Result<Scale> read_scale(const Json& value, const std::string& path) {
    if (value.is_number()) {
        const Real number = value.get<Real>();
        if (!(number > 0))
            return Error{"found " + found(value) + ", expected a number above 0", path};
        return Scale{Scale::Kind::Number, number};
    }
    const auto kind = read_choice<Scale::Kind>(value, path, scale_words, " or a number above 0");
    if (!kind)
        return kind.error();
    return Scale{*kind};
}

namespace {

constexpr std::array<std::pair<std::string_view, Mask::Kind>, 3> numbered_masks = {
    {{"window", Mask::Kind::Window},
     {"prefix", Mask::Kind::Prefix},
     {"padding", Mask::Kind::Padding}}};

/// Whether it is a list of masks, not the rows of one mask.
bool is_list_of_masks(const Json& value) {
    return value.is_array() && std::any_of(value.begin(), value.end(), [](const Json& one) {
               return one.is_string() || one.is_object() ||
                      (one.is_array() && !one.empty() && one.front().is_array());
           });
}

/// Reads {"window": 3} and similar.
Result<Mask> read_numbered_mask(const Json& value, const std::string& path, Index keys) {
    for (const auto& [name, kind] : numbered_masks)
        if (value.size() == 1 && value.contains(std::string(name))) {
            const std::string key(name);
            const auto number = read_whole(value[key], key_path(path, key),
                                           least_number(kind).value_or(0), max_tokens);
            if (!number)
                return number.error();
            Mask mask{kind, {}};
            mask.number = *number;
            return resolved(std::move(mask), keys);
        }
    return Error{"found " + found(value) +
                     R"(, expected one of {"window": 3}, {"prefix": 2}, {"padding": 1})",
                 path};
}

} // namespace

Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys) {
    if (is_list_of_masks(value)) {
        Mask all{Mask::Kind::All, {}};
        for (std::size_t at = 0; at < value.size(); ++at) {
            if (is_list_of_masks(value[at]))
                return Error{"found a list, expected one mask",
                             path + "[" + std::to_string(at) + "]"};
            auto one = read_mask(value[at], path + "[" + std::to_string(at) + "]", queries, keys);
            if (!one)
                return one.error();
            all.all.push_back(*std::move(one));
        }
        return all;
    }
    if (value.is_array()) {
        auto flags = read_flags(value, path, queries, keys);
        if (!flags)
            return flags.error();
        return Mask{Mask::Kind::Painted, SharedFlags(*std::move(flags))};
    }
    if (value.is_object())
        return read_numbered_mask(value, path, keys);
    const auto kind = read_choice<Mask::Kind>(
        value, path, mask_words,
        R"(, {"window": 3}, {"prefix": 2}, {"padding": 1}, rows of true (blocked) and false, )"
        "or a list of these");
    if (!kind)
        return kind.error();
    return Mask{*kind, {}};
}

Result<Mask> read_mask_of_any_size(const Json& value, const std::string& path) {
    // A painted mask, alone or among several, gives the number of queries and keys.
    const Json* painted = value.is_array() ? &value : nullptr;
    if (is_list_of_masks(value)) {
        const auto found = std::find_if(value.begin(), value.end(),
                                        [](const Json& one) { return one.is_array(); });
        painted = found == value.end() ? nullptr : &*found;
    }
    const Index rows = painted ? static_cast<Index>(painted->size()) : 0;
    const bool has_rows = rows > 0 && painted->front().is_array();
    const Index columns = has_rows ? static_cast<Index>(painted->front().size()) : rows;
    return read_mask(value, path, rows, columns);
}

Json to_json(const Scale& scale) {
    if (scale.kind == Scale::Kind::Number)
        return to_json(scale.number);
    return word(scale_words, scale.kind);
}

Json to_json(const Mask& mask) {
    if (mask.kind == Mask::Kind::All) {
        Json list = Json::array();
        for (const Mask& one : mask.all)
            list.push_back(to_json(one));
        return list;
    }
    for (const auto& [name, kind] : numbered_masks)
        if (kind == mask.kind)
            return {{std::string(name), mask.number}};
    if (mask.kind != Mask::Kind::Painted)
        return word(mask_words, mask.kind);
    Json rows = Json::array();
    for (Index row = 0; row < mask.painted->rows(); ++row) {
        rows.push_back(Json::array());
        for (Index column = 0; column < mask.painted->cols(); ++column)
            rows.back().push_back(static_cast<bool>((*mask.painted)(row, column)));
    }
    return rows;
}

Json to_json(const Matrix& matrix) {
    Json rows = Json::array();
    for (Index row = 0; row < matrix.rows(); ++row) {
        rows.push_back(Json::array());
        for (Index column = 0; column < matrix.cols(); ++column)
            rows.back().push_back(to_json(matrix(row, column)));
    }
    return rows;
}

Json to_json(Real number) {
    if (std::isnan(number))
        return "NaN";
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    return number;
}

} // namespace attn::io
