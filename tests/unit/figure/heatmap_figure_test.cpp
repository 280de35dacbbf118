// SPDX-License-Identifier: MIT
// A heatmap on pages of every shape: complete names, and numbers as large as their cells allow.
#include "core/document/commands/command.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/plots/heatmap_figure.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>

namespace attn::figure::heatmap_figure_test {

namespace {

Document ten_words() {
    Document document;
    document.tokens = {"The",     "cat", "chased", "the",    "mouse",
                       "because", "it",  "was",    "hungry", "and"};
    document.embeddings = Matrix::Identity(10, 10);
    document.projections = Projections::None;
    return document;
}

std::vector<Text> texts(const Figure& figure) {
    std::vector<Text> list;
    for (const figure::Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape))
            list.push_back(*text);
    return list;
}

} // namespace

TEST(HeatmapFigure, NamesAreCompleteOnPagesOfEveryShape) {
    const Document document = ten_words();
    const Trace trace = evaluate(document);
    for (const Size page : {Size{960, 540}, Size{1920, 500}, Size{800, 0}, Size{800, 2000},
                            Size{700, 400}, Size{400, 0}}) {
        HeatmapOptions options;
        options.width = page.width;
        options.most_height = page.height;
        const Figure figure = heatmap_figure(document, trace, {}, {Stage::Weights}, options);
        for (const std::string& word : document.tokens) {
            const auto all = texts(figure);
            EXPECT_EQ(std::count_if(all.begin(), all.end(),
                                    [&](const Text& text) { return text.text == word; }),
                      2)
                << word << " on " << page.width << " × " << page.height;
        }
        EXPECT_LE(figure.size.width, page.width);
    }
}

TEST(HeatmapFigure, NumbersGrowWithTheirCellsUpToALimit) {
    const Document document = ten_words();
    const Trace trace = evaluate(document);
    const auto number_size = [&](float width) {
        HeatmapOptions options;
        options.width = width;
        options.has_colour_bar = false;
        for (const Text& text :
             texts(heatmap_figure(document, trace, {}, {Stage::Weights}, options)))
            if (text.font == Font::Mono)
                return text.size;
        return 0.0F;
    };
    EXPECT_EQ(number_size(140), 0) << "unreadable ones are left out";
    EXPECT_LT(number_size(480), 14);
    EXPECT_GT(number_size(720), 14);
    EXPECT_FLOAT_EQ(number_size(2000), 1.4F * 14);
}

TEST(HeatmapFigure, NamesTurnUprightBeforeAnyIsLeftOut) {
    const Document document = ten_words();
    const Trace trace = evaluate(document);
    HeatmapOptions options;
    options.width = 300; // cells are about as wide as a letter is high
    const auto names = [&](const HeatmapOptions& chosen, float turn) {
        const auto all = texts(heatmap_figure(document, trace, {}, {Stage::Weights}, chosen));
        return std::count_if(all.begin(), all.end(),
                             [&](const Text& text) { return text.turn == turn; });
    };
    EXPECT_EQ(names(options, 90), 10);
    std::set<std::ptrdiff_t> counts;
    for (options.width = 300; options.width > 150; options.width -= 5)
        counts.insert(names(options, 90));
    EXPECT_EQ(counts, (std::set<std::ptrdiff_t>{2, 3, 5, 10})) << "each, every second, fourth …";
    options.width = 500;
    EXPECT_EQ(names(options, 45), 10);
}

