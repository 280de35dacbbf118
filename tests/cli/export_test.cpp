// SPDX-License-Identifier: MIT
// attention-lab export, file by file, and every way it is refused.
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "core/publish/exporters.h"
#include "core/publish/page_file.h"
#include "tests/support/expect_fails.h"
#include "tests/support/python.h"
#include "tests/support/run_program.h"
#include "tests/support/takes_a_stage.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <tuple>

using namespace attn;
using test::bytes_of;
using test::expect_fails;
using test::run_program;

namespace {

void expect_refused(const std::vector<std::string>& options, int code,
                    const std::string& sentence) {
    std::vector<std::string> arguments = {"export", "four-words"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto finished = run_program(arguments);
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_NE(finished.err.find(sentence), std::string::npos) << finished.err;
    EXPECT_EQ(finished.out, "");
}

} // namespace

TEST(Export, EveryEndingGivesTheSameBytesEachTime) {
    const test::TempDir folder;
    for (const publish::FileKindInfo& kind : publish::file_kinds()) {
        if (kind.kind == publish::FileKind::Html && publish::page_bytes().empty())
            continue; // built without the tools for pages
        const std::string file = folder / ("a" + std::string(kind.ending));
        std::vector<std::string> arguments = {"export", "four-words", file};
        if (test::takes_a_stage(kind.kind))
            arguments.insert(arguments.end(), {"--stage", "weights"});
        const auto finished = run_program(arguments);
        EXPECT_EQ(finished.code, 0) << kind.ending << finished.err;
        EXPECT_EQ(finished.out + finished.err, "") << kind.ending;
        const std::string first = bytes_of(file);
        EXPECT_FALSE(first.empty()) << kind.ending;
        EXPECT_EQ(run_program(arguments).code, 0);
        EXPECT_EQ(bytes_of(file), first) << kind.ending;
    }
}

TEST(Export, EveryKindOfFigureIsNamedOnTheCommandLine) {
    const test::TempDir folder;
    for (const std::string figure : {"canvas", "query", "weights", "derivation", "output[1,2]",
                                     "step/6", "mistake/no_scaling"}) {
        const auto finished =
            run_program({"export", "four-words", folder / "a.svg", "--figure", figure, "--title",
                         "About " + figure, "--caption", "Said below."});
        EXPECT_EQ(finished.code, 0) << figure << finished.err;
        const std::string svg = bytes_of(folder / "a.svg");
        EXPECT_NE(svg.find(">About " + figure + "<"), std::string::npos) << figure;
        EXPECT_NE(svg.find(">Said below.<"), std::string::npos) << figure;
    }
    expect_refused({folder / "a.png", "--figure", "wieghts"}, 2, "step/6");
    expect_refused({folder / "a.png", "--figure", "weights[9,9]"}, 2, "there is no figure");
}

TEST(Export, AComparisonNamesTheOtherDocument) {
    const test::TempDir folder;
    EXPECT_EQ(run_program({"export", "four-words", folder / "a.svg", "--against", "four-words",
                           "--stage", "output"})
                  .code,
              0);
    EXPECT_NE(bytes_of(folder / "a.svg").find(">B − A<"), std::string::npos);
    EXPECT_NE(bytes_of(folder / "a.svg").find("Nothing changed"), std::string::npos);
    ASSERT_EQ(
        run_program({"export", "four-words", folder / "a.svg", "--against", "three-inputs"}).code,
        0);
    EXPECT_NE(bytes_of(folder / "a.svg").find("4 × 4"), std::string::npos);
    expect_refused({folder / "b.svg", "--figure", "comparison"}, 2, "--against DOCUMENT");
    expect_refused({folder / "b.svg", "--against", "no-such-preset"}, 3, "no-such-preset");
}

TEST(Export, NumbersMarksAndRangeFollowTheOptions) {
    const test::TempDir folder;
    const auto svg = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments{"export", "four-words", folder / "a.svg", "--figure",
                                           "weights"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_EQ(run_program(arguments).code, 0);
        return bytes_of(folder / "a.svg");
    };
    const std::string usual = svg({});
    EXPECT_NE(svg({"--numbers", "significant", "--digits", "4"}), usual);
    EXPECT_NE(svg({"--mark", "weights[1,2]", "--mark", "weights[0,0]"}),
              svg({"--mark", "weights[1,2]"}));
    EXPECT_EQ(svg({"--mark", "scores[1,2]"}), usual);
    expect_refused({folder / "b.svg", "--mark", "weights[4,0]"}, 2, "weights");
}

TEST(Export, TablesEqualThoseOfShow) {
    const test::TempDir folder;
    for (const std::string format : {"csv", "json", "npy"}) {
        const std::string file = folder / ("weights." + format);
        ASSERT_EQ(run_program({"export", "three-inputs", file, "--stage", "weights"}).code, 0);
        EXPECT_EQ(
            bytes_of(file),
            run_program({"show", "three-inputs", "--stage", "weights", "--format", format}).out);
    }
}

TEST(Export, ADocumentIsReadBackEqual) {
    const test::TempDir folder;
    const std::string file = folder / "copy.ATTN";
    ASSERT_EQ(run_program({"export", "three-inputs", file}).code, 0);
    EXPECT_EQ(*io::open_file(file), *io::open_document("three-inputs"));
}

TEST(Export, ADocumentIsSavedAsTheWindowSaves) {
    const test::TempDir folder;
    const std::string file = folder / "copy.attn";
    ASSERT_EQ(run_program({"export", "three-inputs", file}).code, 0);
    ASSERT_EQ(run_program({"export", "four-words", file}).code, 0);
    EXPECT_EQ(*io::open_file(file + "~"), *io::open_document("three-inputs"));
    std::filesystem::create_hard_link(file, folder / "other.attn");
    const auto linked = run_program({"export", "three-inputs", file});
    EXPECT_EQ(linked.code, 0);
    EXPECT_NE(linked.err.find("hard links"), std::string::npos) << linked.err;
    EXPECT_EQ(*io::open_file(folder / "other.attn"), *io::open_document("four-words"));
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    const auto refused = run_program({"export", "four-words", file});
    EXPECT_EQ(refused.code, 5);
    EXPECT_NE(refused.err.find("read-only"), std::string::npos) << refused.err;
    EXPECT_EQ(*io::open_file(file), *io::open_document("three-inputs"));
}

TEST(Export, ProgramsNameTheirLibrary) {
    const test::TempDir folder;
    const std::string file = folder / "a.py";
    for (const auto& [program, import] :
         std::vector<std::pair<std::string, std::string>>{{"numpy", "import numpy as np\n"},
                                                          {"pytorch", "import torch\n"},
                                                          {"jax", "import jax.numpy as jnp\n"}}) {
        ASSERT_EQ(run_program({"export", "four-words", file, "--program", program}).code, 0);
        EXPECT_NE(bytes_of(file).find(import), std::string::npos) << program;
    }
}

TEST(Export, LatexIsOfTheRequestedKind) {
    const test::TempDir folder;
    const std::string file = folder / "a.tex";
    const auto made = [&](std::vector<std::string> options) {
        std::vector<std::string> arguments = {"export", "three-inputs", file};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_EQ(run_program(arguments).code, 0);
        return bytes_of(file);
    };
    EXPECT_NE(made({}).find("The query word is \\textbf{x1}"), std::string::npos);
    EXPECT_NE(made({"--query", "2"}).find("The query word is \\textbf{x3}"), std::string::npos);
    EXPECT_NE(made({"--stage", "scores"}).find("\\mathrm{scores}"), std::string::npos);
    EXPECT_NE(made({"--latex", "table"}).find("\\cellcolor"), std::string::npos);
    EXPECT_NE(made({"--latex", "heatmap"}).find("\\begin{tikzpicture}"), std::string::npos);
    EXPECT_NE(made({"--digits", "5", "--latex", "matrix"}).find("0.06338"), std::string::npos);
    EXPECT_EQ(made({"--fragment"}).find("\\documentclass"), std::string::npos);
    expect_refused({file, "--latex", "poem"}, 2, "--latex");
}

TEST(Export, AWorksheetHidesWhatItsKeyShows) {
    const test::TempDir folder;
    const std::string sheet = folder / "sheet.pdf", key = folder / "key.pdf";
    const auto make = [](const std::string& file, std::vector<std::string> options) {
        std::vector<std::string> arguments = {
            "export", "three-inputs", file, "--worksheet", "--seed",
            "7",      "--share",      "1",  "--blank",     "weights"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto finished = run_program(arguments);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return bytes_of(file);
    };
    const std::string first = make(sheet, {});
    EXPECT_EQ(make(sheet, {}), first);
    make(key, {"--key"});
    const auto text = [](const std::string& file) {
        return test::run_shell("pdftotext -layout '" + file + "' -").out;
    };
    // The last power of e, below which the matrices stand.
    const auto matrices = text(sheet).find("0.914");
    ASSERT_NE(matrices, std::string::npos) << text(sheet);
    for (const char* answer : {"0.06", "0.47", "0.98", "0.02"}) {
        EXPECT_EQ(text(sheet).find(answer, matrices), std::string::npos) << text(sheet);
        EXPECT_NE(text(key).find(answer), std::string::npos) << text(key);
    }
    EXPECT_NE(text(sheet).find("Fill in the 9 empty boxes"), std::string::npos);
    EXPECT_NE(text(key).find("Answer key"), std::string::npos);
    // The worksheet must not contain what it hides.
    EXPECT_EQ(run_program({"check", sheet}).code, 3);
    EXPECT_EQ(*io::open_file(key), *io::open_document("three-inputs"));
    expect_refused({folder / "a.png", "--worksheet"}, 2, "let the name end in .pdf");
    expect_refused({sheet, "--key"}, 2, "add --worksheet");
    expect_refused({sheet, "--worksheet", "--blank", "X"}, 2, "X is given");
    expect_refused({sheet, "--worksheet", "--blank", "nonsense"}, 2, "nonsense");
    expect_refused({sheet, "--worksheet", "--share", "0"}, 2, "share");
    expect_refused({sheet, "--worksheet", "--share", "2"}, 2, "--share");
    expect_refused({sheet, "--worksheet", "--seed", "-1"}, 2, "--seed");
    const std::string form = folder / "form.html";
    expect_refused({form, "--worksheet", "--key"}, 2, "let the name end in .pdf");
    expect_refused({form, "--worksheet", "--level", "mistake"}, 2, "no boxes to mark");
    expect_refused({form, "--worksheet", "--variants", "101"}, 2, "at most 100 worksheets");
    expect_refused({form, "--worksheet", "--paper", "letter"}, 2, "it is for printed worksheets");
    expect_refused({form, "--worksheet", "--lesson", "four-words"}, 2, "changes nothing in a form");
    EXPECT_EQ(bytes_of(sheet), first);
    // The chosen one of two layers, which the sheet names.
    const auto of_layer = [&](const char* layer) {
        EXPECT_EQ(run_program({"export", "induction", sheet, "--worksheet", "--layer", layer}).code,
                  0);
        return text(sheet);
    };
    EXPECT_NE(of_layer("0").find("Everything is of layer 0 (1st of 2)"), std::string::npos);
    EXPECT_NE(of_layer("1").find("Everything is of layer 1 (2nd of 2)"), std::string::npos);
    EXPECT_NE(of_layer("0"), of_layer("1"));
    const auto refused = [&](const std::vector<std::string>& options, const char* reason) {
        std::vector<std::string> arguments{"export", "induction", sheet};
        arguments.insert(arguments.end(), options.begin(), options.end());
        expect_fails(arguments, 2, reason);
    };
    refused({"--worksheet", "--layer", "2"}, "there is no layer 2; the layers are 0 to 1");
    refused({"--worksheet", "--cross"}, "no cross-attention");
    refused({"--worksheet", "--blank", "weights@1"}, "add --layer 1");
    refused({"--layer", "1"}, "as in cross.canvas@1");
}

TEST(Export, ImpossibleExportsAreRefusedWithAReason) {
    const test::TempDir folder;
    const std::string csv = folder / "a.csv";
    expect_refused({folder / "a.xyz"}, 2, "Attention Lab cannot write .xyz files; the endings are");
    expect_refused({folder / "name"}, 2, "the name has no ending");
    expect_refused({csv}, 2, "holds one stage");
    expect_refused({csv, "--stage", "nonsense"}, 2, "nonsense");
    expect_refused({csv, "--stage", "weights/7"}, 2, "the document has one head, 0");
    expect_refused({folder / "a.py", "--program", "fortran"}, 2, "--program");
    expect_refused({csv, "--digits", "99", "--stage", "Q"}, 2, "--digits");
    EXPECT_EQ(run_program({"export", "no-such-preset", csv, "--stage", "Q"}).code, 3);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Export, AFailedWriteLeavesTheOldFile) {
    const test::TempDir folder;
    expect_refused({folder / "missing/a.npz"}, 5, "could not be written");
    std::filesystem::create_directory(folder / "folder.npz");
    expect_refused({folder / "folder.npz"}, 5, "this is a folder");
    const std::string file = folder.file("a.npz", "mine");
    expect_refused({file, "--stage", "nonsense"}, 2, "nonsense");
    EXPECT_EQ(bytes_of(file), "mine");
    if (::geteuid() == 0)
        return; // Nothing is read-only to root.
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    expect_refused({file}, 5, "read-only");
    EXPECT_EQ(bytes_of(file), "mine");
}

TEST(Export, PicturesOpenAsTheDocumentTheyShow) {
    const test::TempDir folder;
    const Document document = *io::open_document("three-inputs");
    for (const std::string figure : {"canvas", "weights"})
        for (const std::string ending : {"png", "svg", "pdf"}) {
            const std::string file = folder / ("a." + ending);
            const auto finished =
                run_program({"export", "three-inputs", file, "--figure", figure, "--query", "1"});
            EXPECT_EQ(finished.code, 0) << finished.err;
            const auto again = io::open_file(file);
            ASSERT_TRUE(again) << figure << " " << ending << again.error().text();
            EXPECT_EQ(*again, document) << figure << " " << ending;
        }
}

TEST(Export, PicturesHaveTheRequestedSize) {
    const test::TempDir folder;
    const std::string file = folder / "a.png";
    const std::vector<std::tuple<std::string, unsigned, unsigned, unsigned>> sizes = {
        {"note", 1600, 0, 7559}, // 192 pixels an inch are 7559 a metre
        {"slide", 1920, 1080, 7559}, {"paper-1", 1052, 0, 11811}, {"paper-2", 2162, 0, 11811},
        {"640x480", 640, 480, 3780}, {"64x64", 64, 64, 3780},     {"3001x77", 3001, 77, 3780},
    };
    for (const auto& [size, width, height, per_metre] : sizes) {
        const auto finished =
            run_program({"export", "three-inputs", file, "--figure", "weights", "--size", size});
        ASSERT_EQ(finished.code, 0) << finished.err;
        const std::string png = bytes_of(file);
        const auto number = [&png](std::size_t at) {
            unsigned value = 0;
            for (std::size_t i = 0; i < 4; ++i)
                value = value << 8 | static_cast<unsigned char>(png[at + i]);
            return value;
        };
        EXPECT_EQ(number(16), width) << size;
        EXPECT_TRUE(height == 0 || number(20) == height) << size;
        const auto resolution = png.find("pHYs");
        ASSERT_NE(resolution, std::string::npos);
        EXPECT_EQ(number(resolution + 4), per_metre) << size;
        EXPECT_NE(png.find("sRGB"), std::string::npos);
    }
}

TEST(Export, ImpossiblePicturesAreRefusedWithAReason) {
    const test::TempDir folder;
    const std::string png = folder / "a.png";
    expect_refused({png, "--figure", "nonsense"}, 2,
                   "there is no figure \"nonsense\"; the figures are canvas, query, lines");
    for (const std::string size : {"0x0", "100000x10", "10", "x", "-1x5", "1e3x9", "poster"})
        expect_refused({png, "--size", size}, 2, "expected note, slide, paper-1, paper-2");
    expect_refused({png, "--dpi", "0"}, 2, "--dpi");
    expect_refused({png, "--query", "4"}, 2, "there is no query 4; the words are 0 to 3");
    expect_refused({png, "--head", "1"}, 2, "there is no head 1");
    expect_refused({png, "--range", "2", "1"}, 2, "lower end");
    expect_refused({png, "--theme", "pink"}, 2, "--theme");
}

TEST(Export, OptionsChangeThePicture) {
    const test::TempDir folder;
    const std::string file = folder / "a.svg";
    const auto made = [&](std::vector<std::string> options) {
        std::vector<std::string> arguments = {"export", "four-words", file, "--stage", "weights"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_EQ(run_program(arguments).code, 0);
        return bytes_of(file);
    };
    const std::string usual = made({});
    EXPECT_NE(usual.find(">word_1</text>"), std::string::npos);
    std::vector<std::vector<std::string>> options = {
        {"--theme", "dark"},     {"--theme", "grey"},    {"--colours", "cividis"},
        {"--range", "0", "0.5"}, {"--no-labels"},        {"--no-numbers"},
        {"--no-colour-bar"},     {"--digits", "4"},      {"--gap", "0"},
        {"--title", "A < B"},    {"--caption", "Words"}, {"--query", "2"},
        {"--outlines"},          {"--size", "paper-1"},  {"--background", "transparent"}};
    std::vector<std::string> all = {usual};
    for (const auto& option : options)
        all.push_back(made(option));
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t b = a + 1; b < all.size(); ++b)
            EXPECT_NE(all[a], all[b]) << a << " " << b;
    EXPECT_NE(all[10].find(">A &lt; B</text>"), std::string::npos);
}

TEST(Export, CoveredNumbersStayHiddenUntilRevealed) {
    const test::TempDir folder;
    Document document = *io::open_document("four-words");
    const std::string plain = folder.file("plain.attn", io::write_document(document));
    document.covers = {parse_region("weights[1,:]").value()};
    const std::string covered = folder.file("covered.attn", io::write_document(document));
    const auto csv = [](const std::string& file, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"export", file,      "-",      "--format",
                                              "csv",    "--stage", "weights"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto finished = run_program(arguments);
        EXPECT_EQ(finished.err, "");
        return finished.out;
    };
    EXPECT_NE(csv(covered, {}).find(",?,?,?,?\n"), std::string::npos);
    EXPECT_EQ(csv(covered, {"--reveal"}), csv(plain, {}));
    const auto explained = run_program({"explain", covered, "weights[1,2]"});
    EXPECT_NE(explained.out.find("= ?\n"), std::string::npos) << explained.out;
    EXPECT_NE(run_program({"show", covered, "--stage", "weights"}).out.find("?"),
              std::string::npos);
    expect_refused({folder / "a.csv", "--stage", "weights", "--reveal"}, 2,
                   "documents that cover numbers");
}
