// SPDX-License-Identifier: MIT
// A loss compares a stage with a target: when a document has one, and its value.
#include "core/document/commands/command.h"
#include "core/document/explaining/derivation.h"
#include "core/document/explaining/derivation_text.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace attn;

namespace {

Document two_heads() {
    auto added = apply(new_document(), AddHead{});
    EXPECT_TRUE(added);
    return *added;
}

Result<Document> compared(const Document& document, const Loss& loss) {
    AttentionOptions options = document.options;
    options.loss = loss;
    return apply(document, SetOptions{options, "Loss"});
}

std::string fault_of(const Loss& loss) {
    const auto found = compared(two_heads(), loss);
    return found ? "" : found.error().message;
}

} // namespace

TEST(ALoss, IsTheLastStageAndHasATargetOfTheStagesShape) {
    const auto document = compared(two_heads(), {{Stage::Weights, 1}, Loss::Kind::Squared});
    ASSERT_TRUE(document) << document.error().text();
    const std::vector<SheetId> all = sheets(*document);
    EXPECT_EQ(all[all.size() - 2], SheetId{Stage::Target});
    EXPECT_EQ(all.back(), SheetId{Stage::Loss});
    EXPECT_EQ(shape_of(*document, {Stage::Target}), shape_of(*document, {Stage::Weights, 1}));
    EXPECT_EQ(shape_of(*document, {Stage::Loss}), (Shape{1, 1}));
    EXPECT_EQ(column_names(*document, {Stage::Target}), document->tokens.list());
    EXPECT_EQ(formula(*document, Stage::Loss), "mean of (weights − target)²");

    const Matrix weights = matrix_of(*document, evaluate(*document), {Stage::Weights, 1});
    EXPECT_NEAR(value_at(*document, evaluate(*document), {{Stage::Loss}, 0, 0}),
                weights.squaredNorm() / static_cast<Real>(weights.size()), 1e-15);
}

TEST(ALoss, IsExplainedByItsOperation) {
    auto document = compared(two_heads(), {{Stage::Weights}, Loss::Kind::CrossEntropy});
    ASSERT_TRUE(document);
    document = apply(*document, SetCell{{{Stage::Target}, 0, 1}, 1});
    ASSERT_TRUE(document);
    const Trace trace = evaluate(*document);
    const Derivation made = derive(*document, trace, {{Stage::Loss}, 0, 0});
    const Real share = value_at(*document, trace, {{Stage::Weights}, 0, 1});
    EXPECT_EQ(made.label, "cross entropy");
    EXPECT_NEAR(made.result, -std::log(share) / 2, 1e-15);
    EXPECT_EQ(title(*document, {{Stage::Target}, 0, 1}), "what number “" + document->tokens[1] +
                                                             "” of “" + document->tokens[0] +
                                                             "” should be");
}

TEST(ALoss, RefusesStagesItCannotCompare) {
    EXPECT_EQ(fault_of({{Stage::Weights, 2}}),
              "the target cannot be compared with weights/2: the document has 2 of them, counted "
              "from 0");
    EXPECT_EQ(fault_of({{Stage::Attention}}),
              "the target cannot be compared with attention: the document has no such stage; "
              "choose one that it has, such as \"output\"");
    EXPECT_EQ(fault_of({{Stage::X}}), "the target cannot be compared with X: it is given and not "
                                      "computed; choose a computed stage such as \"output\"");
    for (const Stage stage : {Stage::Loss, Stage::Target})
        EXPECT_EQ(fault_of({{stage}}), "the target cannot be compared with " +
                                           std::string(stage.name()) +
                                           ": a loss compares a stage that comes before it; "
                                           "choose one such as \"output\"");
    EXPECT_EQ(fault_of({{Stage::Output}, Loss::Kind::CrossEntropy}),
              "cross entropy compares shares, and output has other numbers; choose \"squared\", or "
              "the target \"weights\"");
    EXPECT_NE(fault_of({{Stage::WeightedValues}}), "");
}

TEST(ALoss, FollowsItsHead) {
    const auto document = compared(two_heads(), {{Stage::Output, 1}});
    ASSERT_TRUE(document);
    const auto moved = apply(*document, RemoveHead{0});
    ASSERT_TRUE(moved) << moved.error().text();
    EXPECT_EQ(moved->options.loss->of, SheetId{Stage::Output});
    const auto without = apply(*document, RemoveHead{1});
    ASSERT_TRUE(without) << without.error().text();
    EXPECT_FALSE(without->options.loss);
    EXPECT_FALSE(has_stage(*without, Stage::Target));
}

TEST(ALoss, KeepsTheTargetsNumbersIfTheShapeChanges) {
    auto document = compared(two_heads(), {{Stage::Weights}});
    document = apply(*document, SetCell{{{Stage::Target}, 1, 1}, 0.5});
    ASSERT_TRUE(document);
    document = apply(*document, InsertToken{2, "more", {}});
    ASSERT_TRUE(document) << document.error().text();
    const Matrix& target = **input(*document, {Stage::Target});
    EXPECT_EQ(target.rows(), 3);
    EXPECT_EQ(target.cols(), 3);
    EXPECT_EQ(target(1, 1), 0.5);
}
