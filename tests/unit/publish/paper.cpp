// SPDX-License-Identifier: MIT
#include "tests/unit/publish/paper.h"

#include "core/figure/base/text.h"
#include "core/figure/paper/figures.h"
#include "core/publish/pictures/pictures.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>

namespace attn::test {
namespace {

constexpr double hair = 0.3; // in points

struct Extent {
    double left = 0, top = 0, right = 0, bottom = 0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    double x() const { return (left + right) / 2; }
    double y() const { return (top + bottom) / 2; }
    /// The ends of capital letters and digits, estimated from the box of the whole line.
    double high() const { return y() - 0.3 * height(); }
    double low() const { return y() + 0.3 * height(); }
};

/// A word of the PDF.
struct Word : Extent {
    std::string text;
};
struct Paper {
    double width = 0, height = 0;
    std::vector<Word> words;
};

/// A piece of the figure's text, where it should lie on the page.
struct Piece : Extent {
    double size = 0; // of its letters
    double line = 0; // size of the letters around it
    float turn = 0;
    std::string text;
};

double attribute(const std::string& line, const std::string& name) {
    const auto at = line.find(name + "=\"");
    return at == line.npos ? 0 : std::strtod(line.c_str() + at + name.size() + 2, nullptr);
}

/// Reads the output of `pdftotext -bbox` for each page.
std::vector<Paper> papers_of(const std::string& html) {
    std::vector<Paper> papers;
    std::istringstream lines(html);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("<page ") != line.npos)
            papers.push_back({attribute(line, "width"), attribute(line, "height"), {}});
        if (line.find("<word ") == line.npos || papers.empty())
            continue;
        const auto from = line.find('>') + 1;
        papers.back().words.push_back({{attribute(line, "xMin"), attribute(line, "yMin"),
                                        attribute(line, "xMax"), attribute(line, "yMax")},
                                       line.substr(from, line.find("</word>") - from)});
    }
    return papers;
}

/// Counts ASCII letters, because other scripts join theirs.
std::size_t plain_letters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 0x7F; }));
}
/// As plain_letters(), for text in HTML.
std::size_t plain_letters_of_html(const std::string& text) {
    std::size_t count = plain_letters(text);
    for (auto at = text.find('&'); at != text.npos; at = text.find('&', at + 1))
        count -= std::min(text.find(';', at), text.size()) - at;
    return count;
}

bool is_number(const std::string& text) {
    return text.find_first_not_of("0123456789.-+e−–…∞·/ ?") == text.npos;
}

/// Sorted by their upper ends.
std::vector<Piece> pieces_of(const figure::Figure& figure, const figure::Measure& measure) {
    std::vector<Piece> pieces;
    for (const figure::Shape& shape : figure.shapes) {
        const auto* const text = std::get_if<figure::Text>(&shape);
        if (!text)
            continue;
        const figure::PlacedText placed =
            figure::place_text(text->text, text->font, text->size, measure);
        const float before = text->anchor == figure::Anchor::Left     ? 0
                             : text->anchor == figure::Anchor::Centre ? placed.width / 2
                                                                      : placed.width;
        for (const figure::PlacedSpan& span : placed.spans) {
            const float half = span.size / 2, from = span.x - before;
            const float to = from + measure(span.text, text->font, span.size);
            const figure::Point at{text->at.x, text->at.y + span.drop};
            Piece piece{{at.x + from, at.y - half, at.x + to, at.y + half},
                        span.size,
                        text->size,
                        text->turn,
                        span.text};
            if (text->turn == 90)
                static_cast<Extent&>(piece) = {at.x - half, at.y - to, at.x + half, at.y - from};
            else if (text->turn != 0) // rotated by 45 degrees
                static_cast<Extent&>(piece) = {at.x - half, at.y - to, at.x + to, at.y + half};
            pieces.push_back(std::move(piece));
        }
    }
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.top < b.top; });
    return pieces;
}

/// Reads one page.
class Reader {
public:
    Reader(const figure::Figure& figure, const Paper& paper, double promised,
           const figure::Measure& measure)
        : figure_(figure), paper_(paper), promised_(promised), pieces_(pieces_of(figure, measure)) {
        for (const Piece& piece : pieces_)
            highest_ = std::max(highest_, piece.height());
    }

    std::set<std::string> made() {
        read_sizes();
        for (const Word& word : paper_.words)
            read(word);
        read_letters();
        read_overlaps();
        return std::move(faults_);
    }

private:
    void say(const std::string& text, const std::string& what) {
        faults_.insert("“" + text + "” " + what);
    }

    /// The cell at a point; without width if there is none.
    Extent cell_at(double x, double y) const {
        for (const figure::GridRegion& grid : figure_.grids) {
            const double width = grid.cells.width / static_cast<double>(grid.columns);
            const double height = grid.cells.height / static_cast<double>(grid.rows);
            if (!grid.cells.contains({static_cast<float>(x), static_cast<float>(y)}))
                continue;
            const double left = grid.cells.x + width * std::floor((x - grid.cells.x) / width);
            const double top = grid.cells.y + height * std::floor((y - grid.cells.y) / height);
            return {left, top, left + width, top + height};
        }
        return {};
    }

    /// Only digits in matrix cells may be smaller: heatmap_figure.cpp says how small.
    void read_sizes() {
        constexpr double digits = 5.0 / 7;
        for (const Piece& piece : pieces_) {
            const bool is_digits = figure_.grids.size() == 1 && is_number(piece.text) &&
                                   cell_at(piece.x(), piece.y()).width() > 0;
            if (piece.line < promised_ * (is_digits ? digits : 1) - 0.01)
                say(piece.text, "has " + std::to_string(piece.line) + " points");
        }
    }

