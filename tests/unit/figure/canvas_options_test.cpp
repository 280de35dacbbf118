// SPDX-License-Identifier: MIT
// The canvas of documents with options: every stage once, nothing overlapping, true to its inputs.
#include "core/document/commands/command.h"
#include "core/document/commands/new_documents.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/step.h"
#include "core/figure/base/colours.h"
#include "core/figure/base/figure.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/canvas_places.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "tests/support/option_scenes.h"
#include "tests/support/random_document.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure::canvas_options_test {
namespace {

using test::expect_matrices_apart;
using test::expect_tidy;

CanvasOptions options_of(Size size, float zoom = 1) {
    CanvasOptions options;
    options.available = size;
    options.zoom = zoom;
    return options;
}

const std::vector<Size> sizes{{1024, 470}, {1366, 700}, {1600, 600}, {2560, 1200}};

std::string name(const test::Scene& scene, Size size) {
    return scene.name + " on " + std::to_string(static_cast<int>(size.width));
}

std::string texts(const Figure& figure) {
    std::string all = "\n";
    for (const figure::Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape))
            all += text->text + "\n";
    return all;
}

/// Expects the canvas to draw every matrix of one head once. The scores before a mask show the
/// mask, and the panel the weighted values.
void expect_every_stage_once(const Document& whole, const Trace& trace, const View& view,
                             const Figure& figure, const std::string& what) {
    const OpenPart part(whole, trace, view);
    const Document& document = part.document();
    const bool is_masked = !repeats_previous(document, Stage::Masked);
    const Stage before = stage_before(document, {Stage::Masked});
    std::map<std::string, int> wanted, drawn;
    for (const StageInfo& about : stages(Model::Attention)) {
        const Stage stage = about.stage;
        const SheetId sheet = part.in_whole(sheet_of_head(document, stage, view.head));
        // The first attention of a block with cross-attention stops before the block.
        const bool is_ended = stage == Stage("block") && sheet.stage != stage;
        if (exists(document, SheetId{stage}) && !about.is_by_query && !is_ended &&
            !repeats_previous(document, stage) && (stage != before || !is_masked))
            ++wanted[to_text(sheet)];
    }
    for (const GridRegion& grid : figure.grids)
        ++drawn[to_text(grid.sheet)];
    EXPECT_EQ(drawn, wanted) << what;
}

TEST(CanvasOptions, DrawsEveryStageOnceAndApart) {
    for (const test::Scene& scene : test::option_scenes())
        for (const Size size : sizes) {
            const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(size));
            expect_every_stage_once(scene.document, scene.trace, scene.view, figure,
                                    name(scene, size));
            expect_matrices_apart(figure, name(scene, size));
            expect_tidy(figure, name(scene, size));
        }
}

/// Its lines begin where the graph reads.
TEST(CanvasOptions, ArrowsBeginAtTheStagesThatAreRead) {
    for (std::uint32_t seed = 1; seed <= 120; ++seed) {
        const Document whole = test::random_document_with_options(seed);
        const Document document = OpenPart::shape(whole, 0);
        SCOPED_TRACE(document.title);
        std::vector<Stage> keys;
        for (const SheetId& read : read_by(document, Stage::Scores))
            if (info(read.stage).rows == Role::Key)
                keys.push_back(read.stage);
        EXPECT_EQ(keys, std::vector<Stage>{keys_of_scores(document)});
        EXPECT_EQ(read_by(document, Stage::K).front().stage, source_of_keys(document));
    }
}

TEST(CanvasOptions, KeepsTextsApartWhenItIsZoomed) {
    for (const test::Scene& scene : test::option_scenes())
        for (const float zoom : {0.75F, 1.5F})
            expect_tidy(canvas(scene.document, scene.trace, scene.view, options_of(sizes[1], zoom)),
                        scene.name + " zoomed " + std::to_string(zoom));
}

TEST(CanvasOptions, KeepsTheLinesOfManyDimensionsOfABlockApart) {
    for (const Index d_model : {16, 24, 48}) {
        NewFromWords asked;
        asked.words = {"The", "cat", "sat", "on", "the", "mat"};
        asked.d_model = d_model;
        asked.heads = 2;
        asked.join = Join::WO;
        asked.has_block = true;
        const Document document = document_of(asked).value();
        for (const Size size : sizes) {
            const Figure figure = canvas(document, evaluate(document), View{}, options_of(size));
            for (const GridRegion& grid : figure.grids)
                EXPECT_GE(grid.cells.height / static_cast<float>(grid.rows), 2.99F)
                    << to_text(grid.sheet) << " of " << d_model << " dimensions on " << size.width;
        }
    }
}

