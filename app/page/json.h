// SPDX-License-Identifier: MIT
// Builds JSON for a page's script from values that are JSON already.
#pragma once

#include "core/io/document/json_literal.h"

#include <string>
#include <utility>
#include <vector>

namespace page {

using attn::io::json_string;

inline std::string json_list(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : ",") + value;
    return "[" + text + "]";
}

/// An object with these members; the values are JSON.
inline std::string json_object(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string text;
    for (const auto& [key, value] : members)
        text += (text.empty() ? "" : ",") + json_string(key) + ":" + value;
    return "{" + text + "}";
}

inline std::string json_bool(bool value) {
    return value ? "true" : "false";
}

} // namespace page
