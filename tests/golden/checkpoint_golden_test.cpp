// SPDX-License-Identifier: MIT
// Every head of every layer of a small checkpoint of each type of model, imported, evaluated by the
// lab and compared with what NumPy computed from the same weights
// (tests/golden/checkpoint_reference.py).
#include "core/checkpoint/checkpoint_document.h"
#include "core/checkpoint/origin.h"
#include "core/checkpoint/whole_document.h"
#include "core/document/commands/texts.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/document_json.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
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
                                         "gpt_neox", "gpt_neox_serial", "phi", "stablelm"),
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

namespace {

/// Why no document can say the whole model; empty if one can.
std::string why_not_whole(const std::string& name) {
    if (name == "bert" || name == "roberta")
        return "norms the embeddings of its words";
    if (name == "gemma2" || name.starts_with("gemma3"))
        return "norms before and after each part";
    if (name == "gpt_neox" || name == "phi")
        return "read the same words beside each other";
    if (name == "qwen2")
        return "its layers differ in how far words see";
    return "";
}

WholeChoice whole_choice_of(const Reference& reference) {
    WholeChoice choice;
    choice.ids = reference.choice.ids;
    return choice;
}

} // namespace

TEST_P(EachModel, TheWholeModelEqualsTheModelsOrIsRefusedWithAReason) {
    const Reference reference = opened(GetParam());
    const Config& config = reference.model.config;
    const auto made = whole_document(reference.model, whole_choice_of(reference));
    if (const std::string why = why_not_whole(GetParam()); !why.empty()) {
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().text().find(why), std::string::npos) << made.error().text();
        return;
    }
    ASSERT_TRUE(made) << made.error().text();
    const Document document = read_back(made->document);
    EXPECT_EQ(document, made->document);
    const Trace trace = evaluate(document);
    const bool is_learned = has_stage(document, Stage::Embedded);
    expect_near(matrix_of(document, trace, {is_learned ? Stage::Embedded : Stage::X}),
                reference.figure("layers.0.input"), "the words");
    for (Index layer = 0; layer < config.layers; ++layer) {
        const std::string begin = "layers." + std::to_string(layer);
        for (Index head = 0; head < config.heads; ++head)
            expect_near(matrix_of(document, trace, {Stage::Weights, head, 0, layer}),
                        reference.figure(figure_name(layer, head, "weights")), begin);
        expect_near(matrix_of(document, trace, {Stage::Attention, 0, 0, layer}),
                    reference.figure(begin + ".attention"), begin);
        expect_near(matrix_of(document, trace, {Stage("block"), 0, 0, layer}),
                    reference.figure(begin + ".output"), begin);
    }
    const Matrix logits = reference.figure("logits");
    expect_near(matrix_of(document, trace, {Stage("norm_f")}), reference.figure("final"), "final");
    expect_near(matrix_of(document, trace, {Stage("logits")}), logits, "logits");
    Index likeliest = 0;
    logits.row(logits.rows() - 1).maxCoeff(&likeliest);
    const auto next = next_word(document, trace, {});
    ASSERT_TRUE(next) << next.error().text();
    EXPECT_EQ(next->name, std::to_string(likeliest)) << "without a tokenizer words are ids";
}

TEST_P(EachModel, EveryTensorOfTheWholeModelIsUsedOrNamedAsLeftOut) {
    const Reference reference = opened(GetParam());
    const auto made = whole_document(reference.model, whole_choice_of(reference));
    if (!made)
        return;
    std::set<std::string> named;
    for (const io::TensorSource& source : made->report.used)
        named.insert(source.tensor);
    for (const io::LeftOut& left : made->report.left_out) {
        EXPECT_TRUE(named.insert(left.tensor).second) << left.tensor << " is named twice";
        EXPECT_EQ(left.why.find("does not know"), std::string::npos) << left.tensor;
    }
    for (const auto& [name, tensor] : reference.model.weights.tensors)
        EXPECT_TRUE(named.contains(name)) << name;
    const Trace trace = evaluate(made->document);
    for (const io::TensorSource& source : made->report.used) {
        const auto stored =
            read_part(reference.model.weights, source.tensor, source.rows, source.columns);
        ASSERT_TRUE(stored) << stored.error().text();
        const auto sheet = parse_sheet(source.part);
        ASSERT_TRUE(sheet) << source.part;
        const Matrix now = source.part == "P" ? all_positions(made->document)
                                              : matrix_of(made->document, trace, *sheet);
        Matrix expected = source.is_transposed ? Matrix(stored->transpose()) : *stored;
        expected.array() += source.is_one_more ? 1 : 0;
        EXPECT_EQ(now, expected) << source.part;
    }
    Index numbers = 0;
    for (const SheetId& sheet : sheets(made->document))
        if (const SharedMatrix* const own = input(made->document, sheet); own && sheet.query == 0)
            numbers += (*own)->size();
    numbers += made->document.further_positions->size();
    EXPECT_EQ(numbers, numbers_of_whole(reference.model));
}