TEST(CanvasOptions, ShowsEveryNumberOfFiveWords) {
    for (const test::Scene& scene : test::option_scenes()) {
        const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(sizes[0]));
        const std::vector<test::TextBox> boxes = test::text_boxes(figure);
        for (const GridRegion& grid : figure.grids)
            for (Index row = 0; row < grid.rows; ++row)
                for (Index column = 0; column < grid.columns; ++column) {
                    const float width = grid.cells.width / static_cast<float>(grid.columns);
                    const float height = grid.cells.height / static_cast<float>(grid.rows);
                    const Rect cell{grid.cells.x + static_cast<float>(column) * width,
                                    grid.cells.y + static_cast<float>(row) * height, width, height};
                    EXPECT_TRUE(std::any_of(boxes.begin(), boxes.end(),
                                            [&](const test::TextBox& one) {
                                                const std::string& number = one.text->text;
                                                const bool is_whole =
                                                    number.find('.') == std::string::npos;
                                                return (!is_whole || number == "−∞") &&
                                                       one.rect.x >= cell.x - 1 &&
                                                       one.rect.right() <= cell.right() + 1 &&
                                                       one.rect.y >= cell.y &&
                                                       one.rect.bottom() <= cell.bottom();
                                            }))
                        << scene.name << ": " << to_text(grid.sheet) << "[" << row << "," << column
                        << "]";
                }
    }
}

TEST(CanvasOptions, StandsStillForAnyNumbers) {
    for (const test::Scene& scene : test::option_scenes()) {
        const Figure before = canvas(scene.document, scene.trace, scene.view, options_of(sizes[1]));
        for (const SheetId& sheet : sheets(scene.document)) {
            if (!input(scene.document, sheet))
                continue;
            const auto after = apply(scene.document, SetCell{{sheet, 0, 0}, -1234.5});
            ASSERT_TRUE(after) << scene.name << ": " << to_text(sheet);
            const Figure now = canvas(*after, evaluate(*after), scene.view, options_of(sizes[1]));
            EXPECT_EQ(now.size, before.size) << scene.name << ": " << to_text(sheet);
            ASSERT_EQ(now.grids.size(), before.grids.size());
            for (std::size_t at = 0; at < now.grids.size(); ++at)
                EXPECT_EQ(now.grids[at].cells, before.grids[at].cells)
                    << scene.name << ": " << to_text(sheet) << " moves "
                    << to_text(now.grids[at].sheet);
        }
    }
}

TEST(CanvasOptions, NamesKeysAfterTheWordsOfTheMemory) {
    for (const test::Scene& scene : test::option_scenes()) {
        if (!scene.name.starts_with("memory"))
            continue;
        const Figure figure = canvas(scene.document, scene.trace, scene.view, options_of(sizes[1]));
        const std::string written = texts(figure);
        for (const std::string& word : key_words(scene.document))
            EXPECT_NE(written.find("\n" + word + "\n"), std::string::npos) << scene.name;
        const Theme colours = theme(scene.view.theme);
        const Rect memory = *cell_rect(figure, {{Stage::Memory}, key_count(scene.document) - 1, 0});
        EXPECT_TRUE(std::any_of(figure.shapes.begin(), figure.shapes.end(), [&](const auto& shape) {
            const Box* box = std::get_if<Box>(&shape);
            return box && box->stroke == colours.key && box->rect.y <= memory.y &&
                   box->rect.bottom() >= memory.bottom() && box->rect.x <= memory.x;
        })) << scene.name;
    }
}

TEST(CanvasOptions, SaysWhichGroupAHeadReads) {
    for (test::Scene scene : test::option_scenes()) {
        if (scene.name != "groups")
            continue;
        scene.view.head = 3;
        const std::string written =
            texts(canvas(scene.document, scene.trace, scene.view, options_of({2560, 1200})));
        EXPECT_NE(written.find("\nkeys and values of group 1 (2nd of 2)\n"), std::string::npos);
    }
}

