// SPDX-License-Identifier: MIT
#include "core/publish/svg_names.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace attn::publish {
namespace {

bool is_small_letter(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether a name begins at `at`: after `id="` or after the `#` of a reference.
bool begins_name(std::string_view svg, std::size_t at) {
    const std::string_view before = svg.substr(0, at);
    return before.ends_with(" id=\"") || before.ends_with("\"#") || before.ends_with("(#");
}

} // namespace

std::string with_steady_names(const std::string& svg) {
    const std::string_view all = svg;
    std::map<std::string, std::size_t, std::less<>> numbers; // by whole name
    std::map<std::string, std::size_t, std::less<>> counts;  // by the name without its number
    std::string steady;
    steady.reserve(svg.size());
    std::size_t done = 0;
    for (std::size_t at = all.find_first_of("\"#"); at != std::string_view::npos;
         at = all.find_first_of("\"#", at + 1)) {
        const std::size_t first = at + 1;
        if (!begins_name(all, first))
            continue;
        std::size_t digits = first;
        while (digits < all.size() && (is_small_letter(all[digits]) || all[digits] == '-'))
            ++digits;
        std::size_t end = digits;
        while (end < all.size() && is_digit(all[end]))
            ++end;
        // "glyph0-12" is already numbered within its document.
        if (digits == first || end == digits || end == all.size() ||
            (all[end] != '"' && all[end] != ')'))
            continue;
        const std::string_view beginning = all.substr(first, digits - first);
        const std::string name(all.substr(first, end - first));
        auto known = numbers.find(name);
        if (known == numbers.end())
            known = numbers.emplace(name, counts[std::string(beginning)]++).first;
        steady += all.substr(done, digits - done);
        steady += std::to_string(known->second);
        done = end;
    }
    steady += all.substr(done);
    return steady;
}

} // namespace attn::publish
