// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"
#include "core/io/foreign_file.h"
#include "core/io/npy_read.h"
#include "core/io/paste.h"
#include "core/io/safetensors.h"
#include "core/io/table_text.h"
#include "core/io/utf16.h"

#include <algorithm>
#include <array>
#include <bit>

namespace attn::io {
namespace {

/// Returns the text of a file in UTF-8. Spreadsheets write "Unicode text" in UTF-16.
Result<std::string> text_of(const Bytes& bytes) {
    constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;
    if (bytes.size > most_bytes)
        return Error{"the table has " + std::to_string(bytes.size) + " bytes; at most " +
                     std::to_string(most_bytes) + " are read"};
    auto text = text_at(bytes, 0, bytes.size);
    if (!text)
        return text;
    if (is_utf16(*text))
        text = utf8_of_utf16(*text);
    if (text->find('\0') != std::string::npos)
        return Error{"this is not a text file: it contains a zero byte; save it as UTF-8 text"};
    return text;
}

/// Stores the matrices of a text as bytes of doubles, so that slices are read as in any other file.
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

/// Opens a text: everything read_pasted() finds in it.
Result<ArrayFile> open_text(const Bytes& bytes, const std::string& name,
                            const std::optional<Dialect>& dialect) {
    const auto text = text_of(bytes);
    if (!text)
        return text.error();
    auto pasted = read_pasted(*text, dialect, NotANumber::Refused);
    if (!pasted)
        return pasted.error();
    ArrayFile file{name,
                   pasted->dialect ? "table" : pasted->form,
                   pasted->dialect ? "Read as a " + pasted->form + ". "
                                   : "Read as: " + pasted->form + ". ",
                   {},
                   {},
                   {}};
    file.applied = applied_sentences(*pasted);
    if (pasted->dialect)
        file.table = TableReading{*pasted->dialect, pasted->other};
    if (pasted->is_ambiguous)
        pasted->grids.resize(1);
    std::vector<Matrix> matrices;
    for (PastedGrid& grid : pasted->grids) {
        const bool is_named = !grid.name.empty() && !pasted->is_ambiguous;
        file.arrays.push_back(
            info_of(is_named ? printable(grid.name, longest_array_name) : stem_of(name),
                    grid.matrix, std::move(grid.row_names), std::move(grid.column_names)));
        matrices.push_back(std::move(grid.matrix));
    }
    for (PastedWords& words : pasted->words) {
        ArrayInfo info{printable(words.name, longest_array_name),
                       {static_cast<Index>(words.words.size())},
                       "text",
                       {},
                       {},
                       {},
                       {}};
        info.texts = std::move(words.words);
        file.arrays.push_back(std::move(info));
    }
    file.read = [numbers = reader(matrices), count = matrices.size()](
                    std::size_t array, const Slice& slice) -> Result<ReadNumbers> {
        if (array >= count)
            return Error{"it holds texts, not numbers"};
        return numbers(array, slice);
    };
    if (first_invalid_utf8(*text) != std::string_view::npos)
        file.notes += "What is not UTF-8 became \uFFFD. ";
    return file;
}

/// Whether the first bytes are text: UTF-16 with its mark, or no control characters.
bool is_text(std::string_view start) {
    return is_utf16(start) || std::none_of(start.begin(), start.end(), [](unsigned char byte) {
               return byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
           });
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

/// Whether a text begins like a document.
bool is_document(std::string_view start) {
    const auto first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && start[first] == '{' &&
           start.find("attention-lab") != std::string_view::npos;
}

constexpr std::uint64_t looked_at = 512; // bytes used to find the format

Result<ArrayFile> opened(Bytes bytes, const std::string& name,
                         const std::optional<Dialect>& dialect) {
    if (bytes.size == 0)
        return Error{"the file is empty (0 bytes)"};
    const auto start = text_at(bytes, 0, std::min<std::uint64_t>(bytes.size, looked_at));
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
    // Text is read as text, whatever its name is.
    const bool is_table =
        has_ending(name, ".csv") || has_ending(name, ".tsv") || has_ending(name, ".txt");
    if (is_document(*start))
        return Error{"this is a document of Attention Lab already; open it, or show it with: "
                     "attention-lab show"};
    if (is_table || is_text(*start))
        return open_text(bytes, name, dialect);
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
    const auto start = bytes && bytes->size > 0
                           ? text_at(*bytes, 0, std::min<std::uint64_t>(bytes->size, looked_at))
                           : std::string();
    if (!start || start->empty())
        return false;
    if (start->starts_with("\x93NUMPY") || start->starts_with("PK\x03\x04"))
        return true;
    // Lessons, styles and broken documents are JSON objects too; arrays are what parses as arrays.
    const auto first = start->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first != std::string::npos && (*start)[first] == '{' && !is_utf16(*start)) {
        const auto file = is_document(*start) ? Result<ArrayFile>(Error{""}) : open_arrays(path);
        return file.has_value();
    }
    constexpr std::array<std::string_view, 7> others = {".attn", ".svg", ".html",  ".htm",
                                                        ".xml",  ".pdf", ".lesson"};
    return is_text(*start) && std::none_of(others.begin(), others.end(), [&](std::string_view one) {
               return has_ending(path, one);
           });
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
    constexpr std::size_t length = 8; // the length field of .safetensors, before its JSON header
    const bool is_safetensors = bytes.size() > length && bytes[length] == '{' &&
                                little_endian(bytes, 0, length) < bytes.size();
    // Text has no signature; .npy and .npz are recognised under any name.
    const std::string kind = is_safetensors ? ".safetensors" : ".txt";
    auto file = opened(bytes_in_memory(std::move(bytes)), name + kind, dialect);
    if (!file)
        return Error{file.error().text(), name};
    file->name = name;
    return file;
}

} // namespace attn::io
