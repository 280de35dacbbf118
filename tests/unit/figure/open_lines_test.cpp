// SPDX-License-Identifier: MIT
// With forty words the query row and the key column are open, and nothing else moves for them.
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/matrix/kept_looks.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace attn::figure::open_lines_test {
namespace {

Document forty_words() {
    NewFromWords wanted;
    for (int word = 0; word < 40; ++word)
        wanted.words.push_back("w" + std::to_string(word));
    wanted.d_model = 8;
    return *document_of(wanted);
}

Figure drawn_canvas(const Document& document, Index query, std::optional<Index> key) {
    View view;
    view.query = query;
    view.key = key;
    return canvas(document, evaluate(document), view, {{1600, 520}});
}

std::vector<GridRegion> grids_of(const Figure& figure, Stage stage) {
    std::vector<GridRegion> list;
    for (const GridRegion& grid : figure.grids)
        if (grid.sheet.stage == stage)
            list.push_back(grid);
    return list;
}

std::vector<std::string> numbers_in(const Figure& figure, Rect area) {
    std::vector<std::string> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape);
            text && text->font == Font::Mono && area.contains(text->at))
            list.push_back(text->text);
    return list;
}

/// The images of matrices and of their open lines.
std::vector<const Pixels*> images_of(const Figure& figure) {
    std::vector<const Pixels*> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* image = std::get_if<Image>(&shape))
            for (const GridRegion& grid : figure.grids)
                if (grid.cells == image->rect)
                    list.push_back(image->pixels.get());
    return list;
}

TEST(OpenLines, ImagesAreReusedBetweenFigures) {
    NewFromWords wanted;
    for (int word = 0; word < 300; ++word)
        wanted.words.push_back("w" + std::to_string(word));
    wanted.d_model = 8;
    const Document document = *document_of(wanted);
    const Trace trace = evaluate(document);
    View view;
    view.query = 20;
    view.key = 200;
    KeptLooks kept;
    kept.follow(document, trace, 0, 1);
    CanvasOptions options{{1600, 520}};
    options.kept = &kept;
    const Figure first = canvas(document, trace, view, options);
    const Figure again = canvas(document, trace, view, options);
    const auto images = images_of(first);
    EXPECT_GE(images.size(), 12U) << "of cells and of open lines";
    EXPECT_EQ(images, images_of(again));
}

TEST(OpenLines, KeptImagesFollowEditsLikeNewOnes) {
    NewFromWords wanted;
    for (int word = 0; word < 1200; ++word)
        wanted.words.push_back("w" + std::to_string(word));
    wanted.d_model = 8;
    Document document = *document_of(wanted);
    Trace trace = evaluate(document);
    ASSERT_TRUE(cells_of(document, trace, {Stage::Weights}).is_derived());
    View view;
    view.query = 20;
    view.key = 900;
    KeptLooks kept;
    CanvasOptions options{{1600, 520}};
    std::uint64_t evaluation = 1;
    for (const Index row : {-1, 900, 20, 7}) { // starts with none
        if (row >= 0) {
            Document edited = *attn::apply(document, SetCell{{{Stage::X}, row, 3}, 2.5});
            trace = evaluate(edited, document, std::move(trace));
            document = std::move(edited);
            ++evaluation;
        }
        kept.follow(document, trace, 0, evaluation);
        options.kept = &kept;
        const Figure followed = canvas(document, trace, view, options);
        options.kept = nullptr;
        const Figure fresh = canvas(document, trace, view, options);
        const auto images = images_of(followed), expected = images_of(fresh);
        ASSERT_EQ(images.size(), expected.size());
        for (std::size_t at = 0; at < images.size(); ++at)
            EXPECT_TRUE(images[at]->colours == expected[at]->colours)
                << "image " << at << " after the edit of row " << row;
        view.key = 901; // the second has another key word
    }
}

