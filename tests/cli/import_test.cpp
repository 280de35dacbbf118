// SPDX-License-Identifier: MIT
// Files of others: made into documents, or refused with the way to convert them.
#include "tests/support/expect_fails.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace attn;
using attn::test::expect_fails;
using attn::test::run_program;

TEST(Program, FilesOfOtherKindsAreSentOn) {
    const test::TempDir folder;
    const std::string array = folder.file("x.npy", "\x93NUMPY"), model = folder.file("m.pt", "PK");
    for (const char* command : {"show", "check"}) {
        expect_fails({command, array}, 3,
                     "make a document of them with: attention-lab import "
                     "x.npy -o x.attn\n");
        expect_fails({command, model}, 3,
                     "Attention Lab cannot open .pt files (PyTorch); it reads ");
    }
    expect_fails({"export", array, folder / "a.png"}, 3, "attention-lab import x.npy");
    expect_fails({"import", model}, 3, "save_file({k: v.clone().contiguous()");
}

TEST(Program, TablesNameTheCellThatIsNoNumber) {
    const test::TempDir folder;
    const std::string table = folder.file("scores.csv", "1,2\n1e400,4\n5,6\n");
    expect_fails(
        {"import", table, "-o", folder / "a.attn"}, 3,
        "scores.csv: line 2, column 1: found \"1e400\", which is beyond the largest number, "
        "about 1.8e308; expected a number such as 1.5, 1e-3 or 1/2\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.attn"));
}

TEST(Import, MakesADocumentThatShowReads) {
    const test::TempDir folder;
    const std::string model = ATTENTION_SOURCE_DIR "/tests/data/arrays/model.safetensors";
    const auto listed = run_program({"import", model});
    EXPECT_EQ(listed.code, 0) << listed.err;
    EXPECT_NE(listed.out.find("transformer.wte.weight\t10 × 6\tfloat32\n"), std::string::npos)
        << listed.out;
    const auto made =
        run_program({"import", model, "-o", folder / "head.attn", "--qkv", "c_attn.weight",
                     "--heads", "2", "--head", "1", "--rows", "3,4", "--words", "cat,sat"});
    EXPECT_EQ(made.code, 0) << made.err;
    const auto shown = run_program({"show", folder / "head.attn", "--stage", "W_Q"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_NE(shown.out.find("W_Q  6 × 3"), std::string::npos) << shown.out;
    EXPECT_EQ(run_program({"import", model, "-o", folder / "x.attn", "--x", "none"}).code, 2);
    EXPECT_EQ(run_program({"import", "/dev/zero"}).code, 3);
}

TEST(Import, F31ATableThatCanBeReadBothWaysHasToBeTold) {
    const test::TempDir folder;
    const std::string both = folder / "both.csv", made = folder / "both.attn";
    ASSERT_TRUE(std::ofstream(both) << "1,5\n2,5\n");
    const auto asked = run_program({"import", both, "-o", made});
    EXPECT_EQ(asked.code, 3);
    EXPECT_NE(asked.err.find("add --decimal-point or --decimal-comma"), std::string::npos);
    EXPECT_EQ(run_program({"import", both, "-o", made, "--decimal-comma"}).code, 0);
    EXPECT_NE(run_program({"show", made, "--stage", "X", "--format", "csv"}).out.find("2.5"),
              std::string::npos);
    EXPECT_EQ(run_program({"import", both, "-o", made, "--decimal-point"}).code, 0);
}
