// SPDX-License-Identifier: MIT
// Runs the programs that the lab writes in Python: every stage equals the lab's.
#include "core/document/model/model.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "core/engine/numbers/random.h"
#include "core/publish/code/code_walk.h"
#include "tests/programs/block_program.h"
#include "tests/programs/written.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <utility>

using namespace attn;
using publish::Language;

namespace {

constexpr std::uint32_t seeds = 50;
constexpr double last_digits = 1e-12;

void expect_same(Language language, const std::string& ending, const std::string& library) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::mixed(test::documents(seeds)))
        test::write(folder, named, language, ending);
    const auto ended = test::compare(folder, library, last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    std::cout << ended.out;
}

/// A document with everything that is hard to write in a program.
Document awkward() {
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    Document document = new_document();
    document.title = "\"\"\" \\ '''\n*/ end";
    document.tokens = {"\"quoted\" \\ 'it'\n", "日本 \U0001F600"};
    document.embeddings = Matrix{{-0.0, 1e300}, {5e-324, -infinity}};
    document.heads = {{Matrix{{0.1, 1e22}, {123456789012.0, -0.0}},
                       Matrix{{1.0, 2.0}, {3.0, std::nan("")}}, Matrix::Identity(2, 2)}};
    return document;
}

/// The document of a seed with the numbers that NumPy draws for it, matrix by matrix.
template <class Stream>
Document drawn_document(std::uint32_t seed) {
    Document document = attn::test::random_document(seed);
    Stream stream(seed);
    std::uint32_t which = seed;
    const auto draw = [&](const Matrix& like) {
        switch (which++ % 3) {
        case 0:
            return stream.rand(like.rows(), like.cols());
        case 1:
            return stream.randn(like.rows(), like.cols());
        default:
            return stream.randint(0, 10, like.rows(), like.cols());
        }
    };
    document.embeddings = draw(*document.embeddings);
    for (auto& head : document.heads)
        for (SharedMatrix* const one : {&head.w_q, &head.w_k, &head.w_v})
            *one = draw(**one);
    return document;
}

} // namespace

TEST(Programs, TheDocumentsCoverEveryValueOfEverySwitch) {
    std::set<std::string> seen;
    for (const auto& [name, document] : test::mixed(test::documents(seeds))) {
        const Switches& switches = document.switches;
        // Documents with options have more masks than these.
        if (document.model != Model::Attention || switches.mask.kind > Mask::Kind::Painted)
            continue;
        const auto add = [&seen](const std::string& what, auto value) {
            seen.insert(what + std::to_string(static_cast<int>(value)));
        };
        add("projections ", document.projections);
        add("scale ", switches.scale.kind);
        add("mask ", switches.mask.kind);
        add("normaliser ", switches.normaliser);
        add("axis ", switches.axis);
        add("temperature ", switches.temperature == 1);
        add("heads ", std::min(head_count(document), Index{3}));
        // Covers every pair of normaliser, axis and mask in which one changes what the other must
        // do.
        add("lines ", static_cast<int>(switches.normaliser) * 6 +
                          3 * static_cast<int>(switches.axis) +
                          static_cast<int>(switches.mask.kind));
    }
    EXPECT_EQ(seen.size(), 2U + 5 + 3 + normalisers.size() + 2 + 2 + 3 + 6 * normalisers.size());
}

TEST(Programs, EveryLanguageHasALineForEveryOperationOfEveryModel) {
    std::set<const Operation*> used;
    for (const auto& [name, document] : test::documents(seeds)) {
        const Graph stages = graph(document);
        for (const Node& node : stages.nodes())
            if (node.operation->run) // The others are given.
                used.insert(node.operation);
    }
    const test::BlockStages block = test::block_stages();
    for (const Node& node : block.graph.nodes())
        if (node.operation->run)
            used.insert(node.operation);
    // What the documents above do not have.
    used.insert({&operation::rotated, &operation::sinusoidal, &operation::alibi,
                 &operation::bucketed, &operation::general_scores, &operation::additive_scores,
                 &operation::cosine_scores, &operation::distance_scores, &operation::limited,
                 &operation::with_bias});
    EXPECT_GT(used.size(), 24U);
    for (const Language language : {Language::NumPy, Language::PyTorch, Language::Jax,
                                    Language::Cpp, Language::Matlab, Language::Notebook})
        for (const Operation* const operation : used)
            EXPECT_NE(publish::find_line(publish::dialect(language), *operation), nullptr)
                << "language " << static_cast<int>(language) << " has no line for "
                << operation->name;
}

