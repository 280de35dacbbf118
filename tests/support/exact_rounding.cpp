// SPDX-License-Identifier: MIT
#include "tests/support/exact_rounding.h"

#include "core/engine/graph/operation.h"
#include "tests/support/verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <variant>

namespace attn::test {
namespace {

/// A stage, its inputs, and the exact result.
struct Made {
    const Node& node;
    const std::vector<const LongMatrix*>& inputs;
    const LongMatrix& exact;

    const LongMatrix& operator[](std::size_t at) const { return *inputs[at]; }
    Long columns(std::size_t at) const { return static_cast<Long>(inputs[at]->cols()); }
    template <class Option>
    const Option& told() const {
        return std::get<Option>(node.options);
    }
    template <class CellOf>
    LongMatrix each(const CellOf& cell_of) const {
        LongMatrix made(exact.rows(), exact.cols());
        for (Index row = 0; row < made.rows(); ++row)
            for (Index column = 0; column < made.cols(); ++column)
                made(row, column) = cell_of(row, column);
        return made;
    }
    /// The error of `roundings` roundings of each result.
    LongMatrix of_results(Long roundings) const { return roundings * unit * exact.cwiseAbs(); }
    /// The error of `roundings` roundings of the sum of all terms' absolute values.
    LongMatrix of_terms(Long roundings) const {
        std::vector<LongMatrix> sizes;
        for (const LongMatrix* const input : inputs)
            sizes.push_back(input->cwiseAbs());
        std::vector<const LongMatrix*> read;
        for (const LongMatrix& size : sizes)
            read.push_back(&size);
        return roundings * unit * exactly(node, read);
    }
};

LongMatrix of_nothing(const Made& made) {
    return LongMatrix::Zero(made.exact.rows(), made.exact.cols());
}

/// Subtraction can lose digits, so the bound follows the larger operands.
LongMatrix of_less_line(const Made& made) {
    const bool by_rows = made.told<Axis>() == Axis::Rows;
    return made.each([&](Index row, Index column) {
        const Long less = by_rows ? made[1](row, 0) : made[1](0, column);
        return 2 * unit * (std::abs(made[0](row, column)) + std::abs(less));
    });
}

LongMatrix of_alibi(const Made& made) {
    const auto& how = made.told<Slope>();
    return made.each([&](Index row, Index column) {
        return 4 * unit *
               (std::abs(made[0](row, column)) +
                how.slope * static_cast<Long>(std::abs(row - column)) / how.temperature);
    });
}

/// A denormal quotient loses digits, which dividing by less than 1 makes visible.
LongMatrix of_scaled(const Made& made) {
    const auto& by = made.told<std::vector<Divisor>>();
    Long least = least_real;
    for (const Divisor& one : by)
        least /= std::min(1.0L, static_cast<Long>(one.number));
    return made.of_results(1 + 3 * static_cast<Long>(by.size())) +
           LongMatrix::Constant(made.exact.rows(), made.exact.cols(), least);
}

/// A relative change of a sum changes its tanh by a smaller relative amount.
LongMatrix of_additive_scores(const Made& made) {
    return made.each([&](Index row, Index column) {
        Long size = 0;
        for (Index at = 0; at < made[0].cols(); ++at)
            size += std::abs(made[2](0, at) * std::tanh(made[0](row, at) + made[1](column, at)));
        return (made.columns(0) + 6) * unit * size;
    });
}

LongMatrix of_cosine_scores(const Made& made) {
    return made.each([&](Index row, Index column) -> Long {
        const auto q = made[0].row(row), k = made[1].row(column);
        const Long both = q.norm() * k.norm();
        const Long size = q.cwiseAbs().dot(k.cwiseAbs());
        return both == 0 ? 0 : (2 * made.columns(0) + 10) * unit * size / both;
    });
}

/// The rounding errors of an angle's power and product.
Long rounding_of_angle(Real base, Index place, Index pair, Index width) {
    const Long exponent = 2 * static_cast<Long>(pair) / static_cast<Long>(width);
    const Long roundings = 5 + 2 * exponent * std::abs(std::log(static_cast<Long>(base)));
    return roundings * unit * angle(base, place, pair, width);
}

LongMatrix of_rotated(const Made& made) {
    const auto& how = made.told<Rotation>();
    const Index width = how.columns > 0 ? how.columns : made[0].cols(), half = width / 2;
    return made.each([&](Index row, Index column) -> Long {
        if (column >= width)
            return 0;
        const Index pair = how.neighbours ? column / 2 : column % half;
        const Index x = how.neighbours ? 2 * pair : pair, y = how.neighbours ? x + 1 : pair + half;
        return (std::abs(made[0](row, x)) + std::abs(made[0](row, y))) *
               (5 * unit + rounding_of_angle(how.base, row, pair, width));
    });
}

LongMatrix of_sinusoidal(const Made& made) {
    return made.each([&](Index row, Index column) {
        const auto& how = made.told<Sinusoid>();
        const Index width = made.node.shape.columns, half = width / 2;
        if (how.waves == Waves::Alternating)
            return 3 * unit + rounding_of_angle(how.base, row, column / 2, width);
        const Index over =
            how.waves == Waves::Tensor2Tensor ? std::max<Index>(2 * (half - 1), 2) : width;
        return 3 * unit + rounding_of_angle(how.base, row, column % half, over);
    });
}

/// A gelu adds 1 to what may be nearly −1; if e^−x overflows, silu is 0.
LongMatrix of_activated(const Made& made) {
    const auto kind = made.told<Activation>().kind;
    if (kind == Activation::Kind::Relu)
        return of_nothing(made);
    return made.each([&](Index row, Index column) {
        const Long x = std::abs(made[0](row, column));
        return kind == Activation::Kind::Silu
                   ? 8 * unit * std::abs(made.exact(row, column)) + x * std::exp(-709.7L)
                   : 12 * unit * x;
    });
}

LongMatrix of_cross_entropy(const Made& made) {
    Long size = 0;
    for (Index at = 0; at < made[0].size(); ++at)
        if (const Long wanted = made[1].data()[at]; wanted != 0)
            size += std::abs(wanted * std::log(made[0].data()[at]));
    const Long all = static_cast<Long>(made[0].size());
    return LongMatrix::Constant(1, 1, (all + 6) * unit * size / static_cast<Long>(made[0].rows()));
}

struct Allowance {
    const Operation* operation;
    LongMatrix (*of)(const Made&);
};
constexpr Allowance allowances[] = {
    {&operation::copied, of_nothing},
    {&operation::masked, of_nothing},
    {&operation::joined, of_nothing},
    {&operation::looked_up, of_nothing},
    {&operation::product, [](const Made& made) { return made.of_terms(made.columns(0) + 3); }},
    {&operation::product_transposed,
     [](const Made& made) { return made.of_terms(made.columns(0) + 2); }},
    {&operation::general_scores,
     [](const Made& made) { return made.of_terms(made.columns(0) + made.columns(2) + 3); }},
    {&operation::sum, [](const Made& made) { return made.of_terms(2); }},
    {&operation::each, [](const Made& made) { return made.of_results(2); }},
    {&operation::bucketed, [](const Made& made) { return made.of_terms(3); }},
    {&operation::with_bias, [](const Made& made) { return made.of_terms(3); }},
    {&operation::stretched, [](const Made& made) { return made.of_terms(3); }},
    {&operation::line_mean,
     [](const Made& made) {
         return made.of_terms(static_cast<Long>(std::max(made[0].rows(), made[0].cols())) + 3);
     }},
    {&operation::less_line, of_less_line},
    {&operation::alibi, of_alibi},
    {&operation::scaled, of_scaled},
    {&operation::additive_scores, of_additive_scores},
    {&operation::cosine_scores, of_cosine_scores},
    {&operation::distance_scores,
     [](const Made& made) { return made.of_results(made.columns(0) + 8); }},
    {&operation::limited, [](const Made& made) { return made.of_results(8); }},
    {&operation::root_mean_square,
     [](const Made& made) { return made.of_results(made.columns(0) + 5); }},
    {&operation::sample_deviation,
     [](const Made& made) { return made.of_results(made.columns(0) + 6); }},
    {&operation::mean,
     [](const Made& made) {
         return made.of_terms(static_cast<Long>(made.node.inputs.size()) + 2);
     }},
    {&operation::over_line, [](const Made& made) { return made.of_results(2); }},
    {&operation::rotated, of_rotated},
    {&operation::sinusoidal, of_sinusoidal},
    {&operation::activated, of_activated},
    {&operation::squared_error,
     [](const Made& made) { return made.of_results(static_cast<Long>(made[0].size()) + 6); }},
    {&operation::cross_entropy, of_cross_entropy},
};

} // namespace

LongMatrix rounding(const Node& node, const std::vector<const LongMatrix*>& inputs,
                    const LongMatrix& exact) {
    const auto* const found =
        std::find_if(std::begin(allowances), std::end(allowances),
                     [&](const Allowance& one) { return one.operation == node.operation; });
    if (found == std::end(allowances)) {
        ADD_FAILURE() << node.operation->name << " has no rounding here";
        return LongMatrix::Zero(exact.rows(), exact.cols());
    }
    const bool is_exact = found->of == of_nothing;
    // The smallest denormals have no digits to lose.
    const Long least =
        is_exact ? 0 : least_real * static_cast<Long>(inputs[0]->cols() + inputs[0]->rows() + 4);
    return found->of({node, inputs, exact}).array() + least;
}

} // namespace attn::test
