// SPDX-License-Identifier: MIT
// What stands on the paper, read from the PDF: letters as large as a column promises, nothing
// beyond the page, nothing on top of something else, typefaces that are embedded.
#pragma once

#include "core/figure/figures.h"
#include "core/publish/pictures.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace attn::test {

struct PaperWord {
    double left = 0, top = 0, right = 0, bottom = 0;
    std::string text;

    double height() const { return bottom - top; }
    double width() const { return right - left; }
};
struct Paper {
    double width = 0, height = 0;
    std::vector<PaperWord> words;
};

/// What `pdftotext -bbox` says of a page.
inline Paper paper_of(const std::string& html) {
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
inline bool overlap(const PaperWord& a, const PaperWord& b) {
    const double wide = std::min(a.right, b.right) - std::max(a.left, b.left);
    const double high = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    return wide > 0.33 * std::min(a.width(), b.width()) &&
           high > 0.33 * std::min(a.height(), b.height());
}

/// Digits in the cells of one matrix may be smaller, and what is lowered or raised is.
inline bool may_be_small(const std::string& text) {
    const bool is_number = text.find_first_not_of("0123456789.-+e−–…∞·/ ") == std::string::npos;
    return is_number || text.size() <= 3 || text == "model";
}

constexpr double height_of_letters = 1.1; // of their size, at least: of any typeface here
constexpr double promised = 7, least = 4.9;
constexpr double highest_upright = 11.6; // of the largest titles; what is higher is turned

/// `keeps_letters`: as paper promises; else only that nothing is lost or covered.
inline void expect_readable(const Paper& paper, bool keeps_letters) {
    EXPECT_FALSE(paper.words.empty());
    std::vector<PaperWord> upright;
    for (const PaperWord& word : paper.words) {
        EXPECT_GE(word.left, -0.5) << word.text;
        EXPECT_GE(word.top, -1.5) << word.text;
        EXPECT_LE(word.right, paper.width + 0.5) << word.text;
        EXPECT_LE(word.bottom, paper.height + 1.5) << word.text;
        const double size = std::max(word.width(), word.height()); // one letter may be turned
        if (keeps_letters) {
            EXPECT_GE(size, (may_be_small(word.text) ? least : promised) * height_of_letters)
                << word.text;
        }
        if (word.height() <= highest_upright)
            upright.push_back(word);
    }
    for (std::size_t at = 0; at < upright.size(); ++at)
        for (std::size_t other = at + 1; other < upright.size(); ++other)
            EXPECT_FALSE(overlap(upright[at], upright[other]))
                << upright[at].text << " and " << upright[other].text;
}

/// Every figure of the document but those of later heads, which look alike.
inline std::vector<std::string> figures_on_paper(const Document& document) {
    std::vector<std::string> names;
    for (const figure::NamedFigure& one : figure::figures(document)) {
        const auto slash = one.name.find('/');
        const bool is_head = one.group == "Matrices" && slash != std::string::npos;
        if (!is_head)
            names.push_back(one.name);
    }
    return names;
}

/// Paints every figure as PDF and reads what stands there.
inline void expect_readable_figures(const Document& document, const std::string& name,
                                    const std::string& size, const publish::Type& type) {
    publish::PictureRequest request;
    request.style.size = *publish::parse_size(size);
    const bool is_paper = publish::page(request.style).is_paper;
    const TempDir folder;
    const auto names = figures_on_paper(document);
    for (std::size_t at = 0; at < names.size(); ++at) {
        request.figure = names[at];
        const auto pdf = publish::picture(document, publish::PictureKind::Pdf, request, type);
        ASSERT_TRUE(pdf) << pdf.error().text();
        (void)folder.file(std::to_string(at) + ".pdf", *pdf);
        EXPECT_EQ(publish::note_on_size(document, request, type), "") << name << names[at];
    }
    const auto read = run_shell(
        "cd '" + folder.path().string() +
        "' && for file in *.pdf; do pdftotext -bbox $file $file.html; pdffonts $file; done");
    EXPECT_EQ(read.code, 0) << read.err;
    EXPECT_EQ(read.out.find("Type 3"), std::string::npos) << name << read.out;
    std::istringstream fonts(read.out);
    for (std::string line; std::getline(fonts, line);) {
        const bool is_font = line.find("CID") != std::string::npos ||
                             line.find("Type 1") != std::string::npos ||
                             line.find("TrueType") != std::string::npos;
        EXPECT_EQ(is_font, line.find(" yes yes ") != std::string::npos) << name << line;
    }
    for (std::size_t at = 0; at < names.size(); ++at) {
        SCOPED_TRACE(name + " " + names[at] + " at " + size);
        expect_readable(paper_of(bytes_of(folder / (std::to_string(at) + ".pdf.html"))), is_paper);
    }
}

} // namespace attn::test
