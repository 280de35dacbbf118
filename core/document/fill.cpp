// SPDX-License-Identifier: MIT
#include "core/document/fill.h"

#include "core/base/number_text.h"
#include "core/engine/random.h"

#include <cassert>
#include <cmath>
#include <type_traits>

namespace attn {
namespace {

Real rounded(Real value, int digits) {
    // Rounds through the decimal text, so that the result is the nearest double.
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

bool has_distribution(Generator generator, Distribution distribution) {
    switch (distribution) {
    case Distribution::Uniform:
    case Distribution::Normal:
        return true;
    case Distribution::Whole:
        return generator != Generator::PyTorch;
    case Distribution::Linear:
        return generator == Generator::PyTorch;
    }
    assert(false && "every distribution is handled");
    return false;
}

Result<Matrix> random_matrix(const RandomFill& fill, Index rows, Index columns) {
    if (!has_distribution(fill.generator, fill.distribution))
        return Error{fill.distribution == Distribution::Whole
                         ? "whole numbers cannot be drawn with PyTorch's generator; choose NumPy"
                         : "nn.Linear is a layer of PyTorch; choose the generator PyTorch"};
    if (fill.distribution == Distribution::Whole && fill.low >= fill.high)
        return Error{"whole numbers need a low number that is smaller than the high one, but found "
                     "low " +
                     std::to_string(fill.low) + " and high " + std::to_string(fill.high)};
    const auto drawn = [&](auto stream) -> Matrix {
        switch (fill.distribution) {
        case Distribution::Uniform:
            return stream.rand(rows, columns);
        case Distribution::Normal:
            return stream.randn(rows, columns);
        case Distribution::Whole:
            if constexpr (!std::is_same_v<decltype(stream), TorchCpu>)
                return stream.randint(fill.low, fill.high, rows, columns);
            break;
        case Distribution::Linear:
            if constexpr (std::is_same_v<decltype(stream), TorchCpu>)
                return stream.linear(rows, columns);
            break;
        }
        assert(false && "the generator draws such numbers");
        return {};
    };
    switch (fill.generator) {
    case Generator::NumPy:
        return drawn(NumpyLegacy(fill.seed));
    case Generator::NumPyGenerator:
        return drawn(NumpyGenerator(fill.seed));
    case Generator::PyTorch:
        break;
    }
    return drawn(TorchCpu(fill.seed));
}

std::string seed_source(Generator generator, std::uint32_t seed) {
    const std::string number = std::to_string(seed);
    switch (generator) {
    case Generator::NumPy:
        return "np.random.seed(" + number + ")";
    case Generator::NumPyGenerator:
        return "rng = np.random.default_rng(" + number + ")";
    case Generator::PyTorch:
        break;
    }
    return "torch.manual_seed(" + number + ")";
}

std::string draw_source(const RandomFill& fill, Index rows, Index columns) {
    const std::string shape = std::to_string(rows) + ", " + std::to_string(columns);
    const bool is_newer = fill.generator == Generator::NumPyGenerator;
    const std::string from = is_newer                             ? "rng."
                             : fill.generator == Generator::NumPy ? "np.random."
                                                                  : "torch.";
    switch (fill.distribution) {
    case Distribution::Uniform:
        return from + (is_newer ? "random((" + shape + "))" : "rand(" + shape + ")");
    case Distribution::Normal:
        return from + (is_newer ? "standard_normal((" + shape + "))" : "randn(" + shape + ")");
    case Distribution::Whole:
        return from + (is_newer ? "integers(" : "randint(") + std::to_string(fill.low) + ", " +
               std::to_string(fill.high) + ", (" + shape + "))";
    case Distribution::Linear:
        break;
    }
    return "torch.nn.Linear(" + shape + ", bias=False).weight.T";
}

std::string random_source(const RandomFill& fill, Index rows, Index columns) {
    return seed_source(fill.generator, fill.seed) + "; " + draw_source(fill, rows, columns);
}

} // namespace attn
