// SPDX-License-Identifier: MIT
// What every command does that cannot do what it was asked for.
#pragma once

#include "tests/support/run_program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::test {

/// The program ends with the code, says the message on standard error, and prints nothing.
inline void expect_fails(const std::vector<std::string>& arguments, int code,
                         const std::string& message) {
    const Finished finished = run_program(arguments);
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find(message), std::string::npos) << finished.err;
    EXPECT_EQ(finished.err.find("attention-lab: "), 0U) << finished.err;
}

} // namespace attn::test
