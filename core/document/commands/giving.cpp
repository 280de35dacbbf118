// SPDX-License-Identifier: MIT
#include "core/document/commands/giving.h"

#include "core/base/number_text.h"
#include "core/document/commands/placing.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/switches.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>
#include <utility>

namespace attn {
namespace {

constexpr std::array<GivenAsInfo, 6> ways = {
    {{GivenAs::Present, "present", "As it is", ""},
     {GivenAs::Uniform, "uniform", "The same weight for all",
      "Gives each open key of a word the same weight, so that it hears the mean of all values."},
     {GivenAs::Identity, "identity", "Identity", "Puts 1 on the diagonal and 0 elsewhere."},
     {GivenAs::Zeros, "zeros", "Zeros", ""},
     {GivenAs::Mean, "mean", "The mean over words",
      "Each row becomes the mean of all rows, so that nothing tells the words apart."},
     {GivenAs::Diagonal, "diagonal", "Diagonal …",
      "Puts 1 on a line beside the diagonal, such as −1: each word listens to the word before "
      "it."}}};

/// Shares 1 evenly among the open cells of each line.
Matrix uniform(const Document& document, const SheetId& sheet, const Shape& shape) {
    const Mask mask = sheet.is_cross ? Mask{} : document.switches.mask;
    Matrix made(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows; ++row)
        for (Index column = 0; column < shape.columns; ++column)
            made(row, column) = is_blocked(mask, row, column) ? 0 : 1;
    return shares_of(std::move(made), document.switches.axis); // a closed line has no weights
}

/// Weights of a word that has no other so far away go to the nearest one, so that they sum to 1.
Matrix diagonal(const Document& document, const SheetId& sheet, const Shape& shape, Index by) {
    Matrix made = Matrix::Zero(shape.rows, shape.columns);
    const bool are_weights = sheet.stage == Stage::Weights;
    const bool by_rows = !are_weights || document.switches.axis == Axis::Rows;
    const Index lines = by_rows ? shape.rows : shape.columns;
    const Index length = by_rows ? shape.columns : shape.rows;
    for (Index line = 0; line < lines; ++line) {
        const Index wanted = by_rows ? line + by : line - by;
        const Index at = are_weights ? std::clamp<Index>(wanted, 0, length - 1) : wanted;
        if (at >= 0 && at < length)
            (by_rows ? made(line, at) : made(at, line)) = 1;
    }
    return made;
}

} // namespace

std::span<const GivenAsInfo> ways_to_give() {
    return ways;
}

std::optional<GivenWay> way_named(std::string_view name) {
    for (const GivenAsInfo& way : ways) {
        if (way.word == name)
            return GivenWay{way.as};
        if (way.as != GivenAs::Diagonal || !name.starts_with(way.word))
            continue;
        std::string_view number = name.substr(way.word.size());
        if (number.starts_with('+'))
            number.remove_prefix(1);
        Index by = 0;
        const auto [end, fault] = std::from_chars(number.data(), number.data() + number.size(), by);
        if (fault == std::errc() && end == number.data() + number.size())
            return GivenWay{way.as, by};
    }
    return std::nullopt;
}

Result<Matrix> numbers_to_give(const Document& document, const Trace& trace, const SheetId& sheet,
                               GivenWay way) {
    const Shape shape = shape_of(document, sheet);
    switch (way.as) {
    case GivenAs::Present:
        return matrix_of(document, trace, sheet);
    case GivenAs::Uniform:
        if (sheet.stage != Stage::Weights)
            return Error{"only weights can be uniform; choose zeros, identity, diagonal or mean",
                         to_text(sheet)};
        return uniform(document, sheet, shape);
    case GivenAs::Identity:
        return Matrix(Matrix::Identity(shape.rows, shape.columns));
    case GivenAs::Zeros:
        return Matrix(Matrix::Zero(shape.rows, shape.columns));
    case GivenAs::Mean:
        return Matrix(matrix_of(document, trace, sheet).colwise().mean().replicate(shape.rows, 1));
    case GivenAs::Diagonal:
        return diagonal(document, sheet, shape, way.diagonal);
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

Result<SetMatrix> shares_command(const Document& document, const SheetId& sheet) {
    auto numbers = input_matrix(document, sheet);
    if (!numbers)
        return numbers.error();
    const Axis axis = document.switches.axis;
    return SetMatrix{sheet, shares_of(*std::move(numbers), axis),
                     std::string("Make each ") + (axis == Axis::Rows ? "row" : "column") + " of " +
                         to_text(sheet) + " sum to 1"};
}

std::optional<Index> line_off_shares(const Matrix& numbers, Axis axis) {
    const bool by_rows = axis == Axis::Rows;
    for (Index line = 0; line < (by_rows ? numbers.rows() : numbers.cols()); ++line) {
        const Real sum = by_rows ? numbers.row(line).sum() : numbers.col(line).sum();
        if (std::isfinite(sum) && sum != 0 && std::abs(sum - 1) > most_off_shares)
            return line;
    }
    return std::nullopt;
}

std::string unlike_shares(const Document& document, const SheetId& sheet,
                          const std::string& remedy) {
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
        if (std::abs(lines.row(at).sum() - 1) > most_off_shares)
            return to_text(sheet) + ": " + line + " " + std::to_string(at) + " sums to " +
                   significant(lines.row(at).sum(), 4) +
                   "; it is taken as it is. To divide each by its sum, choose " + remedy;
    return "";
}

} // namespace attn
