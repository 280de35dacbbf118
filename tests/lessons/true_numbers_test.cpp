// SPDX-License-Identifier: MIT
// The numbers that a lesson's step shows are true as rounded: equations in its text and in the
// lower panel hold, and weights have the sum that is claimed.
#include "core/base/number_text.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/pages/page.h"
#include "core/figure/pages/step_figure.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <string>
#include <variant>
#include <vector>

using namespace attn;

namespace {

/// A printed number and one unit of its last digit; whole numbers are exact.
struct Printed {
    Real value = 0, unit = 0;
};

/// The text with ASCII signs only.
std::string plain(std::string text) {
    for (const auto& [sign, letter] : {std::pair("−", "-"), {"·", "*"}, {"×", "*"}})
        for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign))
            text.replace(at, std::string(sign).size(), letter);
    return text;
}

std::optional<Printed> printed(const std::string& shown) {
    const std::string text = plain(shown);
    const auto value = parse_number(text);
    if (!value)
        return std::nullopt;
    const auto point = text.find('.'), power = text.find('e');
    if (point == std::string::npos)
        return Printed{*value, 0};
    const auto digits = std::min(power, text.size()) - point - 1;
    return Printed{*value, std::pow(10.0, -static_cast<Real>(digits))};
}

/// What was read, and what is not true in it.
struct Found {
    int count = 0;
    std::vector<std::string> faults;

    void near(Real value, Real shown, Real allowed, const std::string& where) {
        ++count;
        if (!(std::abs(value - shown) <= allowed + 1e-9))
            faults.push_back(where + ": " + shortest(value) + " is shown as " + shortest(shown));
    }
};

/// Checks equations in a sentence, such as "1 · 2 + 3 · 4 = 14".
void read_equations(const std::string& sentence, const std::string& where, Found& found) {
    static const std::regex equation(
        R"((-?[0-9]+(?:\.[0-9]+)?(?: [*+-] -?[0-9]+(?:\.[0-9]+)?)+) = (-?[0-9]+(?:\.[0-9]+)?))");
    static const std::regex term(R"((?:^| ([*+-]) )(-?[0-9]+(?:\.[0-9]+)?))");
    const std::string text = plain(sentence);
    for (std::sregex_iterator at(text.begin(), text.end(), equation), end; at != end; ++at) {
        Real sum = 0, product = 0, unit = 0;
        int numbers = 0;
        const std::string left = (*at)[1];
        for (std::sregex_iterator one(left.begin(), left.end(), term); one != end; ++one) {
            const std::string sign = (*one)[1];
            const Printed number = *printed((*one)[2]);
            unit = std::max(unit, number.unit);
            ++numbers;
            if (sign == "*") {
                product *= number.value;
            } else {
                sum += product;
                product = sign == "-" ? -number.value : number.value;
            }
        }
        const Printed result = *printed((*at)[2]);
        found.near(sum + product, result.value, std::max(unit, result.unit) / 2 * (numbers + 1),
                   where + ", " + at->str());
    }
}

struct Word {
    float x, y;
    std::string text;
};

std::vector<Word> words_of(const figure::Figure& drawn) {
    std::vector<Word> list;
    for (const figure::Shape& shape : drawn.shapes)
        if (const auto* text = std::get_if<figure::Text>(&shape);
            text && text->font == figure::Font::Mono)
            list.push_back({text->at.x, text->at.y, text->text});
    return list;
}

/// Checks each line "weight × values = products" of the lower panel, and the sum below them.
void read_products(const figure::Figure& panel, const std::string& where, Found& found) {
    std::map<int, std::vector<Word>> lines;
    for (const Word& word : words_of(panel))
        if (word.x > figure::query_panel_split * panel.size.width)
            lines[static_cast<int>(std::lround(word.y))].push_back(word);
    for (auto& [y, line] : lines) {
        std::sort(line.begin(), line.end(), [](const Word& a, const Word& b) { return a.x < b.x; });
        std::vector<Printed> before, after;
        bool is_product = false, is_behind = false;
        for (const Word& word : line) {
            is_product = is_product || word.text == "×";
            is_behind = is_behind || word.text == "=";
            if (const auto number = printed(word.text))
                (is_behind ? after : before).push_back(*number);
        }
        if (!is_product || before.size() != after.size() + 1)
            continue;
        for (std::size_t column = 0; column < after.size(); ++column) {
            const Real unit = after[column].unit > 0 ? after[column].unit : 0.01;
            found.near(before[0].value * before[column + 1].value, after[column].value, 1.5 * unit,
                       where + ", line at " + std::to_string(y));
        }
    }
}

