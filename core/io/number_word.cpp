// SPDX-License-Identifier: MIT
#include "core/io/number_word.h"

#include "core/base/read_real.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attn::io {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

bool is_word(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

std::optional<Real> named(std::string_view word) {
    if (is_word(word, "nan"))
        return std::numeric_limits<Real>::quiet_NaN();
    if (is_word(word, "inf") || is_word(word, "infinity") || word == "∞" || word == "\\infty")
        return infinity;
    if (word == "True" || word == "true")
        return 1;
    if (word == "False" || word == "false")
        return 0;
    return std::nullopt;
}

} // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<Real> number_word(std::string_view word, bool decimal_comma) {
    word = trimmed(word);
    Real sign = 1;
    constexpr std::string_view minus = "\u2212";
    if (word.starts_with(minus)) {
        sign = -1;
        word.remove_prefix(minus.size());
    } else if (!word.empty() && (word.front() == '-' || word.front() == '+')) {
        sign = word.front() == '-' ? -1 : 1;
        word.remove_prefix(1);
    }
    if (word.empty())
        return std::nullopt;
    const char first = word.front();
    const bool is_digit = first >= '0' && first <= '9';
    if (!is_digit && first != '.' && first != ',') {
        const auto value = named(word);
        return value ? std::optional(sign * *value) : std::nullopt;
    }
    if (word.back() == ',') // "3," is a number and a separator.
        return std::nullopt;
    // Longer ones exist (a double may have 767 digits) but nobody prints them.
    std::array<char, 1100> digits;
    if (word.size() > digits.size())
        return std::nullopt;
    auto* end = digits.data();
    for (const char letter : word) {
        if (letter == (decimal_comma ? '.' : ','))
            return std::nullopt;
        *end++ = letter == ',' ? '.' : letter;
    }
    Real value = 0;
    const auto [stop, fault] = read_real(digits.data(), end, value);
    if (stop != end)
        return std::nullopt;
    if (fault == std::errc::result_out_of_range) {
        // It is reported alike for both ends; only a negative exponent can be too small.
        const auto* e =
            std::find_if(digits.data(), end, [](char c) { return c == 'e' || c == 'E'; });
        const bool is_tiny = std::find(e, static_cast<const char*>(end), '-') != end ||
                             (e == end && word.starts_with("0"));
        return is_tiny ? std::optional(sign * 0.0) : std::nullopt;
    }
    return fault == std::errc{} ? std::optional(sign * value) : std::nullopt;
}

} // namespace attn::io
