// SPDX-License-Identifier: MIT
#include "core/io/arrays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace attn::io {
namespace {

struct TypeRow {
    NumberType type;
    std::string_view name;
    std::size_t bytes;
};
constexpr std::array<TypeRow, 13> types = {{{NumberType::Bool, "bool", 1},
                                            {NumberType::Int8, "int8", 1},
                                            {NumberType::Int16, "int16", 2},
                                            {NumberType::Int32, "int32", 4},
                                            {NumberType::Int64, "int64", 8},
                                            {NumberType::UInt8, "uint8", 1},
                                            {NumberType::UInt16, "uint16", 2},
                                            {NumberType::UInt32, "uint32", 4},
                                            {NumberType::UInt64, "uint64", 8},
                                            {NumberType::Float16, "float16", 2},
                                            {NumberType::BFloat16, "bfloat16", 2},
                                            {NumberType::Float32, "float32", 4},
                                            {NumberType::Float64, "float64", 8}}};

const TypeRow& row(NumberType type) {
    return types[static_cast<std::size_t>(type)];
}

/// Reads IEEE 754 binary16: 1 sign, 5 exponent and 10 fraction bits.
Real half(std::uint16_t bits) {
    const Real sign = (bits & 0x8000U) != 0 ? -1 : 1;
    const int exponent = (bits >> 10) & 0x1F;
    const auto fraction = static_cast<Real>(bits & 0x3FFU);
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<Real>::infinity()
                             : std::numeric_limits<Real>::quiet_NaN();
    if (exponent == 0)
        return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

Real decoded(NumberType type, std::uint64_t bits) {
    using enum NumberType;
    switch (type) {
    case Bool:
        return bits != 0 ? 1 : 0;
    case Int8:
        return static_cast<std::int8_t>(bits);
    case Int16:
        return static_cast<std::int16_t>(bits);
    case Int32:
        return static_cast<std::int32_t>(bits);
    case Int64:
        return static_cast<Real>(static_cast<std::int64_t>(bits));
    case UInt8:
    case UInt16:
    case UInt32:
    case UInt64:
        return static_cast<Real>(bits);
    case Float16:
        return half(static_cast<std::uint16_t>(bits));
    case BFloat16:
        return static_cast<Real>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    case Float32:
        return static_cast<Real>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Float64:
        return std::bit_cast<double>(bits);
    }
    assert(false && "every type is handled");
    return 0;
}

/// Whether a whole number of 64 bits lost digits in a double.
bool is_rounded(NumberType type, std::uint64_t bits, Real value) {
    if (type == NumberType::Int64)
        return std::abs(value) >= 0x1p53 &&
               (value >= 0x1p63 ||
                static_cast<std::int64_t>(value) != static_cast<std::int64_t>(bits));
    if (type == NumberType::UInt64)
        return value >= 0x1p53 && (value >= 0x1p64 || static_cast<std::uint64_t>(value) != bits);
    return false;
}

std::uint64_t assembled(const char* bytes, std::size_t count, bool is_big_endian) {
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < count; ++at) {
        const auto byte = static_cast<unsigned char>(bytes[is_big_endian ? at : count - 1 - at]);
        bits = bits << 8 | byte;
    }
    return bits;
}

/// The chosen indices of one axis in rising order, each with its destination.
struct Chosen {
    Index number;
    Index goes_to;
};
Result<std::vector<Chosen>> chosen(const std::vector<Index>& wanted, Index count,
                                   const char* what) {
    std::vector<Chosen> list;
    const auto size = wanted.empty() ? count : static_cast<Index>(wanted.size());
    if (size > max_read_axis)
        return Error{"it has " + std::to_string(size) + " " + what + "s; choose at most " +
                     std::to_string(max_read_axis) + " of them"};
    list.reserve(static_cast<std::size_t>(size));
    for (Index at = 0; at < size; ++at) {
        const Index number = wanted.empty() ? at : wanted[static_cast<std::size_t>(at)];
        if (number < 0 || number >= count)
            return Error{"there is no " + std::string(what) + " " + std::to_string(number) +
                         "; there are " + std::to_string(count) + ", counted from 0"};
        list.push_back({number, at});
    }
    if (wanted.empty())
        return list;
    std::stable_sort(list.begin(), list.end(),
                     [](const Chosen& a, const Chosen& b) { return a.number < b.number; });
    return list;
}

struct Strides {
    std::uint64_t row = 0, column = 0; // in numbers
    std::uint64_t start = 0;           // where the chosen matrix begins
};
/// Lists the axes for which a slice has one number each.
std::vector<std::size_t> leading_axes(std::size_t rank, const Slice& slice) {
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis + 1 < rank; ++axis)
        if (axis != slice.row_axis.value_or(rank - 2))
            axes.push_back(axis);
    return axes;
}

Strides strides_of(const StoredArray& array, const Slice& slice) {
    const std::size_t rank = array.shape.size();
    std::vector<std::uint64_t> strides(rank, 1);
    std::uint64_t product = 1;
    for (std::size_t step = 0; step < rank; ++step) {
        const std::size_t axis = array.is_fortran ? step : rank - 1 - step;
        strides[axis] = product;
        product *= static_cast<std::uint64_t>(array.shape[axis]);
    }
    Strides found;
    const auto axes = leading_axes(rank, slice);
    for (std::size_t at = 0; at < axes.size(); ++at)
        found.start += strides[axes[at]] * static_cast<std::uint64_t>(slice.leading[at]);
    if (rank >= 1)
        found.column = strides[rank - 1];
    if (rank >= 2)
        found.row = strides[slice.row_axis.value_or(rank - 2)];
    return found;
}

} // namespace

