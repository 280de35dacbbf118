// SPDX-License-Identifier: MIT
#include "core/document/explaining/instead.h"

#include "core/engine/graph/operation.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

Matrix computed_instead_of(const Document& document, const Trace& trace, const Graph& stages,
                           const SheetId& changed, Matrix numbers, const SheetId& wanted) {
    const auto first = stages.find(changed), last = stages.find(wanted);
    assert(first && last && "the document has both stages");
    if (*last < *first)
        return matrix_of(document, trace, wanted);
    // Which stages lead to the wanted one; of these, which follow from the changed one.
    std::vector<bool> leads(stages.size(), false);
    leads[*last] = true;
    for (std::size_t at = *last; at > *first; --at)
        if (leads[at])
            for (const std::size_t read : stages[at].inputs)
                leads[read] = true;
    std::vector<std::optional<Matrix>> made(stages.size()), kept(stages.size());
    made[*first] = std::move(numbers);
    const auto read_from = [&](std::size_t at) -> const Matrix* {
        if (made[at])
            return &*made[at];
        if (kept[at])
            return &*kept[at];
        const Cells cells = cells_of(document, trace, stages[at].sheet);
        return cells.held() ? cells.held() : &kept[at].emplace(cells.matrix());
    };
    for (std::size_t at = *first + 1; at <= *last; ++at) {
        const Node& node = stages[at];
        if (!leads[at] || std::none_of(node.inputs.begin(), node.inputs.end(),
                                       [&](std::size_t read) { return made[read].has_value(); }))
            continue;
        std::vector<const Matrix*> inputs;
        for (const std::size_t read : node.inputs)
            inputs.push_back(read_from(read));
        node.operation->run(node.options, inputs, made[at].emplace());
    }
    return made[*last] ? *std::move(made[*last]) : matrix_of(document, trace, wanted);
}

} // namespace attn
