// SPDX-License-Identifier: MIT
// The stage whose gradient a law compares.
#pragma once

#include "core/document/model/document.h"
#include "core/document/model/given.h"
#include "core/engine/graph/operation.h"

#include <cstdint>
#include <optional>

namespace attn::test {

/// Returns the last stage that has a gradient; nothing if all stages are given. Layers without X
/// read no other, so `number` chooses one of them.
inline std::optional<std::size_t> last_with_gradient(const Document& document, const Graph& stages,
                                                     std::uint32_t number) {
    const Index layer = has_x(document) ? 0 : static_cast<Index>(number) % layer_count(document);
    for (std::size_t at = stages.size(); at-- > 0;)
        if (stages[at].operation->gradient && (has_x(document) || stages[at].sheet.layer == layer))
            return at;
    return std::nullopt;
}

} // namespace attn::test
