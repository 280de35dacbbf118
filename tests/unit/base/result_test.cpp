// SPDX-License-Identifier: MIT
// A Result keeps what it was given, whatever replaces or leaves it, and frees each value once.
#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace attn {
namespace {

using SharedNumber = std::shared_ptr<const int>;

/// The value's use count says how many copies there are: `value` and each good result hold one.
struct Held {
    SharedNumber value = std::make_shared<const int>(7);
    Result<SharedNumber> good = value;
    Result<SharedNumber> bad = Error{"no number", "line 3"};
};

TEST(Result, CopiesAValueAndAnError) {
    const Held held;
    const Result<SharedNumber> good = held.good, bad = held.bad;
    ASSERT_TRUE(good && held.good);
    EXPECT_EQ(**good, 7);
    EXPECT_EQ(held.value.use_count(), 3);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error(), held.bad.error());
    EXPECT_EQ(bad.error().text(), "line 3: no number");
}

TEST(Result, MovesAValueAndLeavesItsSource) {
    Held held;
    Result<SharedNumber> good = std::move(held.good);
    EXPECT_EQ(held.value.use_count(), 2);
    const SharedNumber taken = *std::move(good);
    EXPECT_EQ(held.value.use_count(), 2);
    EXPECT_EQ(taken, held.value);
}

TEST(Result, AssignsAValueOrAnErrorOverEither) {
    for (const bool from : {false, true}) {
        for (const bool to : {false, true}) {
            const Held held;
            Result<SharedNumber> result = from ? held.good : held.bad;
            result = to ? held.good : held.bad;
            EXPECT_EQ(result.has_value(), to);
            EXPECT_EQ(held.value.use_count(), to ? 3 : 2);
            if (to)
                EXPECT_EQ(*result, held.value);
            else
                EXPECT_EQ(result.error(), held.bad.error());
        }
    }
}

TEST(Result, KeepsItsValueIfItIsAssignedToItself) {
    Held held;
    Result<SharedNumber>& same = held.good;
    held.good = same;
    EXPECT_EQ(held.good.value(), held.value);
    EXPECT_EQ(held.value.use_count(), 2);
}

TEST(Result, FreesWhatItHolds) {
    SharedNumber value = std::make_shared<const int>(7);
    {
        std::vector<Result<SharedNumber>> results;
        for (int i = 0; i < 20; ++i)
            results.push_back(i % 2 ? Result<SharedNumber>(value) : Error{std::string(100, 'a')});
        EXPECT_EQ(value.use_count(), 11);
    }
    EXPECT_EQ(value.use_count(), 1);
}

TEST(Result, TakesAValueThatCanOnlyBeMoved) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    const std::unique_ptr<int> value = std::move(result).value();
    EXPECT_EQ(*value, 5);
}

} // namespace
} // namespace attn
