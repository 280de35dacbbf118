// SPDX-License-Identifier: MIT
// How often a law is tried: a few times for every day, more where ATTENTION_TESTS_MORE says how
// many times as often (tests/CMakeLists.txt sets it for the tier `large`).
#pragma once

#include <cstdlib>

namespace attn::testing {

/// `few`, or ATTENTION_TESTS_MORE times as many.
inline int times(int few) {
    const char* const more = std::getenv("ATTENTION_TESTS_MORE");
    const int factor = more ? std::atoi(more) : 1;
    return few * (factor > 1 ? factor : 1);
}

} // namespace attn::testing
