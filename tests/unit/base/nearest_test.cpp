// SPDX-License-Identifier: MIT
#include "core/base/nearest.h"

#include <gtest/gtest.h>

using namespace attn;

TEST(EditDistance, CountsInsertionsDeletionsChangesAndSwaps) {
    EXPECT_EQ(edit_distance("weights", "weights"), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("weight", "weights"), 1U);
    EXPECT_EQ(edit_distance("wieghts", "weights"), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("w_q", "W_Q"), 0U);
    EXPECT_EQ(edit_distance("output", "input"), edit_distance("input", "output"));
}

TEST(Nearest, FindsTheIntendedName) {
    const std::vector<std::string> stages = {"X", "W_Q", "W_K", "scores", "scaled", "weights"};
    EXPECT_EQ(nearest("wieghts", stages), "weights");
    EXPECT_EQ(nearest("score", stages), "scores");
    EXPECT_EQ(nearest("w_k", stages), "W_K");
    EXPECT_EQ(nearest("attention", stages), "");
    EXPECT_EQ(nearest("", stages), "");
    EXPECT_EQ(nearest("Z", stages), "") << "a name of one letter is not like another";
    EXPECT_EQ(nearest(std::string(100'000, 'x'), stages), "");
    EXPECT_EQ(did_you_mean("wieghts", stages), "; did you mean \"weights\"?");
    EXPECT_EQ(did_you_mean("attention", stages), "");
}
