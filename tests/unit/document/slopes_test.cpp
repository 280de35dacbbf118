// SPDX-License-Identifier: MIT
// Slopes compute large stages a few rows at a time, keep only what is read later, and have the same
// digits as the operations one after another.
#include "core/document/commands/command.h"
#include "core/document/learning/slopes.h"
#include "core/document/model/model.h"
#include "core/engine/graph/operation.h"
#include "core/engine/numbers/normalisers.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace attn;
using attn::test::Random;

namespace {

constexpr Index words = 160; // more numbers than one part holds

Document large_head() {
    Random random(7);
    Document document = new_document();
    document.tokens.own().assign(static_cast<std::size_t>(words), "word");
    document.embeddings = random.matrix(words, 3);
    document.heads = {{random.matrix(3, 3), random.matrix(3, 3), random.matrix(3, 2)}};
    return document;
}

/// Expects the numbers of the operations in sequence, then again after the inputs changed.
void expect_the_numbers_of_the_operations(const Document& document, const SheetId& of) {
    auto stages = gradient_graph(document, of);
    ASSERT_TRUE(stages) << stages.error().text();
    const GradientGraph all = *stages;
    std::vector<SheetId> moving;
    for (const Node& node : all.graph.nodes())
        if (node.inputs.empty() && node.sheet != all.graph[all.seed].sheet)
            moving.push_back(node.sheet);
    Slopes slopes(document, *std::move(stages), moving);
    const Shape shape = all.graph[all.of].shape;
    const Matrix seed = Random(3).matrix(shape.rows, shape.columns);
    for (int pass = 0; pass < 2; ++pass) {
        const auto given = [&](const SheetId& sheet) -> const Matrix& {
            for (std::size_t which = 0; which < moving.size(); ++which)
                if (moving[which] == sheet)
                    return slopes.input(which);
            return seed;
        };
        const std::vector<Matrix> expected = run(all.graph, given);
        EXPECT_EQ(slopes.forward(), expected[all.of]);
        slopes.backward(seed);
        for (std::size_t which = 0; which < moving.size(); ++which) {
            const auto at = all.graph.find(moving[which]);
            if (all.gradients[*at]) {
                EXPECT_EQ(slopes.gradient(which), expected[*all.gradients[*at]])
                    << to_text(moving[which]) << " in pass " << pass;
            }
        }
        slopes.input(0) *= 0.9;
    }
}

void expect_the_same(const std::function<void(Document&)>& change) {
    Document document = large_head();
    change(document);
    expect_the_numbers_of_the_operations(document, {Stage::Output});
}

} // namespace

TEST(Slopes, OfManyWordsEqualTheOperationsOneByOne) {
    expect_the_same([](Document&) {});
    expect_the_numbers_of_the_operations(large_head(), {Stage::Weights});
    expect_the_numbers_of_the_operations(large_head(), {Stage::Scaled});
}

TEST(Slopes, OfManyWordsFollowEveryMask) {
    expect_the_same([](Document& document) { document.switches.mask.kind = Mask::Kind::Causal; });
    expect_the_same([](Document& document) {
        document.switches.mask = painted_like({}, words, words);
        document.switches.mask.painted = Random(5).mask(words);
    });
}

TEST(Slopes, OfManyWordsFollowEveryNormaliserAndAxis) {
    for (const NormaliserInfo& how : normalisers)
        for (const Axis axis : {Axis::Rows, Axis::Columns})
            expect_the_same([&](Document& document) {
                document.switches.normaliser = how.normaliser;
                document.switches.axis = axis;
                document.switches.temperature = 1.7;
            });
}

TEST(Slopes, OfManyWordsFollowSoftLimitsSinksAndPositions) {
    AttentionOptions options;
    options.soft_limit = 2;
    options.has_sink = true;
    options.positions.kind = Positions::Kind::Alibi;
    auto document = apply(large_head(), SetOptions{options, "Options"});
    ASSERT_TRUE(document) << document.error().text();
    expect_the_numbers_of_the_operations(*document, {Stage::Output});
}

TEST(Slopes, OfManyWordsGoThroughABlockOfTwoHeads) {
    Document begun = large_head();
    begun.heads.push_back(begun.heads[0]);
    begun.heads[1].w_q = Random(9).matrix(3, 3);
    const auto joined = apply(begun, SetJoin{Join::WO});
    ASSERT_TRUE(joined) << joined.error().text();
    AttentionOptions options;
    options.block.emplace();
    options.block->mlp = Block::Mlp::Gelu;
    auto block = apply(*joined, SetOptions{options, "Block"});
    ASSERT_TRUE(block) << block.error().text();
    const Graph stages = graph(*block);
    expect_the_numbers_of_the_operations(*block, stages.nodes().back().sheet);
}
