// SPDX-License-Identifier: MIT
#include "core/engine/shown_terms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace attn {

std::vector<std::size_t> largest_first(std::span<const Real> sizes) {
    const auto size = [&](std::size_t at) {
        return std::isnan(sizes[at]) ? std::numeric_limits<Real>::infinity() : sizes[at];
    };
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    return order;
}

ShownTerms shown_terms(std::span<const Real> sizes, std::span<const Real> addends,
                       std::size_t most) {
    ShownTerms shown;
    shown.indices = largest_first(sizes);
    if (shown.indices.size() <= most || shown.indices.size() == most + 1) {
        std::sort(shown.indices.begin(), shown.indices.end());
        return shown;
    }
    shown.others = shown.indices.size() - most;
    for (std::size_t at = most; at < shown.indices.size(); ++at)
        shown.rest += addends[shown.indices[at]];
    shown.indices.resize(most);
    return shown;
}

} // namespace attn