/// What the folder says with each part of each layer in the place of its own is what the model
/// says.
TEST_P(EachModel, SaysTheModelsNextWordWithAnyLayerInPlaceOfItsOwn) {
    Reference reference = opened(GetParam());
    const bool is_bert = std::string(GetParam()) == "bert" || std::string(GetParam()) == "roberta";
    for (Index layer = 0; layer < reference.model.config.layers; ++layer)
        for (const int part : {0, 1, 2}) {
            if (part == 2 && !has_block(reference.model.config))
                continue;
            reference.choice.layer = layer;
            reference.choice.head = part == 0 ? std::optional<Index>(3) : std::nullopt;
            reference.choice.is_block = part == 2;
            const auto made = checkpoint_document(reference.model, reference.choice);
            ASSERT_TRUE(made) << made.error().text();
            const Document document = read_back(made->document);
            ASSERT_TRUE(document.origin);
            const auto model = open_origin(*document.origin);
            ASSERT_TRUE(model) << model.error().text();
            const auto likely = likely_by_model(*model, document, evaluate(document));
            if (is_bert) {
                ASSERT_FALSE(likely);
                EXPECT_NE(likely.error().message.find("say no next word"), std::string::npos);
                continue;
            }
            ASSERT_TRUE(likely) << likely.error().text();
            const Matrix logits = reference.figure("logits").bottomRows(1);
            Matrix expected = (logits.array() - logits.maxCoeff()).exp().matrix();
            expected /= expected.sum();
            expect_near(*likely, expected, "layer " + std::to_string(layer));
        }
}

namespace {

/// The same model with other numbers in its folder, written by the lab.
Matrix logits_of_folder(const Document& edited, const std::string& name, const Choice& choice) {
    const test::TempDir folder;
    std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/" + name, folder.path());
    const std::string file = folder / "model.safetensors";
    std::filesystem::remove(file);
    const auto put = put_back(
        edited, ATTENTION_SOURCE_DIR "/tests/data/checkpoints/" + name + "/model.safetensors",
        file);
    EXPECT_TRUE(put) << put.error().text();
    EXPECT_GT(put->changed, 0U);
    const auto model = open_model(folder.path().string());
    EXPECT_TRUE(model) << model.error().text();
    WholeChoice whole;
    whole.ids = choice.ids;
    const auto made = whole_document(*model, whole);
    EXPECT_TRUE(made) << made.error().text();
    return matrix_of(made->document, evaluate(made->document), {Stage("probabilities")})
        .bottomRows(1);
}

} // namespace

/// Edited weights and biases change what the model says as if they stood in its folder. The folder
/// keeps numbers of 32 bits, so the edits are such numbers.
TEST(Checkpoint, AnEditedLayerChangesWhatTheModelSays) {
    Reference reference = opened("gpt2");
    for (const Index layer : {0, 1}) {
        reference.choice.layer = layer;
        reference.choice.is_block = true;
        auto made = checkpoint_document(reference.model, reference.choice);
        ASSERT_TRUE(made) << made.error().text();
        Document edited = made->document;
        for (const SheetId& sheet :
             {SheetId{Stage::W_Q, 2}, SheetId{Stage::BV, 1}, SheetId{Stage::WO}, SheetId{Stage::BO},
              SheetId{Stage("W_1")}, SheetId{Stage("gamma_2")}, SheetId{Stage("b_2")}}) {
            SharedMatrix* const own = input(edited, sheet);
            ASSERT_NE(own, nullptr);
            Matrix numbers = **own;
            numbers(0, 1) += 0.75;
            *own = numbers.cast<float>().cast<Real>();
        }
        const auto likely = likely_by_model(reference.model, edited, evaluate(edited));
        ASSERT_TRUE(likely) << likely.error().text();
        const auto before =
            likely_by_model(reference.model, made->document, evaluate(made->document));
        ASSERT_TRUE(before) << before.error().text();
        EXPECT_GT((*likely - *before).cwiseAbs().maxCoeff(), 1e-4);
        expect_near(*likely, logits_of_folder(edited, "gpt2", reference.choice),
                    "layer " + std::to_string(layer));
    }
}

