// SPDX-License-Identifier: MIT
#include "core/document/gradient.h"

#include "core/document/model.h"
#include "core/document/sheet.h"
#include "core/engine/operation.h"

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace attn {
namespace {

/// Which stages the one at `of` is made from, itself among them.
std::vector<bool> read_by(const Graph& graph, std::size_t of) {
    std::vector<bool> is_read(graph.size(), false);
    is_read[of] = true;
    for (std::size_t at = of + 1; at-- > 0;)
        if (is_read[at])
            for (const std::size_t input : graph[at].inputs)
                is_read[input] = true;
    return is_read;
}

Result<> has_gradient(const Graph& graph, const std::vector<bool>& is_read) {
    for (std::size_t at = 0; at < graph.size(); ++at) {
        const Operation& operation = *graph[at].operation;
        if (is_read[at] && operation.run && !operation.gradient)
            return Error{to_text(graph[at].sheet) +
                         " has no gradient: " + std::string(operation.no_gradient)};
    }
    return Nothing{};
}

} // namespace

Result<std::vector<SheetGradient>> gradients_of(const Document& document, const Trace& trace,
                                                const Place& place) {
    assert(exists(document, place) && "only a place that exists has a gradient");
    if (info(place.sheet.stage).is_by_query)
        return Error{"weighted values have no gradient of their own; ask for the output, which is "
                     "their sum, or for a weight"};
    Graph stages = graph(document);
    const std::size_t of = *stages.find(place.sheet), forward = stages.size();
    const std::vector<bool> is_read = read_by(stages, of);
    if (auto fault = has_gradient(stages, is_read); !fault)
        return fault.error();

    const SheetId seed_name{Stage("seed")};
    const Shape shape = stages[of].shape;
    const std::size_t seed = stages.add({seed_name, &operation::given, {}, {}, shape, {}});
    const std::vector<std::optional<std::size_t>> gradients = add_gradients(stages, of, seed);

    std::vector<Matrix> numbers(stages.size());
    for (std::size_t at = 0; at < forward; ++at)
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
