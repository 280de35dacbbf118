// SPDX-License-Identifier: MIT
// Converts numbers to and from text, independent of the locale.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The shortest text that reads back as the same double; otherwise "NaN", "Infinity" or
/// "-Infinity". A covered number is "?", here and in all functions below (see covered.h).
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

/// Reads one number: "1.5", "1,5" (decimal comma), "−1" (U+2212), "+1", "1e-3", but not "1/3".
/// Surrounding blanks are allowed. Fails on hexadecimal, two numbers, not-a-number and magnitudes
/// beyond double; the error says what was found and what is accepted.
Result<Real> parse_number(std::string_view text);

} // namespace attn
