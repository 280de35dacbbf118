// SPDX-License-Identifier: MIT
// The program's commands, formats, messages and exit codes.
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>

using namespace attn;
using attn::test::expect_fails;
using attn::test::Finished;
using attn::test::run_program;
using Json = nlohmann::json;

namespace {

/// A document of two heads whose second word has no key, with a name that needs quoting.
std::string masked_document(const test::TempDir& folder) {
    Document document = new_document();
    document.title = "Masked";
    document.tokens = {"a, \"b\"", "c"};
    document.embeddings = Matrix{{0.5, 1.0}, {2.0, -0.0}};
    document.heads.push_back(document.heads[0]);
    document.switches.mask = {Mask::Kind::Painted, Flags{{false, true}, {true, true}}};
    return folder.file("masked.attn", io::write_document(document));
}

double number_at(const std::string& bytes, std::size_t at) {
    double value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

} // namespace

TEST(Program, PresetsAreListedWithTheirTitles) {
    const Finished finished = run_program({"presets"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_NE(("\n" + finished.out).find("\nthe-cat-chased-the-mouse\tThe cat chased the mouse\n"),
              std::string::npos)
        << finished.out;
    for (const std::string name :
         {"three-inputs", "four-words", "ten-by-sixty-four", "general-attention", "your-journey"})
        EXPECT_NE(("\n" + finished.out).find("\n" + name + "\t"), std::string::npos) << name;
}

TEST(Program, TextIsAlignedAndHasATitle) {
    const Finished finished = run_program({"show", "four-words", "--stage", "weights"});
    EXPECT_EQ(finished.out, "weights  4 × 4  softmax(scaled) · each row sums to 1\n"
                            "query ↓ key →  word_1  word_2  word_3  word_4  │       Σ\n"
                            "word_1         0.2361  0.0074  0.7491  0.0074  │  1.0000\n"
                            "word_2         0.4548  0.0452  0.4548  0.0452  │  1.0000\n"
                            "word_3         0.2393  0.0007  0.7592  0.0007  │  1.0000\n"
                            "word_4         0.0900  0.0028  0.9057  0.0016  │  1.0000\n");
    EXPECT_EQ(run_program({"show", "four-words", "--stage", "scores"}).out,
              "scores  4 × 4  Q Kᵀ\n"
              "query ↓ key →  word_1  word_2  word_3  word_4\n"
              "word_1              8       2      10       2\n"
              "word_2              4       0       4       0\n"
              "word_3             12       2      14       2\n"
              "word_4             10       4      14       3\n");
    EXPECT_NE(run_program({"show", "four-words", "--stage", "weights", "--precision", "2"})
                  .out.find("0.24    0.01    0.75    0.01  │  1.00\n"),
              std::string::npos);
}

TEST(Program, AllStagesComeInOrder) {
    const Finished finished = run_program({"show", "your-journey", "--format", "json"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    std::vector<std::string> names;
    const Json all = Json::parse(finished.out);
    for (const Json& stage : all["stages"])
        names.push_back(stage["stage"]);
    EXPECT_EQ(names, (std::vector<std::string>{"X", "Q", "K", "V", "scores", "scaled", "masked",
                                               "weights", "weighted_values", "output"}));
    const std::string text = run_program({"show", "your-journey"}).out;
    EXPECT_LT(text.find("\nX  6 × 3"), text.find("\nscores  6 × 6"));
    EXPECT_LT(text.find("\nscaled  the same numbers as scores\n"), text.find("\noutput  6 × 3"));
}

TEST(Program, JsonHasTheDocumentedKeys) {
    const test::TempDir folder;
    const std::string file = masked_document(folder);
    const auto json = [&](const std::string& stage) {
        return Json::parse(run_program({"show", file, "--stage", stage, "--format", "json"}).out);
    };
    EXPECT_EQ(json("weights/1"), Json::parse(R"({"stage": "weights/1", "shape": [2, 2],
        "rows_are": "query words", "columns_are": "key words",
        "rows": ["a, \"b\"", "c"], "columns": ["a, \"b\"", "c"],
        "values": [[1, 0], [0, 0]], "row_sums": [1, 0], "no_key": {"rows": [1]}})"));
    EXPECT_EQ(json("masked")["values"][1], Json::parse(R"(["-Infinity", "-Infinity"])"));
    EXPECT_EQ(json("X"), Json::parse(R"({"stage": "X", "shape": [2, 2],
        "rows_are": "words", "columns_are": "dimensions of d_model",
        "rows": ["a, \"b\"", "c"], "columns": ["0", "1"],
        "values": [[0.5, 1], [2, -0.0]], "row_sums": [1.5, 2]})"));
    const Json weighted = json("weighted_values");
    EXPECT_EQ(weighted["shape"], Json::parse("[2, 2, 2]"));
    EXPECT_EQ(weighted["queries"], weighted["rows"]);
    EXPECT_EQ(weighted["values"], Json::parse("[[[0.5, 1], [0, 0]], [[0, 0], [0, 0]]]"));
    EXPECT_EQ(weighted["row_sums"], Json::parse("[[1.5, 0], [0, 0]]"));
    EXPECT_EQ(weighted["no_key"], Json::parse(R"({"rows": [1]})"));
}

TEST(Program, ShowAndExplainAgreeOnCellsWithWordsAsColumns) {
    const test::TempDir folder;
    Document document = *io::open_document("the-cat-chased-the-mouse");
    document.convention = Convention::TokensAsColumns;
    const std::string file = folder.file("columns.attn", io::write_document(document));
    for (const std::string stage : {"X", "W_Q", "Q", "scores", "weights", "output"}) {
        const Json shown =
            Json::parse(run_program({"show", file, "--stage", stage, "--format", "json"}).out);
        for (const auto& [row, column] : {std::pair(0U, 2U), std::pair(3U, 1U)}) {
            const std::string place =
                stage + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
            const Finished explained = run_program({"explain", file, place, "--precision", "17"});
            ASSERT_EQ(explained.code, 0) << explained.err;
            EXPECT_TRUE(explained.out.starts_with(place + ": ")) << explained.out;
            const auto first = explained.out.substr(0, explained.out.find("\n\n"));
            EXPECT_DOUBLE_EQ(std::stod(first.substr(first.rfind("= ") + 2)),
                             shown["values"][row][column].get<double>())
                << place;
        }
    }
    const Json weights =
        Json::parse(run_program({"show", file, "--stage", "weights", "--format", "json"}).out);
    EXPECT_EQ(weights["rows_are"], "key words");
    EXPECT_EQ(weights["columns_are"], "query words");
    EXPECT_TRUE(weights.contains("column_sums"));
    const std::string text = run_program({"explain", file, "weights[0,2]"}).out;
    EXPECT_TRUE(text.starts_with("weights[0,2]: weight of key “The” for query “chased”\n")) << text;
    EXPECT_EQ(text.find("masked"), std::string::npos) << "there is no mask: " << text;
    EXPECT_NE(text.find("\n  scaled[0,2] = scores[0,2] / √d_k = "), std::string::npos) << text;
    expect_fails({"explain", file, "W_Q[0,9]"}, 2, "there is no W_Q[0,9]: rows are 0 to");
    const auto svg = [&](const std::string& option, const std::string& place) {
        EXPECT_EQ(run_program({"export", file, folder / "a.svg", option, place}).code, 0);
        return test::bytes_of(folder / "a.svg");
    };
    EXPECT_NE(svg("--figure", "weights[0,2]"), svg("--figure", "weights[2,0]"));
    EXPECT_NE(svg("--mark", "weights[0,2]"), svg("--mark", "weights[2,0]"));
}

TEST(Program, AWordWithoutKeysIsNamedAndHasNoNumbers) {
    const test::TempDir folder;
    const std::string text =
        run_program({"show", masked_document(folder), "--stage", "weights"}).out;
    EXPECT_NE(text.find("c                   –  –  │  –\n"), std::string::npos) << text;
    EXPECT_NE(text.find("no key: every key is blocked for c;"), std::string::npos) << text;
}

TEST(Program, CsvQuotesNamesAndKeepsEveryDigit) {
    const test::TempDir folder;
    const std::string file = masked_document(folder);
    EXPECT_EQ(run_program({"show", file, "--stage", "scores", "--format", "csv"}).out,
              ",\"a, \"\"b\"\"\",c\n\"a, \"\"b\"\"\",1.25,1\nc,1,4\n");
    EXPECT_EQ(run_program({"show", file, "--stage", "weighted_values", "--format", "csv"}).out,
              "query,key,0,1\n"
              "\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",0.5,1\n\"a, \"\"b\"\"\",c,0,0\n"
              "c,\"a, \"\"b\"\"\",0,0\nc,c,0,0\n");
    EXPECT_NE(run_program({"show", "three-inputs", "--stage", "weights", "--format", "csv"})
                  .out.find("\nx1,0.06337893833303762,0.4683105308334812,0.4683105308334812\n"),
              std::string::npos);
}

TEST(Program, NumPyReadsNpy) {
    const test::TempDir folder;
    const std::string file = folder / "weighted.npy";
    const Finished finished = run_program(
        {"show", "four-words", "--stage", "weighted_values", "--format", "npy", "-o", file});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out + finished.err, "");
    const std::string bytes = test::bytes_of(file);
    // NEP 1: magic, version 1.0, header length, a Python dict, then the numbers from byte 128 on.
    EXPECT_EQ(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(bytes.substr(10, 64),
              "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4, 3), }  ");
    EXPECT_EQ(bytes[127], '\n');
    ASSERT_EQ(bytes.size(), 128U + 8U * 4 * 4 * 3);
    const Json expected = Json::parse(
        run_program({"show", "four-words", "--stage", "weighted_values", "--format", "json"}).out);
    std::size_t at = 128;
    for (const Json& query : expected["values"])
        for (const Json& row : query)
            for (const Json& value : row) {
                EXPECT_EQ(number_at(bytes, at), value.get<double>());
                at += 8;
            }
}

TEST(Program, WrongUsageIsExplained) {
    expect_fails({"show"}, 2, "DOCUMENT is required");
    expect_fails({"show", "four-words", "--stages", "Q"}, 2, "--stages");
    expect_fails({"show", "four-words", "--format", "xml"}, 2, "--format");
    expect_fails({"show", "four-words", "--precision", "18"}, 2, "--precision");
    expect_fails({"check"}, 2, "FILE is required");
    expect_fails({"presets", "extra"}, 2, "extra");
    expect_fails({"show", "four-words", "--format", "npy"}, 2, "name it with --stage");
    expect_fails({"show", "four-words", "--stage", "wieghts"}, 2,
                 "there is no stage \"wieghts\"; the stages are X, W_Q, W_K, W_V, Q, K, V, "
                 "scores, scaled, masked, weights, weighted_values, output; did you mean");
    expect_fails({"show", "four-words", "--stage", "weights/1"}, 2,
                 "there is no weights/1: the document has one head, 0");
    expect_fails({"show", "your-journey", "--stage", "W_Q"}, 2,
                 "its stages are X, Q, K, V, scores, scaled, masked, weights, weighted_values");
}

TEST(Program, ExplainFollowsANumberBackToTheInputs) {
    const Finished finished =
        run_program({"explain", "the-cat-chased-the-mouse", "weights[1,4]", "--precision", "2"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    EXPECT_EQ(finished.out.find("weights[1,4]: weight of key “mouse” for query “cat”\n"), 0U)
        << finished.out;
    for (const std::string line :
         {"  = e^2.86 / (e^2.57 + e^2.45 + e^2.66 + e^1.78 + e^2.86) = 17.4 / 62.3\n  = 0.28\n",
          "\n  scaled[1,4] = scores[1,4] / √d_k = 5.72 / √4 = 2.86\n",
          "1.59·1.54 + 0.93·0.96 + 1.12·0.69 + 1.41·1.13 = 5.72\n", "\nW_Q, given\n  W_Q["})
        EXPECT_NE(finished.out.find(line), std::string::npos) << line << "\n" << finished.out;
}

TEST(Program, ExplainWritesLatex) {
    const test::TempDir folder;
    const std::string file = folder / "output.tex";
    const Finished finished =
        run_program({"explain", "four-words", "output[0,2]", "--format", "latex", "-o", file});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, "");
    const std::string latex = test::bytes_of(file);
    EXPECT_NE(latex.find("\\begin{aligned}"), std::string::npos) << latex;
    EXPECT_NE(latex.find("\\end{aligned}"), std::string::npos);
}

TEST(Program, ExplainSaysWhyAPlaceDoesNotExist) {
    expect_fails({"explain", "four-words"}, 2, "PLACE is required");
    expect_fails({"explain", "four-words", "weights[0,0]", "--format", "html"}, 2, "--format");
    expect_fails({"explain", "four-words", "wieghts[0,0]"}, 2, "there is no stage \"wieghts\"");
    expect_fails({"explain", "four-words", "weights[4,0]"}, 2,
                 "there is no weights[4,0]: rows are 0 to 3, columns are 0 to 3");
    expect_fails({"explain", "four-words", "weighted_values[7,0,0]"}, 2,
                 "weighted_values[7,0,0]: queries are 0 to 3, rows are 0 to 3");
    expect_fails({"explain", "four-words", "weights/1[0,0]"}, 2, "the document has one head, 0");
    expect_fails({"explain", "your-journey", "W_Q[0,0]"}, 2, "no projections; its stages are X");
    expect_fails({"explain", "five-words", "X[0,0]"}, 3, "the presets are");
    expect_fails({"explain", "four-words", "X[0,0]", "-o", "/no/such/folder/x"}, 5,
                 "could not be written");
}

TEST(Program, BadFilesAreRejectedWithPlaceAndRemedy) {
    const test::TempDir folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const auto bad = [&](const std::string& name, const std::string& from, const std::string& to) {
        std::string text = test::bytes_of(ATTENTION_SOURCE_DIR "/assets/presets/three-inputs.attn");
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return folder.file(name, text.replace(at, from.size(), to));
    };
    std::string wide = "[0";
    for (int column = 0; column < 4096; ++column)
        wide += ",0";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {bad("json", "\"title\":", "\"title\""), "json:4:11: title: not valid JSON"},
        {bad("ragged", "[0, 2, 0, 2]", "[0, 2, 0]"),
         "inputs.X[1]: this row has 3 numbers, but the first row has 4"},
        {bad("shape", "    \"W_K/0\": [\n      [0, 0, 1],\n", "    \"W_K/0\": [\n"),
         "inputs.W_K/0: the matrix is 3 × 3, expected 4 × 3"},
        {bad("tokens", "\"x1\", ", ""),
         "inputs.X: the matrix is 3 × 4, expected 2 × 4 (one row for each word)"},
        {bad("text", "[0, 2, 0, 2]", "[0, \"2\", 0, 2]"),
         "inputs.X[1][1]: found the text \"2\", expected a number; remove the quotes"},
        {bad("limit", "[0, 2, 0, 2]", wide + "]"), "4097 columns are more than the limit of 4096"},
        {folder.path().string(), "this is a folder; expected a regular file"},
        {folder / "pipe", "this is a pipe; expected a regular file"},
        {"/dev/zero", "this is a device; expected a regular file"},
        {folder / "missing", "there is no such file"},
        {folder.file("empty", ""), "the file is empty"},
    };
    for (const auto& [file, message] : cases) {
        expect_fails({"check", file}, 3, message);
        expect_fails({"show", file}, 3, message);
    }
    expect_fails(
        {"show", "five-words"}, 3,
        "the presets are additive-score, causal-decoder-block, concepts, copy-the-word-before");
}

TEST(Program, CheckReportsEachFile) {
    const test::TempDir folder;
    const std::string good = folder.file("good.attn", io::write_document(new_document()));
    Document infinite = new_document();
    infinite.embeddings = Matrix{{1e200, 1.0}, {1.0, 1e200}};
    const std::string overflowing = folder.file("big.attn", io::write_document(infinite));
    const Finished finished = run_program({"check", good, folder / "missing", overflowing});
    EXPECT_EQ(finished.code, 3);
    EXPECT_EQ(finished.out, good + ": good: 2 words, d_model 2, 1 head\n" + overflowing +
                                ": good: 2 words, d_model 2, 1 head\n");
    EXPECT_NE(finished.err.find("missing: cannot be read"), std::string::npos) << finished.err;
    EXPECT_NE(finished.err.find("Infinity first appears in scores, row 0 (one), column 0"),
              std::string::npos)
        << finished.err;
    EXPECT_EQ(run_program({"check", good}).code, 0);
}

TEST(Program, FailedWritesAreReported) {
    const Finished full = run_program({"show", "four-words"}, {.output = "/dev/full"});
    EXPECT_EQ(full.code, 5);
    EXPECT_NE(full.err.find("could not be written to standard output"), std::string::npos);
    const Finished closed = run_program({"show", "ten-by-sixty-four"}, {.closed_pipe = true});
    EXPECT_EQ(closed.code, 0) << "who closed the pipe has what it wanted";
    EXPECT_EQ(closed.err, "");
    expect_fails({"show", "four-words", "-o", "/no/such/folder/x"}, 5, "could not be written");
    const test::TempDir folder;
    expect_fails({"show", "four-words", "-o", folder.path().string()}, 5, "this is a folder");
}

TEST(Program, OutputReplacesAnExistingFile) {
    const test::TempDir folder;
    const std::string file = folder.file("q.json", std::string(100'000, 'x'));
    const std::vector<std::string> arguments = {"show", "four-words", "--stage",
                                                "Q",    "--format",   "json"};
    std::vector<std::string> with_output = arguments;
    with_output.insert(with_output.end(), {"--output", file});
    EXPECT_EQ(run_program(with_output).code, 0);
    EXPECT_EQ(test::bytes_of(file), run_program(arguments).out);
}

// GLFW 3.4 unloads the X library when there is no display, and what that library still holds then
// counts as leaked.
const test::RunOptions no_display = {
    .environment = {"DISPLAY=", "WAYLAND_DISPLAY=", "ASAN_OPTIONS=detect_leaks=0"}};

TEST(Program, InfoNamesEveryLibrary) {
    const Finished finished = run_program({"info"}, no_display);
    EXPECT_EQ(finished.code, 0) << finished.err;
    for (const std::string name :
         {"Attention Lab  " ATTENTION_LAB_VERSION, "Dear ImGui  ", "GLFW  ", "Eigen  ",
          "nlohmann-json  ", "CLI11  ", "OpenGL  ", "presets  "})
        EXPECT_NE(("\n" + finished.out).find("\n" + name), std::string::npos) << name;
}

TEST(Program, WithoutADisplayAllButTheWindowWorks) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{}, std::vector<std::string>{"four-words"}}) {
        const Finished window = run_program(arguments, no_display);
        EXPECT_EQ(window.code, 4);
        EXPECT_NE(window.err.find("display"), std::string::npos) << window.err;
    }
    EXPECT_EQ(run_program({"no-such-preset"}, no_display).code, 3) << "told before the display is";
    EXPECT_EQ(run_program({"--no-such-option"}, no_display).code, 2);
    EXPECT_EQ(run_program({"show", "four-words"}, no_display).code, 0);
}

TEST(Program, TheAssetsFolderCanBeChosen) {
    const Finished wrong =
        run_program({"presets"}, {.environment = {"ATTENTION_LAB_ASSETS=/nowhere"}});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_NE(wrong.err.find("ATTENTION_LAB_ASSETS"), std::string::npos) << wrong.err;
}

TEST(Program, AMissingWindowProgramIsReported) {
    const attn::test::TempDir folder;
    std::filesystem::copy_file(ATTENTION_LAB_PROGRAM, folder / "attention-lab");
    const auto alone = attn::test::run_shell("'" + (folder / "attention-lab") + "'");
    EXPECT_EQ(alone.code, 4);
    EXPECT_EQ(alone.out, "");
    EXPECT_NE(alone.err.find("attention-lab-window: the window could not be opened"),
              std::string::npos)
        << alone.err;
    const auto model = attn::test::run_shell("'" + (folder / "attention-lab") + "' import '" +
                                             folder.path().string() + "'");
    EXPECT_EQ(model.code, 1);
    EXPECT_NE(model.err.find("attention-lab-window: the model could not be read"),
              std::string::npos)
        << model.err;
    const auto info = attn::test::run_shell("'" + (folder / "attention-lab") + "' info");
    EXPECT_EQ(info.code, 0);
    EXPECT_NE(info.out.find("OpenGL  not known"), std::string::npos) << info.out;
}
