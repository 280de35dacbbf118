// SPDX-License-Identifier: MIT
// Arrays of numbers in other programs' files: lists what a file holds, and reads a chosen part of
// an array.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/arrays/zip.h"
#include "core/io/text/table_text.h"

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
/// Returns the usual name: "float32".
std::string_view name_of(NumberType type);
std::size_t bytes_of(NumberType type);

/// How the file stores an array.
struct StoredArray {
    std::vector<Index> shape;
    NumberType type = NumberType::Float64;
    bool is_big_endian = false;
    bool is_fortran = false;  // the first axis runs fastest
    std::uint64_t offset = 0; // where its first byte stands
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

/// Names of arrays up to this many letters stay whole, so that users can tell them apart and type
/// them as an option. Longer ones are cut; no program writes them.
inline constexpr std::size_t longest_array_name = 1000;

/// An array as a list shows it.
struct ArrayInfo {
    std::string name; // escaped for display
    std::vector<Index> shape;
    std::string type;                                 // "float32", "text"
    std::optional<Error> fault;                       // why it cannot be read
    std::vector<std::string> row_names, column_names; // empty: none
    std::vector<std::string> texts;                   // the words of an array of texts
};

/// How a text table was read.
struct TableReading {
    Dialect dialect;
    std::string other; // another possible reading: "3 × 1 with decimal commas"; empty: none
};

/// An open file of arrays.
struct ArrayFile {
    std::string name;  // the file name, without its folder
    std::string form;  // "NumPy archive"
    std::string notes; // sentences about how the file was interpreted; may be empty
    std::vector<ArrayInfo> arrays;
    std::function<Result<ReadNumbers>(std::size_t array, const Slice& slice)> read;
    std::optional<TableReading> table; // for a text table
    std::string applied = {}; // what the text says beside its matrices: "Transposed, as .T says. "
};

/// The extensions of files of arrays. Text is read under any other name as well.
inline constexpr std::array<std::string_view, 5> array_endings = {".npy", ".npz", ".safetensors",
                                                                  ".csv", ".tsv"};
/// Returns ".npy, .npz, .safetensors, .csv and .tsv".
std::string array_endings_text();

/// Opens a file of arrays; its first bytes and its extension tell the format. Text with any
/// extension is read as read_pasted() reads it, a table in the dialect if there is one. It is
/// UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text". For any other
/// kind of file the error says how to convert it (foreign_file()).
Result<ArrayFile> open_arrays(const std::string& path, const std::optional<Dialect>& dialect = {});

/// Does the same with bytes in memory; only the first bytes tell the format. `name` is the name
/// shown to users.
Result<ArrayFile> arrays_in(std::string bytes, const std::string& name,
                            const std::optional<Dialect>& dialect = {});

/// Whether the file has one of these formats, by its first bytes and its extension; it may be
/// damaged.
bool holds_arrays(const std::string& path);

// Kinds of files that Attention Lab does not read, each with a command that converts it. The only
// such table; opening, importing, showing and dropping files use it.

/// Says why a file of this name cannot be opened and how to convert it; empty for other names.
/// Looks only at the name, ignoring case.
std::optional<Error> foreign_file(const std::string& path);

/// The error for a file of arrays where a document is expected: says how to make a document of it.
Error arrays_are_no_document(const std::string& path);

} // namespace attn::io