/// Checks the shown weights of whole rows that are said to sum to 1.
void read_sums(const figure::Figure& drawn, const Document& document, const Trace& trace,
               const std::string& where, Found& found) {
    const std::vector<Word> words = words_of(drawn);
    for (const figure::GridRegion& grid : drawn.grids) {
        const Index keys = key_count(document);
        if (grid.sheet.stage != Stage::Weights || grid.columns != keys || grid.rows < 1 ||
            grid.sheet.is_cross || grid.sheet.layer > 0 || !exists(document, grid.sheet) ||
            document.convention == Convention::TokensAsColumns)
            continue;
        const Matrix weights = matrix_of(document, trace, grid.sheet);
        const float high = grid.cells.height / static_cast<float>(grid.rows);
        for (Index row = 0; row < grid.rows; ++row) {
            const figure::Rect line{grid.cells.x, grid.cells.y + static_cast<float>(row) * high,
                                    grid.cells.width, high};
            Real sum = 0, unit = 0;
            Index numbers = 0;
            for (const Word& word : words)
                if (line.contains({word.x, word.y}))
                    if (const auto number = printed(word.text)) {
                        sum += number->value;
                        unit = std::max(unit, number->unit);
                        ++numbers;
                    }
            if (numbers != keys)
                continue;
            const Real exact = weights.row(grid.first_row + row).sum();
            found.near(sum, exact, unit / 2 * static_cast<Real>(keys),
                       where + ", row " + std::to_string(grid.first_row + row));
        }
    }
}

} // namespace

TEST(Lessons, ShowNumbersThatAreTrueAsRounded) {
    const auto all = io::lessons();
    ASSERT_TRUE(all) << all.error().text();
    Found equations, products, sums;
    for (const io::LessonName& lesson : *all) {
        const auto opened = io::open_lesson(lesson.name);
        ASSERT_TRUE(opened) << lesson.name;
        View view;
        for (std::size_t at = 0; at < opened->documents.size(); ++at) {
            const std::string where = lesson.name + ", step " + std::to_string(at + 1);
            const LessonStep& step = opened->lesson.steps[at];
            const Document& document = opened->documents[at];
            const Trace& trace = opened->traces[at];
            view.numbers = {};
            view = view_of(step, view);
            for (const LessonText* const text : {&step.text, &step.notes})
                read_equations(to_text(*filled(*opened, at, *text, document, trace, view)), where,
                               equations);
            if (!has_stage(document, Stage::Weights) || has_parts(document))
                continue;
            figure::CanvasOptions options{figure::Size{1366, 250}};
            read_products(figure::query_panel(document, trace, view, options), where, products);
            options.available = {1010, 451};
            read_sums(figure::canvas(document, trace, view, options), document, trace, where, sums);
            if (const auto shown = shown_step(opened->lesson, at, document)) {
                const figure::Page page = figure::page_of(document, trace, view, *shown);
                read_sums(
                    figure::page_figure(document, trace, view, page, {figure::Size{1366, 768}}),
                    document, trace, where + ", page", sums);
                read_equations(to_text(page.text), where + ", page", equations);
            }
        }
    }
    EXPECT_GE(equations.count, 3);
    EXPECT_GT(products.count, 500);
    EXPECT_GT(sums.count, 100);
    for (const Found* const found : {&equations, &products, &sums})
        for (const std::string& fault : found->faults)
            ADD_FAILURE() << fault;
}

/// The check can fail: "0 × 2 = 1", and weights of 0, 0 and 0 that sum to 1.
TEST(Lessons, NumbersWithoutDecimalsAreDetectedAsUntrue) {
    const Document document = *io::open_document("three-inputs");
    const Trace trace = evaluate(document);
    for (const NumberFormat& numbers : {NumberFormat{NumberFormat::Kind::Decimals, 0},
                                        NumberFormat{NumberFormat::Kind::Automatic}}) {
        View view;
        view.numbers = numbers;
        Found products, sums;
        figure::CanvasOptions options{figure::Size{1366, 250}};
        read_products(figure::query_panel(document, trace, view, options), "", products);
        options.available = {1010, 451};
        read_sums(figure::canvas(document, trace, view, options), document, trace, "", sums);
        EXPECT_GT(products.count, 5);
        EXPECT_GT(sums.count, 2);
        EXPECT_EQ(products.faults.empty() && sums.faults.empty(),
                  numbers.kind == NumberFormat::Kind::Automatic);
    }
}

/// A title is plain text, and must not name a size that the document does not have.
TEST(Lessons, TitlesAreTrueForTheirDocuments) {
    const auto all = io::lessons();
    ASSERT_TRUE(all) << all.error().text();
    for (const io::LessonName& lesson : *all) {
        const auto opened = io::open_lesson(lesson.name);
        ASSERT_TRUE(opened) << lesson.name;
        static const std::regex width(R"(d_k = ([0-9]+))");
        for (const Document& document : opened->documents)
            if (std::smatch said; std::regex_search(document.title, said, width)) {
                EXPECT_EQ(said[1], std::to_string(d_k(document))) << lesson.name;
            }
    }
}
