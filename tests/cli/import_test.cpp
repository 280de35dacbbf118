// SPDX-License-Identifier: MIT
// Files from other programs become documents, or are refused with a way to convert them.
#include "tests/support/expect_fails.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace attn;
using attn::test::expect_fails;
using attn::test::run_program;

TEST(Program, OtherKindsOfFilesNameTheCommandThatReadsThem) {
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

// What other programs draw of an array of weights: lines between words, a heatmap of one head, and
// small heads side by side.
TEST(Program, OneCommandDrawsAnArrayOfWeights) {
    const test::TempDir folder;
    const std::string arrays = ATTENTION_SOURCE_DIR "/tests/data/borders/";
    for (const auto& [array, figure] : {std::pair{"attn_nn.npy", "--figure lines"},
                                        {"heads.npy", "--stage weights/1"},
                                        {"heads.npy", "--figure heads"}}) {
        SCOPED_TRACE(figure);
        const std::string made = folder / "made.attn", picture = folder / "picture.svg";
        const std::string options(figure);
        const auto space = options.find(' ');
        const std::vector<std::string> style = {options.substr(0, space),
                                                options.substr(space + 1)};
        const auto drawn = run_program({"export", arrays + array, picture, style[0], style[1]});
        ASSERT_EQ(drawn.code, 0) << drawn.err;
        EXPECT_NE(drawn.err.find("was taken as attention weights"), std::string::npos) << drawn.err;
        EXPECT_NE(drawn.err.find("To take it as X: import with --x"), std::string::npos);
        ASSERT_EQ(run_program({"import", arrays + array, "-o", made}).code, 0);
        const std::string of_document = folder / "same.svg";
        ASSERT_EQ(run_program({"export", made, of_document, style[0], style[1]}).code, 0);
        const auto drawn_part = [](const std::string& path) { // after the document in it
            const std::string svg = test::bytes_of(path);
            return svg.substr(svg.find("</metadata>"));
        };
        EXPECT_TRUE(drawn_part(picture) == drawn_part(of_document));
    }
    expect_fails({"import", arrays + "attn_nn.npy", "-o", folder / "a.png"}, 2,
                 "attention-lab export NAME.attn NAME.png");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"give", "four-words", "weights/0=uniform"},
          {"seek", "four-words", "weights[0,0]=0.9"},
          {"train", "majority"},
          {"new", "a b"}}) {
        std::vector<std::string> all = command;
        all.insert(all.end(), {"-o", folder / "a.svg"});
        expect_fails(all, 2, ".svg is the ending of another kind of file");
    }
}

