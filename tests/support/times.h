// SPDX-License-Identifier: MIT
// How often a law is tried: a few times every day, more often if ATTENTION_TESTS_MORE gives a
// factor (tests/CMakeLists.txt sets it for the tier `large`).
#pragma once

#include <cstdlib>

namespace attn::test {

/// `few` times, or ATTENTION_TESTS_MORE times as many.
inline int times(int few) {
    const char* const more = std::getenv("ATTENTION_TESTS_MORE");
    const int factor = more ? std::atoi(more) : 1;
    return few * (factor > 1 ? factor : 1);
}

} // namespace attn::test
