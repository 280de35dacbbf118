// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"

#include "core/base/covered.h"
#include "core/base/read_real.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace attn {
namespace {

std::string non_finite(Real value) {
    if (is_covered(value))
        return "?";
    if (std::isnan(value))
        return "NaN";
    return value > 0 ? "Infinity" : "-Infinity";
}

template <class... Format>
std::string to_text(Real value, Format... format) {
    std::array<char, 400> buffer; // Fixed notation of the largest double has 309 digits.
    const auto [end, fault] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
    assert(fault == std::errc{} && "the buffer holds every double");
    return std::string(buffer.data(), end);
}

/// Formats fixed decimals with one multiplication. Nothing if that may round wrongly: the number is
/// too large, has more than 6 decimals, or lies so near the middle between two results that only
/// its exact value decides.
std::optional<std::string> quick_decimals(Real value, int digits) {
    constexpr std::array<Real, 7> powers = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    constexpr Real most = 1e9, near = 1e-6; // The product is off by less than a tenth of `near`.
    if (digits < 0 || digits >= static_cast<int>(powers.size()))
        return std::nullopt;
    const Real scaled = std::abs(value) * powers[static_cast<std::size_t>(digits)];
    if (!(scaled < most))
        return std::nullopt;
    const auto whole = static_cast<std::uint32_t>(scaled);
    const Real rest = scaled - whole;
    if (std::abs(rest - 0.5) < near)
        return std::nullopt;
    const std::uint32_t rounded = whole + (rest > 0.5 ? 1 : 0);
    std::array<char, 16> buffer; // A sign, ten digits, a point.
    char* first = buffer.data() + buffer.size();
    std::uint32_t left = rounded;
    for (int place = 0; place <= digits || left > 0; ++place, left /= 10) {
        if (place == digits && digits > 0)
            *--first = '.';
        *--first = static_cast<char>('0' + left % 10);
    }
    if (value < 0 && rounded > 0)
        *--first = '-';
    return std::string(first, buffer.data() + buffer.size());
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

constexpr std::string_view accepted = "a number such as 1.5, 1,5, -2 or 1e-3";

} // namespace

std::string shortest(Real value) {
    return std::isfinite(value) ? to_text(value) : non_finite(value);
}

std::string decimals(Real value, int digits) {
    if (!std::isfinite(value))
        return non_finite(value);
    if (std::abs(value) >= 1e9)
        return to_text(value, std::chars_format::scientific, digits);
    if (auto quick = quick_decimals(value, digits))
        return *std::move(quick);
    std::string text = to_text(value, std::chars_format::fixed, digits);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos)
        text.erase(0, 1); // A number shown as 0 has no sign.
    return text;
}

std::string scientific(Real value, int digits) {
    if (!std::isfinite(value))
        return non_finite(value);
    if (value == 0)
        return "0";
    std::string text = to_text(value, std::chars_format::scientific, digits);
    const auto e = text.find('e');
    const bool is_small = text[e + 1] == '-';
    const auto first = std::min(text.find_first_not_of('0', e + 2), text.size());
    const std::string exponent = text.substr(first);
    text.erase(e);
    return exponent.empty() ? text : text + (is_small ? "e-" : "e") + exponent;
}

std::string significant(Real value, int digits) {
    if (!std::isfinite(value))
        return non_finite(value);
    if (value == 0)
        return decimals(0, digits - 1);
    // The exponent after rounding to the wanted digits: 9.996 to 3 digits is 1.00e+01.
    const std::string scientific = to_text(value, std::chars_format::scientific, digits - 1);
    const auto e = scientific.find('e');
    int exponent = 0;
    const char* first = scientific.data() + e + 1;
    std::from_chars(*first == '+' ? first + 1 : first, scientific.data() + scientific.size(),
                    exponent);
    if (exponent < -5 || exponent >= 9)
        return scientific;
    return to_text(value, std::chars_format::fixed, std::max(0, digits - 1 - exponent));
}

std::optional<std::string> fraction(Real value, Index max_denominator) {
    if (!std::isfinite(value) || std::abs(value) > 1e9)
        return std::nullopt;
    // Continued fraction: its convergents are the best approximations; stops at an exact one.
    Real rest = std::abs(value);
    Real p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    for (int step = 0; step < 40; ++step) {
        const Real whole = std::floor(rest);
        const Real p2 = whole * p1 + p0, q2 = whole * q1 + q0;
        if (q2 > static_cast<Real>(max_denominator))
            return std::nullopt;
        if (p2 / q2 == std::abs(value)) {
            std::string text = value < 0 ? "-" : "";
            text += decimals(p2, 0);
            if (q2 != 1)
                text += "/" + decimals(q2, 0);
            return text;
        }
        if (rest == whole)
            return std::nullopt;
        rest = 1 / (rest - whole);
        p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    }
    return std::nullopt;
}

Result<Real> parse_number(std::string_view text) {
    const std::string_view trimmed = trim(text);
    if (trimmed.empty())
        return Error{"nothing was entered; expected " + std::string(accepted)};
    std::string plain = replace_all(std::string(trimmed), "\u2212", "-");
    const auto comma = plain.find(',');
    if (comma != std::string::npos && plain.find('.') == std::string::npos &&
        plain.find(',', comma + 1) == std::string::npos)
        plain[comma] = '.';

    const char* first = plain.data();
    const char* last = first + plain.size();
    if (plain.size() > 1 && plain.front() == '+' && plain[1] != '-')
        ++first;
    Real value = 0;
    const auto [end, fault] = read_real(first, last, value);
    const std::string quoted = "\"" + std::string(trimmed) + "\"";
    if (fault == std::errc::result_out_of_range && end == last) {
        // from_chars reports underflow the same way; a tiny magnitude reads as 0.
        const auto exponent = plain.find_first_of("eE");
        if (exponent != std::string::npos && plain.find('-', exponent) != std::string::npos)
            return 0.0;
        return Error{quoted + " is beyond the largest number, about 1.8e308"};
    }
    if (fault != std::errc{} || end != last)
        return Error{quoted + " is not a number; expected " + std::string(accepted)};
    if (!std::isfinite(value))
        return Error{quoted + " is not a finite number; expected " + std::string(accepted)};
    return value;
}

} // namespace attn