TEST(Programs, NumPyGivesTheStagesOfABlock) {
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const auto ended =
            test::run_python("import math\nimport numpy as np\n" +
                             test::block_program(Language::NumPy, convention, test::python_check));
        EXPECT_EQ(ended.code, 0) << ended.err;
    }
}

TEST(Programs, JaxPlayedByNumPyGivesTheStagesOfABlock) {
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        const auto ended = test::run_python(
            "import math, types\nimport numpy as np\n"
            "def gelu(x, approximate):\n"
            "    return x * np.vectorize(math.erfc)(-x / math.sqrt(2)) / 2\n"
            "jax, jnp = types.SimpleNamespace(nn=types.SimpleNamespace(gelu=gelu)), np\n" +
            test::block_program(Language::Jax, convention, test::python_check));
        EXPECT_EQ(ended.code, 0) << ended.err;
    }
}

// A product may add a row to each row, Q = X W_Q + b_Q; no model has one yet.
TEST(Programs, AProductAddsItsBias) {
    Graph stages;
    for (const auto& [name, shape] : std::initializer_list<std::pair<Stage, Shape>>{
             {Stage::X, {2, 3}}, {Stage::W_Q, {3, 4}}, {Stage("b_Q"), {1, 4}}})
        stages.add({{name}, &operation::given, {}, {}, shape, {}});
    stages.add({{Stage::Q}, &operation::product, {0, 1, 2}, {}, {}, {}});
    Document document = new_document();
    const auto line = [&](Language language) {
        return publish::written_line(
            {publish::dialect(language), document, stages, stages[3], {"Q"}, {"X", "W_Q", "b_Q"}});
    };
    EXPECT_EQ(line(Language::NumPy), "Q = X @ W_Q + b_Q\n");
    EXPECT_EQ(line(Language::Matlab), "Q = X * W_Q + b_Q;\n");
    EXPECT_EQ(line(Language::Cpp), "const Matrix Q = (X * W_Q).rowwise() + b_Q.row(0);\n");
    document.convention = Convention::TokensAsColumns;
    EXPECT_EQ(line(Language::PyTorch), "Q = W_Q @ X + b_Q\n");
    EXPECT_EQ(line(Language::Matlab), "Q = W_Q * X + b_Q;\n");
    EXPECT_EQ(line(Language::Cpp), "const Matrix Q = (W_Q * X).colwise() + b_Q.col(0);\n");
}

TEST(Programs, NumPyGivesEveryStage) {
    expect_same(Language::NumPy, ".py", "numpy");
}

TEST(Programs, TheNotebookGivesEveryStage) {
    expect_same(Language::Notebook, ".ipynb", "numpy");
}

TEST(Programs, JaxPlayedByNumPyGivesEveryStage) {
    expect_same(Language::Jax, ".py", "jax");
}

