// SPDX-License-Identifier: MIT
// Standard input and standard output in place of files, and readers that stop reading.
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

using namespace attn;
using test::bytes_of;
using test::Finished;
using test::run_program;

namespace {

const std::string arrays = ATTENTION_SOURCE_DIR "/tests/data/arrays/";

std::string preset(const std::string& name) {
    return bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/" + name + ".attn");
}

/// A command of the shell with the program as "$0".
test::Ended in_shell(const std::string& commands) {
    return test::run_shell("LSAN_OPTIONS=suppressions=" ATTENTION_SOURCE_DIR
                           "/tests/support/leaks.txt:print_suppressions=0 bash -c '" +
                           commands + "' '" ATTENTION_LAB_PROGRAM "'");
}

} // namespace

TEST(NewFromASentence, GivesADocumentThatOtherCommandsRead) {
    const Finished made = run_program({"new", "The cat sat", "--heads", "2", "--join", "w_o"});
    ASSERT_EQ(made.code, 0) << made.err;
    const Finished shown = run_program({"show", "-", "--stage", "attention"}, {.input = made.out});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_NE(shown.out.find("sat"), std::string::npos);
    EXPECT_EQ(
        run_program({"new", "-", "--heads", "2", "--join", "w_o"}, {.input = "The\ncat sat"}).out,
        made.out);
    EXPECT_EQ(run_program({"new", "The", "cat", "sat", "--heads", "2", "--join", "w_o"}).out,
              made.out);
    const test::TempDir folder;
    const std::string file = folder / "ny.attn";
    EXPECT_EQ(run_program({"new", "New York", "is", "large", "-o", file, "--stream", "torch"}).code,
              0);
    EXPECT_EQ(run_program({"check", file}).out.find("3 words") != std::string::npos, true);
    const Finished uneven = run_program({"new", "a b", "--d-model", "6", "--heads", "4"});
    EXPECT_EQ(uneven.code, 2);
    EXPECT_NE(uneven.err.find("it can have 1, 2, 3, 6 heads"), std::string::npos) << uneven.err;
    EXPECT_EQ(run_program({"new", " "}).code, 2);
}

TEST(StandardInput, GivesADocumentToEveryCommandThatReadsOne) {
    const std::string document = preset("four-words");
    const Finished shown = run_program({"show", "-", "--stage", "weights"}, {.input = document});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_EQ(shown.out, run_program({"show", "four-words", "--stage", "weights"}).out);
    EXPECT_EQ(run_program({"explain", "-", "weights[0,2]"}, {.input = document}).out,
              run_program({"explain", "four-words", "weights[0,2]"}).out);
    const Finished checked = run_program({"check", "-"}, {.input = document});
    EXPECT_EQ(checked.out, "standard input: good: 4 words, d_model 3, 1 head\n");
    const test::TempDir folder;
    const std::string copy = folder / "copy.attn", picture = folder / "a.png";
    EXPECT_EQ(run_program({"export", "-", copy}, {.input = document}).code, 0);
    EXPECT_EQ(*io::open_file(copy), *io::open_document("four-words"));
    ASSERT_EQ(run_program({"export", "four-words", picture, "--figure", "weights"}).code, 0);
    EXPECT_EQ(run_program({"show", "-", "--stage", "Q"}, {.input = bytes_of(picture)}).out,
              run_program({"show", "four-words", "--stage", "Q"}).out);
}

TEST(StandardInput, ErrorsCallItStandardInput) {
    for (const std::string command : {"show", "check"}) {
        const Finished finished = run_program({command, "-"}, {.input = "{ broken"});
        EXPECT_EQ(finished.code, 3);
        EXPECT_TRUE(finished.err.starts_with("attention-lab: standard input:1:")) << finished.err;
    }
    EXPECT_EQ(run_program({"show", "-"}).code, 3) << "nothing came";
    const Finished window = run_program({"-"}, {.input = preset("four-words")});
    EXPECT_EQ(window.code, 3);
    EXPECT_NE(window.err.find("the window does not read standard input"), std::string::npos)
        << window.err;
}