namespace {

using Edits = std::map<std::string, std::vector<nlohmann::json>>;

/// The logits of the last word as probabilities.
Matrix shares(const Matrix& logits) {
    const Matrix last = logits.bottomRows(1);
    const Matrix powers = (last.array() - last.maxCoeff()).exp().matrix();
    return powers / powers.sum();
}

} // namespace

/// What the folder says after edits of a layer's weights, biases and embeddings is what NumPy
/// computes from the tensors of the whole model with the same edits.
TEST(Checkpoint, SaysAfterEditsOfALayerWhatNumPyDoes) {
    int compared = 0;
    for (const std::string name : {"gpt2", "llama"}) {
        Reference reference = opened(name);
        const std::string folder = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/" + name;
        const auto expected = open_weight_file(folder + "/edited.tensors");
        ASSERT_TRUE(expected) << expected.error().text();
        const auto kinds =
            nlohmann::json::parse(test::bytes_of(folder + "/edits.json")).get<Edits>();
        EXPECT_TRUE(kinds.contains("weights") && kinds.contains("embeddings"));
        EXPECT_EQ(kinds.contains("biases"), name == "gpt2") << "Llama has no biases";
        for (const Index layer : {0, 1}) {
            reference.choice.layer = layer;
            reference.choice.is_block = true;
            const auto made = checkpoint_document(reference.model, reference.choice);
            ASSERT_TRUE(made) << made.error().text();
            for (const auto& [kind, edits] : kinds) {
                Document edited = made->document;
                for (const auto& edit : edits) {
                    const auto sheet = parse_sheet(edit["part"].get<std::string>());
                    ASSERT_TRUE(sheet) << edit;
                    SharedMatrix* const own = input(edited, *sheet);
                    ASSERT_NE(own, nullptr) << edit;
                    Matrix numbers = **own;
                    numbers(edit["row"].get<Index>(), edit["column"].get<Index>()) +=
                        edit["add"].get<Real>();
                    *own = numbers;
                }
                const std::string what = std::to_string(layer) + "." + kind;
                const auto logits = read_part(*expected, what + ".logits", {}, {});
                ASSERT_TRUE(logits) << logits.error().text();
                const auto likely = likely_by_model(reference.model, edited, evaluate(edited));
                ASSERT_TRUE(likely) << likely.error().text();
                expect_near(*likely, shares(*logits), name + " " + what);
                EXPECT_GT((*likely - Vector(shares(reference.figure("logits")).row(0)))
                              .cwiseAbs()
                              .maxCoeff(),
                          1e-4)
                    << "the edits matter";
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, 10);
}

/// Other tokens, and an edited X: the embeddings of the first layer are rows of both tables.
TEST(Checkpoint, AnEditedXChangesWhatTheModelSays) {
    Reference reference = opened("gpt2");
    reference.choice.is_block = true;
    const auto made = checkpoint_document(reference.model, reference.choice);
    ASSERT_TRUE(made) << made.error().text();
    WholeChoice whole = whole_choice_of(reference);
    auto all = whole_document(reference.model, whole);
    ASSERT_TRUE(all) << all.error().text();
    Document edited = made->document;
    Matrix x = *edited.embeddings, p = **input(all->document, {Stage::P});
    x(2, 5) += 1.5;
    p(2, 5) += 1.5;
    edited.embeddings = x;
    *input(all->document, {Stage::P}) = p;
    const auto likely = likely_by_model(reference.model, edited, evaluate(edited));
    ASSERT_TRUE(likely) << likely.error().text();
    expect_near(
        *likely,
        matrix_of(all->document, evaluate(all->document), {Stage("probabilities")}).bottomRows(1),
        "an edited X");

    const std::vector<Index> ids = {7, 3, 3, 30, 1, 0, 9};
    const auto other =
        with_tokens(reference.model, made->document, ids, {"a", "b", "c", "d", "e", "f", "g"});
    ASSERT_TRUE(other) << other.error().text();
    whole.ids = ids;
    all = whole_document(reference.model, whole);
    const auto after = likely_by_model(reference.model, *other, evaluate(*other));
    ASSERT_TRUE(after) << after.error().text();
    expect_near(
        *after,
        matrix_of(all->document, evaluate(all->document), {Stage("probabilities")}).bottomRows(1),
        "another text");
}

TEST(Checkpoint, AFolderThatIsGoneOrChangedIsNamed) {
    const test::TempDir folder;
    std::filesystem::copy(ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", folder.path());
    const auto model = open_model(folder.path().string());
    ASSERT_TRUE(model) << model.error().text();
    const ModelOrigin origin = origin_of(*model, opened("gpt2").choice);
    EXPECT_EQ(origin.index.size(), 64U);
    EXPECT_TRUE(open_origin(origin));
    const auto fault = [&](const ModelOrigin& of) {
        const auto opened = open_origin(of);
        return opened ? std::string("none") : opened.error().text();
    };
    ModelOrigin other = origin;
    other.files["model.safetensors"] -= 1;
    EXPECT_NE(fault(other).find("but the layer came from one of"), std::string::npos);
    other = origin;
    other.index[0] = other.index[0] == '0' ? '1' : '0';
    EXPECT_NE(fault(other).find("other settings or tensors"), std::string::npos);
    std::string config = test::bytes_of(folder / "config.json");
    config.replace(config.find("1e-05"), 5, "1e-06");
    (void)folder.file("config.json", config);
    EXPECT_NE(fault(origin).find("other settings or tensors"), std::string::npos);
    std::filesystem::remove(folder / "model.safetensors");
    EXPECT_NE(fault(origin).find("model.safetensors"), std::string::npos);
    other.folder = (folder / "none");
    EXPECT_NE(fault(other).find("the folder of the model is gone"), std::string::npos);
}

/// A whole model reads any text of its positions.
TEST(Checkpoint, AWholeModelReadsOtherTextsLikeANewImport) {
    const Reference reference = opened("gpt2");
    const auto made = whole_document(reference.model, whole_choice_of(reference));
    ASSERT_TRUE(made) << made.error().text();
    WholeChoice other = whole_choice_of(reference);
    other.ids = {7, 3, 3, 30, 1, 0, 9, 31, 4, 4, 5, 6}; // as many as there are positions
    std::vector<std::string> words;
    for (const Index id : other.ids)
        words.push_back(std::to_string(id));
    const auto read = with_words(read_back(made->document), words);
    ASSERT_TRUE(read) << read.error().text();
    const auto again = whole_document(reference.model, other);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(matrix_of(*read, evaluate(*read), {Stage("logits")}),
              matrix_of(again->document, evaluate(again->document), {Stage("logits")}));
    const auto back = with_words(*read, made->document.tokens);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(*back, made->document) << "positions without a word wait";
    words.push_back("1");
    const auto longer = with_words(*read, words);
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().message,
              "the text has 13 words, but the model has learned positions for 12; give a shorter "
              "text");
}

TEST(Checkpoint, AWholeModelThatIsTooLargeIsRefusedWithItsNumbers) {
    Reference reference = opened("gpt2");
    const auto error_of = [&](const auto& change) {
        Config config = reference.model.config;
        change(config);
        std::swap(config, reference.model.config);
        const auto made = whole_document(reference.model, whole_choice_of(reference));
        std::swap(config, reference.model.config);
        return made ? std::string("none") : made.error().message;
    };
    EXPECT_EQ(error_of([](Config& gpt2) {
                  gpt2.layers = 12;
                  gpt2.heads = gpt2.groups = 12;
                  gpt2.d_model = 768;
                  gpt2.d_head = 64;
                  gpt2.d_mlp = 3072;
                  gpt2.vocabulary = 50'257;
                  gpt2.positions = 1024;
                  gpt2.divisors.assign(12, 8);
                  gpt2.windows.assign(12, 0);
              }),
              "the model has 124.44 million numbers; a document of a whole model has at most 4.00 "
              "million");
    EXPECT_NE(error_of([](Config& one) {
                  one.vocabulary = 50'257;
              }).find("the model has 50257 tokens; a document of a whole model has at most 4096"),
              std::string::npos);
    EXPECT_NE(error_of([](Config& one) {
                  one.layers = 13;
                  one.divisors.assign(13, 2);
                  one.windows.assign(13, 0);
              }).find("the model has 13 layers; a document of a whole model has at most 12"),
              std::string::npos);
    EXPECT_NE(error_of([](Config& one) {
                  one.divisors = {2, 4};
              }).find("its layers differ in what scores are divided by"),
              std::string::npos);
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