TEST(OpenLines, TheQueryRowHasRoomForItsNumbers) {
    const Document document = forty_words();
    for (const Index query : {0, 3, 39}) {
        const Figure figure = drawn_canvas(document, query, std::nullopt);
        for (const Stage stage :
             {Stage::X, Stage::Q, Stage::Scores, Stage::Weights, Stage::Output}) {
            const auto grids = grids_of(figure, stage);
            ASSERT_EQ(grids.size(), 2U) << stage.name();
            const Rect &all = grids[0].cells, &row = grids[1].cells;
            EXPECT_LT(all.height / 40, 12) << "else nothing had to be opened";
            EXPECT_NEAR(row.height, 21, 0.1);
            EXPECT_GE(row.y, all.y);
            EXPECT_LE(row.bottom(), all.bottom() + 0.01F);
            EXPECT_EQ(row.width, all.width);
            // All of the open line can be hit.
            const Index columns = grids[0].columns;
            for (const float y : {row.y + 1, row.bottom() - 1}) {
                const auto place = hit(figure, {row.right() - 1, y}).place;
                ASSERT_TRUE(place);
                EXPECT_EQ(*place, (Place{{stage}, query, columns - 1}));
            }
        }
        const auto numbers = numbers_in(figure, grids_of(figure, Stage::X)[1].cells);
        EXPECT_EQ(numbers.size(), 8U);
    }
}

TEST(OpenLines, BarsAreAsHighAsTheirWeightsOfTheScale) {
    const Document document = forty_words();
    const Trace trace = evaluate(document);
    const Figure figure = drawn_canvas(document, 3, std::nullopt);
    const Rect row = grids_of(figure, Stage::Weights)[1].cells;
    Real largest = 0;
    for (Index query = 0; query < 40; ++query)
        for (Index key = 0; key < 40; ++key)
            largest = std::max(largest, value_at(document, trace, {{Stage::Weights}, query, key}));
    Real full = 1; // the round number at the end of the colours
    for (const Real end : {0.5, 0.3, 0.1, 0.05, 0.03})
        if (end >= largest)
            full = end;
    Index bars = 0;
    for (const Shape& shape : figure.shapes)
        if (const auto* box = std::get_if<Box>(&shape);
            box && box->fill == theme(ThemeName::Light).weight &&
            row.contains({box->rect.x + 0.1F, box->rect.y + 0.1F})) {
            const auto key = static_cast<Index>((box->rect.x - row.x) / row.width * 40 + 0.5F);
            const Real weight = value_at(document, trace, {{Stage::Weights}, 3, key});
            EXPECT_NEAR(box->rect.height, weight / full * (row.height - 2), 0.01);
            ++bars;
        }
    EXPECT_GE(bars, 5);
}

TEST(OpenLines, TheKeyColumnShowsItsNumbers) {
    const Document document = forty_words();
    const Figure figure = drawn_canvas(document, 3, 17);
    const auto keys = grids_of(figure, Stage::K);
    ASSERT_EQ(keys.size(), 2U);
    EXPECT_NEAR(keys[1].cells.width, 2.9 * 14, 0.1);
    EXPECT_EQ(numbers_in(figure, keys[1].cells).size(), 8U) << "a number for each dimension";
    const Rect query = grids_of(figure, Stage::Weights)[2].cells;
    EXPECT_EQ(numbers_in(figure, query).size(), 1U) << "where both cross, the number stands";
}

TEST(OpenLines, ASignTakesNoDecimals) {
    const Document document = forty_words();
    const Trace trace = evaluate(document);
    View view;
    view.query = 3;
    view.key = 17;
    for (const float width : {1024.0F, 1366.0F, 1600.0F}) {
        const Figure figure = canvas(document, trace, view, {{width, 430}});
        for (const Stage stage : {Stage::K, Stage::Scores}) {
            const auto grids = grids_of(figure, stage);
            const auto column =
                std::find_if(grids.begin() + 1, grids.end(), [](const GridRegion& one) {
                    return one.cells.height > one.cells.width; // the open column of the key word
                });
            ASSERT_NE(column, grids.end()) << stage.name() << " at " << width;
            const auto numbers = numbers_in(figure, column->cells);
            EXPECT_FALSE(numbers.empty()) << stage.name() << " at " << width;
            for (const std::string& number : numbers) {
                const std::size_t point = number.find('.');
                const bool is_long = point > std::string_view("−0").size(); // "−24.9"
                EXPECT_EQ(number.size() - point, is_long ? 2U : 3U) << number << " at " << width;
            }
        }
    }
}

