// SPDX-License-Identifier: MIT
#include "core/document/model/sheet_numbers.h"

#include "core/document/model/sheet.h"

#include <cmath>

namespace attn {

bool are_whole(const Cells& cells) {
    constexpr Index most_shown = 4096; // larger matrices are pictures
    if (cells.is_derived() || cells.size() > most_shown)
        return false;
    bool has_units = false, has_rests = false, has_any = false;
    for (Index row = 0; row < cells.rows(); ++row)
        for (Index column = 0; column < cells.cols(); ++column) {
            const Real value = cells(row, column);
            if (!std::isfinite(value))
                continue;
            if (!is_whole_number(value))
                return false;
            has_any = true;
            // Small numbers are rounding errors beside large ones only.
            (std::round(value) != 0 ? has_units : has_rests) |= value != 0;
        }
    return has_any && (has_units || !has_rests);
}

NumberFormat format_of(const Cells& cells, const NumberFormat& asked) {
    if (asked.kind != NumberFormat::Kind::Automatic)
        return asked;
    return {NumberFormat::Kind::Decimals, are_whole(cells) ? 0 : asked.digits};
}

NumberFormat format_of(const Document& document, const Trace& trace, const SheetId& sheet,
                       const NumberFormat& asked) {
    if (asked.kind != NumberFormat::Kind::Automatic)
        return asked;
    if (!is_by_query(sheet.stage))
        return format_of(cells_of(document, trace, sheet), asked);
    const Matrix numbers = matrix_of(document, trace, sheet);
    return format_of(Cells(numbers), asked);
}

NumberFormat compared_format(NumberFormat asked) {
    if (asked.kind == NumberFormat::Kind::Automatic)
        asked.kind = NumberFormat::Kind::Decimals;
    return asked;
}

} // namespace attn
