// SPDX-License-Identifier: MIT
#include "core/figure/base/number_form.h"

#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::figure {
namespace {

constexpr Index most_written = 4096; // larger matrices never show numbers

Real largest_magnitude(const SheetLook& look) {
    return look.range.has_any ? std::max(std::abs(look.range.low), std::abs(look.range.high)) : 0;
}

/// Calls `use` with the magnitude of every number, except zeros and rounding errors.
template <class Use>
void for_magnitudes(const SheetLook& look, Real largest, Use use) {
    constexpr Real rounding = 1e-12;
    if (look.values.size() > most_written)
        return;
    for (Index row = 0; row < look.values.rows(); ++row)
        for (Index column = 0; column < look.values.cols(); ++column) {
            const Real size = std::abs(look.values(row, column));
            if (std::isfinite(size) && size > rounding * largest)
                use(size);
        }
}

Real least_magnitude(const SheetLook& look, Real largest) {
    Real least = largest;
    for_magnitudes(look, largest, [&](Real size) { least = std::min(least, size); });
    return least;
}

/// Whether numbers smaller than the largest by more than four powers of ten would be written as 0,
/// at least as many as fill a row, a column or the diagonal. A few such numbers may well be 0.00.
bool is_wide(const SheetLook& look, Real largest) {
    constexpr Real decades = 1e4;
    Index count = 0;
    for_magnitudes(look, largest, [&](Real size) {
        count += size < largest / decades && reads_zero(size, look.numbers);
    });
    return count > 0 && count >= std::min(look.values.rows(), look.values.cols());
}

} // namespace

bool adds_up(std::span<const Real> numbers, Real sum, int decimals) {
    const Real unit = std::pow(10.0, -decimals);
    Real by_hand = 0; // in units
    for (const Real number : numbers)
        by_hand += std::round(number / unit);
    return by_hand == std::round(sum / unit);
}

bool reads_zero(Real value, const NumberFormat& numbers) {
    return value != 0 && std::isfinite(value) &&
           format(value, numbers).find_first_of("123456789") == std::string::npos;
}

NumberFormat readable_form(const SheetLook& look) {
    constexpr std::size_t longest_decimals = 8, longest_digits = 6;
    const NumberFormat& asked = look.numbers;
    const Real largest = largest_magnitude(look);
    if (!asked.has_decimals() || !(largest > 0))
        return asked;
    const Real least = least_magnitude(look, largest);
    // Weights are shares of 1 and weighted values parts of a sum: 0.00 is precise enough for a
    // small one.
    const bool is_share = look.family == Family::Weights || look.id.stage == Stage::WeightedValues;
    const bool hides_many = !is_share && is_wide(look, largest);
    // One number so large that it has a power of ten would be among others with all their digits.
    const std::string longest = format(largest, asked);
    if (!hides_many && !reads_zero(largest, asked) && longest.size() <= longest_decimals &&
        longest.find('e') == std::string::npos)
        return asked;
    // If two decimals hide numbers, three digits show them.
    const int more = look.asked.kind == NumberFormat::Kind::Automatic ? 1 : 0;
    const NumberFormat digits{NumberFormat::Kind::Significant, std::max(2, asked.digits + more)};
    const std::size_t longest_here = longest_digits + static_cast<std::size_t>(more);
    const bool is_short = format(largest, digits).size() <= longest_here &&
                          format(least, digits).size() <= longest_here;
    return is_short ? digits : short_form;
}

namespace {

bool has_infinity(const Cells& values) {
    for (Index row = 0; row < values.rows(); ++row)
        for (Index column = 0; column < values.cols(); ++column)
            if (std::isinf(values(row, column)))
                return true;
    return false;
}

} // namespace

void reserve_characters(SheetLook& look) {
    bool has_power = false;
    const auto count = [&](Real value) {
        const std::string text = format(std::abs(value), look.numbers);
        has_power = has_power || text.find('e') != std::string::npos;
        const auto point = std::min(text.find('.'), text.size());
        look.characters = std::max(look.characters, static_cast<int>(text.size()));
        look.whole_characters = std::max(look.whole_characters, static_cast<int>(point));
        look.fraction_characters =
            std::max(look.fraction_characters, static_cast<int>(text.size() - point));
    };
    look.characters = look.range.non_finite > 0 ? 3 : 1;
    look.whole_characters = 1;
    look.fraction_characters = 0;
    look.reads_zero = attn::figure::reads_zero(largest_magnitude(look), look.numbers);
    count(look.range.low);
    count(look.range.high);
    if (look.characters < 2 && look.values.size() <= most_written && has_infinity(look.values))
        look.characters = 2; // "−∞", of masked scores
    // A number with a power of ten is shorter than one just below it.
    if ((look.numbers.kind == NumberFormat::Kind::Decimals && !has_power) ||
        look.values.size() > most_written)
        return;
    for (Index row = 0; row < look.values.rows(); ++row)
        for (Index column = 0; column < look.values.cols(); ++column)
            if (const Real value = look.values(row, column); std::isfinite(value))
                count(value);
}