std::string_view name_of(NumberType type) {
    return row(type).name;
}
std::size_t bytes_of(NumberType type) {
    return row(type).bytes;
}

std::optional<std::uint64_t> count_of(const std::vector<Index>& shape) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    std::uint64_t count = 1;
    bool is_empty = false;
    for (const Index axis : shape) {
        if (axis < 0)
            return std::nullopt;
        if (axis == 0) {
            is_empty = true;
            continue;
        }
        if (count > most / static_cast<std::uint64_t>(axis))
            return std::nullopt;
        count *= static_cast<std::uint64_t>(axis);
    }
    return is_empty ? 0 : count;
}

Extent extent_of(const std::vector<Index>& shape) {
    const std::size_t rank = shape.size();
    return {rank >= 2 ? shape[rank - 2] : 1, rank >= 1 ? shape[rank - 1] : 1};
}

std::string shape_text(const std::vector<Index>& shape) {
    if (shape.empty())
        return "one number";
    std::string text;
    for (const Index axis : shape)
        text += (text.empty() ? "" : " × ") + std::to_string(axis);
    return text;
}

Result<ReadNumbers> read_numbers(const Bytes& bytes, const StoredArray& array, const Slice& slice) {
    const std::size_t rank = array.shape.size();
    const auto axes = leading_axes(rank, slice);
    if (slice.leading.size() != axes.size())
        return Error{"its shape is " + shape_text(array.shape) + "; choose one of each of the " +
                     std::to_string(axes.size()) + " axes before the last two, as in name[0]"};
    for (std::size_t at = 0; at < axes.size(); ++at)
        if (slice.leading[at] < 0 || slice.leading[at] >= array.shape[axes[at]])
            return Error{"axis " + std::to_string(axes[at]) + " has no number " +
                         std::to_string(slice.leading[at]) + "; its shape is " +
                         shape_text(array.shape)};
    Extent extent = extent_of(array.shape);
    if (slice.row_axis)
        extent.rows = array.shape[*slice.row_axis];
    if (extent.rows == 0 || extent.columns == 0)
        return Error{"it holds no number; its shape is " + shape_text(array.shape)};
    const auto rows = chosen(slice.rows, extent.rows, "row");
    if (!rows)
        return rows.error();
    const auto columns = chosen(slice.columns, extent.columns, "column");
    if (!columns)
        return columns.error();
    const auto row_count = static_cast<Index>(rows->size());
    const auto column_count = static_cast<Index>(columns->size());
    if (row_count > max_read_numbers / column_count)
        return Error{std::to_string(row_count) + " × " + std::to_string(column_count) +
                     " numbers are more than can be shown; choose fewer rows or columns"};

    const Strides strides = strides_of(array, slice);
    const std::size_t width = bytes_of(array.type);
    ReadNumbers result{Matrix(row_count, column_count), 0};
    // The axis that runs faster in the file runs faster here, so that offsets only grow.
    const bool by_columns = array.is_fortran && rank >= 2;
    const auto& outer = by_columns ? *columns : *rows;
    const auto& inner = by_columns ? *rows : *columns;
    const std::uint64_t outer_stride = by_columns ? strides.column : strides.row;
    const std::uint64_t inner_stride = by_columns ? strides.row : strides.column;
    std::string buffer;
    std::uint64_t reached = 0;
    for (std::size_t line = 0; line < outer.size(); ++line) {
        const std::uint64_t base =
            strides.start + static_cast<std::uint64_t>(outer[line].number) * outer_stride;
        const auto put = [&](Index goes_to, std::uint64_t bits) {
            const Real value = decoded(array.type, bits);
            result.rounded += is_rounded(array.type, bits, value);
            (by_columns ? result.matrix(goes_to, outer[line].goes_to)
                        : result.matrix(outer[line].goes_to, goes_to)) = value;
        };
        if (line > 0 && outer[line].number == outer[line - 1].number) {
            // chosen twice: copy what was read
            if (by_columns)
                result.matrix.col(outer[line].goes_to) =
                    result.matrix.col(outer[line - 1].goes_to).eval();
            else
                result.matrix.row(outer[line].goes_to) =
                    result.matrix.row(outer[line - 1].goes_to).eval();
            continue;
        }
        for (std::size_t at = 0; at < inner.size();) {
            // A run of adjacent numbers in the file is read at once.
            constexpr std::size_t longest = 1 << 13;
            std::size_t end = at + 1;
            while (inner_stride == 1 && end < inner.size() && end - at < longest &&
                   inner[end].number <= inner[end - 1].number + 1)
                ++end;
            while (inner_stride != 1 && end < inner.size() && inner[end].number == inner[at].number)
                ++end;
            const auto first = static_cast<std::uint64_t>(inner[at].number);
            const auto count =
                static_cast<std::size_t>(inner[end - 1].number - inner[at].number) + 1;
            buffer.resize(count * width);
            const std::uint64_t offset = array.offset + (base + first * inner_stride) * width;
            assert(offset >= reached && "an archive can only be read forward");
            reached = offset;
            if (const auto read = bytes.read(offset, buffer); !read)
                return read.error();
            for (; at < end; ++at) {
                const auto number = static_cast<std::uint64_t>(inner[at].number) - first;
                put(inner[at].goes_to,
                    assembled(buffer.data() + number * width, width, array.is_big_endian));
            }
        }
    }
    return result;
}

} // namespace attn::io
