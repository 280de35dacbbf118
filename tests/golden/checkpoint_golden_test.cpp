// SPDX-License-Identifier: MIT
// Every head of every layer of a small checkpoint of each type of model, imported, evaluated by the
// lab and compared with what NumPy computed from the same weights
// (tests/golden/checkpoint_reference.py).
#include "core/checkpoint/checkpoint_document.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/io/document/document_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::checkpoint;

namespace {

constexpr Real near = 1e-9;

/// A model with its reference numbers.
struct Reference {
    checkpoint::Model model;
    Weights expected;
    Choice choice; // its words

    Matrix figure(const std::string& name) const {
        auto matrix = read_part(expected, name, {}, {});
        EXPECT_TRUE(matrix) << (matrix ? "" : matrix.error().text());
        return matrix ? *std::move(matrix) : Matrix();
    }
};

Reference opened(const std::string& name) {
    const std::string folder = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/" + name;
    auto model = open_model(folder);
    EXPECT_TRUE(model) << (model ? "" : model.error().text());
    auto expected = open_weight_file(folder + "/expected.tensors");
    EXPECT_TRUE(expected) << (expected ? "" : expected.error().text());
    Reference made{*std::move(model), *std::move(expected), {}};
    const StoredTensor& ids = made.expected.tensors.at("ids");
    const auto numbers =
        io::read_numbers(made.expected.files[ids.file].bytes, ids.tensor.array, {});
    for (const Real id : numbers->matrix.reshaped()) {
        made.choice.ids.push_back(static_cast<Index>(id));
        made.choice.words.push_back(std::to_string(made.choice.ids.back()));
    }
    return made;
}

void expect_near(const Matrix& found, const Matrix& expected, const std::string& what) {
    ASSERT_EQ(found.rows(), expected.rows()) << what;
    ASSERT_EQ(found.cols(), expected.cols()) << what;
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), near) << what;
}

/// The document after writing and reading it.
Document read_back(const Document& document) {
    auto read = io::read_document(io::write_document(document), "written");
    EXPECT_TRUE(read) << (read ? "" : read.error().text());
    return read ? *std::move(read) : Document();
}

/// Whether a document can have the block of this model.
bool has_block(const Config& config) {
    return !config.type->has_norms_on_both_sides() && !config.has_parallel_mlp;
}

class EachModel : public testing::TestWithParam<const char*> {};

std::string figure_name(Index layer, Index head, const char* what) {
    return "layers." + std::to_string(layer) + ".heads." + std::to_string(head) + "." + what;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Checkpoint, EachModel,
                         testing::Values("gpt2", "bert", "roberta", "llama", "mistral", "qwen2",
                                         "gemma", "gemma2", "qwen3", "gemma3_text", "gemma3",
                                         "gpt_neox", "phi", "stablelm"),
                         [](const auto& model) { return std::string(model.param); });

TEST_P(EachModel, EveryHeadEqualsTheModels) {
    Reference reference = opened(GetParam());
    Index compared = 0;
    for (Index layer = 0; layer < reference.model.config.layers; ++layer)
        for (Index head = 0; head < reference.model.config.heads; ++head) {
            reference.choice.layer = layer;
            reference.choice.head = head;
            const auto made = checkpoint_document(reference.model, reference.choice);
            ASSERT_TRUE(made) << made.error().text();
            const Document document = read_back(made->document);
            EXPECT_EQ(document, made->document);
            const Trace trace = evaluate(document);
            const std::string what =
                "layer " + std::to_string(layer) + ", head " + std::to_string(head);
            expect_near(*document.embeddings,
                        reference.figure("layers." + std::to_string(layer) + ".read"), what);
            expect_near(matrix_of(document, trace, {Stage::Weights}),
                        reference.figure(figure_name(layer, head, "weights")), what);
            expect_near(matrix_of(document, trace, {Stage::Output}),
                        reference.figure(figure_name(layer, head, "outputs")), what);
            ++compared;
        }
    EXPECT_EQ(compared, 8);
}

