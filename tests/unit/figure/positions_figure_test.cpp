// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/commands/placing.h"
#include "core/document/model/given.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/paper/figures.h"
#include "core/figure/plots/positions_figure.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace attn;
using namespace attn::figure;
using Kind = Positions::Kind;

namespace {

/// The first seeded document with positions of this kind and a few words.
Document document_with_positions(Kind kind, bool are_neighbours = false) {
    for (std::uint32_t seed = 1;; ++seed) {
        Document document = attn::test::random_document_with_options(seed);
        const Positions& positions = document.options.positions;
        const bool fits = kind != Kind::Rotary ||
                          (d_k(document) >= 4 && !has_parts(document) &&
                           positions.are_neighbours == are_neighbours && positions.turned == 0);
        if (positions.kind == kind && token_count(document) > 2 && d_model(document) > 2 && fits &&
            given_stages(document).empty())
            return document;
    }
}

Figure positions_drawn(const Document& document, const View& view = {}, Size size = {900, 0}) {
    return positions_figure(document, evaluate(document), view, size, 14, approximate_width);
}

std::string positions_texts(const Figure& figure) {
    std::string all;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            all += text->text + "\n";
    return all;
}

Point dot_middle(const Rect& rect) {
    return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

} // namespace

TEST(PositionsFigure, ExistsIfPositionsAreAddedOrRotate) {
    for (const Kind kind :
         {Kind::None, Kind::Learned, Kind::Sinusoidal, Kind::Rotary, Kind::Alibi, Kind::Buckets}) {
        const Document document = document_with_positions(kind);
        const bool has = kind == Kind::Learned || kind == Kind::Sinusoidal || kind == Kind::Rotary;
        EXPECT_EQ(has_positions_figure(document), has);
        EXPECT_EQ(named_figure(document, "positions").has_value(), has);
        EXPECT_EQ(positions_drawn(document).shapes.empty(), !has);
    }
}

TEST(PositionsFigure, EveryNumberOfPIsADotAtItsHeight) {
    for (const Kind kind : {Kind::Learned, Kind::Sinusoidal}) {
        const Document document = document_with_positions(kind);
        const Trace trace = evaluate(document);
        const SheetId p{Stage("P")};
        const Matrix numbers = matrix_of(document, trace, p);
        const Figure figure = positions_drawn(document);
        ASSERT_EQ(figure.places.size(), static_cast<std::size_t>(numbers.size()));
        std::map<Index, std::vector<Point>> dots;
        for (const PlaceRegion& region : figure.places) {
            EXPECT_EQ(region.place.sheet, p);
            dots[region.place.column].push_back(dot_middle(region.rect));
        }
        // All columns share one range, so a number has the same height in each.
        const Real low = std::min(0.0, numbers.minCoeff()),
                   high = std::max(0.0, numbers.maxCoeff());
        Real per_unit = 0;
        for (const auto& [column, points] : dots)
            for (std::size_t word = 1; word < points.size(); ++word) {
                const Real by = numbers(static_cast<Index>(word), column) - numbers(0, column);
                EXPECT_GT(points[word].x, points[word - 1].x);
                const Real rise = static_cast<Real>(points[0].y - points[word].y);
                if (std::abs(by) < 1e-3 * (high - low))
                    continue;
                if (per_unit == 0)
                    per_unit = rise / by;
                EXPECT_NEAR(rise, by * per_unit, 0.1) << column;
            }
        EXPECT_GT(per_unit, 0);
    }
}

TEST(PositionsFigure, CurvesOfSinesGoThroughTheNumbers) {
    const Document document = document_with_positions(Kind::Sinusoidal);
    const Figure figure = positions_drawn(document);
    // Each dot of the first column lies where two pieces of its curve meet.
    for (const PlaceRegion& region : figure.places) {
        if (region.place.column != 0)
            continue;
        const Point dot = dot_middle(region.rect);
        Real nearest = 1e9, second = 1e9; // distances to the ends of other pieces
        for (const figure::Shape& shape : figure.shapes)
            if (const auto* line = std::get_if<Line>(&shape); line && line->width > 1.2F)
                for (const auto& [here, there] :
                     {std::pair(line->from, line->to), std::pair(line->to, line->from)})
                    if (std::hypot(here.x - dot.x, here.y - dot.y) < 0.05F) {
                        nearest = 0;
                        // Pieces are short: a formula other than P's would jump to the dot.
                        second = std::min<Real>(second, std::abs(there.y - here.y));
                        EXPECT_LT(std::abs(there.y - here.y), 4) << region.place.row;
                    }
        EXPECT_EQ(nearest, 0) << region.place.row;
        EXPECT_LT(second, 4);
    }
}

TEST(PositionsFigure, SinesAndCosinesInHalvesShareAStrip) {
    AttentionOptions options;
    options.positions.kind = Kind::Sinusoidal;
    options.positions.waves = Waves::Tensor2Tensor;
    const Document document =
        apply_all(new_document(), {SetWidth{Width::Model, 6}, SetOptions{options, "P"}}).value();
    const std::string said = positions_texts(positions_drawn(document));
    EXPECT_NE(said.find("columns 0, 3"), std::string::npos) << said;
    EXPECT_NE(said.find("columns 2, 5"), std::string::npos) << said;
    EXPECT_NE(said.find("a turn in 6.28 words"), std::string::npos) << said;
    EXPECT_NE(said.find("a turn in 628 words"), std::string::npos) << said;
}

TEST(PositionsFigure, UnrotatedColumnsAreNamed) {
    Document document = document_with_positions(Kind::Rotary);
    document.options.positions.turned = 2;
    ASSERT_TRUE(validate(document));
    const Figure figure = positions_drawn(document);
    EXPECT_EQ(figure.places.size(), 2U) << "a query and a key in one plane";
    EXPECT_NE(positions_texts(figure).find("columns 0, 1"), std::string::npos);
    EXPECT_NE(positions_texts(figure).find("columns stay"), std::string::npos)
        << positions_texts(figure);
}

TEST(PositionsFigure, ColumnsWithoutRoomAreCounted) {
    Document document = document_with_positions(Kind::Learned);
    const Index columns = d_model(document);
    const Figure figure = positions_drawn(document, {}, {900, 14 * 7});
    EXPECT_NE(positions_texts(figure).find(" more columns have no room"), std::string::npos);
    EXPECT_LT(figure.places.size(), static_cast<std::size_t>(columns * token_count(document)));
    EXPECT_EQ(positions_texts(positions_drawn(document)).find("no room"), std::string::npos);
    EXPECT_TRUE(positions_drawn(document, {}, {60, 40}).places.empty()) << "too small for any";
}

TEST(PositionsFigure, PairsStandAtTheirRotatedPlaces) {
    for (const bool are_neighbours : {false, true}) {
        const Document document = document_with_positions(Kind::Rotary, are_neighbours);
        const Trace trace = evaluate(document);
        View view;
        view.query = 2;
        view.key = 1;
        const Figure figure = positions_drawn(document, view);
        const Index half = d_k(document) / 2;
        ASSERT_EQ(figure.places.size(), static_cast<std::size_t>(2 * half));
        const std::string said = positions_texts(figure);
        EXPECT_NE(said.find("position 2"), std::string::npos) << said;
        Real scale = 0;
        for (Index pair = 0; pair < half; ++pair) {
            const Index x = are_neighbours ? 2 * pair : pair;
            const Index y = are_neighbours ? 2 * pair + 1 : pair + half;
            EXPECT_NE(said.find("columns " + std::to_string(x) + ", " + std::to_string(y)),
                      std::string::npos)
                << said;
            // The planes' centres are unknown, but not the distance of query and key.
            const auto dot = [&](Stage stage) {
                for (const PlaceRegion& region : figure.places)
                    if (region.place.sheet.stage == stage && region.place.column == x)
                        return std::pair(dot_middle(region.rect), region.place);
                ADD_FAILURE() << "no dot";
                return std::pair(Point{}, Place{});
            };
            const auto [q, query] = dot(Stage::QRotated);
            const auto [k, key] = dot(Stage::KRotated);
            EXPECT_EQ(query.row, 2);
            EXPECT_EQ(key.row, 1);
            const Matrix queries = matrix_of(document, trace, query.sheet);
            const Matrix keys = matrix_of(document, trace, key.sheet);
            const Real across = queries(2, x) - keys(1, x), up = queries(2, y) - keys(1, y);
            if (scale == 0)
                scale =
                    static_cast<Real>(std::hypot(q.x - k.x, q.y - k.y)) / std::hypot(across, up);
            EXPECT_NEAR(q.x - k.x, across * scale, 0.1);
            EXPECT_NEAR(k.y - q.y, up * scale, 0.1);
        }
    }
}
