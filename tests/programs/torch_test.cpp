// SPDX-License-Identifier: MIT
// Runs the PyTorch programs that the lab writes (python3-torch).
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/random.h"
#include "core/io/arrays/npy.h"
#include "core/io/arrays/zip.h"
#include "tests/programs/block_program.h"
#include "tests/programs/written.h"
#include "tests/support/times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace attn;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

test::Ended judge(const std::string& what, const test::TempDir& folder) {
    return test::run_shell("/usr/bin/python3 -B " ATTENTION_SOURCE_DIR
                           "/tests/programs/torch_judges.py " +
                           what + " '" + folder.path().string() + "' 1e-12");
}

void add(std::vector<io::ZipEntry>& entries, const std::string& name, const Matrix& matrix) {
    const std::vector<Real> values(matrix.data(), matrix.data() + matrix.size());
    const std::array<Index, 2> shape{matrix.rows(), matrix.cols()};
    entries.push_back({name + ".npy", io::write_npy(values, shape)});
}

/// Heads as in torch.nn.MultiheadAttention: equal parts of d_model, and a square W_O.
Document multi_head(std::uint32_t seed) {
    attn::test::Random random(seed);
    const Index heads = random.whole(1, 4), part = random.whole(1, 4), width = heads * part;
    const Index words = random.whole(1, 6);
    Document document;
    for (Index word = 0; word < words; ++word)
        document.tokens.own().push_back("w" + std::to_string(word));
    document.embeddings = random.matrix(words, width);
    for (Index head = 0; head < heads; ++head)
        document.heads.push_back(
            {random.matrix(width, part), random.matrix(width, part), random.matrix(width, part)});
    document.join = Join::WO;
    document.w_o = random.matrix(width, width);
    if (seed % 3 == 0)
        document.switches.mask = {Mask::Kind::Causal, {}};
    return document;
}

/// Whether the document's gradients can be compared: PyTorch's own gradient is NaN if a line has no
/// open key, and after division by a sum near 0 neither has enough digits.
bool is_told(const Document& document, const std::vector<Matrix>& results) {
    const Trace trace = evaluate(document);
    for (Index head = 0; head < head_count(document); ++head)
        if (!matrix_of(document, trace, {Stage::Output, head}).allFinite() ||
            matrix_of(document, trace, {Stage::Weights, head}).cwiseAbs().maxCoeff() >= 5)
            return false;
    return !has_closed_lines(trace) &&
           std::all_of(results.begin(), results.end(),
                       [](const Matrix& matrix) { return !matrix.hasNaN(); });
}

/// Writes the document's program, the lab's gradients of Σ weights ⊙ last stage, and the weights.
/// Returns whether there is anything to compare.
bool add_gradients_of(const test::TempDir& folder, const std::string& name,
                      const Document& document, std::uint32_t seed) {
    Graph stages = graph(document);
    std::size_t last = stages.size() - 1;
    while (!stages[last].operation->gradient)
        --last;
    const Shape shape = stages[last].shape;
    attn::test::Random random(seed);
    const Matrix weights = random.matrix(shape.rows, shape.columns);
    const std::size_t forward = stages.size();
    const std::size_t at = stages.add({{Stage("seed")}, &operation::given, {}, {}, shape, {}});
    const auto gradients = add_gradients(stages, last, at);
    const std::vector<Matrix> results = run(stages, [&](const SheetId& sheet) -> const Matrix& {
        const SharedMatrix* const matrix = input(document, sheet);
        return matrix ? **matrix : weights;
    });
    if (!is_told(document, results))
        return false;
    std::vector<io::ZipEntry> entries;
    add(entries, "seed", weights);
    for (std::size_t input = 0; input < std::min(forward, gradients.size()); ++input)
        if (stages.is_given(input) && gradients[input])
            add(entries, "d." + to_text(stages[input].sheet), results[*gradients[input]]);
    (void)folder.file(name + ".npz", *io::write_zip(entries));
    (void)folder.file(name + ".stage", to_text(stages[last].sheet));
    (void)folder.file(name + ".py", *publish::program(document, publish::Language::PyTorch));
    return true;
}

} // namespace

TEST(LargePrograms, PyTorchGivesEveryStage) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::mixed(test::documents(50)))
        test::write(folder, named, publish::Language::PyTorch, ".py");
    const auto ended = test::compare(folder, "torch", 1e-12);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

/// Weights of every preset, given: each Python library continues from them as the lab does.
TEST(LargePrograms, PythonGivesEveryStageThatFollowsFromGivenOnes) {
    using publish::Language;
    for (const auto& [library, language, ending] :
         {std::tuple("torch", Language::PyTorch, ".py"),
          std::tuple("numpy", Language::NumPy, ".py"),
          std::tuple("numpy", Language::Notebook, ".ipynb"),
          std::tuple("jax", Language::Jax, ".py")}) {
        const test::TempDir folder;
        for (const test::NamedDocument& named : test::documents_with_given(0, 1))
            test::write(folder, named, language, ending);
        const auto ended = test::compare(folder, library, 1e-12);
        EXPECT_EQ(ended.code, 0) << library << ending << "\n" << ended.err << ended.out;
    }
}

