// SPDX-License-Identifier: MIT
// Figures as PDF, for paper and for notes: a sample of documents; large_paper_test.cpp has all.
#include "core/document/commands/new_documents.h"
#include "core/document/model/sheet.h"
#include "core/figure/matrix/sheet_look.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/pictures.h"
#include "tests/support/python.h"
#include "tests/unit/publish/paper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using namespace attn::publish;

namespace {

Document of_words(std::vector<std::string> words, Index d_model) {
    NewFromWords asked;
    asked.words = std::move(words);
    asked.d_model = d_model;
    return *document_of(asked);
}

/// A document whose numbers range from 1e-12 to 1e6.
Document of_all_sizes() {
    Document document = of_words({"the", "cat", "saw", "a", "dog"}, 4);
    Matrix x = *document.embeddings;
    for (Index at = 0; at < x.size(); ++at)
        x.data()[at] = (at % 2 == 0 ? 1.37 : -1.74) * std::pow(10, 3 * (at % 7) - 12);
    document.embeddings = x;
    return document;
}

/// What pdftotext reads from the figure, line by line.
test::Ended as_text(const Document& document, const PictureRequest& request) {
    const test::TempDir folder;
    return test::run_shell("pdftotext -layout '" +
                           folder.file("a.pdf", *picture(document, PictureKind::Pdf, request)) +
                           "' -");
}

} // namespace

TEST(Paper, FaultsAreDetected) {
    const Type type = typesetter();
    test::PaperPages pages;
    pages.promised = 7;
    pages.names = {"page"};
    pages.figures.resize(1);
    figure::Figure& page = pages.figures.front();
    page.size = {100, 60};
    const auto write = [&](figure::Point at, const std::string& text, float size) {
        page.shapes.emplace_back(figure::Text{at, text, figure::Font::Sans, size, {0, 0, 0}});
    };
    const auto faults = [&] {
        std::string all;
        for (const std::string& fault : test::faults_on_paper(pages, type))
            all += fault + "\n";
        return all;
    };
    write({10, 10}, "W_{Q} and a^{2}", 7);
    write({10, 30}, "upright", 7);
    std::get<figure::Text>(page.shapes.back()).turn = 90;
    page.grids.push_back({{Stage::Weights}, {40, 30, 20, 10}, 1, 1});
    write({42, 35}, "0.12", 5);
    EXPECT_EQ(faults(), "");
    const auto with = [&](figure::Point at, const std::string& text, float size) {
        write(at, text, size);
        const std::string fault = faults();
        page.shapes.pop_back();
        return fault;
    };
    EXPECT_EQ(with({70, 10}, "small", 6.5F), "page: “small” has 6.500000 points\n");
    EXPECT_EQ(with({95, 30}, "to", 7), "page: “to” lies beyond the page\n");
    EXPECT_EQ(with({102, 30}, "gone", 7), "page: “4” letters are lost\n");
    EXPECT_NE(with({26, 12}, "over", 7).find("overlaps"), std::string::npos);
    page.shapes.pop_back(); // the number in its cell
    EXPECT_EQ(with({42, 35}, "0.123456", 6), "page: “0.123456” leaves its cell\n");
}

TEST(Paper, FiguresAreReadable) {
    const Type type = typesetter();
    for (const auto& [preset, size] :
         {std::pair("the-cat-chased-the-mouse", "paper-1"), std::pair("concepts", "paper-1"),
          std::pair("two-heads", "paper-2"), std::pair("concepts", "neurips"),
          std::pair("find-the-same-word", "note"), std::pair("kernel-regression", "acl")})
        test::expect_readable_figures(io::open_document(preset).value(), preset, size, type);
}

