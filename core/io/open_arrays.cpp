// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/foreign_file.h"
#include "core/io/npy_read.h"
#include "core/io/paste.h"
#include "core/io/safetensors.h"
#include "core/io/table_text.h"
#include "core/io/utf16.h"

#include <algorithm>
#include <bit>

namespace attn::io {
namespace {

/// The text of a file in UTF-8. Spreadsheets write "Unicode text" in UTF-16.
Result<std::string> text_of(const Bytes& bytes) {
    constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;
    if (bytes.size > most_bytes)
        return Error{"the table has " + std::to_string(bytes.size) + " bytes; at most " +
                     std::to_string(most_bytes) + " are read"};
    auto text = read_text(bytes, 0, bytes.size);
    if (!text)
        return text;
    if (is_utf16(*text))
        text = utf8_of_utf16(*text);
    if (text->find('\0') != std::string::npos)
        return Error{"this is not a text file: it contains a zero byte; save it as UTF-8 text"};
    return text;
}

/// The matrices of a text, kept as the bytes of doubles, so that slices are read as those of any
/// other file.
std::function<Result<ReadNumbers>(std::size_t, const Slice&)>
reader(const std::vector<Matrix>& matrices) {
    static_assert(std::endian::native == std::endian::little);
    std::vector<StoredArray> arrays;
    std::string bytes;
    for (const Matrix& matrix : matrices) {
        arrays.push_back(
            {{matrix.rows(), matrix.cols()}, NumberType::Float64, false, false, bytes.size()});
        bytes.append(reinterpret_cast<const char*>(matrix.data()),
                     static_cast<std::size_t>(matrix.size()) * sizeof(Real));
    }
    return [numbers = bytes_in_memory(std::move(bytes)),
            arrays = std::move(arrays)](std::size_t array, const Slice& slice) {
        return read_numbers(numbers, arrays[array], slice);
    };
}

ArrayInfo info_of(std::string name, const Matrix& matrix, std::vector<std::string> row_names,
                  std::vector<std::string> column_names) {
    return {std::move(name),      {matrix.rows(), matrix.cols()}, "numbers", {},
            std::move(row_names), std::move(column_names),        {}};
}

std::string stem_of(const std::string& name) {
    return name.substr(0, name.rfind('.'));
}

/// A table of text as one array.
Result<ArrayFile> open_table(const std::string& text, const std::string& name,
                             const std::optional<Dialect>& dialect) {
    auto table = read_table(text, dialect, NotANumber::Refused);
    if (!table)
        return table.error();
    ArrayFile file{name, "table", "Read as a table with " + describe(table->dialect) + ". ",
                   {},   {},      {}};
    file.table = TableReading{table->dialect, ""};
    if (const auto other = other_reading(text, *table); other && !dialect)
        file.table->other = describe(*other);
    file.read = reader({table->matrix});
    file.arrays.push_back(info_of(stem_of(name), table->matrix, std::move(table->row_names),
                                  std::move(table->column_names)));
    return file;
}

/// Printed arrays, program text, LaTeX or Markdown; nothing where the text has none.
Result<std::optional<ArrayFile>> open_marked(const std::string& text, const std::string& name) {
    auto pasted = read_marked(text);
    if (!pasted)
        return pasted.error();
    if (!*pasted)
        return std::optional<ArrayFile>();
    Pasted& found = **pasted;
    // Single numbers in brackets are notes or words ("[1]") beside something else.
    const bool are_notes =
        found.form != "number" &&
        std::all_of(found.grids.begin(), found.grids.end(),
                    [](const PastedGrid& grid) { return grid.matrix.size() == 1; });
    if (are_notes)
        return std::optional<ArrayFile>();
    ArrayFile file{name, found.form, "Read as: " + found.form + ". ", {}, {}, {}};
    std::vector<Matrix> matrices;
    for (PastedGrid& grid : found.grids) {
        file.arrays.push_back(info_of(grid.name.empty() ? stem_of(name) : printable(grid.name),
                                      grid.matrix, std::move(grid.row_names),
                                      std::move(grid.column_names)));
        matrices.push_back(std::move(grid.matrix));
    }
    file.read = reader(matrices);
    return std::optional(std::move(file));
}

/// A text that may be a table or hold arrays as programs print them.
Result<ArrayFile> open_text(const Bytes& bytes, const std::string& name, bool may_be_marked,
                            const std::optional<Dialect>& dialect) {
    const auto text = text_of(bytes);
    if (!text)
        return text.error();
    auto file = open_table(*text, name, dialect);
    if (!file && may_be_marked) {
        auto marked = open_marked(*text, name);
        if (!marked)
            return marked.error();
        if (*marked)
            file = **std::move(marked);
    }
    if (file && first_invalid_utf8(*text) != std::string_view::npos)
        file->notes += "What is not UTF-8 became \uFFFD. ";
    return file;
}

bool has_ending(const std::string& name, std::string_view ending) {
    return name.size() > ending.size() &&
           std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
}

std::string name_in(const std::string& path) {
    const auto slash = path.rfind('/');
    return printable(slash == std::string::npos ? path : path.substr(slash + 1));
}

Result<ArrayFile> opened(Bytes bytes, const std::string& name,
                         const std::optional<Dialect>& dialect) {
    if (bytes.size == 0)
        return Error{"the file is empty (0 bytes)"};
    const auto start = read_text(bytes, 0, std::min<std::uint64_t>(bytes.size, 64));
    if (!start)
        return start.error();
    if (is_lfs_pointer(*start))
        return lfs_pointer();
    if (const auto foreign = foreign_file(name))
        return Error{foreign->message};
    if (start->starts_with("\x93NUMPY") || has_ending(name, ".npy"))
        return open_npy(std::move(bytes), name);
    if (start->starts_with("PK") || has_ending(name, ".npz"))
        return open_npz(std::move(bytes), name);
    if (has_ending(name, ".safetensors"))
        return open_safetensors(std::move(bytes), name);
    const bool is_text = has_ending(name, ".txt");
    if (is_text || has_ending(name, ".csv") || has_ending(name, ".tsv"))
        return open_text(bytes, name, is_text, dialect);
    return Error{"Attention Lab cannot open files of this kind; it reads " + array_endings_text()};
}

} // namespace

std::string array_endings_text() {
    std::string text;
    for (std::size_t at = 0; at < array_endings.size(); ++at)
        text += (at == 0                         ? ""
                 : at + 1 < array_endings.size() ? ", "
                                                 : " and ") +
                std::string(array_endings[at]);
    return text;
}

bool holds_arrays(const std::string& path) {
    if (std::any_of(array_endings.begin(), array_endings.end(),
                    [&](std::string_view ending) { return has_ending(path, ending); }))
        return true;
    if (foreign_file(path))
        return false;
    const auto bytes = open_bytes(path);
    const auto start =
        bytes ? read_text(*bytes, 0, std::min<std::uint64_t>(bytes->size, 64)) : std::string();
    if (!start)
        return false;
    if (start->starts_with("\x93NUMPY") || start->starts_with("PK\x03\x04"))
        return true;
    if (!has_ending(path, ".txt"))
        return false;
    // A document is JSON whatever its name is.
    const auto first = start->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool may_be_document = first != std::string::npos && (*start)[first] == '{';
    return is_utf16(*start) || (!may_be_document && start->find('\0') == std::string::npos);
}

Result<ArrayFile> open_arrays(const std::string& path, const std::optional<Dialect>& dialect) {
    auto bytes = open_bytes(path);
    if (!bytes)
        return bytes.error();
    auto file = opened(*std::move(bytes), name_in(path), dialect);
    if (file)
        return file;
    const Error& error = file.error();
    return Error{error.text(), error.where.empty() || error.where != printable(path)
                                   ? printable(path)
                                   : std::string()};
}

Result<ArrayFile> arrays_in(std::string bytes, const std::string& name,
                            const std::optional<Dialect>& dialect) {
    constexpr std::size_t length = 8; // of the header of .safetensors, which is JSON
    const bool is_safetensors = bytes.size() > length && bytes[length] == '{' &&
                                little_endian(bytes, 0, length) < bytes.size();
    // A table has nothing that tells it; .npy and .npz are found out under any name.
    const std::string kind = is_safetensors ? ".safetensors" : ".csv";
    auto file = opened(bytes_in_memory(std::move(bytes)), name + kind, dialect);
    if (!file)
        return Error{file.error().text(), name};
    file->name = name;
    return file;
}

} // namespace attn::io
