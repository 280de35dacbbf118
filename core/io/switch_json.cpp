// SPDX-License-Identifier: MIT
#include "core/io/switch_json.h"

#include "core/io/document_words.h"
#include "core/io/json_values.h"

#include <cmath>

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

Result<Mask> read_mask(const Json& value, const std::string& path, Index queries, Index keys) {
    if (value.is_array()) {
        auto flags = read_flags(value, path, queries, keys);
        if (!flags)
            return flags.error();
        return Mask{Mask::Kind::Painted, SharedFlags(*std::move(flags))};
    }
    const auto kind =
        read_choice<Mask::Kind>(value, path, mask_words, " or rows of true (blocked) and false");
    if (!kind)
        return kind.error();
    return Mask{*kind, {}};
}

Json to_json(const Scale& scale) {
    if (scale.kind == Scale::Kind::Number)
        return to_json(scale.number);
    return word(scale_words, scale.kind);
}

Json to_json(const Mask& mask) {
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