TEST(Paper, LongWordsManyWordsAndAnyNumbersAreReadable) {
    const Type type = typesetter();
    const Document long_words =
        of_words({"Donaudampfschifffahrtsgesellschaftskapitän", "antidisestablishmentarianism", "a",
                  "floccinaucinihilipilification", "in"},
                 4);
    std::vector<std::string> words;
    for (int at = 0; at < 64; ++at)
        words.push_back(at % 5 == 3 ? "universally" : "it");
    for (const std::string size : {"paper-1", "note"}) {
        test::expect_readable_figures(long_words, "long words", size, type);
        test::expect_readable_figures(of_all_sizes(), "1e-12 to 1e6", size, type);
    }
    test::expect_readable_figures(of_words(words, 4), "64 words", "paper-1", type);
}

TEST(Paper, ASmallDocumentFitsOneColumn) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    const auto read = as_text(document, request);
    const Trace trace = evaluate(document);
    for (const SheetId& sheet : sheets(document)) {
        if (repeats_previous(document, sheet.stage) || sheet.query != 0)
            continue;
        const Matrix numbers = matrix_of(document, trace, sheet);
        for (const Real number : {numbers.minCoeff(), numbers.maxCoeff()})
            EXPECT_NE(read.out.find(figure::number_text(number, {})), std::string::npos)
                << to_text(sheet) << " " << number << "\n"
                << read.out;
    }
    EXPECT_EQ(read.out.find("editable"), std::string::npos);
    EXPECT_EQ(read.out.find("drag"), std::string::npos);
    EXPECT_EQ(note_on_size(document, request), "");
}

TEST(Paper, NumbersWithPowersOfTenFitOneColumn) {
    for (const Real size : {1e-12, 1e6}) {
        Document document =
            of_words({"the", "cat", "chased", "the", "mouse", "across", "wet", "grass"}, 4);
        document.embeddings = Matrix(size * *document.embeddings);
        PictureRequest request;
        request.style.size = *parse_size("paper-1");
        const auto read = as_text(document, request);
        EXPECT_EQ(read.out.find("…"), std::string::npos) << read.out;
        EXPECT_NE(read.out.find(size < 1 ? "e−24" : "e12"), std::string::npos) << read.out;
    }
}

TEST(Paper, ManyWordsKeepMatricesReadable) {
    const Document document = of_words(std::vector<std::string>(300, "word"), 4);
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    const auto read = as_text(document, request);
    const auto said = read.out.find("too many");
    ASSERT_NE(said, std::string::npos) << read.out;
    EXPECT_EQ(read.out.find("too many", said + 1), std::string::npos) << read.out;
    const test::PaperPages pages =
        test::pages_of_figures(document, "paper-1", typesetter(), "canvas");
    for (const figure::GridRegion& grid : pages.figures.at(0).grids) {
        if (grid.rows == 1) // the open row of the query word covers others
            continue;
        EXPECT_GT(grid.cells.width, 5 * pages.promised) << to_text(grid.sheet);
        EXPECT_GT(grid.cells.height, 5 * pages.promised) << to_text(grid.sheet);
    }
}

TEST(Paper, NumbersOfTheQueryWordFitOneColumn) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    const Trace trace = evaluate(document);
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    request.view.query = 1;
    for (const std::string figure : {"query", "mistake/no_scaling"}) {
        request.figure = figure;
        const auto read = as_text(document, request);
        const auto expect_row = [&](Stage stage, Index row) {
            const Matrix numbers = matrix_of(document, trace, {stage});
            for (Index column = 0; column < numbers.cols(); ++column)
                EXPECT_NE(read.out.find(figure::number_text(numbers(row, column), {})),
                          std::string::npos)
                    << figure << " " << stage.name() << " " << row << " " << column << "\n"
                    << read.out;
        };
        for (Index row = 0; row < token_count(document); ++row)
            if (row == 1 || figure != "query")
                expect_row(Stage::Weights, row);
        if (figure == "query")
            for (Index row = 0; row < token_count(document); ++row)
                expect_row(Stage::V, row);
        EXPECT_EQ(note_on_size(document, request), "");
    }
}