TEST(LargePrograms, PyTorchGivesEveryStageOfDocumentsWithOptions) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::few_documents_with_options())
        test::write(folder, named, publish::Language::PyTorch, ".py");
    const auto ended = test::compare(folder, "torch", 1e-12);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(LargePrograms, PyTorchDrawsTheNumbersOfASeedAgain) {
    const test::TempDir folder;
    int drawn = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        NewFromWords asked;
        asked.words = {"a", "b", "c"};
        asked.heads = 1 + static_cast<Index>(seed % 2);
        asked.join = Join::WO;
        asked.generator = Generator::PyTorch;
        asked.has_linear_weights = seed % 4 != 0 || seed % 3 == 0;
        asked.seed = seed;
        Document document = document_of(asked).value();
        if (seed % 3 == 0) { // The weights as the layers store them, beside an X of other numbers.
            document.convention = Convention::TokensAsColumns;
            TorchCpu stream(seed);
            for (HeadWeights& head : document.heads)
                for (SharedMatrix* const one : {&head.w_q, &head.w_k, &head.w_v})
                    *one = stream.linear((*one)->rows(), (*one)->cols());
        }
        const std::string program = *publish::program(document, publish::Language::PyTorch);
        drawn += program.find("torch.manual_seed(" + std::to_string(seed) + ")\n") !=
                     std::string::npos &&
                 (!asked.has_linear_weights || program.find("torch.nn.Linear(") != program.npos);
        test::write(folder, {"drawn-" + std::to_string(seed), document}, publish::Language::PyTorch,
                    ".py");
    }
    EXPECT_EQ(drawn, 20);
    const auto ended = test::compare(folder, "torch", 1e-12);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(LargePrograms, PyTorchGivesTheStagesOfABlock) {
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const auto ended = test::run_python(
            "import torch\n" +
            test::block_program(publish::Language::PyTorch, convention, test::python_check));
        EXPECT_EQ(ended.code, 0) << ended.err;
    }
}

// In a model the program runs in 32 bits.
TEST(LargePrograms, PyTorchGivesEveryStageInSinglePrecisionToFiveDigits) {
    const test::TempDir folder;
    std::size_t count = 0;
    for (const auto& [name, document] : test::mixed(test::documents(50))) {
        // After division by a sum near 0, or with scores in the thousands, not even five digits are
        // left; and ratings may have another rank in 32 bits.
        const bool is_steep = name.starts_with("ten-by-sixty-four") ||
                              document.model == Model::Concepts ||
                              document.switches.normaliser == Normaliser::Sum;
        if (is_steep)
            continue;
        (void)folder.file(name + ".py",
                          replaced(*publish::program(document, publish::Language::PyTorch),
                                   "torch.float64", "torch.float32"));
        (void)folder.file(name + ".npz", *publish::to_npz(test::all_tables(document)));
        ++count;
    }
    EXPECT_GT(count, 30U);
    // Half a unit of the fifth digit is 5e-5 of a number that begins with 1. Two layers that are 64
    // wide come to 1.04e-5.
    const auto ended = test::compare(folder, "torch", 2e-5);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

TEST(LargePrograms, JoinedHeadsEqualMultiheadAttention) {
    const test::TempDir folder;
    for (std::uint32_t seed = 0; seed < 50; ++seed)
        (void)folder.file("heads-" + std::to_string(seed) + ".npz",
                          *publish::to_npz(test::all_tables(multi_head(seed))));
    const auto ended = judge("heads", folder);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

TEST(LargePrograms, GradientsEqualAutograds) {
    const test::TempDir folder;
    std::size_t count = 0;
    for (std::uint32_t seed = 0; seed < attn::test::combinations; seed += 2)
        count += add_gradients_of(folder, "seed-" + std::to_string(seed),
                                  seed % 4 == 0 ? attn::test::random_document(seed)
                                                : attn::test::random_joined_document(seed),
                                  seed);
    EXPECT_GT(count, 100U);
    const auto ended = judge("gradients", folder);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

TEST(LargePrograms, GradientsOfDocumentsWithOptionsEqualAutograds) {
    const test::TempDir folder;
    std::size_t count = 0;
    const auto documents = static_cast<std::uint32_t>(attn::test::times(200));
    for (std::uint32_t seed = 0; seed < documents; ++seed) {
        Document document = attn::test::random_document_with_options(seed);
        document.convention = Convention::TokensAsRows;
        count += add_gradients_of(folder, "seed-" + std::to_string(seed), document, seed);
    }
    EXPECT_GT(count, documents * 6U / 10);
    const auto ended = judge("gradients", folder);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}
