// SPDX-License-Identifier: MIT
#include "core/document/step_words.h"

namespace attn {

Run query_word(const Document& document, const View& view) {
    return {document.tokens[static_cast<std::size_t>(view.query)], Tone::QueryWord};
}

void add_vector(Prose& prose, const Cells& cells, Index row, const NumberFormat& format) {
    constexpr Index most = 4;
    const Index shown = cells.cols() <= most ? cells.cols() : most - 1;
    prose.push_back({"("});
    for (Index column = 0; column < shown; ++column) {
        if (column > 0)
            prose.push_back({", "});
        prose.push_back({spoken(cells(row, column), format), Tone::Number});
    }
    prose.push_back({shown < cells.cols() ? ", …)" : ")"});
}

Run key_word(const Document& document, Index key) {
    return {key_words(document)[static_cast<std::size_t>(key)], Tone::Word};
}

} // namespace attn
