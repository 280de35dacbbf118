// SPDX-License-Identifier: MIT
#include "core/io/text/limits_text.h"

#include "core/base/utf8.h"
#include "core/document/model/written_place.h"
#include "core/io/text/number_word.h"

#include <cmath>
#include <limits>

namespace attn::io {
namespace {

/// Returns the number of one end; `open` if it is empty.
std::optional<Real> end_of_range(std::string_view word, Real open) {
    if (trimmed(word).empty())
        return open;
    const auto number = number_word(trimmed(word));
    return number && !std::isnan(*number) ? number : std::nullopt;
}

} // namespace

Result<std::vector<Limits>>
read_limits(const Document& document, const std::vector<CellRange>& cells, std::string_view text) {
    constexpr Real open = std::numeric_limits<Real>::infinity();
    std::vector<Limits> list;
    for (const std::string_view part : list_parts(text)) {
        const auto sign = part.rfind('=');
        const std::string_view range =
            sign == std::string_view::npos ? part : part.substr(sign + 1);
        const auto colon = range.find(':');
        const auto least = end_of_range(range.substr(0, colon), -open);
        const auto greatest = colon == std::string_view::npos
                                  ? std::nullopt
                                  : end_of_range(range.substr(colon + 1), open);
        if (!least || !greatest || trimmed(range) == ":")
            return Error{cite(part) + " is not a range; write the least and the greatest number, "
                                      "as in -1:1, 0: or X=-1:1"};
        if (sign == std::string_view::npos) {
            for (const CellRange& one : cells)
                list.push_back({one, *least, *greatest});
            continue;
        }
        const auto named = parse_written_cells(document, trimmed(part.substr(0, sign)));
        if (!named)
            return named.error();
        list.push_back({*named, *least, *greatest});
    }
    return list;
}

} // namespace attn::io
