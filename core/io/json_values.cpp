// SPDX-License-Identifier: MIT
#include "core/io/json_values.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"

#include <cmath>
#include <limits>
#include <optional>

namespace attn::io {
namespace {

std::string step(const std::string& path, std::size_t at) {
    return path + "[" + std::to_string(at) + "]";
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::optional<Real> non_finite(const std::string& text) {
    if (text == "NaN")
        return std::numeric_limits<Real>::quiet_NaN();
    if (text == "Infinity")
        return std::numeric_limits<Real>::infinity();
    if (text == "-Infinity")
        return -std::numeric_limits<Real>::infinity();
    return std::nullopt;
}

/// The shape of a value that is rows of equal length within the limits, or what is wrong.
struct TextExtent {
    std::size_t rows = 0, columns = 0;
};
Result<TextExtent> text_extent(const Json& value, const std::string& path, Index max_rows,
                               Index max_columns, const std::string& cell) {
    if (!value.is_array())
        return Error{"found " + found(value) + ", expected a list of rows such as [[1, 2], [3, 4]]",
                     path};
    if (value.empty())
        return Error{"the list is empty, expected at least one row", path};
    const auto beyond = [](std::size_t count, Index limit) {
        return count > static_cast<std::size_t>(limit);
    };
    if (beyond(value.size(), max_rows))
        return Error{counted(value.size(), "row") + " are more than the limit of " +
                         std::to_string(max_rows),
                     path};
    for (std::size_t row = 0; row < value.size(); ++row) {
        if (!value[row].is_array())
            return Error{"found " + found(value[row]) + ", expected a row, a list of " + cell + "s",
                         step(path, row)};
        if (beyond(value[row].size(), max_columns))
            return Error{counted(value[row].size(), "column") + " are more than the limit of " +
                             std::to_string(max_columns),
                         step(path, row)};
        if (value[row].empty())
            return Error{"the row is empty, expected at least one " + cell, step(path, row)};
        if (value[row].size() != value[0].size())
            return Error{"this row has " + counted(value[row].size(), cell) +
                             ", but the first row has " + std::to_string(value[0].size()) +
                             "; every row of a matrix is equally long",
                         step(path, row)};
    }
    return TextExtent{value.size(), value[0].size()};
}

} // namespace

std::string found(const Json& value) {
    switch (value.type()) {
    case Json::value_t::null:
        return "null";
    case Json::value_t::boolean:
        return value.get<bool>() ? "true" : "false";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
        return "the number " + value.dump();
    case Json::value_t::number_float:
        return "the number " + shortest(value.get<Real>());
    case Json::value_t::string:
        return "the text " + cite(value.get_ref<const std::string&>());
    case Json::value_t::array:
        return "a list";
    case Json::value_t::object:
        return "an object";
    case Json::value_t::binary:
    case Json::value_t::discarded:
        break;
    }
    return "something else";
}

Result<Real> read_number(const Json& value, const std::string& path) {
    if (value.is_number())
        return value.get<Real>();
    if (!value.is_string())
        return Error{"found " + found(value) + ", expected a number", path};
    const auto& text = value.get_ref<const std::string&>();
    if (const auto special = non_finite(text))
        return *special;
    const std::string remedy = parse_number(text)
                                   ? "; remove the quotes"
                                   : R"( (as text only "NaN", "Infinity" and "-Infinity"))";
    return Error{"found " + found(value) + ", expected a number" + remedy, path};
}

namespace {

/// Reads a whole number that a double represents exactly.
Result<Real> read_whole_number(const Json& value, const std::string& path, std::int64_t low,
                               std::int64_t high) {
    const Error wrong{"found " + found(value) + ", expected a whole number from " +
                          std::to_string(low) + " to " + std::to_string(high),
                      path};
    if (!value.is_number())
        return wrong;
    const Real number = value.get<Real>();
    if (!(number >= static_cast<Real>(low) && number <= static_cast<Real>(high)) ||
        number != std::floor(number))
        return wrong;
    return number;
}

} // namespace

Result<Index> read_whole(const Json& value, const std::string& path, Index low, Index high) {
    const auto number = read_whole_number(value, path, low, high);
    if (!number)
        return number.error();
    return static_cast<Index>(*number);
}

Result<std::uint32_t> read_seed(const Json& value, const std::string& path) {
    const auto number =
        read_whole_number(value, path, 0, std::numeric_limits<std::uint32_t>::max());
    if (!number)
        return number.error();
    return static_cast<std::uint32_t>(*number);
}

Result<std::string> read_text(const Json& value, const std::string& path) {
    if (value.is_string())
        return value.get<std::string>();
    return Error{"found " + found(value) + ", expected a text in double quotes", path};
}

Result<Matrix> read_matrix(const Json& value, const std::string& path, Index max_rows,
                           Index max_columns) {
    const auto extent = text_extent(value, path, max_rows, max_columns, "number");
    if (!extent)
        return extent.error();
    Matrix matrix(static_cast<Index>(extent->rows), static_cast<Index>(extent->columns));
    for (std::size_t row = 0; row < extent->rows; ++row)
        for (std::size_t column = 0; column < extent->columns; ++column) {
            const Json& cell = value[row][column];
            const auto number = read_number(cell, {});
            if (!number) // build the path only if it is needed
                return Error{number.error().message, step(step(path, row), column)};
            matrix(static_cast<Index>(row), static_cast<Index>(column)) = *number;
        }
    return matrix;
}

Result<Flags> read_flags(const Json& value, const std::string& path, Index rows, Index columns) {
    const auto extent = text_extent(value, path, max_json_values, max_json_values, "true or false");
    if (!extent)
        return extent.error();
    const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
    if (extent->rows != height || extent->columns != width)
        return Error{"the mask is " + std::to_string(extent->rows) + " × " +
                         std::to_string(extent->columns) + ", expected " + std::to_string(rows) +
                         " × " + std::to_string(columns) +
                         (rows == columns
                              ? ": one row and one column per token"
                              : ": one row per token, one column per word of the memory"),
                     path};
    Flags flags(rows, columns);
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t column = 0; column < width; ++column) {
            const Json& cell = value[row][column];
            if (!cell.is_boolean())
                return Error{"found " + found(cell) + ", expected true (blocked) or false",
                             step(step(path, row), column)};
            flags(static_cast<Index>(row), static_cast<Index>(column)) = cell.get<bool>();
        }
    return flags;
}

} // namespace attn::io
