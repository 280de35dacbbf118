// SPDX-License-Identifier: MIT
#include "core/document/compare.h"

#include "core/base/covered.h"
#include "core/document/sheet.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

Real difference(Real a, Real b) {
    if (is_covered(a) || is_covered(b))
        return covered_number;
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    return b - a;
}

Real magnitude(Real value) {
    return std::isnan(value) ? std::numeric_limits<Real>::infinity() : std::abs(value);
}

std::string shape_text(const Matrix& matrix) {
    return std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols());
}

} // namespace

Result<Comparison> compare(const Calculation& a, const Calculation& b, const SheetId& sheet,
                           std::size_t most) {
    if (!exists(a.document, sheet) || !exists(b.document, sheet))
        return Error{std::string(exists(a.document, sheet) ? "B" : "A") + " has no " +
                     to_text(sheet) + " to compare"};
    const Matrix left = matrix_of(a.document, a.trace, sheet);
    const Matrix right = matrix_of(b.document, b.trace, sheet);
    if (left.rows() != right.rows() || left.cols() != right.cols())
        return Error{to_text(sheet) + " is " + shape_text(left) + " in A and " + shape_text(right) +
                     " in B, so they cannot be compared cell by cell"};
    Comparison made;
    made.difference.resize(left.rows(), left.cols());
    for (Index row = 0; row < left.rows(); ++row)
        for (Index column = 0; column < left.cols(); ++column) {
            const Real by = difference(left(row, column), right(row, column));
            made.difference(row, column) = by;
            if (by != 0 && !is_covered(by))
                made.largest.push_back(
                    {{sheet, row, column}, left(row, column), right(row, column)});
        }
    made.changed = static_cast<Index>(made.largest.size());
    const auto keep = static_cast<std::ptrdiff_t>(std::min(most, made.largest.size()));
    std::stable_sort(made.largest.begin(), made.largest.end(),
                     [](const ChangedCell& x, const ChangedCell& y) {
                         return magnitude(difference(x.a, x.b)) > magnitude(difference(y.a, y.b));
                     });
    made.largest.erase(made.largest.begin() + keep, made.largest.end());
    return made;
}

} // namespace attn
