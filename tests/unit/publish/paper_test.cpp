// SPDX-License-Identifier: MIT
// Figures of a column and of two, as PDF: a sample of documents.
#include "core/document/new_from_words.h"
#include "core/document/sheet.h"
#include "core/figure/sheet_look.h"
#include "core/io/library.h"
#include "tests/unit/publish/paper.h"

using namespace attn;
using namespace attn::publish;

TEST(Paper, FiguresCanBeReadInOneColumn) {
    const Type type = typesetter();
    for (const char* preset : {"the-cat-chased-the-mouse", "concepts"})
        test::expect_readable_figures(io::open_document(preset).value(), preset, "paper-1", type);
}

TEST(Paper, FiguresCanBeReadAcrossTwoColumns) {
    test::expect_readable_figures(io::open_document("two-heads").value(), "two-heads", "paper-2",
                                  typesetter());
}

TEST(Paper, EveryNumberOfASmallDocumentStandsInOneColumn) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    const test::TempDir folder;
    const auto read = test::run_shell(
        "pdftotext -layout '" +
        folder.file("a.pdf", *picture(document, PictureKind::Pdf, request)) + "' -");
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

TEST(Paper, EveryNumberOfTheQueryWordStandsInOneColumn) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    const Trace trace = evaluate(document);
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    request.view.query = 1;
    const test::TempDir folder;
    for (const std::string figure : {"query", "mistake/no_scaling"}) {
        request.figure = figure;
        const auto read = test::run_shell(
            "pdftotext -layout '" +
            folder.file("a.pdf", *picture(document, PictureKind::Pdf, request)) + "' -");
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

TEST(Paper, WideMatricesGoOnBelow) {
    NewFromWords asked;
    asked.words = {"a", "bb", "ccc"};
    asked.d_model = 24;
    const Document document = *document_of(asked);
    const Trace trace = evaluate(document);
    PictureRequest request;
    request.style.size = *parse_size("paper-1");
    const test::TempDir folder;
    const auto read = test::run_shell(
        "pdftotext -layout '" +
        folder.file("a.pdf", *picture(document, PictureKind::Pdf, request)) + "' -");
    const Matrix& numbers = *document.embeddings;
    for (Index at = 0; at < numbers.size(); ++at)
        EXPECT_NE(read.out.find(figure::number_text(numbers.data()[at], {})), std::string::npos)
            << numbers.data()[at] << "\n"
            << read.out;
    EXPECT_NE(read.out.find("part 2 of"), std::string::npos) << read.out;
}

TEST(Paper, AFigureThatIsTooWideSaysWhatWouldDo) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    PictureRequest request;
    request.style.size = *parse_size("89x60mm"); // it cannot go on below
    const std::string note = note_on_size(document, request);
    EXPECT_NE(note.find("pt instead of 7"), std::string::npos) << note;
    const std::string begin = "a size of ";
    const auto at = note.find(begin);
    ASSERT_NE(at, std::string::npos) << note;
    const auto from = at + begin.size();
    request.style.size = *parse_size(note.substr(from, note.find("mm", at) + 2 - from));
    EXPECT_EQ(note_on_size(document, request), "") << note;
}
