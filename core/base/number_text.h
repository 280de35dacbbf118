// SPDX-License-Identifier: MIT
// Converts numbers to and from text, independent of the locale.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

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

// Reads a count from a text.

/// Reads digits such as "17". Nothing if the text is anything else or the number is negative.
inline std::optional<Index> whole_number(std::string_view text) {
    Index value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

// Numbers that read well: multiples of a power of ten.

/// The multiple of `grid`, a power of ten, that is nearest to the value.
inline Real on_grid(Real value, Real grid) {
    if (grid >= 1)
        return std::round(value / grid) * grid;
    // Dividing by a whole number gives the double nearest to the decimal; multiplying by 0.01 does
    // not.
    const Real whole = std::round(1 / grid);
    return std::round(value * whole) / whole;
}

} // namespace attn
