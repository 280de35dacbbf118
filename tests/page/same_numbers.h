// SPDX-License-Identifier: MIT
// Compares every number of every stage of a page with the program's, by its bits.
#pragma once

#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

namespace attn::test {

/// The bits of every number, in one list for each stage.
inline constexpr const char* bits_script = R"(
const number = new Float64Array(1), bits = new BigUint64Array(number.buffer), found = {};
for (const stage of attentionLab.stages())
  found[stage] = attentionLab.show(stage).flat(9).map((one) => {
    number[0] = one;
    return bits[0].toString(16);
  });
return found;)";

inline std::string hexadecimal(Real value) {
    char text[17];
    std::snprintf(text, sizeof text, "%llx",
                  static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
    return text;
}

/// Whether both are the same number; all NaNs are equal.
inline bool is_same(const std::string& bits, Real value) {
    const auto found = std::bit_cast<Real>(std::uint64_t{std::stoull(bits, nullptr, 16)});
    return std::isnan(value) ? std::isnan(found) : bits == hexadecimal(value);
}

/// A page's C library has glibc's erf from before 2.42. Newer versions round better, and 170 of
/// 8,000 numbers have another last digit.
inline bool has_erf_of_pages() {
    const volatile Real at = -1498 * 0.00123;
    return std::bit_cast<std::uint64_t>(std::erf(at)) == 0xbfefb4e66db45cce;
}
inline bool has_erf(const Document& document) {
    const auto& block = document.options.block;
    return block && (block->mlp == Block::Mlp::Gelu || block->mlp == Block::Mlp::GeGlu);
}

/// A page's C library has the functions that glibc uses on processors without fused multiply-add.
/// With it glibc rounds less in exp, erf and tanh, and one number in a thousand has another last
/// digit.
inline bool has_functions_of_pages() {
    const volatile Real at = 0.12690087377528136;
    return std::bit_cast<std::uint64_t>(std::tanh(at)) == 0x3fc0281bf67246c4;
}
inline bool has_functions(const Document& document) {
    const auto& block = document.options.block;
    return document.options.soft_limit || document.options.score.kind == Score::Kind::Additive ||
           (block && block->mlp != Block::Mlp::Relu && block->mlp != Block::Mlp::None);
}

/// The singular values of concepts are computed by Eigen, which adds in pairs if the processor has
/// registers for two, and one by one in a page. So their last digit may differ.
inline bool is_close(const std::string& bits, Real value) {
    const auto found = std::bit_cast<Real>(std::uint64_t{std::stoull(bits, nullptr, 16)});
    return is_same(bits, value) || std::abs(found - value) <= 1e-13 * (1 + std::abs(value));
}

inline void expect_same_numbers(const Document& document, const nlohmann::json& found,
                                const std::string& name) {
    const Trace trace = evaluate(document);
    const bool may_round_otherwise = document.model == Model::Concepts ||
                                     (has_erf(document) && !has_erf_of_pages()) ||
                                     (has_functions(document) && !has_functions_of_pages());
    std::size_t numbers = 0, different = 0;
    for (const SheetId& sheet : sheets(document)) {
        const std::string stage = to_text(sheet);
        ASSERT_TRUE(found.contains(stage)) << name << " " << stage;
        const nlohmann::json& list = found[stage];
        const bool is_by_word = sheet.stage == Stage::WeightedValues;
        std::size_t at = 0;
        for (Index query = 0; query < (is_by_word ? token_count(document) : 1); ++query) {
            SheetId of_query = sheet;
            of_query.query = query;
            const Matrix matrix = written_matrix(document, trace, of_query);
            for (Index row = 0; row < matrix.rows(); ++row)
                for (Index column = 0; column < matrix.cols(); ++column, ++at, ++numbers) {
                    ASSERT_LT(at, list.size()) << name << " " << stage;
                    const auto bits = list[at].get<std::string>();
                    const Real number = matrix(row, column);
                    if (may_round_otherwise ? is_close(bits, number) : is_same(bits, number))
                        continue;
                    if (++different == 1)
                        ADD_FAILURE()
                            << name << ": " << stage << "[" << row << "," << column << "] is "
                            << bits << ", expected " << hexadecimal(matrix(row, column));
                }
        }
        EXPECT_EQ(at, list.size()) << name << " " << stage;
    }
    EXPECT_GT(numbers, 0U) << name;
    EXPECT_EQ(different, 0U) << name << ", of " << numbers;
}

} // namespace attn::test
