// SPDX-License-Identifier: MIT
// Exports layers of models as .npz and .safetensors and reads them back: every head, bias, word and
// choice must return, in either orientation.
#include "core/checkpoint/checkpoint_document.h"
#include "core/document/model/evaluate.h"
#include "core/io/import/import_archive.h"
#include "core/publish/exporters.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn;
using publish::FileKind;

namespace {

/// Words that every format must preserve.
const std::vector<std::string> words = {"The", " cat", "", "猫🐈", "a,\"b\"\\\n", "é"};

Document layer_of(const std::string& model, std::optional<Index> head) {
    const auto opened =
        checkpoint::open_model(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/" + model);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().text());
    checkpoint::Choice choice;
    choice.ids = {3, 9, 17, 30, 9, 2};
    choice.words = words;
    choice.layer = 0;
    choice.head = head;
    auto made = checkpoint::checkpoint_document(*opened, choice);
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    return std::move(made->document);
}

Document there_and_back(const Document& document, FileKind kind) {
    const auto bytes = publish::exported(document, kind, {});
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
    std::vector<io::ArrayFile> files;
    files.push_back(*io::arrays_in(*bytes, "heads"));
    EXPECT_TRUE(io::is_head_archive(files));
    auto made = io::import_archive(files.front(), "heads");
    EXPECT_TRUE(made) << (made ? "" : made.error().text());
    for (const io::LeftOut& left : made->report.left_out)
        ADD_FAILURE() << left.tensor << ": " << left.why;
    EXPECT_NE(made->document.notes.find("are those of the document, to 0"), std::string::npos)
        << made->document.notes;
    return std::move(made->document);
}

} // namespace

TEST(ArchiveRoundTrip, KeepsHeadsBiasesWordsAndChoicesOfEveryModel) {
    for (const char* model : {"gpt2", "bert", "roberta", "llama", "mistral", "qwen2", "gemma",
                              "gemma2", "qwen3", "gemma3"})
        for (const bool has_head : {false, true})
            for (const FileKind kind : {FileKind::Npz, FileKind::Safetensors})
                for (const Convention convention :
                     {Convention::TokensAsRows, Convention::TokensAsColumns}) {
                    Document document =
                        layer_of(model, has_head ? std::optional<Index>(2) : std::nullopt);
                    document.convention = convention;
                    const Document back = there_and_back(document, kind);
                    EXPECT_EQ(back.tokens, document.tokens) << model;
                    EXPECT_EQ(back.embeddings, document.embeddings);
                    EXPECT_EQ(back.heads, document.heads) << model;
                    EXPECT_EQ(back.join, document.join);
                    EXPECT_EQ(back.w_o, document.w_o);
                    EXPECT_EQ(back.of_options, document.of_options) << model;
                    EXPECT_EQ(back.options, document.options) << model;
                    EXPECT_EQ(back.convention, convention);
                    const Trace now = evaluate(back), before = evaluate(document);
                    for (Index head = 0; head < head_count(document); ++head)
                        EXPECT_EQ(matrix_of(back, now, {Stage::Weights, head}),
                                  matrix_of(document, before, {Stage::Weights, head}))
                            << model << " " << head;
                }
}

TEST(ArchiveRoundTrip, ASafetensorsFileIsOneToEveryReader) {
    // By the format's definition: 8 bytes, the header, then tensors without gaps.
    const test::TempDir folder;
    const Document document = layer_of("gpt2", std::nullopt);
    const auto bytes = publish::exported(document, FileKind::Safetensors, {});
    ASSERT_TRUE(bytes) << bytes.error().text();
    EXPECT_EQ(*bytes, *publish::exported(document, FileKind::Safetensors, {}));
    const std::string path = folder.file("a.safetensors", *bytes);
    const std::string corner = std::to_string((*document.heads[3].w_v)(15, 3));
    const auto read = test::run_python(
        "import json, struct\nimport numpy\n"
        "b = open(r'" +
        path +
        "', 'rb').read()\n"
        "n = struct.unpack('<Q', b[:8])[0]\nassert n % 8 == 0\nh = json.loads(b[8:8 + n])\n"
        "words = json.loads(h.pop('__metadata__')['tokens'])['words']\n"
        "assert words[3] == '猫🐈' and words[2] == '', words\n"
        "at = 0\n"
        "for name, t in sorted(h.items(), key=lambda item: item[1]['data_offsets']):\n"
        "    assert t['data_offsets'][0] == at and t['dtype'] == 'F64', name\n"
        "    at = t['data_offsets'][1]\n"
        "    t['a'] = numpy.frombuffer(b, '<f8', offset=8 + n + t['data_offsets'][0],\n"
        "        count=(at - t['data_offsets'][0]) // 8).reshape(t['shape'])\n"
        "assert 8 + n + at == len(b)\n"
        "assert abs(h['W_V/3']['a'][15, 3] - " +
        corner +
        ") < 1e-6\n"
        "assert h['W_O']['a'].shape == (16, 16)\n");
    EXPECT_EQ(read.code, 0) << read.err;
}
