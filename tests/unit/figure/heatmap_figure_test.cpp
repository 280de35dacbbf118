// SPDX-License-Identifier: MIT
// A heatmap on pages of every shape: whole names, numbers as large as their cells bear.
#include "core/figure/heatmap_figure.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace attn;
using namespace attn::figure;

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
    for (const Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape))
            list.push_back(*text);
    return list;
}

} // namespace

TEST(HeatmapFigure, NamesAreWholeOnPagesOfEveryShape) {
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

TEST(HeatmapFigure, NumbersGrowWithTheirCellsUpToAMeasure) {
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
