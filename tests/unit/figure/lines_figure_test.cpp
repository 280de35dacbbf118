// SPDX-License-Identifier: MIT
#include "core/document/model/evaluate.h"
#include "core/document/model/open_part.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/plots/every_head.h"
#include "core/figure/plots/lines_figure.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace attn::figure {
namespace {

using test::expect_tidy;
using test::lines_of;

bool has_weights(const test::Scene& scene) {
    return !scene.trace.heads.empty();
}

HeatmapOptions heads_options(Size size) {
    HeatmapOptions options;
    options.width = size.width;
    options.most_height = size.height;
    options.text = std::min(14.0F, size.width / 24); // as in picture files
    return options;
}

/// Expects the grids to be the weights of all heads, as computed.
void expect_every_head(const Document& document, const Figure& figure, const std::string& where) {
    std::vector<SheetId> all, shown;
    for (Index layer = 0; layer < layer_count(document); ++layer)
        for (const bool is_cross : {false, true})
            for (Index head = 0; head < head_count(document); ++head)
                if (!is_cross || has_cross(document))
                    all.push_back({Stage::Weights, head, 0, layer, is_cross});
    for (const GridRegion& grid : figure.grids)
        shown.push_back(grid.sheet);
    EXPECT_EQ(shown, all) << where;
}

} // namespace

TEST(LinesFigure, HasALineForEachVisibleWeight) {
    for (const test::Scene& scene : test::scenes()) {
        if (!has_weights(scene))
            continue;
        const View view = scene.view;
        const Matrix weights =
            matrix_of(scene.document, scene.trace, {Stage::Weights, view.head, 0});
        Real largest = 0;
        for (Index at = 0; at < weights.size(); ++at)
            if (std::isfinite(weights.data()[at]))
                largest = std::max(largest, std::abs(weights.data()[at]));
        std::size_t seen = 0;
        for (Index at = 0; at < weights.size(); ++at)
            seen += std::isfinite(weights.data()[at]) && weights.data()[at] != 0 &&
                    std::abs(weights.data()[at]) >= 0.01 * largest;
        const Figure figure = lines_figure(scene.document, scene.trace, view, LinesOf::Everyone,
                                           {800, 0}, 14, approximate_width);
        EXPECT_EQ(lines_of(figure).size(), std::min(seen, most_lines)) << scene.name;
    }
}

TEST(LinesFigure, DrawsTheLargerWeightThicker) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    View view;
    view.query = 1;
    const Vector weights = matrix_of(document, trace, {Stage::Weights, 0, 0}).row(1);
    const auto lines = lines_of(
        lines_figure(document, trace, view, LinesOf::Query, {800, 0}, 14, approximate_width));
    ASSERT_EQ(lines.size(), 5U);
    for (std::size_t at = 1; at < lines.size(); ++at)
        EXPECT_GE(lines[at].width, lines[at - 1].width) << "the largest on top";
    // The thickest line leads to the key with the largest weight.
    Index key = 0;
    weights.maxCoeff(&key);
    std::set<float> ends;
    for (const Line& line : lines)
        ends.insert(line.to.y);
    EXPECT_EQ(lines.back().to.y, *std::next(ends.begin(), key));
}

TEST(LinesFigure, KeepsTextsApartAndOnThePage) {
    for (const test::Scene& scene : test::scenes()) {
        if (!has_weights(scene))
            continue;
        for (const LinesOf which : {LinesOf::Everyone, LinesOf::Query})
            for (const Size size : {Size{800, 0}, Size{1366, 150}, Size{252, 0}, Size{600, 400}})
                expect_tidy(lines_figure(scene.document, scene.trace, scene.view, which, size, 14,
                                         approximate_width),
                            scene.name + " " + std::to_string(static_cast<int>(size.width)));
        for (const Size size : {Size{1366, 150}, Size{600, 400}})
            expect_tidy(
                heads_figure(scene.document, scene.trace, scene.view, size, 14, approximate_width),
                scene.name + ": heads");
        for (const Size size : {Size{800, 0}, Size{252, 0}, Size{600, 400}})
            expect_tidy(heads_picture(scene.document, scene.trace, scene.view, heads_options(size)),
                        scene.name + ": heads of a file");
    }
}

TEST(LinesFigure, LeavesOutWeightsBelowTheThresholdAndSaysHowMuch) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    const Trace trace = evaluate(document);
    const Matrix weights = matrix_of(document, trace, {Stage::Weights});
    const auto above = (weights.array() >= 0.2).count();
    const Figure figure = lines_figure(document, trace, {}, LinesOf::Everyone, {800, 0}, 14,
                                       approximate_width, {0.2, {}});
    EXPECT_EQ(static_cast<Index>(lines_of(figure).size()), above);
    const std::string said =
        std::to_string(weights.size() - above) + " weights below 0.2 are left out";
    EXPECT_TRUE(std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const Shape& shape) {
        const auto* text = std::get_if<Text>(&shape);
        return text && text->text.find(said) != std::string::npos;
    })) << said;
    EXPECT_TRUE(lines_of(lines_figure(document, trace, {}, LinesOf::Everyone, {800, 0}, 14,
                                      approximate_width, {2, {}}))
                    .empty());
}

