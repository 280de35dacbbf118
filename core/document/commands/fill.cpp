// SPDX-License-Identifier: MIT
#include "core/document/commands/fill.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/document/commands/placing.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/engine/numbers/decompose_settled.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
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

namespace {

constexpr Index most_words = 256; // the regression takes time quadratic in them

Index target_of(Reason reason, Index row) {
    switch (reason) {
    case Reason::SameWord:
        return row;
    case Reason::PreviousWord:
        return std::max<Index>(row - 1, 0);
    default:
        return 0;
    }
}

std::string word(const Document& document, Index row) {
    return std::to_string(row) + " (" +
           printable(document.tokens[static_cast<std::size_t>(row)], 20) + ")";
}

std::vector<Command> setting(Index head, Reason reason, const Matrix& w_q, const Matrix& w_k) {
    const std::string what = "Attend to " + std::string(name_of(reason));
    return {SetMatrix{{Stage::W_K, head}, w_k, what}, SetMatrix{{Stage::W_Q, head}, w_q, what}};
}

Matrix weights_after(const Document& document, Index head, const std::vector<Command>& commands) {
    const auto after = apply_all(document, commands);
    assert(after && "matrices of the same shapes can be set");
    return attend(*after->embeddings, after->projections,
                  after->heads[static_cast<std::size_t>(head)], after->switches)[Stage::Weights];
}

/// Returns the smallest weight that any word gives to its target.
Real least(const Matrix& weights, Reason reason) {
    Real least = 1;
    for (Index row = 0; row < weights.rows(); ++row) {
        const Real weight = weights(row, target_of(reason, row));
        least = std::isnan(weight) ? 0 : std::min(least, weight);
    }
    return least;
}

/// Says why it is impossible, before anything is tried.
std::optional<Error> obstacle(const Document& document, Reason reason) {
    const Matrix& x = *document.embeddings;
    if (!is_plain(document))
        return Error{
            "a head is computed for plain dot products of one list of words only; turn off "
            "positions, biases and the other options of the model first"};
    if (document.switches.axis == Axis::Columns)
        return Error{"the weights are normalised over columns, so a query cannot choose its word; "
                     "normalise over rows first"};
    if (!is_of_powers(document.switches.normaliser))
        return Error{"the weights come from " +
                     std::string(info(document.switches.normaliser).process) +
                     ", and a head is computed for softmax only; switch to softmax first"};
    if (reason == Reason::Uniform)
        return std::nullopt;
    for (Index row = 0; row < x.rows(); ++row)
        if (is_blocked(document.switches.mask, row, target_of(reason, row)))
            return Error{"the mask keeps word " + word(document, row) + " from word " +
                         word(document, target_of(reason, row)) +
                         "; open that cell of the mask first"};
    for (Index a = 0; a < x.rows(); ++a)
        for (Index b = a + 1; b < x.rows(); ++b) {
            if (x.row(a) != x.row(b))
                continue;
            bool are_told_apart = target_of(reason, a) != target_of(reason, b);
            for (Index row = 0; row < x.rows(); ++row) {
                const Index target = target_of(reason, row);
                const Index other = target == a ? b : a;
                are_told_apart =
                    are_told_apart || ((target == a || target == b) &&
                                       !is_blocked(document.switches.mask, row, other));
            }
            if (are_told_apart)
                return Error{"words " + word(document, a) + " and " + word(document, b) +
                             " have the same embedding, so no head can tell them apart; change "
                             "one of them in X"};
        }
    return std::nullopt;
}

/// Makes one code for each target, so that each fits itself best: axes, or points on a circle if
/// there are too few dimensions. Words that are no word's target have no code.
std::optional<Matrix> codes(Index words, Index width, Reason reason) {
    const Index targets = reason == Reason::FirstWord  ? 1
                          : reason == Reason::SameWord ? words
                                                       : std::max<Index>(words - 1, 1);
    Matrix list = Matrix::Zero(words, width);
    if (targets <= width) {
        list.topLeftCorner(targets, targets).setIdentity();
        return list;
    }
    if (width < 2)
        return std::nullopt;
    for (Index row = 0; row < targets; ++row) {
        const Real angle =
            2 * std::numbers::pi * static_cast<Real>(row) / static_cast<Real>(targets);
        list(row, 0) = std::cos(angle);
        list(row, 1) = std::sin(angle);
    }
    return list;
}

struct Pair {
    Matrix w_q, w_k;
};

/// Solves X W = codes exactly, with the smallest W; empty if the rows of X are linearly dependent.
std::optional<Pair> solved(const Matrix& x, Index width, Reason reason) {
    const auto keys = codes(x.rows(), width, reason);
    if (!keys || x.cols() < x.rows())
        return std::nullopt;
    const Svd parts = raw_decomposition(x);
    const Real rounding =
        std::numeric_limits<Real>::epsilon() * static_cast<Real>(x.cols()) * parts.s(0, 0);
    if (!(parts.s(0, x.rows() - 1) > rounding))
        return std::nullopt;
    Matrix queries(x.rows(), width);
    for (Index row = 0; row < x.rows(); ++row)
        queries.row(row) = keys->row(target_of(reason, row));
    const Matrix inverse =
        parts.vt.transpose() * parts.s.row(0).cwiseInverse().asDiagonal() * parts.u.transpose();
    return Pair{inverse * queries, inverse * *keys};
}

/// Finds a W_Q W_Kᵀ that makes the targets likely, by logistic regression: a convex problem.
Pair regressed(const Document& document, Index width, Reason reason) {
    const Matrix& x = *document.embeddings;
    const Real size = std::max(x.cwiseAbs().maxCoeff(), 1e-300);
    const Matrix scaled = x / size;
    Matrix product = Matrix::Zero(x.cols(), x.cols());
    constexpr int steps = 400;
    const Real rate = 4.0 / static_cast<Real>(std::max<Index>(x.cols(), 1));
    for (int step = 0; step < steps; ++step) {
        const Matrix scores = scaled * product * scaled.transpose();
        Matrix pull = Matrix::Zero(x.rows(), x.rows());
        for (Index row = 0; row < x.rows(); ++row) {
            Real top = -std::numeric_limits<Real>::infinity(), sum = 0;
            for (Index column = 0; column < x.rows(); ++column)
                if (!is_blocked(document.switches.mask, row, column))
                    top = std::max(top, scores(row, column));
            for (Index column = 0; column < x.rows(); ++column)
                if (!is_blocked(document.switches.mask, row, column))
                    sum += pull(row, column) = std::exp(scores(row, column) - top);
            pull.row(row) /= -sum;
            pull(row, target_of(reason, row)) += 1;
        }
        product += rate * (scaled.transpose() * pull * scaled);
    }
    const Svd parts = raw_decomposition(product);
    Pair pair{Matrix::Zero(x.cols(), width), Matrix::Zero(x.cols(), width)};
    const Index kept = std::min(width, x.cols());
    const Matrix roots = parts.s.leftCols(kept).cwiseSqrt();
    pair.w_q.leftCols(kept) = parts.u.leftCols(kept) * roots.row(0).asDiagonal();
    pair.w_k.leftCols(kept) = parts.vt.topRows(kept).transpose() * roots.row(0).asDiagonal();
    return pair;
}

Matrix rounded(const Matrix& matrix, int digits) {
    Matrix result = matrix;
    for (Real& value : result.reshaped())
        if (const auto number = parse_number(decimals(value, digits)))
            value = *number;
    return result;
}

/// Scales W_Q until every target gets its weight, and rounds it to few digits if that still holds.
std::optional<std::vector<Command>> strengthened(const Document& document, Index head,
                                                 Reason reason, const Pair& pair) {
    for (Real factor = 1; factor <= 0x1p24; factor *= 2)
        for (const int digits : {1, 2, 3, 6, 0}) {
            const Matrix w_q = pair.w_q * factor;
            auto commands = digits == 0 ? setting(head, reason, w_q, pair.w_k)
                                        : setting(head, reason, rounded(w_q, digits),
                                                  rounded(pair.w_k, digits));
            if (least(weights_after(document, head, commands), reason) >= reasoned_weight)
                return commands;
        }
    return std::nullopt;
}

} // namespace

