// SPDX-License-Identifier: MIT
// Reads the numbers that other programs computed (tests/golden).
#pragma once

#include "core/base/matrix.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <string>

namespace attn::test {

/// Reads a file of tests/golden.
inline nlohmann::json golden_file(const std::string& name) {
    std::ifstream stream(ATTENTION_SOURCE_DIR "/tests/golden/" + name);
    EXPECT_TRUE(stream) << name;
    return nlohmann::json::parse(stream);
}

/// A number, or a word for what JSON has no number for. True is 1.
inline Real golden_number(const nlohmann::json& value) {
    if (value.is_boolean())
        return value.get<bool>() ? 1 : 0;
    if (!value.is_string())
        return value.get<Real>();
    const std::string text = value;
    const Real infinity = std::numeric_limits<Real>::infinity();
    if (text == "NaN" || text == "nan")
        return std::nan("");
    EXPECT_TRUE(text == "Infinity" || text == "-Infinity") << text;
    return text == "Infinity" ? infinity : -infinity;
}

inline Matrix golden_matrix(const nlohmann::json& rows) {
    Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
    for (Index row = 0; row < result.rows(); ++row)
        for (Index column = 0; column < result.cols(); ++column)
            result(row, column) = golden_number(
                rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)));
    return result;
}

/// Compares two matrices that both round each operation to double: sums of a few terms differ only
/// by their order. Infinities and NaN equal themselves.
inline void expect_golden(const Matrix& found, const Matrix& expected, const std::string& where) {
    const auto is_near = [](Real one, Real other) {
        return one == other || (std::isnan(one) && std::isnan(other)) ||
               std::abs(one - other) <= 1e-12 * std::max<Real>(1, std::abs(other));
    };
    ASSERT_EQ(found.rows(), expected.rows()) << where;
    ASSERT_EQ(found.cols(), expected.cols()) << where;
    for (Index row = 0; row < found.rows(); ++row)
        for (Index column = 0; column < found.cols(); ++column)
            EXPECT_TRUE(is_near(found(row, column), expected(row, column)))
                << where << "[" << row << "," << column << "]: found " << found(row, column)
                << ", expected " << expected(row, column);
}

} // namespace attn::test