TEST(HeatmapFigure, ThinnedLabelsAreRoundNumbers) {
    EXPECT_EQ(round_line_step(1), 1);
    EXPECT_EQ(round_line_step(3), 4);
    EXPECT_EQ(round_line_step(9), 10);
    EXPECT_EQ(round_line_step(11), 16);
    EXPECT_EQ(round_line_step(17), 20);
    EXPECT_EQ(round_line_step(21), 32);
    EXPECT_EQ(round_line_step(129), 200);
    Document document = ten_words();
    document.embeddings = Matrix::Ones(10, 600);
    const Trace trace = evaluate(document);
    std::vector<int> ticks;
    for (const Text& text : texts(heatmap_figure(document, trace, {}, {Stage::X}, {})))
        if (text.anchor == Anchor::Centre && text.font == Font::Sans &&
            text.text.find_first_not_of("0123456789") == std::string::npos)
            ticks.push_back(std::stoi(text.text));
    ASSERT_GT(ticks.size(), 3U);
    for (std::size_t at = 0; at < ticks.size(); ++at)
        EXPECT_EQ(ticks[at], static_cast<int>(at) * ticks[1]);
    EXPECT_EQ(ticks[1], round_line_step(ticks[1]));
}

TEST(HeatmapFigure, APartKeepsTheColoursOfTheWhole) {
    Document document = ten_words();
    Matrix x = Matrix::NullaryExpr(
        10, 10, [](Index row, Index column) { return static_cast<Real>(row * 10 + column) / 8; });
    document.embeddings = x;
    for (const Convention convention : {Convention::TokensAsRows, Convention::TokensAsColumns}) {
        document.convention = convention;
        const Trace trace = evaluate(document);
        HeatmapOptions options;
        const Figure whole = heatmap_figure(document, trace, {}, {Stage::X}, options);
        options.part = CellRange{{Stage::X}, 3, 5, 2, 4};
        const Figure part = heatmap_figure(document, trace, {}, {Stage::X}, options);
        const auto fill_at = [](const Figure& figure, const Place& place) {
            const Rect cell = cell_rect(figure, place).value();
            const Point middle{cell.x + cell.width / 2, cell.y + cell.height / 2};
            EXPECT_EQ(hit(figure, middle).place, place);
            Colour found;
            for (const figure::Shape& shape : figure.shapes)
                if (const Box* box = std::get_if<Box>(&shape); box && box->rect.contains(middle))
                    found = box->fill;
            return found;
        };
        for (Index row = 3; row < 5; ++row)
            for (Index column = 5; column < 9; ++column)
                EXPECT_EQ(fill_at(part, {{Stage::X}, row, column}),
                          fill_at(whole, {{Stage::X}, row, column}));
        EXPECT_FALSE(cell_rect(part, {{Stage::X}, 5, 5}));
        EXPECT_FALSE(cell_rect(part, {{Stage::X}, 3, 9}));
        const auto all = texts(part);
        const auto says = [&](const std::string& text) {
            return std::any_of(all.begin(), all.end(),
                               [&](const Text& one) { return one.text == text; });
        };
        EXPECT_TRUE(says("the") && says("mouse")) << "the names of its own lines";
        EXPECT_FALSE(says("The") || says("because"));
        EXPECT_TRUE(says("4.38") && says("6.00")) << "the first number and the last";
    }
}

TEST(HeatmapFigure, NearlyEqualNumbersHaveOneTick) {
    SheetLook look;
    look.scale.low = 1e18;
    look.scale.high = 1e18 + 512;
    EXPECT_EQ(bar_ticks(look, 300, 14).size(), 1U);
    look.scale.low = 1e6;
    look.scale.high = 1e6 + 1;
    EXPECT_GT(bar_ticks(look, 300, 14).size(), 1U);
}

// A formula stands beside the title of a computed stage alone.
TEST(HeatmapFigure, SaysThatAStageIsGiven) {
    Document document = *io::open_document("four-words");
    for (const auto& [stage, said] :
         {std::pair{Stage(Stage::Weights), "given · each row sums to 1"},
          {Stage(Stage::Q), "given"}}) {
        document = *attn::apply(document, Give{{stage}});
        const auto all = texts(heatmap_figure(document, evaluate(document), {}, {stage}, {}));
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Text& text) {
            return text.text.ends_with("   " + std::string(said));
        })) << said;
    }
}

} // namespace attn::figure::heatmap_figure_test
