// SPDX-License-Identifier: MIT
#include "core/engine/numbers/switches.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace attn {

Real divisor(const Scale& scale, Index d_k, Index d_model) {
    switch (scale.kind) {
    case Scale::Kind::SqrtDk:
        return std::sqrt(static_cast<Real>(d_k));
    case Scale::Kind::None:
        return 1;
    case Scale::Kind::Dk:
        return static_cast<Real>(d_k);
    case Scale::Kind::SqrtDmodel:
        return std::sqrt(static_cast<Real>(d_model));
    case Scale::Kind::Number:
        return scale.number;
    }
    assert(false && "every kind of scale is handled");
    return 1;
}

std::optional<Index> least_number(Mask::Kind kind) {
    switch (kind) {
    case Mask::Kind::Window:
        return 1; // a word sees itself
    case Mask::Kind::Prefix:
    case Mask::Kind::Padding:
        return 0;
    case Mask::Kind::None:
    case Mask::Kind::Causal:
    case Mask::Kind::Painted:
    case Mask::Kind::All:
        return std::nullopt;
    }
    assert(false && "every kind is known");
    return std::nullopt;
}

bool hides_later_keys(Mask::Kind kind) {
    switch (kind) {
    case Mask::Kind::Causal:
        return true;
    case Mask::Kind::None:
    case Mask::Kind::Painted:
    case Mask::Kind::Window:
    case Mask::Kind::Prefix:
    case Mask::Kind::Padding:
    case Mask::Kind::All: // unless one of its masks does
        return false;
    }
    assert(false && "every kind is known");
    return false;
}

bool is_blocked(const Mask& mask, Index row, Index column) {
    switch (mask.kind) {
    case Mask::Kind::None:
        return false;
    case Mask::Kind::Causal:
        return column > row;
    case Mask::Kind::Painted:
        assert(row < mask.painted.rows() && column < mask.painted.cols() &&
               "a painted mask is tokens × tokens");
        return (*mask.painted)(row, column);
    case Mask::Kind::Window:
        return std::abs(row - column) >= mask.number;
    case Mask::Kind::Prefix:
        return column > row && column >= mask.number;
    case Mask::Kind::Padding:
        assert(column < mask.keys && "a padding knows how many keys there are");
        return column >= mask.keys - mask.number;
    case Mask::Kind::All:
        return std::any_of(mask.all.begin(), mask.all.end(),
                           [&](const Mask& one) { return is_blocked(one, row, column); });
    }
    assert(false && "every kind of mask is handled");
    return false;
}

Mask resolved(Mask mask, Index keys) {
    if (mask.kind == Mask::Kind::Padding)
        mask.keys = keys;
    for (Mask& one : mask.all)
        one = resolved(std::move(one), keys);
    return mask;
}

Mask painted_like(const Mask& mask, Index queries, Index keys) {
    if (mask.kind == Mask::Kind::Painted)
        return mask;
    const Mask known = resolved(mask, keys);
    Flags cells(queries, keys);
    for (Index row = 0; row < queries; ++row)
        for (Index column = 0; column < keys; ++column)
            cells(row, column) = is_blocked(known, row, column);
    return {Mask::Kind::Painted, std::move(cells)};
}

Mask painted_like(const Mask& mask, Index tokens) {
    return painted_like(mask, tokens, tokens);
}

std::vector<bool> closed_lines(const Mask& mask, Index queries, Index keys, Axis axis) {
    const bool by_rows = axis == Axis::Rows;
    std::vector<bool> closed;
    for (Index line = 0; line < (by_rows ? queries : keys); ++line) {
        bool is_closed = true;
        for (Index at = 0; at < (by_rows ? keys : queries) && is_closed; ++at)
            is_closed = is_blocked(mask, by_rows ? line : at, by_rows ? at : line);
        closed.push_back(is_closed);
    }
    return closed;
}

std::size_t own_flags(const Mask& mask, const Mask& other) {
    std::size_t count =
        mask.painted.is_same(other.painted) ? 0 : static_cast<std::size_t>(mask.painted->size());
    for (std::size_t at = 0; at < mask.all.size(); ++at)
        count += own_flags(mask.all[at], at < other.all.size() ? other.all[at] : Mask());
    return count;
}

std::string to_text(const Mask& mask) {
    switch (mask.kind) {
    case Mask::Kind::None:
        return "none";
    case Mask::Kind::Causal:
        return "causal";
    case Mask::Kind::Painted:
        return "painted";
    case Mask::Kind::Window:
        return "window of " + std::to_string(mask.number);
    case Mask::Kind::Prefix:
        return "prefix of " + std::to_string(mask.number);
    case Mask::Kind::Padding:
        return "padding of " + std::to_string(mask.number);
    case Mask::Kind::All:
        break;
    }
    std::string text;
    for (const Mask& one : mask.all)
        text += (text.empty() ? "" : " and ") + to_text(one);
    return text.empty() ? "none" : text;
}

Matrix written(const Matrix& matrix, Convention convention) {
    return convention == Convention::TokensAsRows ? matrix : Matrix(matrix.transpose());
}

Axis written(Axis axis, Convention convention) {
    if (convention == Convention::TokensAsRows)
        return axis;
    return axis == Axis::Rows ? Axis::Columns : Axis::Rows;
}

std::string entry(const SheetId& sheet, const std::string& row, const std::string& column,
                  Convention convention) {
    SheetId named = sheet;
    named.query = 0;
    const std::string query = is_by_query(sheet.stage) ? std::to_string(sheet.query) + "," : "";
    const bool by_rows = convention == Convention::TokensAsRows;
    return to_text(named) + "[" + query + (by_rows ? row : column) + "," +
           (by_rows ? column : row) + "]";
}

std::string entry(const Place& place, Convention convention) {
    return entry(place.sheet, std::to_string(place.row), std::to_string(place.column), convention);
}

} // namespace attn
