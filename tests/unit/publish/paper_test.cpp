// SPDX-License-Identifier: MIT
// What stands on the paper, read from the PDF: letters as large as a column promises, nothing
// beyond the page, nothing on top of something else, typefaces that are embedded.
#include "core/document/sheet.h"
#include "core/figure/figures.h"
#include "core/figure/sheet_look.h"
#include "core/io/library.h"
#include "core/publish/pictures.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

using namespace attn;
using namespace attn::publish;

namespace {

struct PaperWord {
    double left = 0, top = 0, right = 0, bottom = 0;
    std::string text;

    double height() const { return bottom - top; }
};
struct Paper {
    double width = 0, height = 0;
    std::vector<PaperWord> words;
};

/// What `pdftotext -bbox` says of a page.
Paper paper_of(const std::string& html) {
    static const std::regex page("<page width=\"([^\"]+)\" height=\"([^\"]+)\">");
    static const std::regex word("<word xMin=\"([^\"]+)\" yMin=\"([^\"]+)\" xMax=\"([^\"]+)\" "
                                 "yMax=\"([^\"]+)\">([^<]*)</word>");
    Paper paper;
    std::smatch found;
    if (std::regex_search(html, found, page))
        paper = {std::stod(found[1]), std::stod(found[2]), {}};
    for (auto at = std::sregex_iterator(html.begin(), html.end(), word);
         at != std::sregex_iterator(); ++at)
        paper.words.push_back({std::stod((*at)[1]), std::stod((*at)[2]), std::stod((*at)[3]),
                               std::stod((*at)[4]), (*at)[5]});
    return paper;
}

/// Whether more than a third of the lower and of the narrower word lies under the other.
bool overlap(const PaperWord& a, const PaperWord& b) {
    const double wide = std::min(a.right, b.right) - std::max(a.left, b.left);
    const double high = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    return wide > 0.33 * std::min(a.right - a.left, b.right - b.left) &&
           high > 0.33 * std::min(a.height(), b.height());
}

constexpr double height_of_letters = 1.1; // of their size, at least: of any typeface here
constexpr double least_letters = 0.7 * 7; // lowered and raised ones, and digits in cells
constexpr double highest_upright = 11.6;  // of the largest titles; what is higher is turned

void expect_readable(const Paper& paper) {
    EXPECT_FALSE(paper.words.empty());
    std::vector<PaperWord> upright;
    for (const PaperWord& word : paper.words) {
        EXPECT_GE(word.left, -0.5) << word.text;
        EXPECT_GE(word.top, -1.5) << word.text;
        EXPECT_LE(word.right, paper.width + 0.5) << word.text;
        EXPECT_LE(word.bottom, paper.height + 1.5) << word.text;
        EXPECT_GE(word.height(), least_letters * height_of_letters) << word.text;
        if (word.height() <= highest_upright)
            upright.push_back(word);
    }
    for (std::size_t at = 0; at < upright.size(); ++at)
        for (std::size_t other = at + 1; other < upright.size(); ++other)
            EXPECT_FALSE(overlap(upright[at], upright[other]))
                << upright[at].text << " and " << upright[other].text;
}

/// Figures that are made for a column: the others say how wide a page they need. The names of films
/// are turned there, and pdftotext reads turned words letter by letter.
std::vector<std::string> figures_of_columns(const Document& document) {
    std::vector<std::string> names{"canvas"};
    for (const SheetId& sheet : sheets(document))
        if (sheet.head == 0 && document.model == Model::Attention)
            names.push_back(to_text(sheet));
    for (const figure::NamedFigure& one : figure::figures(document))
        if (one.name == "heads" || one.name.starts_with("lines") || one.name == "map/x")
            names.push_back(one.name);
    return names;
}

void expect_readable_figures(const std::string& size) {
    const Type type = typesetter();
    PictureRequest request;
    request.style.size = *parse_size(size);
    const auto presets = io::presets();
    ASSERT_TRUE(presets && presets->size() > 10);
    for (const io::Preset& preset : *presets) {
        const Document document = io::open_document(preset.name).value();
        const test::TempDir folder;
        const auto names = figures_of_columns(document);
        for (std::size_t at = 0; at < names.size(); ++at) {
            request.figure = names[at];
            const auto pdf = picture(document, PictureKind::Pdf, request, type);
            ASSERT_TRUE(pdf) << pdf.error().text();
            (void)folder.file(std::to_string(at) + ".pdf", *pdf);
        }
        const auto read = test::run_shell(
            "cd '" + folder.path().string() +
            "' && for file in *.pdf; do pdftotext -bbox $file $file.html; pdffonts $file; done");
        EXPECT_EQ(read.code, 0) << read.err;
        EXPECT_EQ(read.out.find("Type 3"), std::string::npos) << preset.name << read.out;
        std::istringstream fonts(read.out);
        for (std::string line; std::getline(fonts, line);) {
            const bool is_font = line.find("CID") != std::string::npos ||
                                 line.find("Type 1") != std::string::npos ||
                                 line.find("TrueType") != std::string::npos;
            EXPECT_EQ(is_font, line.find(" yes yes ") != std::string::npos) << preset.name << line;
        }
        for (std::size_t at = 0; at < names.size(); ++at) {
            SCOPED_TRACE(preset.name + " " + names[at] + " at " + size);
            expect_readable(paper_of(test::bytes_of(folder / (std::to_string(at) + ".pdf.html"))));
        }
    }
}

} // namespace

TEST(Paper, FiguresCanBeReadInOneColumn) {
    expect_readable_figures("paper-1");
}

TEST(Paper, FiguresCanBeReadAcrossTwoColumns) {
    expect_readable_figures("paper-2");
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

TEST(Paper, AFigureThatIsTooWideSaysWhatWouldDo) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    PictureRequest request;
    request.figure = "query";
    request.style.size = *parse_size("paper-1");
    const std::string note = note_on_size(document, request);
    EXPECT_NE(note.find("pt instead of 7"), std::string::npos) << note;
    const auto at = note.find("--size ");
    ASSERT_NE(at, std::string::npos) << note;
    request.style.size = *parse_size(note.substr(at + 7, note.find("mm", at) + 2 - at - 7));
    EXPECT_EQ(note_on_size(document, request), "") << note;
}
