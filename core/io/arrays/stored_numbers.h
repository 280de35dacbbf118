// SPDX-License-Identifier: MIT
// How files store arrays of numbers, and how a chosen part of one is read.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/arrays/zip.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

enum class NumberType {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64
};
/// Returns the usual name: "float32".
std::string_view name_of(NumberType type);
std::size_t bytes_of(NumberType type);

/// How the file stores an array.
struct StoredArray {
    std::vector<Index> shape;
    NumberType type = NumberType::Float64;
    bool is_big_endian = false;
    bool is_fortran = false;  // the first axis runs fastest
    std::uint64_t offset = 0; // the place of its first byte in the file
};

/// Returns how many numbers an array of this shape has; empty if beyond 2^62 or if an axis is
/// negative.
std::optional<std::uint64_t> count_of(const std::vector<Index>& shape);
/// The number of rows and columns of its matrices: a list is one row, a single number 1 × 1.
struct Extent {
    Index rows = 1;
    Index columns = 1;
};
Extent extent_of(const std::vector<Index>& shape);
/// Returns "3 × 4", "12 × 64 × 64", "one number".
std::string shape_text(const std::vector<Index>& shape);

/// What to read of an array: rows and columns by number in any order (empty: all), and one number
/// for each further axis. Rows run along the last axis but one, or along `row_axis`; columns along
/// the last.
struct Slice {
    std::vector<Index> leading;
    std::vector<Index> rows;
    std::vector<Index> columns;
    std::optional<std::size_t> row_axis = {};
};

/// The most numbers read at once: 4096 × 4096.
constexpr Index max_read_numbers = Index{1} << 24;

/// The most rows or columns read at once.
constexpr Index max_read_axis = Index{1} << 16;

/// The numbers read. Every one is exact except whole numbers beyond 2^53.
struct ReadNumbers {
    Matrix matrix;
    Index rounded = 0; // number of values that are not exact
};
Result<ReadNumbers> read_numbers(const Bytes& bytes, const StoredArray& array, const Slice& slice);
/// Reads into a matrix of the slice's size. Returns how many numbers are not exact.
Result<Index> read_into(Eigen::Ref<Matrix> matrix, const Bytes& bytes, const StoredArray& array,
                        const Slice& slice);

} // namespace attn::io