TEST_P(EachModel, HeadsAreJoinedAsInTheModel) {
    Reference reference = opened(GetParam());
    for (Index layer = 0; layer < reference.model.config.layers; ++layer) {
        reference.choice.layer = layer;
        const auto made = checkpoint_document(reference.model, reference.choice);
        ASSERT_TRUE(made) << made.error().text();
        const Document document = read_back(made->document);
        EXPECT_EQ(document, made->document);
        const Trace trace = evaluate(document);
        expect_near(matrix_of(document, trace, {Stage::Attention}),
                    reference.figure("layers." + std::to_string(layer) + ".attention"),
                    "attention");
        for (Index head = 0; head < reference.model.config.heads; ++head)
            expect_near(matrix_of(document, trace, {Stage::Weights, head}),
                        reference.figure(figure_name(layer, head, "weights")), "weights");
    }
}

/// A document without a block has no ε of its own, so it would compute with another.
TEST(Checkpoint, AnEpsilonThatNeedsABlockIsRefusedWithoutOne) {
    Reference qwen3 = opened("qwen3"), gemma3 = opened("gemma3");
    for (Reference* const one : {&qwen3, &gemma3})
        one->model.config.epsilon = 1e-5;
    const auto alone = checkpoint_document(qwen3.model, qwen3.choice);
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().text().find("the norms of its queries and keys add ε = 1e-05, but "
                                        "those of a document without a block add 1e-06; import "
                                        "the whole block"),
              std::string::npos)
        << alone.error().text();
    qwen3.choice.is_block = true;
    EXPECT_TRUE(checkpoint_document(qwen3.model, qwen3.choice));
    EXPECT_FALSE(checkpoint_document(gemma3.model, gemma3.choice));
}

TEST_P(EachModel, TheBlockEqualsTheModelsOrIsRefusedWithAReason) {
    Reference reference = opened(GetParam());
    reference.choice.is_block = true;
    for (Index layer = 0; layer < reference.model.config.layers; ++layer) {
        reference.choice.layer = layer;
        const auto made = checkpoint_document(reference.model, reference.choice);
        if (!has_block(reference.model.config)) {
            ASSERT_FALSE(made);
            EXPECT_NE(made.error().text().find("without its block"), std::string::npos);
            continue;
        }
        ASSERT_TRUE(made) << made.error().text();
        const Document document = read_back(made->document);
        const Trace trace = evaluate(document);
        const std::string begin = "layers." + std::to_string(layer);
        expect_near(*document.embeddings, reference.figure(begin + ".input"), "X");
        expect_near(matrix_of(document, trace, {Stage("block")}),
                    reference.figure(begin + ".output"), "the block");
    }
}

TEST_P(EachModel, EveryTensorOfTheLayerIsUsedOrNamedAsLeftOut) {
    Reference reference = opened(GetParam());
    reference.choice.layer = 1;
    for (const bool has_head : {true, false}) {
        reference.choice.head = has_head ? std::optional<Index>(2) : std::nullopt;
        const auto made = checkpoint_document(reference.model, reference.choice);
        ASSERT_TRUE(made) << made.error().text();
        std::set<std::string> named;
        for (const io::TensorSource& source : made->report.used)
            named.insert(source.tensor);
        for (const io::LeftOut& left : made->report.left_out) {
            EXPECT_TRUE(named.insert(left.tensor).second) << left.tensor << " is named twice";
            EXPECT_EQ(left.why.find("does not know"), std::string::npos) << left.tensor;
            EXPECT_NE(made->document.notes.find(left.tensor), std::string::npos);
        }
        std::size_t of_layer = 0;
        for (const auto& [name, tensor] : reference.model.weights.tensors)
            if (name.find("layers.1.") != std::string::npos ||
                name.find("layer.1.") != std::string::npos || name.starts_with("h.1.")) {
                EXPECT_TRUE(named.contains(name)) << name;
                ++of_layer;
            }
        EXPECT_GE(of_layer, 9U);
        EXPECT_EQ(named.size(), of_layer);
    }
}