TEST(LinesFigure, ShowsSeveralHeadsInTheirColours) {
    const Document document = *io::open_document("two-heads");
    const Trace trace = evaluate(document);
    const auto colours = [&](const LineChoice& choice, LinesOf which) {
        std::set<std::tuple<int, int, int>> seen;
        for (const Line& line : lines_of(
                 lines_figure(document, trace, {}, which, {800, 0}, 14, approximate_width, choice)))
            seen.emplace(line.colour.red, line.colour.green, line.colour.blue);
        return seen;
    };
    const Colour first = head_colour(0, ThemeName::Light),
                 second = head_colour(1, ThemeName::Light);
    const std::set<std::tuple<int, int, int>> both{{first.red, first.green, first.blue},
                                                   {second.red, second.green, second.blue}};
    EXPECT_EQ(colours({0, {0, 1}}, LinesOf::Everyone), both);
    EXPECT_EQ(colours({}, LinesOf::Query), both);
    EXPECT_NE(colours({}, LinesOf::Everyone), both);
    // A single one has a name, and none appears twice.
    EXPECT_EQ(
        lines_of(lines_figure(document, trace, {}, LinesOf::Query, {800, 0}, 14, approximate_width,
                              {0, {1, 1}}))
            .size(),
        lines_of(lines_figure(document, trace, {}, LinesOf::Query, {800, 0}, 14, approximate_width))
                .size() /
            2);
}

TEST(LinesFigure, DrawsTheLargestOfAThousandWordsAndSaysSo) {
    const test::Scene scene = test::large_scene();
    const Figure figure = lines_figure(scene.document, scene.trace, scene.view, LinesOf::Everyone,
                                       {800, 0}, 14, approximate_width);
    EXPECT_LE(lines_of(figure).size(), most_lines);
    EXPECT_TRUE(std::any_of(figure.shapes.begin(), figure.shapes.end(), [](const Shape& shape) {
        const auto* text = std::get_if<Text>(&shape);
        return text && text->text.find("are left out") != std::string::npos;
    }));
}

TEST(HeadsFigure, ShowsEveryHeadInOneRange) {
    for (const test::Scene& scene : test::scenes()) {
        if (!has_weights(scene))
            continue;
        const Figure figure = heads_figure(scene.document, scene.trace, scene.view, {800, 300}, 14,
                                           approximate_width);
        const auto heads = static_cast<std::size_t>(head_count(scene.document));
        ASSERT_EQ(figure.grids.size(), heads) << scene.name;
        for (std::size_t head = 0; head < heads; ++head) {
            EXPECT_EQ(figure.grids[head].sheet.head, static_cast<Index>(head));
            const Rect cells = figure.grids[head].cells;
            const auto place = hit(figure, {cells.x + 1, cells.y + 1}).place;
            ASSERT_TRUE(place);
            EXPECT_EQ(place->sheet.head, static_cast<Index>(head)) << "a click opens the head";
        }
    }
}

TEST(HeadsFigure, ShowsTheHeadsOfEveryLayerAndOfCrossAttention) {
    int count = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Document document = test::random_document_with_options(seed);
        if (!has_parts(document))
            continue;
        ++count;
        const std::string where = "seed " + std::to_string(seed);
        const Trace trace = evaluate(document);
        for (const Size size : {Size{800, 300}, Size{1366, 150}}) {
            const Figure figure =
                heads_figure(document, trace, View{}, size, 14, approximate_width);
            expect_tidy(figure, where);
            expect_every_head(document, figure, where);
        }
        for (const Size size : {Size{800, 0}, Size{800, 300}}) {
            const Figure figure = heads_picture(document, trace, View{}, heads_options(size));
            expect_tidy(figure, where + ", of a file");
            expect_every_head(document, figure, where + ", of a file");
        }
    }
    EXPECT_GT(count, 5);
}

TEST(HeadsPicture, NamesEveryWordAndMarksNoOpenHead) {
    Document document = *io::open_document("two-heads");
    document.tokens = {"this", "is", "so", "good"};
    const Trace trace = evaluate(document);
    const auto count_of = [](const Figure& figure, const std::string& wanted) {
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [&](const Shape& shape) {
            const auto* text = std::get_if<Text>(&shape);
            return text && text->text == wanted;
        });
    };
    const Figure figure = heads_picture(document, trace, View{}, heads_options({800, 0}));
    for (const std::string& word : document.tokens)
        EXPECT_EQ(count_of(figure, word), 1 + 2) << word << ": of its row, and of a column of each";
    const auto with = [&](Index head, bool shows_query) {
        HeatmapOptions options = heads_options({800, 0});
        options.shows_query = shows_query;
        View view;
        view.head = head;
        return heads_picture(document, trace, view, options).shapes.size();
    };
    EXPECT_EQ(with(0, false), with(1, false));
    EXPECT_GT(with(0, true), with(0, false)) << "the query word is framed where that is asked for";
    HeatmapOptions bare = heads_options({800, 0});
    bare.has_labels = bare.has_numbers = false;
    EXPECT_EQ(count_of(heads_picture(document, trace, View{}, bare), "good"), 0);
}

} // namespace attn::figure
