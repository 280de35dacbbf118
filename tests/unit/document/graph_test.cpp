// SPDX-License-Identifier: MIT
// Invalid graphs are refused with the name of the stage.
#include "core/document/commands/command.h"
#include "core/document/learning/slopes.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/option_inputs.h"
#include "core/engine/graph/operation.h"
#include "tests/support/large_document.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

namespace {

Node given(Stage stage, Shape shape) {
    return {{stage}, &operation::given, {}, {}, shape, {}};
}

/// Expects every computed stage of the trace to equal its operation's result from its inputs.
void expect_as_alone(const Document& document, const Trace& trace) {
    const Graph stages = graph(document);
    for (const Node& node : stages.nodes()) {
        if (node.inputs.empty() || info(node.sheet.stage).is_by_query)
            continue;
        std::vector<Matrix> read;
        for (const std::size_t at : node.inputs)
            read.push_back(matrix_of(document, trace, stages[at].sheet));
        std::vector<const Matrix*> inputs;
        for (const Matrix& one : read)
            inputs.push_back(&one);
        Matrix alone;
        node.operation->run(node.options, inputs, alone);
        EXPECT_EQ(SharedMatrix(alone), SharedMatrix(matrix_of(document, trace, node.sheet)))
            << to_text(node.sheet);
    }
}

} // namespace

/// Heads are computed in parallel, and rows of several stages together.
TEST(Graph, LargeStagesEqualTheirOperationsAlone) {
    Document document = large_document(160, 8, 4);
    document.join = Join::SideBySide;
    document.options.has_biases = true;
    document.options.has_sink = true;
    document.options.soft_limit = 3;
    document.options.key_value_groups = 2;
    document.options.positions.kind = Positions::Kind::Rotary;
    document.switches.mask.kind = Mask::Kind::Causal;
    fit_option_inputs(document);
    ASSERT_TRUE(validate(document));
    Trace trace = evaluate(document);
    expect_as_alone(document, trace);
    for (const Place& place :
         {Place{{Stage::X}, 3, 2}, Place{{Stage::W_K, 1}, 1, 1}, Place{{Stage::W_Q, 2}, 0, 3},
          Place{{Stage::BV}, 0, 1}, Place{{Stage::Sink}, 0, 2}}) {
        const auto changed = attn::apply(document, SetCell{place, 0.25});
        ASSERT_TRUE(changed) << to_text(place) << ": " << changed.error().message;
        trace = evaluate(*changed, document, std::move(trace));
        document = *changed;
        expect_as_alone(document, trace);
    }
}

/// The order is kept while the same inputs change; a copied trace evolves independently.
TEST(Graph, StagesOfABlockEqualTheirOperationsAfterEdits) {
    for (const Index words : {5, 300}) {
        Document document = large_document(words, 8, 2);
        document.join = Join::WO;
        document.w_o = Matrix(Matrix::Random(joined_width(document), d_model(document)));
        document.options.has_biases = true;
        document.options.positions.kind = Positions::Kind::Learned;
        document.options.block =
            Block{Block::Norm::Layer, Block::Place::Before, 1e-5, Block::Mlp::Relu, false};
        fit_option_inputs(document);
        document.of_options[key_of({Stage("W_2")})] = Matrix(
            Matrix::Random(document.of_options[key_of({Stage("W_2")})].rows(), d_model(document)));
        ASSERT_TRUE(validate(document)) << validate(document).error().text();
        Trace trace = evaluate(document);
        expect_as_alone(document, trace);
        EXPECT_FALSE(trace.stages.contains(key_of({Stage::Masked}))) << "it repeats the scaled";
        Real value = 0.25;
        for (const char* const name : {"X[1,2]", "X[1,3]", "gamma_2[0,1]", "gamma_2[0,1]",
                                       "W_O[1,2]", "P[2,1]", "W_1[0,3]"}) {
            const auto changed =
                attn::apply(document, SetCell{parse_place(name).value(), value += 0.25});
            ASSERT_TRUE(changed) << name << ": " << changed.error().message;
            const Trace copy = evaluate(*changed, document, trace);
            expect_as_alone(document, trace);
            trace = evaluate(*changed, document, std::move(trace));
            document = *changed;
            expect_as_alone(document, trace);
            expect_as_alone(document, copy);
        }
    }
}

TEST(Graph, RefusesAStageThatReadsALaterOne) {
    Graph graph;
    graph.add(given(Stage::X, {2, 3}));
    const Node node{{Stage::Q}, &operation::product, {0, 1}, {}, {}, {}};
    EXPECT_EQ(graph.fault(node), "Q cannot be computed: it reads a stage that comes later");
}

TEST(Graph, RefusesShapesThatDoNotFit) {
    Graph graph;
    graph.add(given(Stage::X, {2, 3}));
    graph.add(given(Stage::W_Q, {4, 5}));
    const Node product{{Stage::Q}, &operation::product, {0, 1}, {}, {}, {}};
    EXPECT_EQ(graph.fault(product), "Q cannot be computed: 2 × 3 cannot be multiplied by 4 × 5");
    const Node scores{{Stage::Scores}, &operation::product_transposed, {0, 1}, {}, {}, {}};
    EXPECT_EQ(graph.fault(scores),
              "scores cannot be computed: rows of 3 and of 5 numbers cannot be multiplied");
    const Node sum{{Stage("d.X")}, &operation::sum, {0, 1}, {}, {}, {}};
    EXPECT_EQ(graph.fault(sum), "d.X cannot be computed: it adds 2 × 3 and 4 × 5");
    const Node joined{{Stage("joined")}, &operation::joined, {0, 1}, {}, {}, {}};
    EXPECT_EQ(graph.fault(joined), "joined cannot be computed: it joins 2 and 4 rows");
}

TEST(Graph, RefusesAStageTwice) {
    Graph graph;
    graph.add(given(Stage::X, {2, 3}));
    EXPECT_EQ(graph.fault(given(Stage::X, {2, 3})), "X is there already");
}

TEST(Graph, FindsTheStageOfASheet) {
    const Document document = new_document();
    const Graph stages = graph(document);
    ASSERT_TRUE(stages.find({Stage::Weights}));
    EXPECT_EQ(stages[*stages.find({Stage::Weights})].shape, (Shape{2, 2}));
    EXPECT_FALSE(stages.find({Stage::Weights, 1}));
    EXPECT_FALSE(stages.find({Stage::U}));
}

TEST(Graph, TheListHasEveryOperation) {
    const std::set<const Operation*> listed(operations().begin(), operations().end());
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        const auto made = gradient_graph(document, {Stage::Weights});
        ASSERT_TRUE(made) << made.error().text();
        for (const Node& node : made->graph.nodes())
            EXPECT_TRUE(listed.contains(node.operation)) << node.operation->name;
    }
}

TEST(Graph, EveryOperationHasANameAndAGradientOrAReason) {
    std::set<std::string_view> names;
    for (const Operation* const one : operations()) {
        EXPECT_TRUE(names.insert(one->name).second) << one->name;
        EXPECT_TRUE(one->gradient || !one->no_gradient.empty() || !one->run) << one->name;
    }
}
