// SPDX-License-Identifier: MIT
#include "core/base/nearest.h"

#include <algorithm>

namespace attn {
namespace {

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // The table of distances between prefixes, row by row; swaps look two rows back.
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    for (std::size_t at = 0; at <= b.size(); ++at)
        last[at] = at;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool is_same = lower(a[i - 1]) == lower(b[j - 1]);
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(now);
    }
    return last[b.size()];
}

std::string_view nearest(std::string_view typed, const std::vector<std::string>& names) {
    constexpr std::size_t longest = 100; // No name is longer.
    std::string_view best;
    if (typed.empty() || typed.size() > longest)
        return best;
    std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(typed, name);
        if (distance < least && distance < name.size()) {
            least = distance;
            best = name;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
    const std::string_view name = nearest(typed, names);
    return name.empty() ? "" : "; did you mean \"" + std::string(name) + "\"?";
}

} // namespace attn
