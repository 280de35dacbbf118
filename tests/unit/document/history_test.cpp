// SPDX-License-Identifier: MIT
#include "core/document/commands/history.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

Document with_cell(const Document& document, Real value) {
    return apply(document, SetCell{{{Stage::X}, 0, 0}, value}).value();
}

} // namespace

TEST(History, OneGestureIsOneStep) {
    const Document first = new_document();
    History history(first);
    for (int step = 2; step < 22; ++step)
        history.push(with_cell(history.current(), step), "drag", 1);
    for (int step = 30; step < 50; ++step)
        history.push(with_cell(history.current(), step), "drag", 2);
    history.undo();
    EXPECT_EQ((*history.current().embeddings)(0, 0), 21);
    history.undo();
    EXPECT_EQ(history.current(), first);
    EXPECT_FALSE(history.can_undo());
    history.redo();
    history.redo();
    EXPECT_EQ((*history.current().embeddings)(0, 0), 49);
    EXPECT_FALSE(history.can_redo());
}

TEST(History, GestureZeroNeverJoins) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "set", 0);
    history.push(with_cell(history.current(), 6), "set", 0);
    EXPECT_EQ(history.size(), 3U);
}

TEST(History, ADragBackToItsStartLeavesNoStep) {
    const Document first = new_document();
    History history(first);
    history.push(with_cell(first, 5), "drag", 1);
    history.push(first, "drag", 1);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.current(), first);
}

TEST(History, CancelUndoesTheOpenGesture) {
    const Document first = new_document();
    History history(first);
    history.push(with_cell(first, 5), "set", 0);
    const Document second = history.current();
    EXPECT_EQ(history.before(3), second);
    history.push(with_cell(first, 7), "drag", 3);
    EXPECT_EQ(history.before(3), second) << "what the whole drag leads away from";
    EXPECT_EQ(history.before(4), history.current());
    history.cancel(3);
    EXPECT_EQ(history.current(), second);
    history.cancel(3);
    EXPECT_EQ(history.current(), second);
    EXPECT_FALSE(history.can_redo());
}

TEST(History, AnUndoneGestureTakesNoMoreEdits) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "drag", 1);
    history.undo();
    history.push(with_cell(history.current(), 6), "drag", 1);
    EXPECT_EQ(history.size(), 2U);
    history.undo();
    EXPECT_EQ(history.current(), new_document());
}

TEST(History, AnEditAfterUndoDropsTheUndoneSteps) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "one", 0);
    history.push(with_cell(history.current(), 6), "two", 0);
    history.undo();
    history.push(with_cell(history.current(), 7), "three", 0);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo_description(), "three");
}

TEST(History, KeepsAThousandStepsWithinItsMemory) {
    Document big = new_document();
    big.embeddings = Matrix::Zero(2, 2);
    big = apply(big, SetWidth{Width::Model, 4000}).value();
    History history(big);
    for (int step = 1; step <= 1500; ++step)
        history.push(with_cell(history.current(), step), "set", 0);
    EXPECT_GE(history.size(), History::least_steps);
    EXPECT_LT(history.size(), 1501U);
    EXPECT_EQ((*history.current().embeddings)(0, 0), 1500);
}

TEST(History, OpeningIsAStepThatKnowsItsOrigin) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "set", 0);
    EXPECT_EQ(history.origin(), 0U);
    history.push_opened(history.current(), "open", 1);
    EXPECT_EQ(history.origin(), 1U);
    history.push(with_cell(history.current(), 6), "set", 0);
    EXPECT_EQ(history.origin(), 1U);
    EXPECT_EQ(history.size(), 4U);
    history.go_to(1);
    EXPECT_EQ(history.origin(), 0U);
    EXPECT_EQ((*history.current().embeddings)(0, 0), 5);
    history.go_to(3);
    EXPECT_EQ((*history.current().embeddings)(0, 0), 6);
}

TEST(History, F70TheOldestStepsAreForgottenAndADragIsOneStep) {
    History history(new_document());
    const Document even = with_cell(new_document(), 2), odd = with_cell(new_document(), 3);
    for (int step = 0; step < 200'000; ++step)
        history.push(step % 2 == 0 ? even : odd, "set", 0);
    EXPECT_GE(history.size(), History::least_steps);
    EXPECT_LT(history.size(), History::memory_limit / sizeof(Document));
    EXPECT_EQ(history.current(), odd);
    const std::size_t before = history.size();
    for (int step = 0; step < 20'000; ++step)
        history.push(step % 2 == 0 ? even : with_cell(even, step), "drag", 7);
    EXPECT_EQ(history.size(), before + 1);
}
