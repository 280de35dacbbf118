// SPDX-License-Identifier: MIT
// Scores divided by the scale and the temperature, in this order.
#include "core/base/number_text.h"
#include "core/engine/kernels.h"
#include "core/engine/operation.h"
#include "core/engine/operations/rows.h"
#include "core/engine/operations/shapes.h"

#include <algorithm>
#include <utility>

namespace attn::operation {
namespace {

const std::vector<Divisor>& divisors(const Options& options) {
    return std::get<std::vector<Divisor>>(options);
}

void divide(const Options& options, std::span<const RowsOf<const Real>> inputs,
            RowsOf<Real> result) {
    const Real* from = inputs[0].data;
    const Index count = result.count * result.columns;
    for (const Divisor& divisor : divisors(options))
        kernels().divide(std::exchange(from, result.data), divisor.value(), result.data, count);
    if (from != result.data)
        std::copy_n(from, count, result.data);
}

void explain_scaled(const Cell& cell, Derivation& made) {
    made.rule = Rule::Quotient;
    made.divisors = divisors(cell.node().options);
    made.terms = {{{cell.factor(0, cell.place.row, cell.place.column)}}};
    made.formula = cell.name(0, cell.place.row, cell.place.column);
    for (const Divisor& divisor : made.divisors)
        made.formula += std::string(" / ") + (divisor.is_root ? "√" : "") +
                        (divisor.symbol.empty() ? shortest(divisor.number) : divisor.symbol);
}

/// Returns "√d_{k}"; a temperature is written as its number.
std::string symbol(const Divisor& divisor) {
    if (divisor.symbol.empty() || divisor.symbol == "temperature")
        return shortest(divisor.number);
    const auto low = divisor.symbol.find('_');
    return (divisor.is_root ? "√" : "") + divisor.symbol.substr(0, low + 1) + "{" +
           divisor.symbol.substr(low + 1) + "}";
}

std::string scaled_formula(const Naming& naming) {
    std::string text = naming.inputs[0];
    for (const Divisor& divisor : divisors(naming.options))
        text += " / " + symbol(divisor);
    return text;
}

Gradients scaled_gradient(Backward& back) {
    return {back.add(scaled, {back.upstream()}, back.options())};
}

} // namespace

constinit const Operation scaled{"scaled",
                                 shape_of_first,
                                 run_rows_alike<divide>,
                                 explain_scaled,
                                 scaled_formula,
                                 scaled_gradient,
                                 {},
                                 nullptr,
                                 always<divide>};

} // namespace attn::operation
