// SPDX-License-Identifier: MIT
// Reading tensors: products band by band, and weights that are quantised or stored twice.
#include "core/checkpoint/weights.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>

using namespace attn;
using namespace attn::checkpoint;

namespace {

/// A file with one tensor.
std::string safetensors(const std::string& name, const std::string& type, const std::string& shape,
                        const std::string& data) {
    const std::string head = R"({")" + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape +
                             R"(,"data_offsets":[0,)" + std::to_string(data.size()) + "]}}";
    std::string bytes;
    for (unsigned byte = 0; byte < 8; ++byte)
        bytes.push_back(static_cast<char>(head.size() >> (8 * byte) & 0xFF));
    return bytes + head + data;
}

/// The number in a cell, exact in bfloat16.
Real cell(Index row, Index column) {
    return static_cast<Real>((row * 7 + column * 3) % 31 - 15);
}

std::string bfloat16(Index rows, Index columns) {
    std::string data;
    data.reserve(static_cast<std::size_t>(2 * rows * columns));
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column) {
            const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(cell(row, column)));
            data.push_back(static_cast<char>(bits >> 16 & 0xFF));
            data.push_back(static_cast<char>(bits >> 24));
        }
    return data;
}

/// The projection by the tensor "w" of this size.
Projection projection_by(Index rows, Index columns, bool is_stored_as_used) {
    Projection by;
    by.weight = "w";
    by.is_stored_as_used = is_stored_as_used;
    by.inputs = is_stored_as_used ? rows : columns;
    by.outputs = by.stored_outputs = is_stored_as_used ? columns : rows;
    return by;
}

} // namespace

TEST(Weights, AProductOfSeveralBandsIsComplete) {
    // 4.7 million numbers; a band has at most about a million.
    constexpr Index rows = 2300, columns = 2048;
    const test::TempDir folder;
    const auto weights = open_weight_file(folder.file(
        "w.safetensors", safetensors("w", "BF16", "[2300,2048]", bfloat16(rows, columns))));
    ASSERT_TRUE(weights) << weights.error().text();
    for (const bool is_stored_as_used : {true, false}) {
        const Projection by = projection_by(rows, columns, is_stored_as_used);
        Matrix x = Matrix::Zero(2, by.inputs); // two cells in each row, one of them the last
        x(0, 3) = 2;
        x(1, by.inputs - 1) = -1;
        x(0, by.inputs - 2) = 0.5;
        const auto y = times(x, *weights, by);
        ASSERT_TRUE(y) << y.error().text();
        const auto w = [&](Index input, Index output) {
            return is_stored_as_used ? cell(input, output) : cell(output, input);
        };
        for (Index output = 0; output < by.outputs; ++output) {
            ASSERT_EQ((*y)(0, output), 2 * w(3, output) + w(by.inputs - 2, output) / 2) << output;
            ASSERT_EQ((*y)(1, output), -w(by.inputs - 1, output)) << output;
        }
    }
}

TEST(Weights, AFileThatBecomesShorterWhileItIsReadIsReported) {
    constexpr Index rows = 600, columns = 512;
    const test::TempDir folder;
    const std::string path = folder.file(
        "w.safetensors", safetensors("w", "BF16", "[600,512]", bfloat16(rows, columns)));
    const auto weights = open_weight_file(path);
    ASSERT_TRUE(weights) << weights.error().text();
    std::filesystem::resize_file(path, 300'000);
    for (const bool is_stored_as_used : {true, false}) {
        const Projection by = projection_by(rows, columns, is_stored_as_used);
        const auto y = times(Matrix::Ones(3, by.inputs), *weights, by);
        ASSERT_FALSE(y);
        EXPECT_NE(y.error().text().find("the tensor \"w\": "), std::string::npos)
            << y.error().text();
    }
}

TEST(Weights, QuantisedOnesAreRefused) {
    const test::TempDir folder;
    const auto whole = open_weight_file(
        folder.file("a.safetensors", safetensors("q_proj.weight", "I8", "[2,2]", "abcd")));
    ASSERT_TRUE(whole) << whole.error().text();
    const auto found = find(*whole, "q_proj.weight");
    ASSERT_FALSE(found);
    EXPECT_NE(found.error().text().find("is of type int8: the weights are quantised"),
              std::string::npos)
        << found.error().text();
    const auto eight = open_weight_file(
        folder.file("b.safetensors", safetensors("q_proj.weight", "F8_E4M3", "[2,2]", "abcd")));
    ASSERT_TRUE(eight) << eight.error().text();
    EXPECT_FALSE(find(*eight, "q_proj.weight"));
    const auto packed = open_weight_file(
        folder.file("c.safetensors", safetensors("q_proj.qweight", "I32", "[1]", "abcd")));
    ASSERT_TRUE(packed) << packed.error().text();
    const auto missing = find(*packed, "q_proj.weight");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().text().find("\"q_proj.qweight\" stands in place of"),
              std::string::npos)
        << missing.error().text();
}

TEST(Weights, ATensorInTwoFilesOrWithoutAnIndexIsRefused) {
    const test::TempDir folder;
    const std::string bytes = safetensors("a", "F32", "[1]", "abcd");
    (void)folder.file("one.safetensors", bytes);
    EXPECT_TRUE(open_weights(folder.path().string())) << "the only file";
    (void)folder.file("two.safetensors", bytes);
    const auto several = open_weights(folder.path().string());
    ASSERT_FALSE(several);
    EXPECT_NE(several.error().text().find("copy the index into the folder"), std::string::npos);
    (void)folder.file("model.safetensors.index.json",
                      R"({"weight_map": {"a": "one.safetensors", "b": "two.safetensors"}})");
    const auto twice = open_weights(folder.path().string());
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().text().find("is also in another file of the folder"), std::string::npos)
        << twice.error().text();
}