TEST(OpenLines, NeighboursStandSideBySideWithTheirNames) {
    const Document document = forty_words();
    for (const auto& [query, key] :
         {std::pair<Index, Index>{3, 4}, {4, 3}, {0, 1}, {1, 0}, {39, 38}, {38, 39}, {20, 24}}) {
        const Figure figure = drawn_canvas(document, query, key);
        const auto rows = grids_of(figure, Stage::X);
        ASSERT_EQ(rows.size(), 3U) << query << " and " << key;
        const Rect &all = rows[0].cells, &of_key = rows[1].cells, &of_query = rows[2].cells;
        EXPECT_EQ(rows[1].first_row, key);
        EXPECT_EQ(rows[2].first_row, query);
        EXPECT_TRUE(of_key.y >= of_query.bottom() - 0.01F || of_query.y >= of_key.bottom() - 0.01F)
            << query << " and " << key;
        for (const Rect& row : {of_key, of_query}) {
            EXPECT_GE(row.y, all.y - 0.01F);
            EXPECT_LE(row.bottom(), all.bottom() + 0.01F);
        }
        EXPECT_EQ(of_query,
                  grids_of(drawn_canvas(document, query, std::nullopt), Stage::X)[1].cells)
            << "the query row stays where it is";
        // Frames, and the names on their plates, follow the open rows.
        const Theme light = theme(ThemeName::Light);
        for (const auto& [row, stroke, name] :
             {std::tuple(of_key, light.key, "w" + std::to_string(key)),
              std::tuple(of_query, light.query, "w" + std::to_string(query))}) {
            int frames = 0, names = 0;
            for (const Shape& shape : figure.shapes) {
                if (const auto* box = std::get_if<Box>(&shape);
                    box && box->stroke == stroke && box->rect.x < all.right() &&
                    box->rect.right() > all.x && box->rect.y < all.bottom() &&
                    box->rect.bottom() > all.y) {
                    EXPECT_NEAR(box->rect.y, row.y, 3);
                    EXPECT_NEAR(box->rect.bottom(), row.bottom(), 3);
                    ++frames;
                }
                const auto* text = std::get_if<Text>(&shape);
                if (text && text->text == name && text->at.x < all.x && text->at.y > all.y)
                    names += std::abs(text->at.y - (row.y + row.height / 2)) < 0.1F ? 1 : 10;
            }
            EXPECT_EQ(frames, 1) << name;
            EXPECT_EQ(names, 1) << name;
            const Hit hit = figure::hit(figure, {all.x - 10, row.y + row.height / 2});
            ASSERT_TRUE(hit.label);
            EXPECT_EQ("w" + std::to_string(hit.label->at), name);
        }
    }
}

TEST(OpenLines, ShowNumbersIfWidthsAreWholePixels) {
    const Document document = forty_words();
    View view;
    view.query = 3;
    view.key = 17;
    CanvasOptions options;
    options.available = {1600, 520};
    options.measure = [](std::string_view text, Font font, float size) { // as in a window
        return std::ceil(approximate_width(text, font, size));
    };
    const Figure figure = canvas(document, evaluate(document), view, options);
    EXPECT_EQ(numbers_in(figure, grids_of(figure, Stage::K)[1].cells).size(), 8U);
    EXPECT_EQ(numbers_in(figure, grids_of(figure, Stage::X)[2].cells).size(), 8U);
}

