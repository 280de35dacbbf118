// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation_latex.h"
#include "core/document/model/evaluate.h"
#include "core/io/document/library.h"
#include "core/publish/text/latex.h"
#include "core/publish/text/latex_parts.h"
#include "core/publish/text/latex_text.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace attn;
using namespace attn::publish;

namespace {

constexpr LatexKind kinds[] = {LatexKind::Steps, LatexKind::Matrix, LatexKind::Table,
                               LatexKind::Heatmap};

std::string made(const Document& document, const LatexRequest& request) {
    const auto text = latex(document, request);
    EXPECT_TRUE(text);
    return text ? *text : "";
}

/// Whether every brace is closed; escaped ones do not count.
bool is_balanced(const std::string& text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size() && depth >= 0; ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '%') // a comment
            at = std::min(text.find('\n', at), text.size());
        else if (text[at] == '{' || text[at] == '}')
            depth += text[at] == '{' ? 1 : -1;
    }
    return depth == 0;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST(LatexText, SpecialCharactersOfTexAreEscaped) {
    EXPECT_EQ(latex_word("50% & $x_1$ #{}"), "50\\% \\& \\$x\\_1\\$ \\#\\{\\}");
    EXPECT_EQ(latex_word("~^\\"), "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
    EXPECT_EQ(latex_word("a--b,,c,d"), "a-\\kern0pt{}-b,\\kern0pt{},c,d");
    EXPECT_EQ(latex_word("\\input{x}"), "\\textbackslash{}input\\{x\\}");
    EXPECT_EQ(latex_word("Größe 日本"), "Größe 日本");
    EXPECT_EQ(latex_word(""), "\\ensuremath{\\emptyset}");
    EXPECT_EQ(latex_plain("a\nb"), "a\\textbackslash{}nb");
}

TEST(LatexText, FormulasOfTheProgramBecomeFormulasOfTex) {
    EXPECT_EQ(latex_formula("X W_{Q}"), "X W_{Q}");
    EXPECT_EQ(latex_formula("Q K^{T}"), "Q K^{\\top}");
    EXPECT_EQ(latex_formula("scores / √d_{model} / 0.5"),
              "\\mathrm{scores}  /  \\sqrt{d_{\\mathrm{model}}}  /  0.5");
    EXPECT_EQ(latex_formula("U^{T} X / s"), "U^{\\top} X  /  s");
    EXPECT_EQ(latex_formula("s² / Σ s²"), "s^{2}  /   \\textstyle\\sum  s^{2}");
    EXPECT_EQ(latex_formula("√(Σ of the dropped s²)"),
              "\\sqrt{ \\textstyle\\sum \\text{ of the dropped }s^{2}}");
    EXPECT_EQ(latex_formula("a · b / (|a| |b|)"), "a  \\cdot  b  /  (|a| |b|)");
    EXPECT_EQ(latex_plain("Vᵀ"), "V\\textsuperscript{T}");
    EXPECT_EQ(latex_formula("block E^{T}"), "\\mathrm{block} E^{\\top}");
    EXPECT_EQ(latex_formula("|q − k|^{2} / 2σ^{2}"), "|q - k|^{2}  /  2\\sigma ^{2}");
    EXPECT_EQ(latex_formula("10000^{−2i / d}"), "10000^{-2i  /  d}");
    EXPECT_EQ(latex_formula("softmax(masked) · each row sums to 1"),
              "\\operatorname{softmax}(\\mathrm{masked}), \\quad \\text{each row sums to 1}");
    EXPECT_EQ(latex_sentence({{"divided by √d_{k}: "}, {"a_b", Tone::Word}, {" −1", Tone::Number}}),
              "divided by \\(\\sqrt{d_{k}}\\): \\textbf{a\\_b} \\ensuremath{-}1");
}

TEST(LatexText, LettersBeyondLatinAreDeclared) {
    EXPECT_EQ(latex_letters("Größe Łódź — “x” €"), "");
    const std::string letters = latex_letters("日 Ж");
    EXPECT_NE(letters.find("\\DeclareUnicodeCharacter{65E5}"), std::string::npos);
    EXPECT_NE(letters.find("\\DeclareUnicodeCharacter{0416}"), std::string::npos);
    EXPECT_NE(letters.find("Noto Sans CJK"), std::string::npos);
    EXPECT_EQ(latex_letters("Ж").find("CJK"), std::string::npos);
}

TEST(LatexText, WidthsDistinguishLongAndShort) {
    EXPECT_GT(latex_width("0.25"), 1);
    EXPECT_LT(latex_width("0.25"), 3);
    EXPECT_LT(latex_width("\\frac{1234}{1}"), latex_width("1234 1234"));
    EXPECT_EQ(latex_width("\\text{ab}"), latex_width("ab"));
    EXPECT_LT(latex_width("a^{12345}"), latex_width("a12345"));
}

TEST(Latex, EveryKindIsBalancedAndDeterministic) {
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        const Document document = attn::test::random_document(seed);
        for (const LatexKind kind : kinds) {
            LatexRequest request;
            request.kind = kind;
            const std::string text = made(document, request);
            EXPECT_TRUE(is_balanced(text)) << seed << "\n" << text;
            EXPECT_EQ(count_of(text, "\\begin{"), count_of(text, "\\end{")) << seed;
            EXPECT_EQ(text, made(document, request)) << seed;
        }
    }
}

