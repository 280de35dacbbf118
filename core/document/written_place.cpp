// SPDX-License-Identifier: MIT
#include "core/document/written_place.h"

#include <utility>

namespace attn {

Place written_place(const Document& document, Place place) {
    if (document.convention == Convention::TokensAsColumns)
        std::swap(place.row, place.column);
    return place;
}

std::string place_text(const Document& document, const Place& place) {
    return entry(place, document.convention);
}

Result<Place> parse_written_place(const Document& document, std::string_view text) {
    auto place = parse_place(text);
    if (place)
        *place = written_place(document, *place);
    return place;
}

} // namespace attn