namespace {

/// The names in the sentence with this beginning: "a, b and c."
std::set<std::string> names_in(const io::TensorReport& report, const std::string& begin) {
    std::set<std::string> names;
    for (std::string text : report.sentences) {
        if (!text.starts_with(begin))
            continue;
        text = text.substr(begin.size());
        for (const std::string end : {", which are not read.", " and "})
            if (const auto at = text.rfind(end); at != std::string::npos)
                text.replace(at, end.size(), end.front() == ' ' ? ", " : "");
        for (std::size_t from = 0, at = 0; from < text.size(); from = at + 2) {
            at = std::min(text.find(", ", from), text.size());
            std::string name = text.substr(from, at - from);
            if (name.ends_with('.'))
                name.pop_back();
            names.insert(name);
        }
    }
    return names;
}

/// The number of the layer that a tensor belongs to.
std::optional<Index> layer_in(const std::string& name) {
    for (const std::string before : {"layers.", "layer.", "h."})
        if (const auto at = name.find(before);
            at != std::string::npos && (at == 0 || name[at - 1] == '.'))
            return std::stoi(name.substr(at + before.size()));
    return std::nullopt;
}

} // namespace

// Compares the bytes that are read with what the report says.
TEST_P(EachModel, ReportsExactlyTheTensorsItRead) {
    Reference reference = opened(GetParam());
    Weights& weights = reference.model.weights;
    std::set<std::string> read;
    for (std::size_t at = 0; at < weights.files.size(); ++at)
        weights.files[at].bytes.read = [&read, &weights, at, own = weights.files[at].bytes.read](
                                           std::uint64_t offset, std::span<char> into) {
            for (const auto& [name, stored] : weights.tensors) {
                const auto begin = stored.tensor.array.offset;
                const auto size = stored.tensor.end - stored.tensor.begin;
                if (stored.file == at && offset < begin + size && begin < offset + into.size())
                    read.insert(name);
            }
            return own(offset, into);
        };
    const bool is_block = has_block(reference.model.config);
    for (const Index layer : {0, 1})
        for (const int part : {0, 1, 2}) {
            if (part == 2 && !is_block)
                continue;
            reference.choice.layer = layer;
            reference.choice.head = part == 0 ? std::optional<Index>(1) : std::nullopt;
            reference.choice.is_block = part == 2;
            read.clear();
            const auto made = checkpoint_document(reference.model, reference.choice);
            ASSERT_TRUE(made) << made.error().text();
            const auto from = names_in(made->report, "X is computed from ");
            const auto other = names_in(made->report, "It does not depend on ");
            EXPECT_EQ(from.contains("layer 0"), layer == 1);
            EXPECT_EQ(other.contains("layer 1"), layer == 0);
            std::set<std::string> used, left;
            for (const io::TensorSource& source : made->report.used)
                used.insert(source.tensor);
            for (const io::LeftOut& one : made->report.left_out)
                (one.why.ends_with("X is the result of that norm") ? used : left)
                    .insert(one.tensor);
            for (const auto& [name, stored] : weights.tensors) {
                const auto own = layer_in(name);
                const bool is_constant =
                    name.ends_with(".attn.bias") || name.ends_with(".attention.bias");
                const bool is_used =
                    own ? (own == layer ? used.contains(name) : *own < layer && !is_constant)
                        : from.contains(name);
                EXPECT_EQ(read.contains(name), is_used) << name;
                const bool is_left_out =
                    own ? (own == layer ? left.contains(name) : *own > layer || is_constant)
                        : other.contains(name);
                EXPECT_NE(is_used, is_left_out) << name;
            }
        }
}

TEST_P(EachModel, NotesSayWhichTensorEachInputIsFrom) {
    Reference reference = opened(GetParam());
    reference.choice.layer = 1;
    reference.choice.is_block = has_block(reference.model.config);
    const auto made = checkpoint_document(reference.model, reference.choice);
    ASSERT_TRUE(made) << made.error().text();
    const auto sources = io::read_sources(made->document.notes);
    ASSERT_TRUE(sources) << sources.error().text();
    ASSERT_EQ(sources->size(), made->report.used.size());
    for (const io::TensorSource& source : *sources) {
        const auto stored =
            read_part(reference.model.weights, source.tensor, source.rows, source.columns);
        ASSERT_TRUE(stored) << stored.error().text();
        const auto sheet = parse_sheet(source.part);
        ASSERT_TRUE(sheet) << source.part;
        const Matrix now = matrix_of(made->document, evaluate(made->document), *sheet);
        Matrix expected = source.is_transposed ? Matrix(stored->transpose()) : *stored;
        expected.array() += source.is_one_more ? 1 : 0;
        EXPECT_EQ(now, expected) << source.part;
    }
}
