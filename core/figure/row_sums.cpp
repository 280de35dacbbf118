// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/figure/sheet_look.h"

#include <algorithm>
#include <cmath>

namespace attn::figure {
namespace {

/// The weights if they are shown and their rows should sum to 1. Null for large matrices, which are
/// shown as colours.
const SheetLook* marked_weights(const Contents& contents) {
    constexpr Index most_numbers = 4096;
    for (const SheetLook& look : contents.sheets)
        if (look.id.stage == Stage::Weights && look.axis == Axis::Rows &&
            look.values.size() <= most_numbers)
            return &look;
    return nullptr;
}

} // namespace

RowSum row_sum(const SheetLook& look, Index line) {
    Real sum = 0, shown = 0;
    for (Index at = 0; at < look.values.cols(); ++at) {
        const Real value = look.values(line, at);
        sum += value;
        const std::string text = format(value, look.numbers);
        // Fractions are exact as shown; anything else reads back as shown.
        shown += parse_number(text).has_value() ? *parse_number(text) : value;
    }
    RowSum result{number_text(sum, look.numbers), number_text(shown, look.numbers)};
    result.is_rounding_off =
        std::isfinite(sum) && format(sum, look.numbers) != format(shown, look.numbers);
    return result;
}

std::string rounding_sentence(const Contents& contents, Index query) {
    const SheetLook* weights = marked_weights(contents);
    if (!weights)
        return "";
    std::vector<Index> off;
    for (Index word = 0; word < weights->values.rows(); ++word)
        if (row_sum(*weights, word).is_rounding_off)
            off.push_back(word);
    if (off.empty())
        return "";
    const bool has_query = std::find(off.begin(), off.end(), query) != off.end();
    const Index word = has_query ? query : off.front();
    const RowSum sum = row_sum(*weights, word);
    const std::string others = off.size() == 1
                                   ? ""
                                   : " The same is true of " + std::to_string(off.size() - 1) +
                                         (off.size() == 2 ? " more word." : " more words.");
    return "≈ The weights of “" + contents.words()[static_cast<std::size_t>(word)] +
           "” as shown sum to " + sum.shown + ", because each is rounded; in full they sum to " +
           sum.text + "." + others;
}

std::string rounding_remark(const Contents& contents, Index query) {
    const SheetLook* weights = marked_weights(contents);
    if (!weights)
        return "";
    const RowSum sum = row_sum(*weights, query);
    return sum.is_rounding_off
               ? std::string("≈ As shown its ") + (weights->is_transposed ? "column" : "row") +
                     " sums to " + sum.shown + ", because each number is rounded."
               : "";
}

} // namespace attn::figure
