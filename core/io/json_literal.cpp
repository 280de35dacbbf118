// SPDX-License-Identifier: MIT
#include "core/io/json_literal.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace attn::io {

std::string json_string(std::string_view text) {
    return nlohmann::json(valid_utf8(text)).dump();
}

std::string json_number(Real value) {
    if (!std::isfinite(value))
        return "\"" + shortest(value) + "\"";
    // JSON readers take "-0" for the integer 0, which has no sign.
    if (value == 0 && std::signbit(value))
        return "-0.0";
    return shortest(value);
}

} // namespace attn::io