std::string_view name_of(Reason reason) {
    switch (reason) {
    case Reason::SameWord:
        return "the same word";
    case Reason::PreviousWord:
        return "the previous word";
    case Reason::FirstWord:
        return "the first word";
    case Reason::Uniform:
        return "all words alike";
    }
    assert(false && "every reason is handled");
    return {};
}

Result<std::vector<Command>> reasoned_head(const Document& document, Index head, Reason reason) {
    if (!has_stage(document, Stage::Weights) || document.projections == Projections::None ||
        head < 0 || head >= static_cast<Index>(document.heads.size()))
        return Error{"there is no W_Q and W_K to set; switch to learned projections first"};
    if (auto why = obstacle(document, reason))
        return *why;
    const Matrix& x = *document.embeddings;
    const Index width = d_k(document, head);
    if (reason == Reason::Uniform)
        return setting(head, reason, Matrix::Zero(x.cols(), width),
                       *document.heads[static_cast<std::size_t>(head)].w_k);
    if (!x.allFinite())
        return Error{"X holds a number that is not finite; change it first"};
    if (x.rows() > most_words || x.cols() > most_words)
        return Error{"a head is computed for at most " + std::to_string(most_words) +
                     " words and dimensions, but this document has " + std::to_string(x.rows()) +
                     " words and " + std::to_string(x.cols()) + " dimensions"};
    if (const auto pair = solved(x, width, reason))
        if (auto commands = strengthened(document, head, reason, *pair))
            return *commands;
    const Pair pair = regressed(document, width, reason);
    if (auto commands = strengthened(document, head, reason, pair))
        return *commands;
    const Matrix best =
        weights_after(document, head, setting(head, reason, pair.w_q * 64, pair.w_k));
    return Error{"no W_Q and W_K with d_k = " + std::to_string(width) +
                 " were found that make every word attend to " + std::string(name_of(reason)) +
                 " (the weakest weight reached is " + decimals(100 * least(best, reason), 0) +
                 " %); use a larger d_model or d_k, or other embeddings"};
}

} // namespace attn
