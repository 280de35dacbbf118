// SPDX-License-Identifier: MIT
// Unsupported kinds of files: the error names the kind and a line that converts it.
#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/python.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::io;

namespace {

constexpr const char* foreign_kinds[] = {"a.pt",
                                         "a.pth",
                                         "pytorch_model.bin",
                                         "a.ckpt",
                                         "model.gguf",
                                         "a.onnx",
                                         "a.h5",
                                         "a.hdf5",
                                         "a.mat",
                                         "a.pkl",
                                         "a.pickle",
                                         "a.ipynb",
                                         "a.xlsx",
                                         "a.xls",
                                         "a.ods",
                                         "a.gz",
                                         "a.parquet",
                                         "tokenizer.json",
                                         "vocab.txt",
                                         "vocab.json",
                                         "merges.txt",
                                         "A.PT",
                                         "Vocab.TXT",
                                         "config.json",
                                         "tokenizer.model",
                                         "tokenizer_config.json",
                                         "special_tokens_map.json",
                                         "model.safetensors.index.json",
                                         "added_tokens.json",
                                         "spiece.model",
                                         "sentencepiece.bpe.model",
                                         "a.joblib",
                                         "flax_model.msgpack",
                                         "a.keras",
                                         "a.zip",
                                         "a.tar"};

} // namespace

TEST(ForeignFile, IsNamedHoweverItIsOpened) {
    const test::TempDir folder;
    for (const std::string name : foreign_kinds) {
        // A zip, like .pt, .xlsx and .ods; text; JSON that is not a document.
        for (const std::string bytes : {"PK\x03\x04 and so on", "the\ncat\n", "{\"a\": 1}"}) {
            SCOPED_TRACE(name + ": " + bytes);
            const std::string path = folder.file(name, bytes);
            const auto expected = foreign_file(path);
            ASSERT_TRUE(expected);
            EXPECT_EQ(expected->where, path);
            EXPECT_TRUE(expected->message.starts_with("Attention Lab cannot open ")) << name;
            EXPECT_NE(
                expected->message.find("; it reads .npy, .npz, .safetensors, .csv and .tsv. "),
                std::string::npos);
            EXPECT_FALSE(holds_arrays(path));
            const auto arrays = open_arrays(path);
            ASSERT_FALSE(arrays);
            EXPECT_EQ(arrays.error().text(), expected->text());
            const auto document = open_document(path);
            ASSERT_FALSE(document);
            EXPECT_EQ(document.error(), *expected);
        }
    }
}

TEST(ForeignFile, GivesALineThatConvertsIt) {
    EXPECT_EQ(foreign_file("/tmp/model.gguf")->text(),
              "/tmp/model.gguf: Attention Lab cannot open .gguf files (models of llama.cpp); it "
              "reads .npy, .npz, .safetensors, .csv and .tsv. Convert it with: python3 -c \"import "
              "gguf, numpy as np; np.savez('model.npz', **{t.name: gguf.quants.dequantize(t.data, "
              "t.tensor_type) for t in gguf.GGUFReader('model.gguf').tensors})\"");
    EXPECT_NE(foreign_file("net.pt")->message.find("'net.safetensors')\""), std::string::npos);
    // A name that a shell or Python would break up is left out of the line.
    const std::string odd = foreign_file("$(rm x)'.pt")->message;
    EXPECT_NE(odd.find("torch.load('FILE'"), std::string::npos) << odd;
    EXPECT_FALSE(foreign_file("a.attn") || foreign_file("x.npy") || foreign_file("notes.txt") ||
                 foreign_file(".pt") || foreign_file("my.json") || foreign_file("gguf"));
}

TEST(ForeignFile, LinesArePython) {
    const test::TempDir folder;
    std::string lines;
    for (const std::string name : foreign_kinds) {
        const std::string message = foreign_file(name)->message;
        const auto at = message.find("python3 -c \"");
        if (at == std::string::npos)
            continue;
        const auto from = at + std::string("python3 -c \"").size();
        lines += message.substr(from, message.find('"', from) - from) + "\n";
    }
    const std::string file = folder.file("lines", lines);
    const auto ended = test::run_python("import ast\nlines = open(r'" + file +
                                        "').read().splitlines()\nassert len(lines) > 15, lines\n"
                                        "for line in lines: ast.parse(line)\n");
    EXPECT_EQ(ended.code, 0) << ended.err;
}

TEST(ForeignFile, ThePythonLineConvertsIt) {
    const test::TempDir folder;
    const std::string pickled = folder / "a.pkl";
    const auto made = test::run_python("import pickle, numpy as np\npickle.dump({'W': "
                                       "np.array([[1.0, 2.0], [3.0, 4.0]])}, open(r'" +
                                       pickled + "', 'wb'))\n");
    ASSERT_EQ(made.code, 0) << made.err;
    const std::string message = foreign_file(pickled)->message;
    const std::string line = message.substr(message.find("python3 -c "));
    const auto ended = test::run_shell("cd '" + folder.path().string() + "' && /usr/bin/" + line);
    ASSERT_EQ(ended.code, 0) << ended.err;
    const auto file = open_arrays(folder / "a.npz");
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(file->arrays[0].name, "W");
    EXPECT_EQ(file->read(0, {})->matrix, (Matrix(2, 2) << 1, 2, 3, 4).finished());
}

TEST(ForeignFile, OfArraysPointsToImport) {
    const test::TempDir folder;
    for (const std::string name : {"x.npy", "x.npz", "x.safetensors", "x.csv", "x.tsv"}) {
        const std::string path = folder.file(name, "1,2\n");
        const auto document = open_document(path);
        ASSERT_FALSE(document);
        EXPECT_EQ(document.error().text(),
                  path +
                      ": this file holds arrays and is no document. List them with: "
                      "attention-lab import " +
                      name + ", and make a document of them with: attention-lab import " + name +
                      " -o x.attn");
    }
}

TEST(ForeignFile, NameHidesNoDocument) {
    const test::TempDir folder;
    for (const char* name : {"a.bin", "a.csv", "config.json"})
        EXPECT_TRUE(open_document(folder.file(name, write_document(new_document())))) << name;
    const auto missing = open_document(folder / "none.gguf");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().text().find("no such file"), std::string::npos);
}