TEST(StandardInput, GivesArraysOfEveryKindItCanRecognise) {
    for (const std::string name : {"model.safetensors"}) {
        const Finished piped = run_program({"import", "-"}, {.input = bytes_of(arrays + name)});
        EXPECT_EQ(piped.code, 0) << piped.err;
        EXPECT_EQ(piped.out, run_program({"import", arrays + name}).out) << name;
    }
    const test::TempDir folder;
    for (const std::string ending : {"npy", "npz"}) {
        const std::string file = folder / ("Q." + ending);
        ASSERT_EQ(run_program({"export", "four-words", file, "--stage", "Q"}).code, 0);
        const Finished piped = run_program({"import", "-"}, {.input = bytes_of(file)});
        EXPECT_EQ(piped.code, 0) << piped.err;
        EXPECT_NE(piped.out.find("4 × 3"), std::string::npos) << piped.out;
    }
    const Finished table = run_program({"import", "-"}, {.input = "1.5,2\n3,4\n"});
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_EQ(table.out, "standard input\t2 × 2\tnumbers\n");
    const Finished both =
        run_program({"import", "-", "-o", "-", "--decimal-comma"}, {.input = "1,5\n2,5\n"});
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_EQ((*io::read_document(both.out, "out").value().embeddings)(1, 0), 2.5);
    const Finished nothing = run_program({"import", "-"}, {.input = ""});
    EXPECT_EQ(nothing.code, 3);
    EXPECT_NE(nothing.err.find("standard input: "), std::string::npos) << nothing.err;
}

TEST(StandardOutput, GetsTheBytesOfTheFile) {
    const test::TempDir folder;
    for (const std::string ending :
         {"svg", "png", "pdf", "csv", "npy", "json", "md", "py", "tex", "ipynb"}) {
        const std::string file = folder / ("a." + ending);
        std::vector<std::string> options;
        if (ending == "csv" || ending == "npy")
            options = {"--stage", "weights"};
        std::vector<std::string> to_file = {"export", "four-words", file};
        std::vector<std::string> to_output = {"export", "four-words", "-", "--format", ending};
        to_file.insert(to_file.end(), options.begin(), options.end());
        to_output.insert(to_output.end(), options.begin(), options.end());
        ASSERT_EQ(run_program(to_file).code, 0) << ending;
        const Finished finished = run_program(to_output);
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out, bytes_of(file)) << ending;
    }
    const Finished copy = run_program({"export", "four-words", "-", "--format", "attn"});
    EXPECT_EQ(*io::read_document(copy.out, "out"), *io::open_document("four-words"));
    EXPECT_EQ(run_program({"show", "four-words", "--stage", "Q", "-o", "-"}).out,
              run_program({"show", "four-words", "--stage", "Q"}).out);
    const Finished no_format = run_program({"export", "four-words", "-"});
    EXPECT_EQ(no_format.code, 2);
    EXPECT_NE(no_format.err.find("add --format with one of png, svg"), std::string::npos);
    const Finished two =
        run_program({"export", "four-words", folder / "b.csv", "--format", "svg", "--stage", "Q"});
    EXPECT_EQ(two.code, 2);
    EXPECT_NE(two.err.find("say different things"), std::string::npos) << two.err;
    EXPECT_EQ(run_program({"export", "four-words", folder / "plain", "--format", "svg"}).code, 0);
    EXPECT_EQ(bytes_of(folder / "plain").substr(0, 5), "<svg ");
}

TEST(StandardOutput, MayBeClosedEarly) {
    for (const std::string command :
         {"show ten-by-sixty-four", "explain ten-by-sixty-four \"output[0,0]\"", "presets",
          "export ten-by-sixty-four - --format json"}) {
        const auto ended =
            in_shell("set -o pipefail; \"$0\" " + command + " | head -1 > /dev/null");
        EXPECT_EQ(ended.code, 0) << command;
        EXPECT_EQ(ended.err, "") << command;
    }
    for (const std::string flag : {"--help", "--version"})
        EXPECT_EQ(run_program({flag}, {.closed_pipe = true}).code, 0);
}
