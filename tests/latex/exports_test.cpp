// SPDX-License-Identifier: MIT
// What `export FILE.tex` writes, typeset without any complaint.
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/evaluate.h"
#include "core/io/document/library.h"
#include "core/publish/text/latex.h"
#include "tests/support/latex.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::publish;

namespace {

constexpr std::pair<LatexKind, const char*> kinds[] = {{LatexKind::Steps, "steps"},
                                                       {LatexKind::Matrix, "matrix"},
                                                       {LatexKind::Table, "table"},
                                                       {LatexKind::Heatmap, "heatmap"}};

std::string written(const Document& document, const LatexRequest& request) {
    const auto text = latex(document, request);
    EXPECT_TRUE(text);
    return text ? *text : "";
}

/// A user's document with the packages that fragments need.
std::string around(const std::string& fragments) {
    return "\\documentclass[a4paper]{article}\n\\usepackage[margin=20mm]{geometry}\n"
           "\\usepackage[T1]{fontenc}\n\\usepackage{lmodern}\n"
           "\\usepackage{amsmath,array,graphicx}\n\\usepackage[table]{xcolor}\n"
           "\\usepackage{tikz}\n\\begin{document}\n" +
           fragments + "\\end{document}\n";
}

/// Words with every character that is special in TeX.
Document awkward(const std::vector<std::string>& words) {
    Document document = attn::test::random_document(1);
    document.title = "50 % of $x_1$ & \\more{} ^~ #2";
    document.projections = Projections::None;
    document.tokens = words;
    attn::test::Random random(3);
    document.embeddings = random.matrix(static_cast<Index>(words.size()), 3);
    document.switches = {};
    document.switches.mask.kind = Mask::Kind::Causal;
    return document;
}

} // namespace

TEST(LargeLatex, EveryKindOfEveryPresetIsTypeset) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets && !presets->empty());
    for (const io::Preset& preset : *presets) {
        const Document document = *io::open_document(preset.name);
        for (const auto& [kind, name] : kinds) {
            const test::TempDir folder;
            LatexRequest request;
            request.kind = kind;
            request.view.query = token_count(document) - 1;
            request.shows_query = true;
            request.view.marked = {Place{{Stage::X}, 1, 0},
                                   Place{{Stage::Weights}, request.view.query, 0}};
            const auto page =
                test::typeset(folder, preset.name + "-" + name, written(document, request));
            EXPECT_EQ(test::complaints(page), "") << preset.name << " " << name;
            const Trace trace = evaluate(document);
            const Real number =
                document.model == Model::Concepts
                    ? trace.concepts.reconstruction(0, 0)
                    : value_at(document, trace, {{Stage::Weights}, request.view.query, 0});
            EXPECT_NE(page.text.find(latex_number(number, request.view.numbers)), std::string::npos)
                << preset.name << " " << name;
        }
    }
}

TEST(LargeLatex, FragmentsOfAnyDocumentAreTypeset) {
    std::string all;
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        const Document document = attn::test::random_document(seed);
        LatexRequest request;
        request.is_fragment = true;
        request.kind = kinds[seed % 4].first;
        request.view.head = static_cast<Index>(seed) % head_count(document);
        request.view.query = static_cast<Index>(seed) % token_count(document);
        request.view.numbers = {static_cast<NumberFormat::Kind>(seed % 3),
                                static_cast<int>(seed * 7 % 18)};
        request.shows_query = seed % 2 == 0;
        request.has_labels = seed % 5 != 0;
        request.is_blank_where_blocked = seed % 3 == 0;
        all += "% seed " + std::to_string(seed) + "\n" + written(document, request);
    }
    const test::TempDir folder;
    EXPECT_EQ(test::complaints(test::typeset(folder, "fragments", around(all))), "");
}

TEST(LargeLatex, EveryStageOfManySwitchesIsTypeset) {
    std::string all;
    for (const std::uint32_t seed : {2U, 9U, 33U, 71U, 118U, 200U}) {
        const Document document = attn::test::random_document(seed);
        for (const SheetId& sheet : sheets(document))
            for (const auto& [kind, name] : kinds) {
                LatexRequest request;
                request.is_fragment = true;
                request.kind = kind == LatexKind::Steps ? LatexKind::Matrix : kind;
                request.stage = sheet;
                request.title = "";
                all += written(document, request);
            }
    }
    const test::TempDir folder;
    EXPECT_EQ(test::complaints(test::typeset(folder, "stages", around(all))), "");
}

TEST(LargeLatex, SpecialCharactersOfTexArePrinted) {
    const Document document =
        awkward({"50% & more_", "a#b$c", "~^\\{}", "\"quo'te`\"", "<<a|b>>,,--", "", " lead",
                 "\\input{x} ?`!`", "tab\tnew\nline", "Größe Łódź"});
    for (const auto& [kind, name] : kinds)
        for (const std::string engine : {"pdflatex", "lualatex"}) {
            const test::TempDir folder;
            LatexRequest request;
            request.kind = kind;
            request.caption = "A & B_1 ~ 100 %";
            const auto page = test::typeset(folder, "signs-" + engine + "-" + name,
                                            written(document, request), engine);
            EXPECT_EQ(test::complaints(page), "") << name << " " << engine;
            for (const char* text : {"50 % of $x_1$ & \\more{}", "A & B_1 ~ 100 %"})
                EXPECT_NE(page.text.find(text), std::string::npos) << name << page.text;
            if (kind != LatexKind::Steps) {
                EXPECT_NE(page.text.find("a#b$c"), std::string::npos) << name << page.text;
            }
        }
}

TEST(LargeLatex, WordsOfOtherScriptsArePrinted) {
    // With typefaces that the program itself needs (DejaVu Sans).
    const Document document = awkward({"Привет", "αβγ", "שלום", "plain"});
    const test::TempDir folder;
    LatexRequest request;
    request.kind = LatexKind::Table;
    const std::string source = written(document, request);
    const auto page = test::typeset(folder, "scripts-lualatex", source, "lualatex");
    EXPECT_EQ(test::complaints(page), "");
    EXPECT_NE(page.text.find("Привет"), std::string::npos) << page.text;
    EXPECT_NE(page.text.find("αβγ"), std::string::npos) << page.text;
    // pdflatex lacks these letters and prints their codes.
    const auto codes = test::typeset(folder, "scripts-pdflatex", source, "pdflatex");
    EXPECT_EQ(test::complaints(codes), "");
    EXPECT_NE(codes.text.find("041F"), std::string::npos) << codes.text;
    EXPECT_NE(codes.text.find("plain"), std::string::npos) << codes.text;
}
