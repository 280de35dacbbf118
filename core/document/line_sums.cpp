// SPDX-License-Identifier: MIT
#include "core/document/line_sums.h"

#include "core/base/covered.h"
#include "core/engine/derived.h"

#include <cmath>

namespace attn {
namespace {

void count(LineSums& sums, const Vector& line) {
    constexpr Real most_off = 1e-9;
    const Real sum = line.sum();
    if (has_covered(line)) {
        --sums.lines;
        return;
    }
    sums.ones += std::abs(sum - 1) <= most_off;
    sums.zeros += line.isZero(0);
}

LineSums of_large(const Cells& weights) {
    LineSums sums;
    sums.lines = weights.rows();
    for (Index row = 0; row < sums.lines; ++row) {
        const bool is_read = row == 0 || row == sums.lines / 2 || row + 1 == sums.lines;
        if (is_read) {
            count(sums, weights.row(row));
            continue;
        }
        sums.ones += has_sum(weights, row);
        sums.zeros += has_no_key(weights, row);
    }
    return sums;
}

} // namespace

LineSums line_sums(const Cells& weights, Axis axis) {
    if (weights.is_derived())
        return of_large(weights);
    LineSums sums;
    const Matrix numbers = weights.matrix();
    const Index lines = axis == Axis::Rows ? numbers.rows() : numbers.cols();
    sums.lines = lines;
    for (Index line = 0; line < lines; ++line)
        count(sums, axis == Axis::Rows ? Vector(numbers.row(line))
                                       : Vector(numbers.col(line).transpose()));
    return sums;
}

std::string sums_sentence(const Document& document, const Cells& weights) {
    const Axis axis = document.switches.axis;
    const LineSums sums = line_sums(weights, axis);
    const bool by_rows = written(axis, document.convention) == Axis::Rows;
    const std::string line = by_rows ? "row" : "column";
    if (sums.lines == 0)
        return "their sums are covered";
    if (sums.are_ones())
        return "each " + line + " sums to 1";
    if (sums.ones > 0 && sums.ones + sums.zeros == sums.lines)
        return "each " + line + " with an open " + (axis == Axis::Rows ? "key" : "query") +
               " sums to 1";
    if (sums.ones == 0)
        return "no " + line + " sums to 1";
    const Index others = sums.lines - sums.ones;
    return std::to_string(others) + " of " + std::to_string(sums.lines) + " " + line +
           (others == 1 ? "s does" : "s do") + " not sum to 1";
}

} // namespace attn
