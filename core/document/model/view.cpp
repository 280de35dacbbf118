// SPDX-License-Identifier: MIT
#include "core/document/model/view.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace attn {

bool is_whole_number(Real value) {
    return std::abs(value - std::round(value)) <= 1e-12 * std::max<Real>(1, std::abs(value));
}

std::string format(Real value, const NumberFormat& format) {
    switch (format.kind) {
    case NumberFormat::Kind::Decimals:
        return decimals(value, format.digits);
    case NumberFormat::Kind::Significant:
        return significant(value, format.digits);
    case NumberFormat::Kind::Fraction:
        return fraction(value).value_or(significant(value, format.digits));
    case NumberFormat::Kind::Scientific:
        return scientific(value, format.digits);
    case NumberFormat::Kind::Automatic:
        return decimals(value, is_whole_number(value) ? 0 : format.digits);
    }
    assert(false && "every number format is handled");
    return shortest(value);
}

std::optional<CellRange> selection(const View& view) {
    if (!view.selected)
        return std::nullopt;
    const Place& focus = *view.selected;
    const Place& corner = view.anchor && view.anchor->sheet == focus.sheet ? *view.anchor : focus;
    return CellRange{focus.sheet, std::min(focus.row, corner.row),
                     std::min(focus.column, corner.column), std::abs(focus.row - corner.row) + 1,
                     std::abs(focus.column - corner.column) + 1};
}

} // namespace attn