TEST(Paper, AComparisonStandsInOneLineWhereItsNumbersFit) {
    const auto tops = [](const std::string& preset, const std::string& size) {
        PictureRequest request;
        request.style.size = *parse_size(size);
        request.figure = "mistake/no_scaling";
        const auto made = picture_figure(io::open_document(preset).value(), request);
        std::vector<float> list;
        for (const figure::Shape& shape : made->shapes)
            if (const auto* const text = std::get_if<figure::Text>(&shape))
                if (text->text.starts_with("A: ") || text->text.starts_with("B: ") ||
                    text->text.starts_with("B − A"))
                    list.push_back(text->at.y);
        EXPECT_EQ(list.size(), 3U) << preset;
        return list;
    };
    const auto is_one_line = [&](const std::string& preset, const std::string& size) {
        const std::vector<float> list = tops(preset, size);
        return list.size() == 3 && list[0] == list[1] && list[1] == list[2];
    };
    EXPECT_TRUE(is_one_line("three-inputs", "paper-1"));
    EXPECT_TRUE(is_one_line("four-words", "paper-2"));
    EXPECT_TRUE(is_one_line("the-cat-chased-the-mouse", "paper-2"));
    EXPECT_FALSE(is_one_line("the-cat-chased-the-mouse", "paper-1"))
        << "its numbers are worth more than one line";
}

TEST(Paper, TheListOfChangesIsOptional) {
    const Document document = io::open_document("four-words").value();
    PictureRequest request;
    request.figure = "comparison";
    Document other = document;
    other.switches.scale = {Scale::Kind::None, 1};
    Trace trace = evaluate(other);
    request.compared = {
        std::make_shared<const Calculation>(Calculation{std::move(other), std::move(trace)}),
        "unscaled", Stage::Weights, "scaled"};
    for (const std::string size : {"paper-1", "slide"}) {
        request.style.size = *parse_size(size);
        for (const bool lists : {true, false}) {
            request.compared.lists_changes = lists;
            std::string said;
            const auto made = picture_figure(document, request);
            for (const figure::Shape& shape : made->shapes)
                if (const auto* const text = std::get_if<figure::Text>(&shape))
                    said += text->text + " ";
            EXPECT_EQ(said.find("largest") != std::string::npos, lists) << size << said;
            EXPECT_NE(said.find("unscaled"), std::string::npos);
            EXPECT_NE(said.find(" scaled"), std::string::npos);
        }
    }
}

TEST(Paper, WideMatricesContinueBelowWithAllDecimals) {
    for (const Index d_model : {24, 64}) {
        NewFromWords asked;
        asked.words = {"a", "bb", "ccc"};
        asked.d_model = d_model;
        const Document document = *document_of(asked);
        PictureRequest request;
        request.style.size = *parse_size("paper-1");
        const auto read = as_text(document, request);
        const Matrix& numbers = *document.embeddings;
        for (Index at = 0; at < numbers.size(); ++at)
            EXPECT_NE(read.out.find(figure::number_text(numbers.data()[at], {})), std::string::npos)
                << numbers.data()[at] << " of " << d_model << " dimensions";
        EXPECT_NE(read.out.find("part 2 of"), std::string::npos) << read.out;
    }
}

TEST(Paper, ATooWideFigureNamesARemedy) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    PictureRequest request;
    request.style.size = *parse_size("89x60mm"); // the figure cannot continue further down
    const std::string note = note_on_size(document, request);
    EXPECT_NE(note.find("pt instead of 7"), std::string::npos) << note;
    const std::string begin = "a size of ";
    const auto at = note.find(begin);
    ASSERT_NE(at, std::string::npos) << note;
    const auto from = at + begin.size();
    request.style.size = *parse_size(note.substr(from, note.find("mm", at) + 2 - from));
    EXPECT_EQ(note_on_size(document, request), "") << note;
}
