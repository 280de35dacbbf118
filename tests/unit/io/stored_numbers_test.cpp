// SPDX-License-Identifier: MIT
// Numbers as files store them: each type, and chosen rows and columns in any order.
#include "core/io/arrays/stored_numbers.h"
#include "tests/support/same_bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

using namespace attn;
using namespace attn::io;

namespace {

std::string bytes_of_bits(std::uint64_t bits, std::size_t width, bool is_big_endian) {
    std::string bytes;
    for (std::size_t byte = 0; byte < width; ++byte)
        bytes.push_back(
            static_cast<char>(bits >> (8 * (is_big_endian ? width - 1 - byte : byte)) & 0xFF));
    return bytes;
}

/// IEEE 754-2008, section 3.4, table 3.2: (−1)^S · 2^(E − 15) · (1 + T / 1024), without the 1 where
/// E is 0.
Real half_of(unsigned bits) {
    const unsigned exponent = bits >> 10 & 31U, fraction = bits & 1023U;
    const Real sign = bits >> 15 ? -1 : 1, part = static_cast<Real>(fraction) / 1024;
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<Real>::infinity()
                             : std::numeric_limits<Real>::quiet_NaN();
    return exponent == 0 ? sign * std::pow(2.0, -14) * part
                         : sign * std::pow(2.0, static_cast<int>(exponent) - 15) * (1 + part);
}

/// 256 × 256 numbers, whose bits are `bits_of` of 0 … 65535.
template <class BitsOf>
std::string table(std::size_t width, bool is_big_endian, BitsOf bits_of) {
    std::string bytes;
    for (unsigned at = 0; at < 65536; ++at)
        bytes += bytes_of_bits(bits_of(at), width, is_big_endian);
    return bytes;
}

/// Reads all, and a few rows and columns in mixed order, and compares each number.
template <class BitsOf, class Expected>
void expect_read(NumberType type, BitsOf bits_of, Expected expected) {
    for (const bool is_big_endian : {false, true}) {
        for (const bool is_fortran : {false, true}) {
            SCOPED_TRACE(std::string(name_of(type)) + (is_big_endian ? ", big endian" : "") +
                         (is_fortran ? ", by columns" : ""));
            const Bytes bytes = bytes_in_memory(table(bytes_of(type), is_big_endian, bits_of));
            const StoredArray array{{256, 256}, type, is_big_endian, is_fortran, 0};
            const auto value = [&](Index row, Index column) {
                return expected(
                    static_cast<unsigned>(is_fortran ? column * 256 + row : row * 256 + column));
            };
            const auto whole = read_numbers(bytes, array, {});
            ASSERT_TRUE(whole) << whole.error().text();
            for (Index row = 0; row < 256; ++row)
                for (Index column = 0; column < 256; ++column)
                    ASSERT_TRUE(test::is_same(whole->matrix(row, column), value(row, column)))
                        << row << ", " << column << ": " << whole->matrix(row, column);
            const Slice mixed{{}, {200, 3, 4, 5, 3}, {9, 7, 8, 10, 11, 255, 7}, {}};
            const auto part = read_numbers(bytes, array, mixed);
            ASSERT_TRUE(part) << part.error().text();
            Matrix beside = Matrix::Constant(7, 9, 42); // whose inner part is filled in
            const auto rounded = read_into(beside.block(1, 1, 5, 7), bytes, array, mixed);
            ASSERT_TRUE(rounded) << rounded.error().text();
            for (std::size_t row = 0; row < mixed.rows.size(); ++row)
                for (std::size_t column = 0; column < mixed.columns.size(); ++column) {
                    const auto at = std::pair(static_cast<Index>(row), static_cast<Index>(column));
                    const Real wanted = value(mixed.rows[row], mixed.columns[column]);
                    ASSERT_TRUE(test::is_same(part->matrix(at.first, at.second), wanted));
                    ASSERT_TRUE(test::is_same(beside(at.first + 1, at.second + 1), wanted));
                }
            EXPECT_EQ((beside.array() == 42).count(), 63 - 35) << "writes only where it may";
        }
    }
}

} // namespace

TEST(StoredNumbers, EveryHalfIsWhatTheStandardSays) {
    expect_read(
        NumberType::Float16, [](unsigned at) { return at; }, half_of);
}

TEST(StoredNumbers, EveryBrainFloatIsTheUpperPartOfAFloat) {
    expect_read(
        NumberType::BFloat16, [](unsigned at) { return at; },
        [](unsigned at) { return static_cast<Real>(std::bit_cast<float>(at << 16)); });
}

TEST(StoredNumbers, FloatsDoublesAndWholeNumbersAreRead) {
    const auto number = [](unsigned at) { return std::ldexp(static_cast<Real>(at) - 32768, -7); };
    expect_read(
        NumberType::Float32,
        [&](unsigned at) { return std::bit_cast<std::uint32_t>(static_cast<float>(number(at))); },
        number);
    expect_read(
        NumberType::Float64,
        [&](unsigned at) { return std::bit_cast<std::uint64_t>(number(at) / 3); },
        [&](unsigned at) { return number(at) / 3; });
    expect_read(
        NumberType::Int16, [](unsigned at) { return at; },
        [](unsigned at) { return static_cast<Real>(static_cast<std::int16_t>(at)); });
}
