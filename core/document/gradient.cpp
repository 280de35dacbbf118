// SPDX-License-Identifier: MIT
#include "core/document/gradient.h"

#include <cstddef>
#include <utility>

namespace attn {
namespace {

/// Collects the gradients. `numbers_of` returns the numbers of a graph's stage.
template <class NumbersOf>
std::vector<SheetGradient> collected(const Document& document, const GradientGraph& stages,
                                     const NumbersOf& numbers_of) {
    std::vector<std::string> formulas = gradient_formulas(document, stages);
    std::vector<SheetGradient> found;
    for (std::size_t at = 0; at <= stages.of; ++at) {
        const auto& [sheet, operation, inputs, options, shape, seen_with] = stages.graph[at];
        if (info(sheet.stage).is_by_query)
            continue;
        found.push_back({sheet,
                         stages.gradients[at] ? numbers_of(*stages.gradients[at])
                                              : Matrix(Matrix::Zero(shape.rows, shape.columns)),
                         std::move(formulas[at])});
    }
    return found;
}

} // namespace

Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place) {
    auto pass = backward_pass(document, trace, place);
    if (!pass)
        return pass.error();
    return gradients_in(document, *std::move(pass));
}

std::vector<SheetGradient> gradients_in(const Document& document, const BackwardPass& pass) {
    return collected(document, pass.stages, [&](std::size_t at) { return pass.numbers[at]; });
}

std::vector<SheetGradient> gradients_in(const Document& document, BackwardPass&& pass) {
    return collected(document, pass.stages,
                     [&](std::size_t at) { return std::move(pass.numbers[at]); });
}

} // namespace attn