/// Draws the canvas and the panel of documents with every option, with words as rows and as
/// columns, and every figure of some of them.
TEST(CanvasOptions, DrawsEveryOption) {
    for (std::uint32_t seed = 0; seed < 72; ++seed) {
        Document document = test::random_document_with_options(seed);
        document.convention =
            seed % 2 == 0 ? Convention::TokensAsRows : Convention::TokensAsColumns;
        const Trace trace = evaluate(document);
        View view;
        view.query = token_count(document) - 1;
        view.head = head_count(document) - 1;
        view.key = key_count(document) - 1;
        const std::string what = "seed " + std::to_string(seed);
        const Index parts = layer_count(document) * (has_cross(document) ? 2 : 1);
        for (Index at = 0; at < parts; ++at, open_next_part(document, 1, view)) {
            const Figure figure = canvas(document, trace, view, options_of(sizes[1]));
            expect_every_stage_once(document, trace, view, figure, what);
            expect_matrices_apart(figure, what);
            expect_tidy(figure, what);
        }
        expect_tidy(query_panel(document, trace, view, options_of({1366, 200})),
                    "panel of " + what);
        HeatmapOptions options;
        for (const NamedFigure& one :
             seed % 4 == 0 ? figures(document, {}) : std::vector<NamedFigure>{}) {
            const Figure drawn = one.draw(document, trace, view, options);
            EXPECT_GT(drawn.size.width, 0) << what << ": " << one.name;
        }
        if (::testing::Test::HasFailure())
            break; // one document is enough
    }
}

TEST(CanvasOptions, NamesEveryNarrowColumnInOneSize) {
    const Document document = io::open_document("the-cat-chased-the-mouse").value();
    const Figure figure = canvas(document, evaluate(document), {}, options_of({1024, 430}));
    std::map<std::string, int> count;
    for (const Shape& shape : figure.shapes)
        if (const Text* text = std::get_if<Text>(&shape))
            if (text->font == Font::Sans && text->size == 9)
                ++count[text->text.substr(0, 2)];
    for (const char* begin : {"Th", "ca", "ch", "th", "mo"})
        EXPECT_EQ(count[begin], 4) << begin << ": of K, scores, scaled scores and weights";
}

TEST(CanvasOptions, ALegendWithoutRoomOverXMovesToTheBottomLine) {
    const Document document = io::open_document("additive-score").value();
    const Figure figure = canvas(document, evaluate(document), {}, options_of({1024, 430}));
    const std::string all = texts(figure);
    for (const char* name : {"input: drag or type", "inputs", "computed", "scores", "weights"})
        EXPECT_NE(all.find("\n" + std::string(name) + "\n"), std::string::npos) << name;
    EXPECT_GT(figure.size.width, 1024);
    EXPECT_LT(figure.size.height, 430 - 10) << "over the bar that scrolls it";
}

TEST(CanvasOptions, ALegendStandsStillWhileNumbersChange) {
    for (const char* preset : {"translation", "the-cat-chased-the-mouse"}) {
        const Document before = io::open_document(preset).value();
        const Document after = apply(before, SetCell{{{Stage::X}, 1, 0}, -1}).value();
        const auto place = [](const Document& document, std::string_view name) {
            const Figure figure = canvas(document, evaluate(document), {}, options_of({1366, 383}));
            for (const Shape& shape : figure.shapes)
                if (const Text* text = std::get_if<Text>(&shape); text && text->text == name)
                    return text->at.x;
            return -1.0F;
        };
        EXPECT_GT(place(before, "weights"), 0) << preset;
        for (const std::string_view name : {"inputs", "computed", "scores", "scaled", "weights"}) {
            EXPECT_EQ(place(before, name), place(after, name)) << preset << ": " << name;
        }
    }
}

TEST(CanvasOptions, WeightsStandInTheMiddleOfTheirCells) {
    const Document document = io::open_document("translation").value();
    const Figure figure = canvas(document, evaluate(document), {}, options_of({1366, 383}));
    const auto grid = std::find_if(figure.grids.begin(), figure.grids.end(), [](const auto& one) {
        return one.sheet.stage == Stage::Weights;
    });
    ASSERT_NE(grid, figure.grids.end());
    const float width = grid->cells.width / static_cast<float>(grid->columns);
    int numbers = 0;
    for (const Shape& shape : figure.shapes) {
        const Text* text = std::get_if<Text>(&shape);
        if (!text || text->font != Font::Mono || !grid->cells.contains(text->at))
            continue;
        const float middle = text->at.x - approximate_width(text->text, text->font, text->size) / 2;
        const float in_cell = std::fmod(middle - grid->cells.x, width);
        EXPECT_NEAR(in_cell, width / 2, 0.1) << text->text;
        ++numbers;
    }
    EXPECT_EQ(numbers, 4 * 5);
}

} // namespace
} // namespace attn::figure::canvas_options_test
