// SPDX-License-Identifier: MIT
#include "core/io/arrays/stored_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

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
inline Real half(std::uint16_t bits) {
    const std::uint64_t sign = static_cast<std::uint64_t>(bits >> 15) << 63;
    const std::uint64_t exponent = (bits >> 10) & 0x1FU, fraction = bits & 0x3FFU;
    if (exponent == 0) {
        const Real size = static_cast<Real>(fraction) * 0x1p-24;
        return sign != 0 ? -size : size;
    }
    // A double has 1023 where a half has 15, and infinity and NaN above all exponents.
    const std::uint64_t wider = exponent == 31 ? 2047 : exponent - 15 + 1023;
    return std::bit_cast<Real>(sign | wider << 52 | fraction << 42);
}

inline Real decoded(NumberType type, std::uint64_t bits) {
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

/// Decodes numbers of one type in the order of this machine's bytes, `step` places apart.
template <NumberType type, class Bits>
void decode(const char* from, Index count, Real* to, Index step) {
    for (Index at = 0; at < count; ++at) {
        Bits bits;
        std::memcpy(&bits, from + static_cast<std::size_t>(at) * sizeof bits, sizeof bits);
        to[at * step] = decoded(type, bits);
    }
}
using Decode = void (*)(const char* from, Index count, Real* to, Index step);
/// How numbers that weights are made of are decoded; null for others.
Decode decode_of(const StoredArray& array) {
    static_assert(std::endian::native == std::endian::little);
    if (array.is_big_endian)
        return nullptr;
    switch (array.type) {
    case NumberType::Float16:
        return decode<NumberType::Float16, std::uint16_t>;
    case NumberType::BFloat16:
        return decode<NumberType::BFloat16, std::uint16_t>;
    case NumberType::Float32:
        return decode<NumberType::Float32, std::uint32_t>;
    case NumberType::Float64:
        return decode<NumberType::Float64, std::uint64_t>;
    default:
        return nullptr;
    }
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
    const auto is_before = [](const Chosen& a, const Chosen& b) { return a.number < b.number; };
    if (!std::is_sorted(list.begin(), list.end(), is_before))
        std::stable_sort(list.begin(), list.end(), is_before);
    return list;
}

struct Strides {
    std::uint64_t row = 0, column = 0; // in numbers
    std::uint64_t start = 0;           // the place of the chosen matrix in the array
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

namespace {

/// What a slice reads.
struct Reading {
    std::vector<Chosen> rows, columns;
};
Result<Reading> reading_of(const StoredArray& array, const Slice& slice) {
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
    auto rows = chosen(slice.rows, extent.rows, "row");
    if (!rows)
        return rows.error();
    auto columns = chosen(slice.columns, extent.columns, "column");
    if (!columns)
        return columns.error();
    const auto row_count = static_cast<Index>(rows->size());
    const auto column_count = static_cast<Index>(columns->size());
    if (row_count > max_read_numbers / column_count)
        return Error{std::to_string(row_count) + " × " + std::to_string(column_count) +
                     " numbers are more than can be shown; choose fewer rows or columns"};
    return Reading{*std::move(rows), *std::move(columns)};
}

/// Numbers of a line that are read at once, as they are adjacent in the file or the same.
struct Run {
    std::size_t from = 0, to = 0; // places in the list of the chosen ones
    bool is_in_order = true;      // each number once, and side by side where they go
};
std::vector<Run> runs_of(const std::vector<Chosen>& chosen, std::uint64_t stride) {
    constexpr std::size_t longest = 1 << 13;
    const Index farthest = stride == 1 ? 1 : 0;
    std::vector<Run> runs;
    for (std::size_t at = 0; at < chosen.size();) {
        Run run{at, at + 1};
        while (run.to < chosen.size() && run.to - at < longest &&
               chosen[run.to].number <= chosen[run.to - 1].number + farthest) {
            run.is_in_order = run.is_in_order &&
                              chosen[run.to].number == chosen[run.to - 1].number + 1 &&
                              chosen[run.to].goes_to == chosen[run.to - 1].goes_to + 1;
            ++run.to;
        }
        at = run.to;
        runs.push_back(run);
    }
    return runs;
}

/// Fills in the numbers; returns how many are not exact.
Result<Index> read_chosen(Eigen::Ref<Matrix> matrix, const Bytes& bytes, const StoredArray& array,
                          const Slice& slice, const Reading& reading) {
    assert(matrix.rows() == static_cast<Index>(reading.rows.size()) &&
           matrix.cols() == static_cast<Index>(reading.columns.size()) &&
           "every number has its place");
    const Strides strides = strides_of(array, slice);
    const std::size_t width = bytes_of(array.type);
    const Decode decode_run = decode_of(array);
    Index rounded = 0;
    // The axis that runs faster in the file runs faster here, so that offsets only grow.
    const bool by_columns = array.is_fortran && array.shape.size() >= 2;
    const auto& outer = by_columns ? reading.columns : reading.rows;
    const auto& inner = by_columns ? reading.rows : reading.columns;
    const std::uint64_t outer_stride = by_columns ? strides.column : strides.row;
    const std::uint64_t inner_stride = by_columns ? strides.row : strides.column;
    const std::vector<Run> runs = runs_of(inner, inner_stride);
    std::string buffer;
    std::uint64_t reached = 0;
    for (std::size_t line = 0; line < outer.size(); ++line) {
        const std::uint64_t base =
            strides.start + static_cast<std::uint64_t>(outer[line].number) * outer_stride;
        const auto place = [&](Index goes_to) -> Real& {
            return by_columns ? matrix(goes_to, outer[line].goes_to)
                              : matrix(outer[line].goes_to, goes_to);
        };
        if (line > 0 && outer[line].number == outer[line - 1].number) {
            // chosen twice: copy what was read
            if (by_columns)
                matrix.col(outer[line].goes_to) = matrix.col(outer[line - 1].goes_to).eval();
            else
                matrix.row(outer[line].goes_to) = matrix.row(outer[line - 1].goes_to).eval();
            continue;
        }
        for (const Run& run : runs) {
            const auto first = static_cast<std::uint64_t>(inner[run.from].number);
            const auto count =
                static_cast<std::size_t>(inner[run.to - 1].number - inner[run.from].number) + 1;
            buffer.resize(count * width);
            const std::uint64_t offset = array.offset + (base + first * inner_stride) * width;
            assert(offset >= reached && "an archive can only be read forward");
            reached = offset;
            if (const auto read = bytes.read(offset, buffer); !read)
                return read.error();
            if (decode_run && run.is_in_order) {
                decode_run(buffer.data(), static_cast<Index>(count),
                           &place(inner[run.from].goes_to), by_columns ? matrix.outerStride() : 1);
                continue;
            }
            for (std::size_t at = run.from; at < run.to; ++at) {
                const auto number = static_cast<std::uint64_t>(inner[at].number) - first;
                const std::uint64_t bits =
                    assembled(buffer.data() + number * width, width, array.is_big_endian);
                Real& value = place(inner[at].goes_to);
                value = decoded(array.type, bits);
                rounded += is_rounded(array.type, bits, value);
            }
        }
    }
    return rounded;
}

} // namespace

Result<Index> read_into(Eigen::Ref<Matrix> matrix, const Bytes& bytes, const StoredArray& array,
                        const Slice& slice) {
    const auto reading = reading_of(array, slice);
    if (!reading)
        return reading.error();
    return read_chosen(matrix, bytes, array, slice, *reading);
}

Result<ReadNumbers> read_numbers(const Bytes& bytes, const StoredArray& array, const Slice& slice) {
    const auto reading = reading_of(array, slice);
    if (!reading)
        return reading.error();
    ReadNumbers made{Matrix(reading->rows.size(), reading->columns.size()), 0};
    const auto rounded = read_chosen(made.matrix, bytes, array, slice, *reading);
    if (!rounded)
        return rounded.error();
    made.rounded = *rounded;
    return made;
}

} // namespace attn::io
