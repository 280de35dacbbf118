// SPDX-License-Identifier: MIT
// Reads a count from a text.
#pragma once

#include "core/base/matrix.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace attn {

/// Reads digits such as "17". Nothing if the text is anything else or the number is negative.
inline std::optional<Index> whole_number(std::string_view text) {
    Index value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

} // namespace attn
