// SPDX-License-Identifier: MIT
// The command mark.
#include "tests/support/expect_fails.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <string>

using attn::test::expect_fails;
using attn::test::run_program;
using attn::test::TempDir;

TEST(Mark, WritesMarksAndSaysWhatTheClassDidWrong) {
    const TempDir folder;
    const std::string answers = folder.file("answers.csv", "Anna,weights[0,0],77\n"
                                                           "Anna,weights[9,0],0.5\n");
    const std::string marks = folder / "marks.csv";
    const auto ran = run_program({"mark", "three-inputs", answers, "--level", "row", "-o", marks});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(attn::test::bytes_of(marks).find("code,right,wrong,missing,mistakes,wrong answers\n"
                                               "Anna,0,1,"),
              0U);
    EXPECT_NE(ran.err.find("line 2: "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("1 sheet: 0 of 1 answer is right"), std::string::npos) << ran.err;
    expect_fails({"mark", "three-inputs", folder.file("empty.csv", "")}, 3, "found no answer");
    expect_fails({"mark", "three-inputs", folder / "none.csv"}, 3, "none.csv");
}