int least_characters(const SheetLook& look) {
    constexpr int shortest_power = 5; // "1e-12"
    const int whole = std::max(1, look.characters - look.fraction_characters);
    switch (look.numbers.kind) {
    case NumberFormat::Kind::Decimals:
    case NumberFormat::Kind::Automatic:
        return std::min(look.characters, whole + 2);
    case NumberFormat::Kind::Scientific:
        return look.characters - (look.numbers.digits > 0 ? look.numbers.digits + 1 : 0);
    case NumberFormat::Kind::Significant:
        return std::min(look.characters, shortest_power);
    case NumberFormat::Kind::Fraction:
        break;
    }
    return look.characters;
}

namespace {

/// The characters that signs need.
int sign_of(const SheetLook& look) {
    return look.range.has_any && look.range.low < 0 ? 1 : 0;
}

} // namespace

int fraction_in(const SheetLook& look, float room) {
    const int left = static_cast<int>(std::floor(room + 1e-3F)) - sign_of(look) - 1;
    return left < 2 ? 0 : std::min(left, look.fraction_characters);
}

std::string narrowed(const SheetLook& look, Index row, Index column, float room) {
    std::string text = cell_text(look, row, column);
    const int fraction = fraction_in(look, room);
    const auto has_many = [fraction](const std::string& one) {
        const auto point = one.find('.');
        return point != std::string::npos && one.find('e') == std::string::npos &&
               static_cast<int>(one.size() - point) > fraction;
    };
    // Every number leaves room for a sign that others have.
    const int sign = sign_of(look);
    const auto fits = [room, sign](const std::string& one) {
        const bool has_sign = one.starts_with("−");
        const auto count = static_cast<int>(character_count(one)) - (has_sign ? 1 : 0) + sign;
        return fits_in(static_cast<float>(count), room);
    };
    const Real value = look.value(row, column);
    const auto drop_decimals = [&] {
        NumberFormat numbers = look.numbers;
        while ((!fits(text) || has_many(text)) && numbers.has_decimals() && numbers.digits > 0) {
            --numbers.digits;
            text = number_text(value, numbers);
        }
    };
    if (look.reads_zero)
        text = number_text(value, short_form);
    else
        drop_decimals();
    for (int digits = 2; !fits(text) && digits >= 0; --digits)
        text = number_text(value, {NumberFormat::Kind::Scientific, digits});
    if (look.reads_zero && !fits(text)) { // 0.00 says at least how small it is.
        text = number_text(value, look.numbers);
        drop_decimals();
    }
    return fits(text) ? text : "…";
}

std::size_t character_count(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char letter) { return (letter & 0xC0) != 0x80; }));
}

std::optional<float> aligned_end(const SheetLook& look, const std::string& text,
                                 const NumberCell& cell) {
    constexpr float air = 2; // at the edges
    if (look.numbers.kind == NumberFormat::Kind::Scientific || text.find('e') != std::string::npos)
        return std::nullopt;
    const auto point = text.find('.');
    const auto after = point == std::string::npos ? 0 : static_cast<int>(text.size() - point);
    const float digits = cell.digit * static_cast<float>(look.whole_characters + cell.fraction);
    const float sign = cell.digit * static_cast<float>(sign_of(look));
    // Signs go beyond the digits, as far as the cell allows.
    const float aside =
        std::clamp(sign + digits / 2 + air - cell.width / 2, 0.0F, std::max(0.0F, sign / 2));
    const float end = digits / 2 + aside - cell.digit * static_cast<float>(cell.fraction - after);
    const float width = cell.digit * static_cast<float>(character_count(text));
    if (end > cell.width / 2 || width - end > cell.width / 2)
        return std::nullopt;
    return end;
}

} // namespace attn::figure