TEST(Program, TablesNameTheCellWithoutANumber) {
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

TEST(Import, F31AnAmbiguousTableNeedsAnOption) {
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

TEST(Import, TextIsReadAlikeFromFilesAndStandardInput) {
    const test::TempDir folder;
    const std::string source = ATTENTION_SOURCE_DIR "/tests/data/borders/";
    const struct {
        std::string file, said;
    } cases[] = {{"r12.txt", "Transposed, as .T says."},
                 {"r10.txt", "Multiplied by 0.5, as the text says."},
                 {"p08-matlab-scale.txt", "Multiplied by 1000"},
                 {"p15-de-excel.tsv", "Read 1.234,5 with thousands marks"},
                 {"x01-tokens.txt", ""}};
    for (const auto& [file, said] : cases) {
        SCOPED_TRACE(file);
        const std::string text = test::bytes_of(source + file);
        const std::string made = folder / "made.attn";
        const auto numbers = [&] {
            return run_program({"show", made, "--stage", "X", "--format", "csv"}).out;
        };
        std::string first;
        for (const std::string& name :
             {source + file, folder.file("a.md", text), folder.file("b", text)}) {
            const auto done = run_program({"import", name, "-o", made});
            EXPECT_EQ(done.code, 0) << done.err;
            EXPECT_NE(done.err.find(said), std::string::npos) << done.err;
            first = first.empty() ? numbers() : first;
            EXPECT_EQ(numbers(), first);
        }
        EXPECT_FALSE(first.empty());
        const auto piped = run_program({"import", "-", "-o", made}, {"", {}, false, text});
        EXPECT_EQ(piped.code, 0) << piped.err;
        EXPECT_NE(piped.err.find(said), std::string::npos) << piped.err;
        EXPECT_EQ(numbers(), first);
    }
    expect_fails({"import", source + "r05.txt"}, 3,
                 "line 1, column 14: found \"x\", expected a number such as 1.5, 1e-3 or 1/2");
    expect_fails({"import", source + "r24.txt"}, 3,
                 "line 1, column 10: found 1 number in row 1, expected 2 as in row 0");
}

TEST(Import, HeadsSurviveAnArchive) {
    const test::TempDir folder;
    const std::string archive = folder / "heads.npz", back = folder / "back.attn";
    ASSERT_EQ(run_program({"export", "grouped-queries", archive}).code, 0);
    const auto made = run_program({"import", archive, "-o", back, "--words", "red,box,blue,ball"});
    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_NE(made.err.find("The weights and outputs of the archive are those of the document"),
              std::string::npos)
        << made.err;
    EXPECT_NE(run_program({"check", back}).out.find("4 heads, 2 groups"), std::string::npos);
    for (const char* stage : {"weights/3", "output/2"})
        EXPECT_EQ(
            run_program({"show", back, "--stage", stage, "--format", "csv"}).out,
            run_program({"show", "grouped-queries", "--stage", stage, "--format", "csv"}).out);
}

TEST(Import, AFusedProjectionAsksHowManyHeadsItHolds) {
    const test::TempDir folder;
    const std::string model = ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2/model.safetensors";
    const std::string made = folder / "x.attn";
    expect_fails(
        {"import", model, "-o", made}, 2,
        "h.0.attn.c_attn.weight holds Q, K and V of all heads side by side; add --heads N");
    const auto one =
        run_program({"import", model, "-o", made, "--heads", "4", "--head", "3", "--rows", "1,2"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_NE(one.err.find("took b_Q/0, b_K/0, b_V/0 from h.0.attn.c_attn.bias, as it is stored"),
              std::string::npos)
        << one.err;
    EXPECT_NE(one.err.find("left out h.0.attn.c_proj.weight"), std::string::npos) << one.err;
    EXPECT_EQ(one.err.find("left out h.1."), std::string::npos) << one.err;
    EXPECT_NE(run_program({"show", made, "--stage", "b_V"}).out.find("b_V  1 × 4"),
              std::string::npos);
}

TEST(Import, ANamedTensorOfNnLinearIsTransposed) {
    const test::TempDir folder;
    const std::string model =
        ATTENTION_SOURCE_DIR "/tests/data/checkpoints/roberta/model.safetensors";
    const std::string name = "encoder.layer.1.attention.self.query.weight";
    const auto taken = [&](std::vector<std::string> more, const std::string& line) {
        std::vector<std::string> all{"import", model,    "-o",  folder / "x.attn", "--w-q",
                                     name,     "--rows", "1,2", "--heads",         "1"};
        all.insert(all.end(), more.begin(), more.end());
        const auto made = run_program(all);
        EXPECT_EQ(made.code, 0) << made.err;
        EXPECT_NE(made.err.find("took W_Q/0 from roberta." + name + line), std::string::npos)
            << made.err;
        return run_program({"show", folder / "x.attn", "--stage", "W_Q", "--format", "csv"}).out;
    };
    const std::string turned = taken({}, ", transposed");
    EXPECT_EQ(taken({"--transposed"}, ", transposed"), turned);
    EXPECT_NE(taken({"--as-stored"}, ", as it is stored"), turned);
}

TEST(Import, EachRowNeedsAWord) {
    const test::TempDir folder;
    const std::string model = ATTENTION_SOURCE_DIR "/tests/data/arrays/model.safetensors";
    for (const char* words : {"a", "a,b,c"})
        expect_fails({"import", model, "-o", folder / "x.attn", "--heads", "2", "--rows", "3,4",
                      "--words", words},
                     3, "given for 2 rows of X; give one word for each row");
}
