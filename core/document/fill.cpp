// SPDX-License-Identifier: MIT
#include "core/document/fill.h"

#include "core/base/number_text.h"
#include "core/engine/random.h"

#include <cassert>
#include <cmath>

namespace attn {
namespace {

Real rounded(Real value, int digits) {
    // Through the decimal text, so that the result is the double nearest to it.
    if (!std::isfinite(value) || std::abs(value) >= 1e9)
        return value;
    const auto number = parse_number(decimals(value, digits));
    return number ? *number : value;
}

Result<Matrix> rows_divided(Matrix part, bool by_length) {
    for (Index row = 0; row < part.rows(); ++row) {
        const Real by = by_length ? part.row(row).norm() : part.row(row).sum();
        if (by == 0 || !std::isfinite(by))
            return Error{"row " + std::to_string(row) + " of these cells has the " +
                         (by_length ? "length " : "sum ") + shortest(by) +
                         ", so it cannot be divided by its " + (by_length ? "length" : "sum")};
        part.row(row) /= by;
    }
    return part;
}

} // namespace

Result<Matrix> filled(const Matrix& part, Fill fill, Real number) {
    const Index rows = part.rows(), columns = part.cols();
    switch (fill) {
    case Fill::Zeros:
        return Matrix(Matrix::Zero(rows, columns));
    case Fill::Ones:
        return Matrix(Matrix::Ones(rows, columns));
    case Fill::Identity:
        return Matrix(Matrix::Identity(rows, columns));
    case Fill::Transpose:
        if (rows != columns)
            return Error{"a part of " + std::to_string(rows) + " × " + std::to_string(columns) +
                         " cannot be transposed in place; select as many rows as columns"};
        return Matrix(part.transpose());
    case Fill::Round: {
        if (!(number >= 0 && number <= 15 && number == std::floor(number)))
            return Error{"numbers cannot be rounded to " + shortest(number) +
                         " decimals; expected a whole number from 0 to 15"};
        Matrix result = part;
        for (Real& value : result.reshaped())
            value = rounded(value, static_cast<int>(number));
        return result;
    }
    case Fill::Scale:
        return Matrix(part * number);
    case Fill::NormaliseSum:
        return rows_divided(part, false);
    case Fill::NormaliseLength:
        return rows_divided(part, true);
    }
    assert(false && "every fill is handled");
    return part;
}

std::string fill_name(Fill fill, Real number) {
    switch (fill) {
    case Fill::Zeros:
        return "Fill with zeros";
    case Fill::Ones:
        return "Fill with ones";
    case Fill::Identity:
        return "Fill with the identity";
    case Fill::Transpose:
        return "Transpose";
    case Fill::Round:
        return "Round to " + shortest(number) + (number == 1 ? " decimal" : " decimals");
    case Fill::Scale:
        return "Multiply by " + shortest(number);
    case Fill::NormaliseSum:
        return "Make each row sum to 1";
    case Fill::NormaliseLength:
        return "Make each row as long as 1";
    }
    assert(false && "every fill is handled");
    return {};
}

Result<Matrix> random_matrix(const RandomFill& fill, Index rows, Index columns) {
    const bool is_numpy = fill.generator == Generator::NumPy;
    if (fill.distribution == Distribution::Whole) {
        if (!is_numpy)
            return Error{"whole numbers cannot be drawn with PyTorch's generator; choose NumPy"};
        if (fill.low >= fill.high)
            return Error{
                "randint needs a low number that is smaller than the high one, but found low " +
                std::to_string(fill.low) + " and high " + std::to_string(fill.high)};
        return NumpyLegacy(fill.seed).randint(fill.low, fill.high, rows, columns);
    }
    const bool is_normal = fill.distribution == Distribution::Normal;
    if (is_numpy) {
        NumpyLegacy stream(fill.seed);
        return is_normal ? stream.randn(rows, columns) : stream.rand(rows, columns);
    }
    TorchCpu stream(fill.seed);
    return is_normal ? stream.randn(rows, columns) : stream.rand(rows, columns);
}

std::string random_source(const RandomFill& fill, Index rows, Index columns) {
    const std::string seed = std::to_string(fill.seed);
    const std::string shape = std::to_string(rows) + ", " + std::to_string(columns);
    const bool is_numpy = fill.generator == Generator::NumPy;
    const std::string name = is_numpy ? "np.random." : "torch.";
    const std::string begin =
        is_numpy ? "np.random.seed(" + seed + "); " : "torch.manual_seed(" + seed + "); ";
    if (fill.distribution == Distribution::Whole)
        return begin + name + "randint(" + std::to_string(fill.low) + ", " +
               std::to_string(fill.high) + ", (" + shape + "))";
    return begin + name + (fill.distribution == Distribution::Normal ? "randn(" : "rand(") + shape +
           ")";
}

} // namespace attn
