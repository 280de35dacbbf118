// SPDX-License-Identifier: MIT
#include "core/base/number_text.h"
#include "core/document/commands/command.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/numbers/normalisers.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/page.h"
#include "core/figure/pages/step_figure.h"
#include "core/io/document/library.h"
#include "tests/support/page_texts.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::page_test {
namespace {

constexpr Size sizes[] = {{1024, 768}, {1280, 720}, {1920, 1080}};

Page with_hints(Page page) {
    page.hints = {"step 3 of 14", "Page down next", "B blank", "Esc leave"};
    return page;
}

TEST(Page, MissingStepsShowNoMatrices) {
    for (const test::Scene& scene : test::scenes())
        for (auto kind = StepKind::Embed; kind <= StepKind::Compare;
             kind = static_cast<StepKind>(static_cast<int>(kind) + 1))
            for (const bool is_for_all : {false, true}) {
                const Picture picture = picture_of(scene.document, {kind, is_for_all});
                EXPECT_EQ(picture.columns.empty() && !picture.is_map,
                          !has_step(scene.document, kind))
                    << scene.name << " " << name(kind);
            }
}

TEST(Page, JoinedHeadsShowAllOutputs) {
    const Document document = *apply(*io::open_document("two-heads"), SetJoin{Join::WO});
    const Trace trace = evaluate(document);
    const Page joined = page_of(document, trace, {}, {StepKind::Join, false});
    const std::vector<Part>& outputs = joined.picture.columns.front();
    ASSERT_EQ(outputs.size(), 3U);
    EXPECT_EQ(outputs.back().stage, Stage::Joined);
    for (std::size_t head = 0; head < 2; ++head) {
        EXPECT_EQ(outputs[head].stage, Stage::Output);
        EXPECT_EQ(outputs[head].head, static_cast<Index>(head));
    }
    EXPECT_EQ(joined.note, "");
    View second;
    second.head = 1;
    EXPECT_NE(
        page_of(document, trace, second, {StepKind::Scale, false}).note.find("head 1 (2nd of 2)"),
        std::string::npos);
    // The row of the query word is shown in the outputs of the heads and in their joined matrix.
    const Figure drawn = page_figure(document, trace, {}, joined, {{1366, 768}});
    for (const SheetId& sheet : {SheetId{Stage::Output, 0}, SheetId{Stage::Output, 1},
                                 SheetId{Stage::Joined}, SheetId{Stage::Attention}})
        EXPECT_TRUE(cell_rect(drawn, {sheet, 0, 1})) << to_text(sheet);
}

TEST(Page, StepsOfABlockShowEveryMatrixOnASmallScreen) {
    const Document document = *io::open_document("causal-decoder-block");
    const Trace trace = evaluate(document);
    for (const Step& step : steps(document))
        for (const Size size : {Size{1024, 768}, Size{1366, 700}, Size{1600, 900}}) {
            const Page page = page_of(document, trace, View{}, step);
            const Figure figure = page_figure(document, trace, View{}, page, {size});
            const OpenPart open(document, trace, opened(document, View{}, step));
            for (const auto& column : page.picture.columns)
                for (const Part& part : column) {
                    const SheetId sheet =
                        open.in_whole(sheet_of_head(open.document(), part.stage, 0));
                    EXPECT_TRUE(cell_rect(figure, shown_place(document, {sheet, 0, 0})))
                        << to_text(page.title) << ", " << size.width << ": " << to_text(sheet);
                }
        }
}

TEST(Page, StepsShowTheMatricesOfTheirLayer) {
    int count = 0;
    for (std::uint32_t seed = 0; seed < 24; ++seed) {
        const Document document = test::random_document_with_options(seed);
        if (!has_parts(document))
            continue;
        const Trace trace = evaluate(document);
        for (const Step& step : steps(document)) {
            const std::string where =
                "seed " + std::to_string(seed) + ", step " + std::to_string(number(document, step));
            const Page page = page_of(document, trace, View{}, step);
            EXPECT_FALSE(page.note.empty()) << where << " says which layer it is of";
            const View view = opened(document, View{}, step);
            const Figure figure = page_figure(document, trace, View{}, page, {sizes[0]});
            const SheetId coming_in = OpenPart(document, trace, view).in_whole({});
            for (const GridRegion& grid : figure.grids) {
                View of_grid = view;
                open_part_of(document, grid.sheet, of_grid);
                const bool comes_in = grid.sheet == coming_in;
                EXPECT_TRUE(of_grid == view || comes_in)
                    << where << " shows " << to_text(grid.sheet);
                ++count;
            }
        }
    }
    EXPECT_GT(count, 400);
}

TEST(Page, EveryStepIsReadableWithoutOverlap) {
    for (const test::Scene& scene : test::scenes()) {
        if (token_count(scene.document) > 100)
            continue; // slow to paint, and like those with forty words
        for (const Step& step : steps(scene.document))
            for (const Size size : sizes) {
                View view = scene.view;
                view.theme = ThemeName::Projector;
                const Page page = with_hints(page_of(scene.document, scene.trace, view, step));
                const Figure figure = page_figure(scene.document, scene.trace, view, page, {size});
                const std::string where = scene.name + ", step " +
                                          std::to_string(number(scene.document, step)) + ", " +
                                          std::to_string(static_cast<int>(size.width));
                EXPECT_EQ(test::text_faults(figure, page_unit(size)), "") << where;
            }
    }
}

TEST(Page, TheBackwardPassIsReadableWithoutOverlap) {
    std::size_t count = 0;
    for (const test::Scene& scene : test::scenes()) {
        const Place of{sheet_of_head(scene.document, Stage::Weights, scene.view.head), 0, 0};
        if (token_count(scene.document) > 50 || !exists(scene.document, of))
            continue;
        const auto found =
            std::make_shared<const Sensitivity>(sensitivity(scene.document, scene.trace, of));
        View view = scene.view;
        view.theme = ThemeName::Projector;
        const std::size_t pages = backward_page_count(scene.document, view, *found);
        for (std::size_t at = 0; at < pages; ++at) {
            const Page page = with_hints(backward_page(scene.document, view, found, at));
            const Size size = sizes[at % 3];
            const Figure figure = page_figure(scene.document, scene.trace, view, page, {size});
            EXPECT_EQ(test::text_faults(figure, page_unit(size)), "")
                << scene.name << ", page " << at + 1 << ", " << size.width;
            ++count;
        }
    }
    EXPECT_GT(count, 100U);
}

TEST(Page, CellsOfOneRowCanBePointedAt) {
    const Document document = test::scene_document(5, 4, 3, 2);
    const Trace trace = evaluate(document);
    View view;
    view.query = 3;
    const Page page = page_of(document, trace, view, {StepKind::Score, false});
    const Figure figure = page_figure(document, trace, view, page, {{1280, 720}});
    for (Index column = 0; column < 5; ++column) {
        const Place place{{Stage::Scores}, 3, column};
        const auto rect = cell_rect(figure, place);
        ASSERT_TRUE(rect);
        EXPECT_EQ(hit(figure, {rect->x + 2, rect->y + 2}).place, place);
    }
    EXPECT_TRUE(cell_rect(figure, {{Stage::K}, 2, 0})) << "every key takes part";
    const Document many = test::scene_document(18, 4, 3, 2);
    const Figure rows =
        page_figure(many, evaluate(many), view,
                    page_of(many, evaluate(many), view, {StepKind::Score, false}), {{1024, 768}});
    EXPECT_TRUE(cell_rect(rows, {{Stage::Scores}, 3, 0}));
    EXPECT_FALSE(cell_rect(rows, {{Stage::Scores}, 2, 0}))
        << "only the query's row is shown where the others would make numbers small";
}

std::vector<std::string> texts(const Figure& figure) {
    std::vector<std::string> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            list.push_back(text->text);
    return list;
}

bool has(const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// The bars of the weights, found by colour.
std::vector<float> bars(const Figure& figure, const Theme& theme) {
    std::vector<float> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* box = std::get_if<Box>(&shape); box && box->fill == theme.weight)
            list.push_back(box->rect.width);
    return list;
}

Figure softmax_page(const Document& document, const View& view) {
    const Trace trace = evaluate(document);
    return page_figure(document, trace, view,
                       page_of(document, trace, view, {StepKind::Softmax, false}), {{1920, 1080}});
}

TEST(Page, SoftmaxIsATableWithABarForEachWeight) {
    const Document document = test::scene_document(5, 4, 3, 2);
    const Trace trace = evaluate(document);
    View view;
    view.query = 2;
    const Figure figure = softmax_page(document, view);
    const std::vector<std::string> said = texts(figure);
    const std::vector<float> drawn = bars(figure, theme(view.theme));
    ASSERT_EQ(drawn.size(), 5U);
    const auto number = [&](Stage stage, Index key) {
        return value_at(document, trace, {{stage}, view.query, key});
    };
    Real sum = 0;
    for (Index key = 0; key < 5; ++key) {
        const Real power = std::exp(number(Stage::Scaled, key));
        sum += power;
        const bool is_said = std::any_of(said.begin(), said.end(), [&](const std::string& text) {
            return text.find_first_not_of("0123456789.") == std::string::npos &&
                   std::abs(std::strtod(text.c_str(), nullptr) - power) < 0.051;
        });
        EXPECT_TRUE(is_said) << "e to the power of score " << key << " is " << power;
        EXPECT_TRUE(has(said, decimals(number(Stage::Weights, key), 2)));
        EXPECT_NEAR(drawn[static_cast<std::size_t>(key)] / drawn[0],
                    number(Stage::Weights, key) / number(Stage::Weights, 0), 1e-3);
        const auto rect = cell_rect(figure, {{Stage::Weights}, view.query, key});
        ASSERT_TRUE(rect) << "a bar can be pointed at";
        EXPECT_EQ(hit(figure, {rect->x + 2, rect->y + 2}).place,
                  (Place{{Stage::Weights}, view.query, key}));
    }
    EXPECT_TRUE(has(said, "1.00"));
    EXPECT_TRUE(has(said, decimals(sum, 1)) || has(said, decimals(sum, 2))) << sum;
}

TEST(Page, SevenLargestOfManyKeysHaveLinesAndOthersShareOne) {
    const Document document = test::scene_document(40, 4, 3, 2, 2);
    View view;
    view.query = 3;
    const Figure figure = softmax_page(document, view);
    EXPECT_TRUE(has(texts(figure), "33 others"));
    EXPECT_EQ(bars(figure, theme(view.theme)).size(), 7U);
    const Trace trace = evaluate(document);
    std::vector<Real> weights;
    for (Index key = 0; key < 40; ++key)
        weights.push_back(value_at(document, trace, {{Stage::Weights}, view.query, key}));
    std::vector<Real> largest = weights;
    std::sort(largest.begin(), largest.end(), std::greater<>());
    Real rest = 0;
    for (std::size_t at = 7; at < largest.size(); ++at)
        rest += largest[at];
    EXPECT_TRUE(has(texts(figure), percent(rest)));
    for (Index key = 0; key < 40; ++key)
        EXPECT_EQ(cell_rect(figure, {{Stage::Weights}, view.query, key}).has_value(),
                  weights[static_cast<std::size_t>(key)] >= largest[6])
            << key;
}

TEST(Page, PowersOfLargeScoresAreReadable) {
    const Document document = test::scene_document(5, 4, 3, 2, 30);
    const Figure figure = softmax_page(document, View{});
    const auto said = texts(figure);
    EXPECT_TRUE(std::any_of(said.begin(), said.end(), [](const std::string& text) {
        return text.starts_with("e to (it − ");
    }));
    EXPECT_EQ(test::text_faults(figure, page_unit({1920, 1080})), "");
}

TEST(Page, OtherWeightsThanRowSoftmaxAreMatrices) {
    Document document = test::scene_document(5, 4, 3, 2);
    const auto has_table = [&] { return has(texts(softmax_page(document, View{})), "e to it"); };
    EXPECT_TRUE(has_table());
    document.switches.axis = Axis::Columns;
    EXPECT_FALSE(has_table());
    document.switches.axis = Axis::Rows;
    for (const NormaliserInfo& how : normalisers) {
        document.switches.normaliser = how.normaliser;
        EXPECT_EQ(has_table(), is_of_powers(how.normaliser)) << how.word;
    }
}

TEST(Page, TheBottomLineShowsProgressOrAMessage) {
    const Document document = test::scene_document(5, 4, 3, 2);
    const Trace trace = evaluate(document);
    Page page = page_of(document, trace, View{}, {StepKind::Score, false});
    page.at = 3;
    page.count = 14;
    const auto pieces = [&](Colour colour) {
        const Figure figure = page_figure(document, trace, View{}, page, {{1280, 720}});
        EXPECT_TRUE(has(texts(figure), "3 / 14"));
        return std::count_if(figure.shapes.begin(), figure.shapes.end(), [&](const Shape& shape) {
            const auto* box = std::get_if<Box>(&shape);
            return box && box->fill == colour && box->rect.y > 660;
        });
    };
    const Theme colours = theme(View{}.theme);
    EXPECT_EQ(pieces(colours.text), 3);
    EXPECT_EQ(pieces(colours.line), 11);
    page.hints = {"changed: R resets, K keeps"};
    EXPECT_EQ(pieces(colours.text), 0);
}

} // namespace
} // namespace attn::figure::page_test
