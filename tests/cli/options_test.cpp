// SPDX-License-Identifier: MIT
// Options that would change nothing are refused, and mistyped names get a suggestion.
#include "app/cli/arguments.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

using namespace attn;
using test::bytes_of;
using test::Finished;
using test::run_program;

namespace {

void expect_refused(const std::vector<std::string>& arguments, const std::string& message,
                    int code = 2) {
    const Finished finished = run_program(arguments);
    EXPECT_EQ(finished.code, code) << message;
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.err.find(message), std::string::npos) << finished.err << message;
}

} // namespace

TEST(IdleOptions, AreRefusedWithTheReason) {
    const test::TempDir folder;
    const auto refused = [&](const std::string& name, const std::vector<std::string>& options,
                             const std::string& message) {
        std::vector<std::string> arguments = {"export", "four-words", folder / name};
        arguments.insert(arguments.end(), options.begin(), options.end());
        expect_refused(arguments, message);
    };
    refused("a.ipynb", {"--program", "jax"},
            "--program changes nothing in a .ipynb file: it is for .py files; leave it out");
    refused("a.py", {"--stage", "Q"}, "--stage changes nothing in a .py file");
    refused("a.csv", {"--stage", "Q", "--theme", "dark"},
            "--theme changes nothing in a .csv file: it is for pictures");
    refused("a.pdf", {"--seed", "7"}, "add --worksheet");
    refused("a.pdf", {"--worksheet", "--size", "slide"}, "--size changes nothing on a worksheet");
    refused("a.png", {"--figure", "weights", "--stage", "Q"},
            "--stage changes nothing in the picture of weights");
    refused("a.png", {"--figure", "canvas", "--against", "three-inputs"},
            "--against changes nothing in the picture of canvas: it is for comparisons");
    refused("a.png", {"--outlines"}, "--outlines changes nothing in a .png file");
    refused("a.npy", {"--stage", "Q", "--digits", "2"}, "--digits changes nothing in a .npy file");
    refused("a.tex", {"--dpi", "300"}, "--dpi changes nothing in the steps of LaTeX");
    refused("a.attn", {"--title", "x"}, "--title changes nothing in a .attn file");
    refused("a.png", {"--figure", "Q", "--range", "0", "1", "--shared-range"},
            "--shared-range changes nothing together with --range");
    refused("a.png", {"--figure", "Q", "--colours", "viridis", "--theme", "grey"},
            "--colours changes nothing together with --theme grey");
    refused("a.png", {"--stage", "weights", "--head", "0"},
            "name the head with its stage, as in weights/1, or leave it out");
    refused("a.svg", {"--size", "paper-1", "--dpi", "300"},
            "--dpi changes nothing in a .svg file: it is for .png files and for sizes in pixels");
    refused("a.png", {"--figure", "map/x", "--colours", "viridis"},
            "--colours changes nothing in the picture of map/x: it is for pictures that colour");
    refused("a.png", {"--size", "10x10"}, "choose one of at least 64 pixels in width and height");
    refused("a.png", {"--size", "640x63"}, "the size \"640x63\" is too small to be read");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    expect_refused({"show", "four-words", "--stage", "Q", "--format", "npy", "--precision", "2"},
                   "--precision changes nothing in npy, which keeps every bit");
    expect_refused({"gradient", "four-words", "weights[0,1]", "--stage", "Q", "--format", "npy",
                    "--precision", "2"},
                   "--precision changes nothing in npy, which keeps every bit");
    expect_refused({"train", "majority", "--logarithmic"},
                   "--logarithmic changes nothing without --curve: it is for pictures");
    expect_refused({"train", "majority", "--logarithmic", "--curve", folder / "loss.csv"},
                   "--logarithmic changes nothing in a table");
    expect_refused({"export", "majority", folder / "a.py", "--training", "--momentum", "0.5"},
                   "--momentum changes nothing with adam");
    const std::string model = ATTENTION_SOURCE_DIR "/tests/data/arrays/model.safetensors";
    expect_refused({"import", model, "--head", "1"}, "--head changes nothing");
    expect_refused({"import", model, "-o", folder / "a.attn", "--head", "1"},
                   "--head changes nothing");
    expect_refused({"import", model, "-o", folder / "a.attn", "--transposed"},
                   "--transposed changes nothing");
    expect_refused({"import", model, "-o", folder / "a.attn", "--decimal-comma"},
                   "--decimal-comma changes nothing");
}