TEST(Programs, NumPyGivesEveryStageOfDocumentsWithOptions) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::documents_with_options(60))
        test::write(folder, named, Language::NumPy, ".py");
    const auto ended = test::compare(folder, "numpy", last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(Programs, NumPyGivesEveryStageThatFollowsFromGivenOnes) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::documents_with_given(0, 5)) {
        test::write(folder, named, Language::NumPy, ".py");
        test::write(folder, {named.first + "-book", named.second}, Language::Notebook, ".ipynb");
    }
    const auto ended = test::compare(folder, "numpy", last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(Programs, NumPyDrawsTheNumbersOfASeedAgain) {
    const test::TempDir folder;
    int drawn = 0, newer = 0;
    const auto write = [&](const std::string& name, const Document& document,
                           const std::string& seed, int& count) {
        count += publish::program(document, Language::NumPy)->find(seed) != std::string::npos;
        test::write(folder, {name, document}, Language::NumPy, ".py");
    };
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        const std::string number = std::to_string(seed);
        write("drawn-" + number, drawn_document<NumpyLegacy>(seed),
              "np.random.seed(" + number + ")\n", drawn);
        write("newer-" + number, drawn_document<NumpyGenerator>(seed),
              "rng = np.random.default_rng(" + number + ")\n", newer);
    }
    EXPECT_GT(drawn, 30); // the others have too few numbers to tell by which seed
    EXPECT_GT(newer, 30);
    const auto ended = test::compare(folder, "numpy", last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(Programs, JaxGivesEveryStageOfDocumentsWithOptions) {
    const test::TempDir folder;
    for (const test::NamedDocument& named : test::few_documents_with_options())
        test::write(folder, named, Language::Jax, ".py");
    const auto ended = test::compare(folder, "jax", last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
}

TEST(Programs, AwkwardNamesAndNumbersSurvive) {
    const test::TempDir folder;
    Document blocked = awkward();
    blocked.switches.mask = {Mask::Kind::Painted, Flags::Constant(2, 2, true)};
    test::write(folder, {"awkward", awkward()}, Language::NumPy, ".py");
    test::write(folder, {"blocked", blocked}, Language::NumPy, ".py");
    test::write(folder, {"book", awkward()}, Language::Notebook, ".ipynb");
    const auto ended = test::compare(folder, "numpy", last_digits);
    EXPECT_EQ(ended.code, 0) << ended.err << ended.out;
    const auto names = test::run_python(*publish::program(awkward(), Language::NumPy) +
                                        "assert tokens == ['\"quoted\" \\\\ \\'it\\'\\n', "
                                        "'日本 \U0001F600'], tokens\n"
                                        "import numpy\n"
                                        "assert numpy.signbit(X[0, 0]) and X[1, 0] == 5e-324\n");
    EXPECT_EQ(names.code, 0) << names.err;
}

TEST(Programs, AttentionIsAFunctionInTheIdiomOfItsLibrary) {
    const auto written = [](const std::string& preset, Language language) {
        return publish::program(io::open_document(preset).value(), language).value();
    };
    const auto holds = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const std::string numpy = written("four-words", Language::NumPy);
    EXPECT_TRUE(holds(numpy, "def attention(Q, K, V, mask=None):\n")) << numpy;
    EXPECT_TRUE(holds(numpy, "scores = Q @ K.T / np.sqrt(Q.shape[1])\n"));
    EXPECT_FALSE(holds(numpy, "seterr")) << "nothing is silenced where nothing is warned about";
    EXPECT_TRUE(holds(*publish::program(awkward(), Language::NumPy), "np.seterr(all=\"ignore\")"));
    const std::string torch = written("four-words", Language::PyTorch);
    EXPECT_TRUE(holds(torch, "weights = torch.softmax(scores, dim=1)\n")) << torch;
    EXPECT_TRUE(holds(torch, "torch.nn.functional.scaled_dot_product_attention("));
    EXPECT_FALSE(holds(written("three-inputs", Language::PyTorch), "scaled_dot_product"))
        << "which scales";
    Document masked = io::open_document("four-words").value();
    masked.switches.mask.kind = Mask::Kind::Causal;
    EXPECT_TRUE(holds(*publish::program(masked, Language::PyTorch), "attn_mask=~blocked"));
    EXPECT_FALSE(holds(written("layer-norm", Language::NumPy), "def attention("));
}

TEST(Programs, ComparisonsCanFail) {
    const test::TempDir folder;
    Document other = new_document();
    test::write(folder, {"a", other}, Language::NumPy, ".py");
    other.switches.temperature = 1 + 1e-9;
    (void)folder.file("a.npz", *publish::to_npz(test::all_tables(other)));
    EXPECT_NE(test::compare(folder, "numpy", last_digits).code, 0);
}

TEST(Programs, TooManyNumbersAreRefusedWithARemedy) {
    Document document = new_document();
    document.tokens.own().assign(1001, "x");
    document.embeddings = Matrix::Zero(1001, 1000);
    document.projections = Projections::None;
    const auto refused = publish::program(document, Language::NumPy);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find(".npz"), std::string::npos);
}
