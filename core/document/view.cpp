// SPDX-License-Identifier: MIT
#include "core/document/view.h"

#include "core/base/number_text.h"

namespace attn {

std::string format(Real value, const NumberFormat& format) {
    switch (format.kind) {
    case NumberFormat::Kind::Decimals:
        return decimals(value, format.digits);
    case NumberFormat::Kind::Significant:
        return significant(value, format.digits);
    case NumberFormat::Kind::Fraction:
        return fraction(value).value_or(significant(value, format.digits));
    }
    assert(false && "every number format is handled");
    return shortest(value);
}

} // namespace attn
