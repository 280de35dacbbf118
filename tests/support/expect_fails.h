// SPDX-License-Identifier: MIT
// What every command must do if it fails.
#pragma once

#include "tests/support/run_program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::test {

/// Expects the exit code and the message on standard error, and nothing on standard output.
inline void expect_fails(const std::vector<std::string>& arguments, int code,
                         const std::string& message) {
    const Finished finished = run_program(arguments);
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find(message), std::string::npos) << finished.err;
    EXPECT_EQ(finished.err.find("attention-lab: "), 0U) << finished.err;
}

} // namespace attn::test