TEST(Latex, StepsHaveEveryNumberOfTheQueryWord) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    LatexRequest request;
    request.view.query = 2;
    request.view.numbers.digits = 4;
    const std::string text = made(document, request);
    for (const Stage stage :
         {Stage::Q, Stage::Scores, Stage::Scaled, Stage::Weights, Stage::Output})
        for (const Real value : cells_of(document, trace, {stage}).row(2)) {
            const std::string number = latex_number(value, request.view.numbers);
            EXPECT_TRUE(text.find("= " + number) != std::string::npos ||
                        text.find("\\approx " + number) != std::string::npos)
                << number;
        }
}

TEST(Latex, FollowsDigitsQueryHeadColoursAndMask) {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    document.heads.push_back(document.heads[0]);
    document.heads[1].w_q = -2 * *document.heads[0].w_q;
    document.switches.mask.kind = Mask::Kind::Causal;
    for (const LatexKind kind : kinds) {
        LatexRequest usual;
        usual.kind = kind;
        usual.shows_query = true;
        usual.is_blank_where_blocked = true;
        std::vector<LatexRequest> requests(5, usual);
        requests[1].view.numbers.digits = 5;
        requests[2].view.query = 3;
        requests[3].view.head = 1;
        requests[4].view.sequential = Sequential::Cividis;
        for (std::size_t at = 1; at < requests.size(); ++at) {
            // The matrices of all stages show every head, and colours exist only in pictures.
            const bool is_picture = kind == LatexKind::Table || kind == LatexKind::Heatmap;
            if ((kind == LatexKind::Matrix && at == 3) || (!is_picture && at == 4))
                continue;
            EXPECT_NE(made(document, requests[at]), made(document, usual))
                << static_cast<int>(kind) << " " << at;
        }
        Document open = document;
        open.switches.mask.kind = Mask::Kind::None;
        EXPECT_NE(made(open, usual), made(document, usual));
    }
}

TEST(Latex, MarkedNumbersAreFramedInEveryKind) {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        document.convention = convention;
        for (const LatexKind kind : kinds) {
            LatexRequest request;
            request.kind = kind;
            request.is_fragment = true;
            request.view.query = 1;
            // The steps show only one line of them.
            const std::size_t count = kind == LatexKind::Steps ? 1 : 2;
            const std::string frame = kind == LatexKind::Heatmap ? "\\draw[frame" : "\\boxed{";
            EXPECT_EQ(count_of(made(document, request), frame), 0U);
            request.view.marked = {Place{{Stage::Weights}, 1, 3}, Place{{Stage::Weights}, 2, 4}};
            const std::string text = made(document, request);
            EXPECT_EQ(count_of(text, frame), count) << static_cast<int>(kind) << "\n" << text;
            EXPECT_TRUE(is_balanced(text));
            const bool is_turned = convention == Convention::TokensAsColumns;
            const std::string at = is_turned ? "(1,3) rectangle" : "(3,1) rectangle";
            EXPECT_EQ(count_of(text, at + " +(1,1)"), kind == LatexKind::Heatmap ? 1U : 0U);
            request.has_numbers = false; // A mark is drawn even without numbers.
            EXPECT_EQ(count_of(made(document, request), frame), count);
        }
    }
}

TEST(Latex, ConceptsUseTheirOwnNames) {
    const Document document = *io::open_document("concepts");
    for (const LatexKind kind : kinds) {
        LatexRequest request;
        request.kind = kind;
        const std::string text = made(document, request);
        for (const char* name : {"P7", "Star Wars", "Titanic"})
            EXPECT_NE(text.find(name), std::string::npos) << name << "\n" << text;
        EXPECT_TRUE(is_balanced(text));
    }
}

TEST(Latex, AFragmentHasNoPreambleAndSaysWhatItNeeds) {
    const Document document = *io::open_document("four-words");
    for (const LatexKind kind : kinds) {
        LatexRequest request;
        request.kind = kind;
        request.is_fragment = true;
        const std::string text = made(document, request);
        EXPECT_EQ(text.find("\\documentclass"), std::string::npos);
        EXPECT_EQ(text.find("\\begin{document}"), std::string::npos);
        EXPECT_TRUE(text.starts_with("% From Attention Lab. Needs \\usepackage of amsmath"));
        EXPECT_EQ(kind == LatexKind::Heatmap, text.find("tikz") < text.find('\n'));
    }
}

TEST(Latex, StepsAreBalancedForManyWords) {
    for (const Index words : {64, 65, 70}) {
        Document document = new_document();
        document.tokens.own().assign(static_cast<std::size_t>(words), "x");
        document.embeddings = attn::test::Random(7).matrix(words, 2);
        LatexRequest request;
        request.kind = LatexKind::Steps;
        request.view.query = words - 1;
        EXPECT_TRUE(is_balanced(made(document, request)));
    }
}

TEST(Latex, ATooLargePictureIsRefusedWithARemedy) {
    Document document = new_document();
    document.tokens.own().assign(101, "x");
    document.embeddings = Matrix::Zero(101, 2);
    LatexRequest request;
    request.kind = LatexKind::Heatmap;
    const auto refused = latex(document, request);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text().find("10201"), std::string::npos);
    EXPECT_NE(refused.error().text().find(".pdf"), std::string::npos);
    request.kind = LatexKind::Matrix;
    EXPECT_NE(made(document, request).find("\\ddots"), std::string::npos);
}
