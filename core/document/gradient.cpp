// SPDX-License-Identifier: MIT
#include "core/document/gradient.h"

#include "core/document/sheet.h"
#include "core/document/slopes.h"
#include "core/engine/operation.h"

#include <cassert>
#include <optional>
#include <utility>

namespace attn {

Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place) {
    assert(exists(document, place) && "only a place that exists has a gradient");
    if (info(place.sheet.stage).is_by_query)
        return Error{"weighted values have no gradient of their own; ask for the output, which is "
                     "their sum, or for a weight"};
    auto made = gradient_graph(document, place.sheet);
    if (!made)
        return made.error();
    const auto& [stages, of, seed, is_read, gradients] = *made;
    const Shape shape = stages[of].shape;

    std::vector<Matrix> numbers(stages.size());
    for (std::size_t at = 0; at < seed; ++at)
        if (is_read[at])
            numbers[at] = cells_of(document, trace, stages[at].sheet).matrix();
    numbers[seed] = Matrix::Zero(shape.rows, shape.columns);
    numbers[seed](place.row, place.column) = 1;
    for (std::size_t at = seed + 1; at < stages.size(); ++at) {
        std::vector<const Matrix*> inputs;
        for (const std::size_t input : stages[at].inputs)
            inputs.push_back(&numbers[input]);
        stages[at].operation->run(stages[at].options, inputs, numbers[at]);
    }

    std::vector<SheetGradient> found;
    for (std::size_t at = 0; at <= of; ++at) {
        if (info(stages[at].sheet.stage).is_by_query)
            continue;
        const Shape& own = stages[at].shape;
        found.push_back({stages[at].sheet, gradients[at]
                                               ? std::move(numbers[*gradients[at]])
                                               : Matrix(Matrix::Zero(own.rows, own.columns))});
    }
    return found;
}

} // namespace attn
