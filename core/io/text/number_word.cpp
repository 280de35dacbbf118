// SPDX-License-Identifier: MIT
#include "core/io/text/number_word.h"

#include "core/base/read_real.h"

#include <algorithm>
#include <array>
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

/// Collects the digits in the spelling that read_real() reads, and what the marks imply.
class Digits {
public:
    explicit Digits(Marks marks) : marks_(marks) {}

    bool read(std::string_view word) {
        while (!word.empty()) {
            if (is_numeral(word.front())) {
                if (!put(word.front()))
                    return false;
                ++run_;
                word.remove_prefix(1);
                continue;
            }
            if (word.front() == 'e' || word.front() == 'E')
                break;
            if (!mark(word))
                return false;
        }
        if (!settle())
            return false;
        for (const char letter : word) // the exponent
            if (!put(letter))
                return false;
        return true;
    }
    const char* begin() const { return text_.data(); }
    const char* end() const { return text_.data() + size_; }
    NumberWord said() const {
        const bool has_comma = decimal_ == ',' || (thousands_ == '.' && groups_ > 0);
        const bool has_point = decimal_ == '.' || (thousands_ == ',' && groups_ > 0);
        return {0, groups_ > 0, has_point, has_comma};
    }

private:
    bool put(char letter) {
        if (size_ == text_.size())
            return false;
        text_[size_++] = letter;
        return true;
    }

    /// Reads the mark at the front of the word.
    bool mark(std::string_view& word) {
        char sign = word.front();
        std::size_t bytes = 1;
        if (const auto length = thousands_sign(word); length > 0) {
            bytes = length;
            sign = ' ';
        }
        if (sign != '.' && sign != ',' && sign != ' ' && sign != '\'' && sign != '_')
            return false;
        word.remove_prefix(bytes);
        const bool is_decimal_sign = sign == '.' || sign == ',';
        if (sign == '_') // Python allows it anywhere between digits
            return run_ > 0 && !word.empty() && is_numeral(word.front());
        if (decimal_ != '\0')
            return take_back(sign);
        const bool may_be_decimal =
            sign == '.' ? marks_ != Marks::Comma : sign == ',' && marks_ != Marks::Point;
        if (is_decimal_sign && may_be_decimal && (marks_ != Marks::Any || sign != thousands_)) {
            if (groups_ > 0 && run_ != 3)
                return false;
            decimal_ = sign;
            decimal_at_ = size_;
            whole_ = run_;
            run_ = 0;
            return put('.');
        }
        return group(sign);
    }
    /// A second mark: with Marks::Any the presumed decimal mark may have separated thousands.
    bool take_back(char sign) {
        if (marks_ != Marks::Any || groups_ > 0)
            return false;
        const char first = decimal_;
        std::copy(text_.begin() + static_cast<std::ptrdiff_t>(decimal_at_) + 1,
                  text_.begin() + static_cast<std::ptrdiff_t>(size_),
                  text_.begin() + static_cast<std::ptrdiff_t>(decimal_at_));
        --size_;
        decimal_ = '\0';
        const std::size_t after = run_;
        run_ = whole_;
        if (!group(first))
            return false;
        run_ = after;
        if (sign == first)
            return group(sign);
        if (sign != '.' && sign != ',')
            return false;
        if (run_ != 3)
            return false;
        decimal_ = sign;
        run_ = 0;
        return put('.');
    }
    bool group(char sign) {
        if (groups_ > 0 && sign != thousands_)
            return false;
        const bool is_first = groups_ == 0;
        if (is_first ? run_ < 1 || run_ > 3 || text_[0] == '0' : run_ != 3)
            return false;
        thousands_ = sign;
        ++groups_;
        run_ = 0;
        return true;
    }
    /// Whether the last group is complete and there are digits.
    bool settle() const {
        if (groups_ > 0 && decimal_ == '\0' && run_ != 3)
            return false;
        return true;
    }

    Marks marks_;
    // Longer numbers exist (a double may have 767 digits), but programs do not print them.
    std::array<char, 1100> text_;
    std::size_t size_ = 0;
    std::size_t run_ = 0;        // digits since the last mark
    std::size_t decimal_at_ = 0; // where it stands in text_
    std::size_t whole_ = 0;      // digits before it
    std::size_t groups_ = 0;
    char decimal_ = '\0', thousands_ = '\0';
};

} // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t thousands_sign(std::string_view text) {
    for (const std::string_view sign : {"\u00a0", "\u202f", "\u2009", "\u2007", "\u2019"})
        if (text.starts_with(sign))
            return sign.size();
    return 0;
}

std::optional<NumberWord> read_number_word(std::string_view word, Marks marks) {
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
    if (!is_numeral(first) && first != '.' && first != ',') {
        const auto value = named(word);
        return value ? std::optional(NumberWord{sign * *value}) : std::nullopt;
    }
    if (word.back() == ',') // "3," is a number and a separator.
        return std::nullopt;
    Digits digits(marks);
    if (!digits.read(word))
        return std::nullopt;
    NumberWord read = digits.said();
    Real value = 0;
    const auto [stop, fault] = read_real(digits.begin(), digits.end(), value);
    if (stop != digits.end())
        return std::nullopt;
    if (fault == std::errc::result_out_of_range) {
        // Reported the same for both ends; only a negative exponent can be too small.
        const auto* e =
            std::find_if(digits.begin(), digits.end(), [](char c) { return c == 'e' || c == 'E'; });
        const bool is_tiny = std::find(e, digits.end(), '-') != digits.end() ||
                             (e == digits.end() && word.starts_with("0"));
        if (!is_tiny)
            return std::nullopt;
        value = 0;
    } else if (fault != std::errc{}) {
        return std::nullopt;
    }
    read.value = sign * value;
    return read;
}

std::optional<Real> number_word(std::string_view word, bool decimal_comma) {
    const auto read = read_number_word(word, decimal_comma ? Marks::Comma : Marks::Point);
    return read ? std::optional(read->value) : std::nullopt;
}

} // namespace attn::io
