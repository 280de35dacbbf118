// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/document/commands/command.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/concepts.h"
#include "core/figure/plots/map_figure.h"
#include "tests/support/scenes.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn::figure {
namespace {

constexpr std::array<MapOf, 4> all_maps{MapOf::X, MapOf::Q, MapOf::K, MapOf::QAndK};

Point middle(const PlaceRegion& region) {
    return {region.rect.x + region.rect.width / 2, region.rect.y + region.rect.height / 2};
}

test::Scene scene_of(Index words, Index d_model) {
    test::Scene scene;
    scene.document = test::scene_document(words, d_model, 3, 3);
    scene.trace = evaluate(scene.document);
    return scene;
}

Figure map_of(const test::Scene& scene, const MapOptions& options, Size size = {800, 0}) {
    return map_figure(scene.document, scene.trace, scene.view, options, size, 14,
                      approximate_width);
}

} // namespace

// numpy.linalg.svd of the rows minus their mean; the largest number of each direction is positive.
TEST(Principal, DirectionsEqualNumPys) {
    Matrix x(5, 4);
    x << 1, 2, 0, -1, 3, -1, 2, 0, 0, 4, 1, 1, -2, 1, 5, 2, 2, 2, -3, 1;
    Matrix expected(2, 4);
    expected << -0.4428132887238152, -0.11724905670744601, 0.8716042405470088, 0.17457118287760276,
        -0.5451264315322881, 0.7854026762204127, -0.21189073210643927, 0.20268726520944538;
    const PrincipalDirections found = principal_directions(x);
    ASSERT_EQ(found.count, 2);
    EXPECT_LT((found.directions.transpose() - expected).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(found.share[0], 0.6407098014932457, 1e-12);
    EXPECT_NEAR(found.share[1], 0.28491333389403284, 1e-12);
}

TEST(Principal, DirectionsAreOrthonormalAndExplainTheDistances) {
    for (const Index columns : {2, 3, 7, 40}) {
        const Document document = test::scene_document(12, columns, 3, 3);
        const Matrix x = matrix_of(document, evaluate(document), {Stage::X, 0, 0});
        const PrincipalDirections found = principal_directions(x);
        ASSERT_EQ(found.count, 2);
        const Matrix products = found.directions.transpose() * found.directions;
        EXPECT_LT((products - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-12);
        const Vector mean = x.colwise().mean();
        const Matrix centred = x.rowwise() - mean;
        const Matrix seen = centred * found.directions;
        for (Index at = 0; at < 2; ++at)
            EXPECT_NEAR(seen.col(at).squaredNorm() / centred.squaredNorm(),
                        found.share[static_cast<std::size_t>(at)], 1e-12);
    }
}

TEST(Principal, EqualRowsHaveNoDirectionAndCollinearRowsOne) {
    EXPECT_EQ(principal_directions(Matrix::Constant(7, 3, 0.1)).count, 0);
    Matrix line(3, 2);
    line << 0, 0, 1, 2, 2, 4;
    const PrincipalDirections found = principal_directions(line);
    EXPECT_EQ(found.count, 1);
    EXPECT_NEAR(found.share[0], 1, 1e-12);
}

TEST(MapFigure, PutsEachWordWhereItsColumnsSay) {
    const test::Scene scene = scene_of(6, 4);
    const Figure figure = map_of(scene, {MapOf::X, std::pair<Index, Index>{1, 3}});
    const Matrix x = matrix_of(scene.document, scene.trace, {Stage::X, 0, 0});
    ASSERT_EQ(figure.places.size(), 6U);
    // Both axes have one scale: distances on the page are proportional to those of the numbers.
    double factor = 0;
    for (const PlaceRegion& a : figure.places)
        for (const PlaceRegion& b : figure.places) {
            if (a.place.row == b.place.row)
                continue;
            const double across = x(b.place.row, 1) - x(a.place.row, 1);
            const double up = x(b.place.row, 3) - x(a.place.row, 3);
            const double seen = static_cast<double>(middle(b).x - middle(a).x) / across;
            if (factor == 0)
                factor = seen;
            EXPECT_NEAR(static_cast<double>(middle(b).x - middle(a).x), factor * across, 0.01);
            EXPECT_NEAR(static_cast<double>(middle(a).y - middle(b).y), factor * up, 0.01);
        }
    EXPECT_GT(factor, 0);
    EXPECT_TRUE(test::says(figure, "column 1"));
}

TEST(MapFigure, KeepsTextsApartAndOnThePage) {
    for (const test::Scene& scene : test::scenes())
        for (const MapOf of : all_maps)
            if (has_map(scene.document, of))
                for (const Size size : {Size{800, 0}, Size{1366, 150}, Size{600, 400}})
                    test::expect_tidy(map_of(scene, {of, {}}, size), scene.name);
}

TEST(MapFigure, KeepsTheTicksOfTinyNumbersOnThePage) {
    test::Scene scene = scene_of(5, 4);
    scene.document.embeddings = 1e-12 * *scene.document.embeddings;
    scene.trace = evaluate(scene.document);
    const Figure figure = map_of(scene, {MapOf::X, {}}, {500, 0});
    test::expect_tidy(figure, "tiny");
    EXPECT_TRUE(test::says(figure, "·10^{−1"));
}

TEST(MapFigure, SaysIfThereIsNoPlane) {
    EXPECT_TRUE(test::says(map_of(scene_of(4, 1), {}), "the only one"));
    EXPECT_TRUE(test::says(map_of(scene_of(1, 3), {}), "all points are equal"));
}

TEST(MapFigure, NamesTheQueryWordAmongManyWords) {
    test::Scene scene = scene_of(1000, 8);
    const std::string name = "queried";
    std::vector<std::string> names(scene.document.tokens.begin(), scene.document.tokens.end());
    names[500] = name;
    scene.document.tokens = std::move(names);
    scene.view.query = 500;
    const Figure figure = map_of(scene, {});
    EXPECT_EQ(figure.places.size(), 1000U);
    EXPECT_TRUE(test::says(figure, name));
    test::expect_tidy(figure, "1000 words");
}

namespace {

MapPanel panel_of(const test::Scene& scene, const std::optional<std::pair<Index, Index>>& columns,
                  const std::vector<MapPlot>& kept = {}) {
    return map_panel(scene.document, scene.trace, scene.view, columns, kept, {1180, 176}, 14,
                     approximate_width);
}

Point point_of_x(const MapPanel& panel, Index row) {
    for (const PlaceRegion& region : panel.figure.places)
        if (region.place == Place{{Stage::X}, row, 0})
            return middle(region);
    ADD_FAILURE() << "X has no point of row " << row;
    return {};
}

} // namespace

TEST(MapPanel, ShowsQAndKOnlyIfTheyFit) {
    const test::Scene scene = scene_of(5, 4);
    EXPECT_EQ(panel_of(scene, {}).plots.size(), 3U);
    const MapPanel narrow = map_panel(scene.document, scene.trace, scene.view, {}, {}, {300, 176},
                                      14, approximate_width);
    EXPECT_EQ(narrow.plots.size(), 1U);
    EXPECT_EQ(narrow.figure.places.size(), 5U);
    for (const Size size : {Size{1180, 130}, Size{800, 176}, Size{300, 150}, Size{2400, 400}})
        test::expect_tidy(
            map_panel(scene.document, scene.trace, scene.view, {}, {}, size, 14, approximate_width)
                .figure,
            "map panel");
}

TEST(MapPanel, AMovedWordStandsWhereItWasDropped) {
    using Columns = std::optional<std::pair<Index, Index>>;
    for (const Index d_model : {1, 2, 3, 16})
        for (const Columns& columns : {Columns{}, Columns{{0, 0}}, Columns{{0, 1}}}) {
            test::Scene scene = scene_of(5, d_model);
            const MapPanel before = panel_of(scene, columns);
            ASSERT_FALSE(before.plots.empty());
            const Point from = point_of_x(before, 2);
            const bool has_height = before.plots[0].axes.directions.cols() > 1;
            const Point to{from.x + 17, from.y + (has_height ? 9.0F : 0.0F)};
            const Matrix old = *scene.document.embeddings;
            const Matrix row = row_moved_to(before.plots[0], old.row(2), to);
            scene.document =
                apply(scene.document, SetRow{{Stage::X}, 2, SharedMatrix(row)}).value();
            scene.trace = evaluate(scene.document);
            const MapPanel after = panel_of(scene, columns, before.plots);
            const Point now = point_of_x(after, 2);
            // As close as numbers of few digits allow.
            const float near = std::sqrt(static_cast<float>(d_model));
            EXPECT_NEAR(now.x, to.x, near) << d_model;
            EXPECT_NEAR(now.y, to.y, near) << d_model;
            for (const Index other : {0, 1, 3, 4}) {
                EXPECT_EQ(point_of_x(after, other).x, point_of_x(before, other).x);
                EXPECT_EQ(point_of_x(after, other).y, point_of_x(before, other).y);
            }
            for (Index column = 2; columns && column < d_model; ++column)
                EXPECT_EQ(row(0, column), old(2, column)) << "the others keep every bit";
            for (Index column = 0; column < d_model; ++column)
                if (row(0, column) != old(2, column)) {
                    EXPECT_LE(shortest(row(0, column)).size(), 7U) << "few digits";
                }
        }
}

TEST(MapPanel, AWordStopsAtTheEdge) {
    test::Scene scene = scene_of(5, 4);
    const MapPanel before = panel_of(scene, std::pair<Index, Index>{0, 1});
    const MapPlot& plot = before.plots[0];
    const Matrix row = row_moved_to(plot, scene.document.embeddings->row(0), {1e6F, -1e6F});
    const auto x = static_cast<float>(row(0, 0) * plot.scale) + plot.zero.x;
    const auto y = plot.zero.y - static_cast<float>(row(0, 1) * plot.scale);
    EXPECT_NEAR(x, plot.rect.right(), 1.1F);
    EXPECT_NEAR(y, plot.rect.y, 1.1F);
    // A typed number may lie outside: its point stays at the edge.
    scene.document = apply(scene.document, SetCell{{{Stage::X}, 0, 0}, 1e9}).value();
    scene.trace = evaluate(scene.document);
    const Point far = point_of_x(panel_of(scene, std::pair<Index, Index>{0, 1}, before.plots), 0);
    EXPECT_LE(far.x, plot.rect.right());
    EXPECT_GT(far.x, plot.rect.right() - 14);
}

} // namespace attn::figure
