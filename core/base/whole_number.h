// SPDX-License-Identifier: MIT
// A number that counts, read from a text.
#pragma once

#include "core/base/matrix.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace attn {

/// "17"; nothing where the text is anything else, or less than 0.
inline std::optional<Index> whole_number(std::string_view text) {
    Index value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

} // namespace attn
