// SPDX-License-Identifier: MIT
#include "core/engine/convention.h"

namespace attn {

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
