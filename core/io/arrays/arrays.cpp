// SPDX-License-Identifier: MIT
#include "core/io/arrays/arrays.h"

#include "core/base/utf8.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/safetensors.h"
#include "core/io/journal/machine.h"
#include "core/io/text/paste.h"
#include "core/io/text/table_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <string>
#include <string_view>

namespace attn::io {

// Reads UTF-16 text, as spreadsheets write "Unicode text".

/// Whether the bytes begin with the byte order mark of UTF-16.
bool is_utf16(std::string_view bytes);

/// Converts what follows the byte order mark to UTF-8; invalid units become U+FFFD.
std::string utf8_of_utf16(std::string_view bytes);

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

bool is_utf16(std::string_view bytes) {
    return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF");
}

std::string utf8_of_utf16(std::string_view bytes) {
    const bool is_big_endian = bytes.starts_with('\xFE');
    bytes.remove_prefix(2);
    const auto unit = [&](std::size_t at) {
        const auto first = static_cast<unsigned char>(bytes[at]);
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        return static_cast<char32_t>(is_big_endian ? first << 8 | second : second << 8 | first);
    };
    constexpr char32_t none = 0xFFFD;
    std::string text;
    text.reserve(bytes.size());
    std::size_t at = 0;
    for (; at + 1 < bytes.size(); at += 2) {
        const char32_t code = unit(at);
        const bool is_high = code >= 0xD800 && code < 0xDC00;
        const char32_t low = is_high && at + 3 < bytes.size() ? unit(at + 2) : 0;
        if (low >= 0xDC00 && low < 0xE000) {
            append_utf8(text, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            at += 2;
        } else {
            append_utf8(text, is_high ? none : code);
        }
    }
    if (at < bytes.size()) // half a character
        append_utf8(text, none);
    return text;
}

namespace {

/// FILE stands for the file's name, STEM for the name without its extension.
struct ForeignKind {
    std::string_view name;   // the whole name, or the extension
    std::string_view what;   // what it is, in brackets
    std::string_view remedy; // a sentence that ends in the command to run
};

constexpr std::string_view torch_line =
    "Convert it with: python3 -c \"import torch; from safetensors.torch import save_file; "
    "t = torch.load('FILE', map_location='cpu', weights_only=True); t = t.get('state_dict', t); "
    "save_file({k: v.clone().contiguous() for k, v in t.items() if torch.is_tensor(v)}, "
    "'STEM.safetensors')\"";
constexpr std::string_view hdf5_line =
    "Convert it with: python3 -c \"import h5py, numpy as np; a = {}; h5py.File('FILE').visititems("
    "lambda n, d: a.update({n: d[()]}) if isinstance(d, h5py.Dataset) else None); "
    "np.savez('STEM.npz', **a)\"";
constexpr std::string_view pickle_line =
    "A pickle can run any program, so do this only if you trust the file. Convert it with: "
    "python3 -c \"import pickle, numpy as np; a = pickle.load(open('FILE', 'rb')); "
    "np.savez('STEM.npz', **(a if isinstance(a, dict) else {'x': a}))\"";
constexpr std::string_view spreadsheet_line =
    "Save the sheet as CSV in the spreadsheet, or convert it with: "
    "libreoffice --headless --convert-to csv 'FILE'";
constexpr std::string_view tokenizer_line =
    "It contains words and no numbers; import the weights of the model instead. To find the rows "
    "of X that the words are, run: python3 -c \"from tokenizers import Tokenizer; "
    "print(Tokenizer.from_file('tokenizer.json').encode('The cat').ids)\"";
constexpr std::string_view vocabulary_line =
    "It contains words and no numbers; import the weights of the model instead. To find the rows "
    "of X that the words are, run: python3 -c \"w = open('FILE').read().split('\\n'); "
    "print([w.index(x) for x in ('the', 'cat')])\"";

/// Whole names first, because their extensions may belong to other kinds.
constexpr std::array<ForeignKind, 34> kinds = {{
    {"tokenizer.json", "a tokenizer", tokenizer_line},
    {"tokenizer_config.json", "the settings of a tokenizer", tokenizer_line},
    {"special_tokens_map.json", "a part of a tokenizer", tokenizer_line},
    {"added_tokens.json", "a part of a tokenizer", tokenizer_line},
    {"tokenizer.model", "a tokenizer", tokenizer_line},
    {"spiece.model", "a tokenizer", tokenizer_line},
    {"sentencepiece.bpe.model", "a tokenizer", tokenizer_line},
    {"merges.txt", "a part of a tokenizer", tokenizer_line},
    {"vocab.txt", "the words of a tokenizer", vocabulary_line},
    {"vocab.json", "the words of a tokenizer",
     "It contains words and no numbers; import the weights of the model instead. To find the rows "
     "of X that the words are, run: python3 -c \"import json; w = "
     "json.load(open('FILE')); "
     "print([w[x] for x in ('the', 'cat')])\""},
    {"config.json", "the settings of a model",
     "It contains no numbers of the calculation; import the weights of the model, a .safetensors "
     "file, with as many heads as num_attention_heads says here"},
    {"model.safetensors.index.json", "the list of a model's files",
     "Import the files that it lists: attention-lab import model-*.safetensors"},
    {".pt", "PyTorch", torch_line},
    {".pth", "PyTorch", torch_line},
    {".bin", "mostly PyTorch", torch_line},
    {".ckpt", "PyTorch checkpoints", torch_line},
    {".gguf", "models of llama.cpp",
     "Convert it with: python3 -c \"import gguf, numpy as np; np.savez('STEM.npz', **{t.name: "
     "gguf.quants.dequantize(t.data, t.tensor_type) for t in "
     "gguf.GGUFReader('FILE').tensors})\""},
    {".onnx", "ONNX models",
     "Convert it with: python3 -c \"import onnx, numpy as np; from onnx import numpy_helper; "
     "np.savez('STEM.npz', **{i.name: numpy_helper.to_array(i) for i in "
     "onnx.load('FILE').graph.initializer})\""},
    {".h5", "HDF5", hdf5_line},
    {".hdf5", "HDF5", hdf5_line},
    {".mat", "MATLAB",
     "Convert it with: python3 -c \"import numpy as np, scipy.io; np.savez('STEM.npz', **{k: v "
     "for k, v in scipy.io.loadmat('FILE').items() if not k.startswith('__')})\""},
    {".pkl", "Python pickles", pickle_line},
    {".pickle", "Python pickles", pickle_line},
    {".ipynb", "Jupyter notebooks",
     "It contains programs and what they print. Copy a printed matrix and paste it with Ctrl+V, or "
     "save the matrix in the notebook with np.save('STEM.npy', x) and import that"},
    {".joblib", "Python pickles",
     "A pickle can run any program, so do this only if you trust the file. Convert it with: "
     "python3 -c \"import joblib, numpy as np; a = joblib.load('FILE'); "
     "np.savez('STEM.npz', **(a if isinstance(a, dict) else {'x': a}))\""},
    {".msgpack", "models of Flax",
     "Convert it with: python3 -c \"import numpy as np; from flax.serialization import "
     "msgpack_restore; from flax.traverse_util import flatten_dict; np.savez('STEM.npz', "
     "**flatten_dict(msgpack_restore(open('FILE', 'rb').read()), sep='.'))\""},
    {".keras", "models of Keras",
     "Its weights are in a HDF5 file, model.weights.h5. Unpack that file with: unzip 'FILE' "
     "model.weights.h5"},
    {".xlsx", "spreadsheets", spreadsheet_line},
    {".xls", "spreadsheets", spreadsheet_line},
    {".ods", "spreadsheets", spreadsheet_line},
    {".parquet", "Apache Parquet",
     "Convert it with: python3 -c \"import pandas; "
     "pandas.read_parquet('FILE').to_csv('STEM.csv')\""},
    {".gz", "packed files", "Unpack it with: gunzip 'FILE'"},
    {".zip", "packed files", "Unpack it with: unzip 'FILE'"},
    {".tar", "packed files", "Unpack it with: tar xf 'FILE'"},
}};

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

/// Whether a shell and Python take the name literally.
bool is_plain(std::string_view name) {
    return std::all_of(name.begin(), name.end(), [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
               std::string_view("._- ").find(letter) != std::string_view::npos;
    });
}

std::string filled(std::string_view remedy, std::string_view file, std::string_view stem) {
    std::string text;
    while (!remedy.empty()) {
        const std::string_view word = remedy.substr(0, 4);
        const bool is_file = word == "FILE", is_stem = word == "STEM";
        text += is_file ? file : is_stem ? stem : remedy.substr(0, 1);
        remedy.remove_prefix(is_file || is_stem ? 4 : 1);
    }
    return text;
}

} // namespace

std::optional<Error> foreign_file(const std::string& path) {
    const std::string name = name_of(path), low = lowered(name);
    auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const ForeignKind& one) {
        return one.name.starts_with('.') ? low.size() > one.name.size() && low.ends_with(one.name)
                                         : low == one.name;
    });
    if (kind == kinds.end())
        return std::nullopt;
    const bool is_ending = kind->name.starts_with('.');
    const std::string_view stem =
        std::string_view(name).substr(0, is_ending ? name.size() - kind->name.size() : name.size());
    // Other names would have to be quoted twice; then the placeholders stay.
    const std::string remedy =
        is_plain(name) ? filled(kind->remedy, name, stem) : std::string(kind->remedy);
    return Error{"Attention Lab cannot open " + std::string(kind->name) +
                     (is_ending ? " files" : "") + " (" + std::string(kind->what) + "); it reads " +
                     array_endings_text() + ". " + remedy,
                 printable(path)};
}

Error arrays_are_no_document(const std::string& path) {
    const std::string name = name_of(path);
    const bool is_word = is_plain(name) && name.find(' ') == std::string::npos;
    const std::string command = "attention-lab import " + (is_word ? name : "FILE");
    const std::string made = is_word ? name.substr(0, name.rfind('.')) : "NAME";
    return Error{"this file holds arrays and is no document. List them with: " + command +
                     ", and make a document of them with: " + command + " -o " + made + ".attn",
                 printable(path)};
}

} // namespace attn::io
