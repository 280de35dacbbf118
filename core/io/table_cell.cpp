// SPDX-License-Identifier: MIT
#include "core/io/table_cell.h"

#include "core/base/utf8.h"
#include "core/io/cell_text.h"
#include "core/io/number_word.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn::io {
namespace {

bool is_decimal_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

std::string_view without_sign(std::string_view cell) {
    constexpr std::string_view minus = "\u2212";
    if (cell.starts_with(minus))
        return cell.substr(minus.size());
    return cell.starts_with('-') || cell.starts_with('+') ? cell.substr(1) : cell;
}

/// Reads a finite number in digits, not a named one ("True").
std::optional<Real> plain_number(std::string_view text, bool decimal_comma) {
    const std::string_view digits = without_sign(trimmed(text));
    if (digits.empty() || !(is_decimal_digit(digits[0]) || digits[0] == '.' || digits[0] == ','))
        return std::nullopt;
    const auto value = number_word(text, decimal_comma);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Reads "1/2", "-3 / 4".
std::optional<Real> fraction(std::string_view cell, bool decimal_comma) {
    const auto slash = cell.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    const auto above = plain_number(cell.substr(0, slash), decimal_comma);
    const auto below = above ? plain_number(cell.substr(slash + 1), decimal_comma) : std::nullopt;
    if (!below || *below == 0)
        return std::nullopt;
    return *above / *below;
}

/// Reads "55%", "12.5 %".
std::optional<Real> percent(std::string_view cell, bool decimal_comma) {
    if (!cell.ends_with('%'))
        return std::nullopt;
    const auto value = plain_number(cell.substr(0, cell.size() - 1), decimal_comma);
    return value ? std::optional(*value / 100) : std::nullopt;
}

/// Whether the cell can only be arithmetic: it has a digit, and an operator that is not part of a
/// date, range or name.
bool is_arithmetic(std::string_view cell) {
    if (cell.size() > max_cell_text || std::none_of(cell.begin(), cell.end(), is_decimal_digit))
        return false;
    const bool may_be_date = std::all_of(cell.begin(), cell.end(), [](char letter) {
        return is_decimal_digit(letter) || letter == '/' || letter == '-' || letter == ' ';
    });
    if (may_be_date)
        return false;
    for (const std::string_view sign : {"/", "*", "^", "(", "×", "·", "⋅", "÷", "∕", "π"})
        if (cell.find(sign) != std::string_view::npos)
            return true;
    return cell.find('+', 1) != std::string_view::npos;
}

/// Removes a currency sign from the cell: "$1,234.50", "5 €".
std::string_view without_currency(std::string_view cell) {
    cell = trimmed(cell);
    for (const std::string_view sign : {"€", "$", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF"}) {
        if (cell.starts_with(sign))
            return trimmed(cell.substr(sign.size()));
        if (cell.ends_with(sign))
            return trimmed(cell.substr(0, cell.size() - sign.size()));
    }
    return cell;
}

bool equals(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

} // namespace

std::optional<Real> CellReader::number(std::string_view cell, bool decimal_comma) {
    cell = trimmed(cell);
    const Marks marks = decimal_comma ? Marks::Comma : Marks::Point;
    if (const auto read = read_number_word(cell, marks)) {
        if (read->has_thousands && thousands_.empty())
            thousands_ = cell;
        return read->value;
    }
    if (const auto value = fraction(cell, decimal_comma))
        return value;
    if (const auto value = percent(cell, decimal_comma))
        return value;
    if (left_ == 0 || !is_arithmetic(cell))
        return std::nullopt;
    --left_;
    const auto read = read_number(cell, {marks, true, false});
    if (read && read->has_thousands && thousands_.empty())
        thousands_ = cell;
    return read ? std::optional(read->value) : std::nullopt;
}

bool has_form_of_number(std::string_view cell) {
    cell = without_currency(cell);
    constexpr std::size_t looked_at = 2000; // more digits cannot be a number
    std::string_view rest = without_sign(trimmed(cell)).substr(0, looked_at);
    const auto digits = [&rest] {
        const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
        rest.remove_prefix(end);
        return end > 0;
    };
    bool has_digits = digits();
    while (!rest.empty() && (rest.front() == '.' || rest.front() == ',')) {
        rest.remove_prefix(1);
        has_digits = digits() || has_digits;
    }
    if (!has_digits || rest.empty())
        return has_digits;
    // An exponent; Fortran writes it with a D.
    if (std::string_view("eEdD").find(rest.front()) == std::string_view::npos)
        return false;
    rest = without_sign(rest.substr(1));
    return digits() && rest.empty();
}

bool is_broken_number(std::string_view cell) {
    cell = trimmed(cell);
    constexpr std::array<std::string_view, 7> missing = {"na",   "n/a", "#n/a", "<na>",
                                                         "null", "nil", "none"};
    const bool is_fault = cell.starts_with('#') && (cell.ends_with('!') || cell.ends_with('?'));
    return cell.empty() || is_fault || cell.starts_with("Err:") || has_form_of_number(cell) ||
           std::any_of(missing.begin(), missing.end(),
                       [&](std::string_view word) { return equals(cell, word); });
}

bool is_left_out(std::string_view cell) {
    constexpr std::array<std::string_view, 6> signs = {"...", "..", "…", "⋮", "⋯", "⋱"};
    return std::find(signs.begin(), signs.end(), trimmed(cell)) != signs.end();
}

std::string no_number(std::string_view cell, bool decimal_comma) {
    const std::string expected = decimal_comma ? "expected a number such as 1,5, 1e-3 or 1/2"
                                               : "expected a number such as 1.5, 1e-3 or 1/2";
    if (trimmed(cell).empty())
        return "the cell is empty; " + expected;
    if (is_left_out(cell))
        return "found " + cite(cell) +
               ": a part of the table is left out; print all of it, with "
               "pd.set_option('display.max_rows', None, 'display.max_columns', None) in pandas, or "
               "save it as CSV";
    const auto exponent = cell.find_first_of("eE");
    const bool is_too_large = has_form_of_number(cell) && exponent != std::string_view::npos &&
                              number_word(cell.substr(0, exponent), decimal_comma);
    return "found " + cite(cell) +
           (is_too_large ? ", which is beyond the largest number, about 1.8e308; " : ", ") +
           expected;
}

} // namespace attn::io
