// SPDX-License-Identifier: MIT
// Graphs that cannot be are refused with the name of the stage.
#include "core/document/model.h"
#include "core/engine/operation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace attn;

namespace {

Node given(Stage stage, Shape shape) {
    return {{stage}, &operation::given, {}, {}, shape, {}};
}

} // namespace

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

TEST(Graph, RefusesAStageThatIsThere) {
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

TEST(Graph, EveryOperationHasANameAndSaysWhyItHasNoGradient) {
    std::set<std::string_view> names;
    for (const Operation* const one : operations()) {
        EXPECT_TRUE(names.insert(one->name).second) << one->name;
        EXPECT_TRUE(one->gradient || !one->no_gradient.empty() || !one->run) << one->name;
    }
}
