// SPDX-License-Identifier: MIT
#include "core/document/history.h"

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

TEST(History, ADragThatComesBackLeavesNoStep) {
    const Document first = new_document();
    History history(first);
    history.push(with_cell(first, 5), "drag", 1);
    history.push(first, "drag", 1);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.current(), first);
}

TEST(History, CancelTakesTheRunningGestureBack) {
    const Document first = new_document();
    History history(first);
    history.push(with_cell(first, 5), "set", 0);
    const Document second = history.current();
    history.push(with_cell(first, 7), "drag", 3);
    history.cancel(3);
    EXPECT_EQ(history.current(), second);
    history.cancel(3);
    EXPECT_EQ(history.current(), second);
    EXPECT_FALSE(history.can_redo());
}

TEST(History, AnUndoneGestureTakesNoMoreEditsIn) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "drag", 1);
    history.undo();
    history.push(with_cell(history.current(), 6), "drag", 1);
    EXPECT_EQ(history.size(), 2U);
    history.undo();
    EXPECT_EQ(history.current(), new_document());
}

TEST(History, PushAfterUndoDropsWhatWasUndone) {
    History history(new_document());
    history.push(with_cell(history.current(), 5), "one", 0);
    history.push(with_cell(history.current(), 6), "two", 0);
    history.undo();
    history.push(with_cell(history.current(), 7), "three", 0);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo_description(), "three");
}

TEST(History, KeepsAThousandStepsAndForgetsTheOldestBeyondItsMemory) {
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