TEST(OpenLines, KeepANarrowMatrixInView) {
    const Document document = forty_words();
    View view;
    view.query = 3;
    view.key = 17;
    const Figure figure = canvas(document, evaluate(document), view, {{1024, 430}, 1, 13});
    for (const Stage stage : {Stage::K, Stage::Scores, Stage::Weights}) {
        const auto grids = grids_of(figure, stage);
        ASSERT_GE(grids.size(), 2U) << stage.name();
        EXPECT_LE(grids[1].cells.width, 0.25F * grids[0].cells.width) << stage.name();
        EXPECT_FALSE(numbers_in(figure, grids[1].cells).empty())
            << "it is as wide as a number: " << stage.name();
    }
}

TEST(OpenLines, MoveNothingElse) {
    const Document document = forty_words();
    const Figure first = drawn_canvas(document, 3, std::nullopt),
                 other = drawn_canvas(document, 30, 5);
    for (const Stage stage : {Stage::X, Stage::W_Q, Stage::Q, Stage::K, Stage::V, Stage::Scores,
                              Stage::Weights, Stage::Output})
        EXPECT_EQ(grids_of(first, stage)[0].cells, grids_of(other, stage)[0].cells) << stage.name();
    for (const char* const name : {"the-cat-chased-the-mouse", "your-journey"}) {
        const Document small = *io::open_document(name);
        for (const Stage stage : {Stage::X, Stage::Weights})
            EXPECT_EQ(grids_of(drawn_canvas(small, 1, 2), stage).size(), 1U)
                << "what has numbers needs no open line";
    }
}

TEST(Canvas, AnArrowLeadsFromEveryFactorToItsProduct) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    for (const Size size : {Size{1366, 383}, Size{1600, 560}, Size{1010, 383}}) {
        View view;
        const Figure figure = canvas(document, evaluate(document), view, {size});
        const Rect to = grids_of(figure, Stage::K)[0].cells;
        const Rect from = grids_of(figure, Stage::W_K)[0].cells;
        const auto is_between = [&](const Shape& shape) {
            const auto* head = std::get_if<Polygon>(&shape);
            return head && std::all_of(head->points.begin(), head->points.end(), [&](Point at) {
                       return at.x > to.right() && at.x < from.x && at.y < to.bottom();
                   });
        };
        EXPECT_EQ(std::count_if(figure.shapes.begin(), figure.shapes.end(), is_between), 1)
            << "from W_K to K in " << size.width;
    }
}

TEST(QueryPanel, ShowsEveryColumnOfTheOutputIfItCan) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    CanvasOptions options;
    options.available = {1024, 170};
    const Figure figure = query_panel(document, evaluate(document), {}, options);
    for (const Shape& shape : figure.shapes)
        if (const Text* const text = std::get_if<Text>(&shape)) {
            EXPECT_NE(text->text, "…");
        }
}

TEST(QueryPanel, WeightsAreSharesOfTheirShownPowers) {
    const Document document = *io::open_document("the-cat-chased-the-mouse");
    View view;
    view.query = 1;
    const Figure panel = query_panel(document, evaluate(document), view, {{1366, 176}});
    std::vector<std::string> texts;
    for (const Shape& shape : panel.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            texts.push_back(text->text);
    // e to the scaled scores of "cat", by hand from the notebook's figures.
    for (const char* const wanted : {"e^{score}", "13.1", "11.5", "14.3", "5.9", "17.4", "62.3"})
        EXPECT_NE(std::find(texts.begin(), texts.end(), wanted), texts.end()) << wanted;
    Document other = document;
    other.switches.normaliser = Normaliser::Sum;
    const Figure without = query_panel(other, evaluate(other), view, {{1366, 176}});
    for (const Shape& shape : without.shapes) {
        const auto* const text = std::get_if<Text>(&shape);
        EXPECT_FALSE(text && text->text == "e^{score}") << "no power is taken there";
    }
}

} // namespace
} // namespace attn::figure::open_lines_test
