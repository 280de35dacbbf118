// SPDX-License-Identifier: MIT
#include "core/document/commands/giving.h"

#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/switches.h"

#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace attn {
namespace {

constexpr std::array<GivenAsInfo, 5> ways = {{{GivenAs::Present, "present"},
                                              {GivenAs::Uniform, "uniform"},
                                              {GivenAs::Identity, "identity"},
                                              {GivenAs::Zeros, "zeros"},
                                              {GivenAs::Mean, "mean"}}};

/// Shares 1 evenly among the open cells of each line.
Matrix uniform(const Document& document, const SheetId& sheet, const Shape& shape) {
    const Mask mask = sheet.is_cross ? Mask{} : document.switches.mask;
    Matrix made(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column)
            made(row, column) = is_blocked(mask, row, column) ? 0 : 1;
    return shares_of(std::move(made), document.switches.axis); // a closed line has no weights
}

} // namespace

std::span<const GivenAsInfo> ways_to_give() {
    return ways;
}

Result<Matrix> numbers_to_give(const Document& document, const Trace& trace, const SheetId& sheet,
                               GivenAs as) {
    const Shape shape = shape_of(document, sheet);
    switch (as) {
    case GivenAs::Present:
        return matrix_of(document, trace, sheet);
    case GivenAs::Uniform:
        if (sheet.stage != Stage::Weights)
            return Error{"only weights can be uniform; choose zeros, identity or mean",
                         to_text(sheet)};
        return uniform(document, sheet, shape);
    case GivenAs::Identity:
        return Matrix(Matrix::Identity(shape.rows, shape.columns));
    case GivenAs::Zeros:
        return Matrix(Matrix::Zero(shape.rows, shape.columns));
    case GivenAs::Mean:
        return Matrix(matrix_of(document, trace, sheet).colwise().mean().replicate(shape.rows, 1));
    }
    assert(false && "every way is handled");
    return Matrix();
}

Matrix shares_of(Matrix numbers, Axis axis) {
    const bool by_rows = axis == Axis::Rows;
    for (Index line = 0; line < (by_rows ? numbers.rows() : numbers.cols()); ++line) {
        const Real sum = by_rows ? numbers.row(line).sum() : numbers.col(line).sum();
        if (sum == 0)
            continue;
        if (by_rows)
            numbers.row(line) /= sum;
        else
            numbers.col(line) /= sum;
    }
    return numbers;
}

std::string unlike_shares(const Document& document, const SheetId& sheet,
                          const std::string& remedy) {
    constexpr Real most_off = 1e-3;
    const SharedMatrix* const given = input(document, sheet);
    if (sheet.stage != Stage::Weights || !given)
        return "";
    const Matrix& numbers = **given;
    const bool by_rows = document.switches.axis == Axis::Rows;
    const Matrix lines = by_rows ? numbers : Matrix(numbers.transpose());
    const std::string line = by_rows ? "row" : "column";
    for (Index at = 0; at < lines.rows(); ++at)
        if (lines.row(at).minCoeff() < 0)
            return to_text(sheet) + ": " + line + " " + std::to_string(at) +
                   " has a negative weight; it is taken as it is";
    for (Index at = 0; at < lines.rows(); ++at)
        if (std::abs(lines.row(at).sum() - 1) > most_off)
            return to_text(sheet) + ": " + line + " " + std::to_string(at) + " sums to " +
                   significant(lines.row(at).sum(), 4) +
                   "; it is taken as it is. To divide each by its sum, choose " + remedy;
    return "";
}

} // namespace attn