    /// The ratio of a line's height to its font size, in any typeface used here.
    static bool is_line_of(double height, double size) {
        return height > 1.08 * size && height < 1.55 * size;
    }

    void read(const Word& word) {
        if (word.left < -hair || word.top < -1.5 || word.right > paper_.width + hair ||
            word.bottom > paper_.height + 1.5)
            say(word.text, "lies beyond the page");
        bool is_found = false, is_turned = false;
        const double near = 2;
        const auto from =
            std::lower_bound(pieces_.begin(), pieces_.end(), word.y() - highest_ - near,
                             [](const Piece& piece, double y) { return piece.top < y; });
        for (auto piece = from; piece != pieces_.end() && piece->top - near <= word.y(); ++piece) {
            if (piece->bottom + near < word.y() || piece->left - near > word.x() ||
                piece->right + near < word.x())
                continue;
            const double height = piece->turn == 90 ? word.width() : word.height();
            const bool is_slanted = piece->turn != 0 && piece->turn != 90;
            is_turned = is_turned || piece->turn != 0;
            is_found = is_found || is_slanted || is_line_of(height, piece->size) ||
                       is_line_of(height, piece->line);
        }
        if (!is_found)
            say(word.text, "has not the size of the figure");
        if (is_turned)
            return;
        level_.push_back(&word);
        const Extent cell = cell_at(word.x(), word.y());
        if (cell.width() > 0 && (word.left < cell.left - hair || word.right > cell.right + hair ||
                                 word.high() < cell.top - hair || word.low() > cell.bottom + hair))
            say(word.text, "leaves its cell");
    }

    /// The PDF's text lacks what lies outside the page.
    void read_letters() {
        std::size_t drawn = 0, read = 0;
        for (const Piece& piece : pieces_)
            drawn += plain_letters(piece.text);
        for (const Word& word : paper_.words)
            read += plain_letters_of_html(word.text);
        if (read < drawn)
            say(std::to_string(drawn - read), "letters are lost");
    }

    void read_overlaps() {
        std::sort(level_.begin(), level_.end(),
                  [](const Word* a, const Word* b) { return a->top < b->top; });
        for (std::size_t at = 0; at < level_.size(); ++at)
            for (std::size_t other = at + 1;
                 other < level_.size() && level_[other]->top < level_[at]->bottom; ++other) {
                const Word &a = *level_[at], &b = *level_[other];
                if (std::min(a.right, b.right) - std::max(a.left, b.left) > hair &&
                    std::min(a.low(), b.low()) - std::max(a.high(), b.high()) > hair)
                    say(a.text, "overlaps “" + b.text + "”");
            }
    }

    const figure::Figure& figure_;
    const Paper& paper_;
    double promised_;
    std::vector<Piece> pieces_;
    double highest_ = 0; // height of the highest piece
    std::vector<const Word*> level_;
    std::set<std::string> faults_;
};

/// Reports typefaces that are not embedded or that are bitmaps.
void read_fonts(const std::string& list, std::vector<std::string>& faults) {
    std::istringstream lines(list);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("name ") || line.starts_with("---"))
            continue;
        ++count;
        if (line.find("Type 3") != line.npos || line.find(" yes yes ") == line.npos)
            faults.push_back("the typeface is not embedded: " + line);
    }
    if (count == 0)
        faults.push_back("there is no typeface: " + list);
}

} // namespace

PaperPages pages_of_figures(const Document& document, const std::string& size,
                            const publish::Type& type, const std::string& only) {
    publish::PictureRequest request;
    request.style.size = *publish::parse_size(size);
    const publish::Page page = publish::page(request.style);
    PaperPages pages;
    pages.promised = page.is_paper ? page.text : 0;
    for (const figure::NamedFigure& one : figure::figures(document)) {
        if (one.group == "Matrices" && one.name.find('/') != one.name.npos)
            continue;
        if (!only.empty() && one.name != only)
            continue;
        request.figure = one.name;
        auto figure = publish::picture_figure(document, request, type);
        EXPECT_TRUE(figure) << one.name << figure.error().text();
        pages.names.push_back(one.name);
        pages.figures.push_back(*std::move(figure));
    }
    return pages;
}

std::vector<std::string> faults_on_paper(const PaperPages& pages, const publish::Type& type) {
    const auto pdf = publish::paint_pdf(pages.figures, type);
    if (!pdf)
        return {pdf.error().text()};
    const TempDir folder;
    const auto read = run_shell("cd '" + folder.path().string() + "' && pdftotext -bbox '" +
                                folder.file("a.pdf", *pdf) + "' a.html && pdffonts a.pdf");
    if (read.code != 0)
        return {read.err};
    std::vector<std::string> faults;
    read_fonts(read.out, faults);
    const std::vector<Paper> papers = papers_of(bytes_of(folder / "a.html"));
    if (papers.size() != pages.figures.size())
        faults.push_back("a PDF of " + std::to_string(papers.size()) + " pages");
    const figure::Measure measure = publish::measure(type);
    for (std::size_t at = 0; at < std::min(papers.size(), pages.figures.size()); ++at) {
        if (papers[at].words.empty())
            faults.push_back(pages.names[at] + ": nothing stands there");
        for (const std::string& fault :
             Reader(pages.figures[at], papers[at], pages.promised, measure).made())
            faults.push_back(pages.names[at] + ": " + fault);
    }
    return faults;
}

void expect_readable_figures(const Document& document, const std::string& name,
                             const std::string& size, const publish::Type& type,
                             const std::string& only) {
    const PaperPages pages = pages_of_figures(document, size, type, only);
    ASSERT_FALSE(pages.figures.empty()) << name << " has no figure " << only;
    for (const std::string& fault : faults_on_paper(pages, type))
        ADD_FAILURE() << name << " at " << size << ", " << fault;
}

} // namespace attn::test
