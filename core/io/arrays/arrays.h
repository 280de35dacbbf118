// SPDX-License-Identifier: MIT
// Arrays of numbers in other programs' files: lists what a file holds.
#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/io/arrays/stored_numbers.h"
#include "core/io/arrays/zip.h"
#include "core/io/text/table_text.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::io {

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
