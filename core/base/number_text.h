// SPDX-License-Identifier: MIT
// Numbers to and from text, never depending on the locale.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The shortest text that reads back as the same double; "NaN", "Infinity", "-Infinity" otherwise,
/// and "?" for a covered number, as of all functions here (see covered.h).
std::string shortest(Real value);

/// Fixed decimals, ASCII minus ("-0.50", but "0.00" for -0.001); very large magnitudes turn to
/// scientific notation.
std::string decimals(Real value, int digits);

/// `digits` significant digits, trailing zeros kept so that columns align ("0.500", "1.23e-07").
std::string significant(Real value, int digits);

/// `digits` decimals and a power of ten: "1.2e6", "-3.0e-7", "2.5" without a power, "0".
std::string scientific(Real value, int digits);

/// "p/q" when the value is exactly the double nearest to a fraction with q ≤ max_denominator,
/// otherwise nothing. Whole numbers come back without a denominator.
std::optional<std::string> fraction(Real value, Index max_denominator = 999);

/// Reads one whole number text: "1.5", "1,5" (decimal comma), "−1" (U+2212), "+1", "1e-3", "1/3" is
/// not one. Surrounding blanks are allowed. The error says what was found and what is accepted.
/// Hexadecimal, two numbers, not-a-number and magnitudes beyond double are errors.
Result<Real> parse_number(std::string_view text);

} // namespace attn
