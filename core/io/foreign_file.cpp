// SPDX-License-Identifier: MIT
#include "core/io/foreign_file.h"

#include "core/base/utf8.h"
#include "core/io/arrays.h"
#include "core/io/descriptor.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace attn::io {
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