TEST(Mistyped, NamesGetASuggestion) {
    const test::TempDir folder;
    const std::string png = folder / "a.png";
    expect_refused({"shw", "four-words"}, "there is no command \"shw\"");
    expect_refused({"shw", "four-words"}, "did you mean \"show\"?");
    expect_refused({"shw"}, "did you mean \"show\"?", 3);
    expect_refused({"show", "four-wrods"}, "did you mean \"four-words\"?", 3);
    expect_refused({"four-wrods"}, "did you mean \"four-words\"?", 3);
    expect_refused({"show", "four-words", "--stage", "wieghts"}, "did you mean \"weights\"?");
    expect_refused({"explain", "four-words", "wieghts[0,0]"}, "did you mean \"weights\"?");
    expect_refused({"show", "four-words", "--stages", "Q"},
                   "show has no option \"--stages\"; did you mean \"--stage\"?");
    expect_refused({"show", "four-words", "--format", "jsn"}, "did you mean \"json\"?");
    expect_refused({"export", "four-words", png, "--figure", "canvs"}, "did you mean \"canvas\"?");
    expect_refused({"export", "four-words", png, "--theme", "drak"}, "did you mean \"dark\"?");
    expect_refused({"export", "four-words", png, "--size", "slid"}, "did you mean \"slide\"?");
    expect_refused({"export", "four-words", folder / "a.pgn"}, "did you mean \".png\"?");
    expect_refused({"lesson", "notes", "why-the-rot"}, "did you mean \"why-the-root\"?", 3);
    expect_refused({"lesson", "lst"}, "did you mean \"list\"?");
    expect_refused({"completion", "bsh"}, "did you mean \"bash\"?");
}

TEST(Query, IsANumberOrAWord) {
    const test::TempDir folder;
    const auto svg = [&](const std::string& query) {
        const Finished finished =
            run_program({"export", "the-cat-chased-the-mouse", folder / "a.svg", "--figure",
                         "query", "--query", query});
        EXPECT_EQ(finished.code, 0) << finished.err;
        return bytes_of(folder / "a.svg");
    };
    EXPECT_EQ(svg("cat"), svg("1"));
    EXPECT_NE(svg("cat"), svg("2"));
    const auto refused = [&](const std::string& query, const std::string& message) {
        expect_refused({"export", "the-cat-chased-the-mouse", folder / "b.svg", "--query", query},
                       message);
    };
    refused("5", "there is no query 5; the words are 0 to 4 or The, cat, chased, the, mouse");
    refused("-1", "the words are 0 to 4");
    refused("mose", "did you mean \"mouse\"?");
}

TEST(Values, AreReadLikeCells) {
    const test::TempDir folder;
    const auto drawn = [&](const std::string& gap) {
        const std::string file = folder / "a.svg";
        const auto done =
            test::run_program({"export", "four-words", file, "--stage", "weights", "--gap", gap});
        EXPECT_EQ(done.code, 0) << done.err;
        return test::bytes_of(file);
    };
    EXPECT_EQ(drawn("2*3"), drawn("6"));
    EXPECT_EQ(drawn("1/4"), drawn("0.25"));
    EXPECT_NE(drawn("12"), drawn("6"));
}

TEST(Values, OutOfRangeAreRefusedWithTheRange) {
    const test::TempDir folder;
    const std::string png = folder / "a.png";
    const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
        std::vector<std::string> arguments = {"export", "four-words", png};
        arguments.insert(arguments.end(), options.begin(), options.end());
        expect_refused(arguments, message);
    };
    refused({"--dpi", "1"}, "--dpi: found \"1\", expected a whole number from 36 to 2400");
    refused({"--gap", "wide"}, "--gap: found \"wide\", expected a number from 0 to 100");
    refused({"--seed", "-1"}, "expected a whole number from 0 to 4294967295");
    refused({"--range", "0"}, "--range needs two values");
    refused({"--title"}, "--title needs one value");
    expect_refused({"show", "four-words", "--precision", "1.5"},
                   "--precision: found \"1.5\", expected a whole number from 0 to 17");
}
