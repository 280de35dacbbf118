// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/npy_read.h"
#include "core/io/safetensors.h"
#include "core/io/table_text.h"

#include <algorithm>
#include <bit>

namespace attn::io {
namespace {

using namespace std::string_literals;

/// A table of text as one array.
Result<ArrayFile> open_table(const Bytes& bytes, const std::string& name,
                             const std::optional<Dialect>& dialect) {
    constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;
    if (bytes.size > most_bytes)
        return Error{"the table has " + std::to_string(bytes.size) + " bytes; at most " +
                     std::to_string(most_bytes) + " are read"};
    const auto text = read_text(bytes, 0, bytes.size);
    if (!text)
        return text.error();
    if (text->empty())
        return Error{"the file is empty (0 bytes)"};
    if (is_lfs_pointer(*text))
        return lfs_pointer();
    if (text->find('\0') != std::string::npos)
        return Error{"this is no text: it holds a byte that is 0"};
    auto table = read_table(*text, dialect);
    if (!table)
        return table.error();
    ArrayFile file{name, "table", "Read as a table with " + describe(table->dialect) + ". ",
                   {},   {},      {}};
    file.table = TableReading{table->dialect, ""};
    if (const auto other = other_reading(*text, *table); other && !dialect)
        file.table->other = describe(*other);
    if (first_invalid_utf8(*text) != std::string_view::npos)
        file.notes += "What is not UTF-8 became \uFFFD. ";
    file.arrays.push_back({name.substr(0, name.rfind('.')),
                           {table->matrix.rows(), table->matrix.cols()},
                           "numbers",
                           {},
                           std::move(table->row_names),
                           std::move(table->column_names),
                           {}});
    const Index rows = table->matrix.rows(), columns = table->matrix.cols();
    // Kept as the bytes of doubles, so that slices are read as those of any other file.
    std::string numbers(reinterpret_cast<const char*>(table->matrix.data()),
                        static_cast<std::size_t>(table->matrix.size()) * sizeof(Real));
    static_assert(std::endian::native == std::endian::little);
    file.read = [numbers = bytes_in_memory(std::move(numbers)), rows, columns](std::size_t,
                                                                               const Slice& slice) {
        return read_numbers(numbers, {{rows, columns}, NumberType::Float64, false, false, 0},
                            slice);
    };
    return file;
}

bool has_ending(const std::string& name, std::string_view ending) {
    return name.size() > ending.size() &&
           std::equal(ending.rbegin(), ending.rend(), name.rbegin(), [](char a, char b) {
               return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
           });
}

bool is_table_name(const std::string& name) {
    return has_ending(name, ".csv") || has_ending(name, ".tsv") || has_ending(name, ".txt");
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
    if (start->starts_with("\x93NUMPY") || has_ending(name, ".npy"))
        return open_npy(std::move(bytes), name);
    if (start->starts_with("PK") || has_ending(name, ".npz"))
        return open_npz(std::move(bytes), name);
    if (has_ending(name, ".safetensors"))
        return open_safetensors(std::move(bytes), name);
    if (is_table_name(name))
        return open_table(bytes, name, dialect);
    return Error{"nothing is known of files that end so; .npy, .npz, .safetensors, .csv and .tsv "
                 "are read"};
}

} // namespace

bool holds_arrays(const std::string& path) {
    for (const char* ending : {".npy", ".npz", ".safetensors", ".csv", ".tsv"})
        if (has_ending(path, ending))
            return true;
    const auto bytes = open_bytes(path);
    const auto start =
        bytes ? read_text(*bytes, 0, std::min<std::uint64_t>(bytes->size, 64)) : std::string();
    if (!start)
        return false;
    // A document is JSON whatever its name is.
    return start->starts_with("\x93NUMPY") || start->starts_with("PK\x03\x04") ||
           (has_ending(path, ".txt") && start->find_first_of("{\0"s) == std::string::npos);
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

} // namespace attn::io
