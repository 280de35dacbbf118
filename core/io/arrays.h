// SPDX-License-Identifier: MIT
// Arrays of numbers in files of others: what a file lists, and reading a chosen part of one.
#pragma once

#include "core/base/matrix.h"
#include "core/io/bytes.h"
#include "core/io/table_text.h"

#include <array>
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
/// How people name it: "float32".
std::string_view name_of(NumberType type);
std::size_t bytes_of(NumberType type);

/// One array as the file stores it.
struct StoredArray {
    std::vector<Index> shape;
    NumberType type = NumberType::Float64;
    bool is_big_endian = false;
    bool is_fortran = false;  // the first axis runs fastest
    std::uint64_t offset = 0; // of its first byte
};

/// The numbers an array of this shape has; nothing when that is beyond 2^62 or an axis is negative.
std::optional<std::uint64_t> count_of(const std::vector<Index>& shape);
/// How many rows and columns its matrices have: a list is one row, a single number 1 × 1.
struct Extent {
    Index rows = 1;
    Index columns = 1;
};
Extent extent_of(const std::vector<Index>& shape);
/// "3 × 4", "12 × 64 × 64", "one number".
std::string shape_text(const std::vector<Index>& shape);

/// What to read of an array: rows and columns by number in any order (empty: all), and for more
/// than two axes one number for each of the others. Rows run along the last axis but one, or along
/// `row_axis`; columns along the last.
struct Slice {
    std::vector<Index> leading;
    std::vector<Index> rows;
    std::vector<Index> columns;
    std::optional<std::size_t> row_axis = {};
};

/// More numbers than this are never read at once: 4096 × 4096.
constexpr Index max_read_numbers = Index{1} << 24;

/// Nor more rows or columns than this.
constexpr Index max_read_axis = Index{1} << 16;

/// Every number is exact but whole numbers beyond 2^53.
struct ReadNumbers {
    Matrix matrix;
    Index rounded = 0; // how many are not exact
};
Result<ReadNumbers> read_numbers(const Bytes& bytes, const StoredArray& array, const Slice& slice);

/// Names of arrays are whole up to so many letters, so that they can be told apart and typed as
/// an option; longer ones, which no program writes, are cut.
inline constexpr std::size_t longest_array_name = 1000;

/// An array as a list shows it.
struct ArrayInfo {
    std::string name; // made safe to show
    std::vector<Index> shape;
    std::string type;                                 // "float32", "text"
    std::optional<Error> fault;                       // why it cannot be read
    std::vector<std::string> row_names, column_names; // empty: none
    std::vector<std::string> texts;                   // the words of an array of texts
};

/// How a table of text was read.
struct TableReading {
    Dialect dialect;
    std::string other; // the other way to read it: "3 × 1 with decimal commas"; empty: none
};

/// A file of arrays, open.
struct ArrayFile {
    std::string name;  // of the file, without its folder
    std::string form;  // "NumPy archive"
    std::string notes; // sentences about what was taken for what; may be empty
    std::vector<ArrayInfo> arrays;
    std::function<Result<ReadNumbers>(std::size_t array, const Slice& slice)> read;
    std::optional<TableReading> table; // of a table of text
    std::string applied = {}; // what a text says beside its matrices: "Transposed, as .T says. "
};

/// The endings of files of arrays. Text is read under any other name as well.
inline constexpr std::array<std::string_view, 5> array_endings = {".npy", ".npz", ".safetensors",
                                                                  ".csv", ".tsv"};
/// ".npy, .npz, .safetensors, .csv and .tsv".
std::string array_endings_text();

/// Opens them, told apart by their first bytes and their ending. Text of any ending is read as
/// read_pasted() reads it, a table in the dialect if there is one. It is UTF-8, or UTF-16 with a
/// byte order mark, as spreadsheets write "Unicode text". The error of any other kind of file says
/// how to convert it (foreign_file()).
Result<ArrayFile> open_arrays(const std::string& path, const std::optional<Dialect>& dialect = {});

/// The same of bytes without a file: what they are is told by the first of them. `name` is what
/// people call them.
Result<ArrayFile> arrays_in(std::string bytes, const std::string& name,
                            const std::optional<Dialect>& dialect = {});

/// Whether the file is one of those, by its first bytes and its ending; it may be broken.
bool holds_arrays(const std::string& path);

} // namespace attn::io
