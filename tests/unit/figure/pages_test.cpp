// SPDX-License-Identifier: MIT
// The table of pages: every row is whole, and every page is a figure by name, of every document
// that has it; the others say why they do not.
#include "core/document/commands/command.h"
#include "core/document/explaining/head_effects.h"
#include "core/document/model/covers.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/document/model/table.h"
#include "core/document/telling/lens.h"
#include "core/document/telling/step.h"
#include "core/figure/base/text.h"
#include "core/figure/pages/layers_page.h"
#include "core/figure/pages/lens_page.h"
#include "core/figure/pages/page_figures.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

std::vector<PageInfo> all_rows() {
    std::vector<PageInfo> rows(canvas_pages().begin(), canvas_pages().end());
    rows.insert(rows.end(), panel_pages().begin(), panel_pages().end());
    return rows;
}

bool is_listed(const Document& document, std::string_view name) {
    for (const NamedFigure& one : figures(document))
        if (one.name == name)
            return true;
    return false;
}

/// The plain texts within the rectangle, in the order of drawing.
std::vector<std::string> texts_in(const Figure& figure, const Rect& rect) {
    std::vector<std::string> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* const text = std::get_if<Text>(&shape); text && rect.contains(text->at))
            list.push_back(text->text);
    return list;
}

} // namespace

TEST(Pages, AreThese) {
    std::vector<std::string> names;
    for (const PageInfo& page : all_rows())
        names.emplace_back(page.name);
    EXPECT_EQ(names, (std::vector<std::string>{"canvas", "heads/outputs", "sensitivity", "training",
                                               "stream", "layers", "lens", "effects", "enlarged",
                                               "spotlight", "query", "lines", "heads", "map/x",
                                               "losses", "positions", "stream/query", "lines/heads",
                                               "training/query"}));
}

TEST(Pages, HaveWholeRows) {
    const std::vector<PageInfo> rows = all_rows();
    std::set<std::string_view> names;
    for (const PageInfo& page : rows) {
        SCOPED_TRACE(page.name);
        EXPECT_TRUE(names.insert(page.name).second) << "the name stands twice";
        EXPECT_FALSE(parse_sheet(std::string(page.name))) << "a matrix has this name";
        EXPECT_FALSE(page.title.empty());
        ASSERT_NE(page.lack, nullptr);
        ASSERT_NE(page.make, nullptr);
        const bool has_tab = !page.tab.empty();
        EXPECT_EQ(has_tab, !page.id.empty());
        EXPECT_EQ(has_tab, !page.sentence.empty());
        EXPECT_EQ(page.on.empty(), page.instead_of.empty());
        if (page.on.empty())
            continue;
        EXPECT_NE(page_with_id(canvas_pages(), page.on), nullptr);
        EXPECT_NE(page_with_id(panel_pages(), page.instead_of), nullptr);
    }
}

/// A row whose page nobody draws, or that no document has, fails here.
TEST(Pages, AreFiguresOfEveryPresetOrSayWhyNot) {
    std::set<std::string_view> drawn, lacking;
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    for (const io::Preset& preset : *presets) {
        const Document document = io::open_document(preset.name).value();
        const Trace trace = evaluate(document);
        for (const PageInfo& page : all_rows()) {
            SCOPED_TRACE(preset.name + ", " + std::string(page.name));
            if (page.name == loss_figure)
                continue; // needs a training
            const auto named = named_figure(document, std::string(page.name));
            const std::string lack = page.lack(document);
            EXPECT_EQ(named.has_value(), lack.empty());
            EXPECT_EQ(is_listed(document, page.name), lack.empty());
            if (!named) {
                lacking.insert(page.name);
                EXPECT_EQ(named.error().message, "the figure \"" + std::string(page.name) +
                                                     "\" cannot be made of this document. " + lack);
                continue;
            }
            drawn.insert(page.name);
            for (const bool is_column : {false, true}) {
                HeatmapOptions options;
                options.is_column = is_column;
                const Figure figure = named->draw(document, trace, View{}, options);
                EXPECT_GT(figure.shapes.size(), 3U);
                EXPECT_GT(figure.size.height, 0);
            }
        }
    }
    EXPECT_EQ(drawn.size(), all_rows().size() - 1);
    EXPECT_EQ(lacking,
              (std::set<std::string_view>{"heads/outputs", "training", "stream", "layers", "lens",
                                          "effects", "lines", "heads", "positions", "stream/query",
                                          "lines/heads", "training/query"}));
}

TEST(Pages, OfLayersShowEachLayer) {
    const Document document = io::open_document("induction").value();
    const Trace trace = evaluate(document);
    const auto page = named_figure(document, "layers");
    ASSERT_TRUE(page) << page.error().text();
    std::set<std::string> sheets;
    for (const GridRegion& grid : page->draw(document, trace, View{}, {}).grids)
        sheets.insert(to_text(grid.sheet));
    for (Index layer = 0; layer < layer_count(document); ++layer) {
        EXPECT_TRUE(sheets.contains(to_text(SheetId{Stage::Weights, 0, 0, layer}))) << layer;
        EXPECT_TRUE(sheets.contains(to_text(SheetId{Stage("block"), 0, 0, layer}))) << layer;
    }
}

/// In a low window too: the page scrolls down, and its width leaves room for the scroll bar.
TEST(Pages, LayersScrollDownBeforeSmallMatricesLoseTheirNumbers) {
    const Document document = io::open_document("induction").value();
    const Figure figure = layers_page(document, evaluate(document), View{}, {{1024, 300}});
    EXPECT_GT(figure.size.height, 300);
    EXPECT_LT(figure.size.width, 1024);
    Index cells = 0, numbers = 0;
    for (const GridRegion& grid : figure.grids)
        cells += grid.rows * grid.columns;
    for (const Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape);
            text && text->font == Font::Mono && text->text.find('.') != std::string::npos)
            ++numbers;
    EXPECT_GE(numbers, cells);
}

TEST(Pages, OfTheLensShowWhatEachLayerSaysAndOpenIt) {
    const Document document = io::open_document("induction").value();
    const Trace trace = evaluate(document);
    const Figure figure = named_figure(document, "lens")->draw(document, trace, View{}, {});
    const std::vector<Matrix> said = said_after_layers(document, trace);
    ASSERT_EQ(said.size(), 2U);
    ASSERT_EQ(figure.openings.size(), 2 * static_cast<std::size_t>(token_count(document)));
    EXPECT_EQ(figure.openings_across, token_count(document));
    for (std::size_t at = 0; at < figure.openings.size(); ++at) {
        const OpeningRegion& cell = figure.openings[at];
        EXPECT_EQ(cell.layer * token_count(document) + *cell.query, static_cast<Index>(at));
        Index word = 0;
        const Real share =
            said[static_cast<std::size_t>(cell.layer)].row(*cell.query).maxCoeff(&word);
        const auto texts = texts_in(figure, cell.rect);
        ASSERT_EQ(texts.size(), 2U) << at;
        EXPECT_EQ(texts[0], visible_word(output_words(document)[static_cast<std::size_t>(word)]));
        EXPECT_NEAR(std::stod(texts[1]), share, 0.006);
    }
}

TEST(Pages, OfEffectsShowTheChosenNumberOthersAndEachHead) {
    const Document document = io::open_document("causal-decoder-block").value();
    const Trace trace = evaluate(document);
    const Figure figure = named_figure(document, "effects")->draw(document, trace, View{}, {});
    const Place likeliest = number_of_effects(document, trace, View{}).value();
    ASSERT_FALSE(figure.places.empty());
    EXPECT_EQ(figure.places.front().place, likeliest);
    const HeadEffects effects = head_effects(document, trace, likeliest);
    ASSERT_EQ(figure.openings.size(), 4U) << "two heads, off and with their mean";
    for (std::size_t at = 0; at < 4; ++at) {
        const OpeningRegion& cell = figure.openings[at];
        const auto texts = texts_in(figure, cell.rect);
        ASSERT_EQ(texts.size(), 1U);
        const Real change = (at < 2 ? effects.off : effects.mean)(0, *cell.head);
        EXPECT_EQ(texts[0],
                  (change > 0 ? "+" : "") + spoken(change, {NumberFormat::Kind::Decimals, 3}));
    }
    const auto named = named_figure(document, "effects/output[1,0]");
    ASSERT_TRUE(named) << named.error().text();
    const Figure other = named->draw(document, trace, View{}, {});
    EXPECT_EQ(other.places.front().place, *parse_place("output[1,0]"));
    EXPECT_FALSE(named_figure(document, "effects/W_Q[0,0]")) << "no head changes an input";
}

/// What the heads of a layer do to the next word of its model comes in as a value.
TEST(Pages, OfEffectsShowWhatAFolderSaysOfALayer) {
    Document document = io::open_document("four-words").value();
    ModelOrigin origin;
    origin.layer = 5;
    document.origin = origin;
    const PageInfo& page = *page_with_name(canvas_pages(), effects_figure);
    EXPECT_FALSE(page.lack(document).empty());
    EXPECT_TRUE(page.invites(document));
    EXPECT_FALSE(named_figure(document, "effects")) << "the folder has not said anything";
    const FolderEffects effects{" mat", 0.25, {{3, -0.125, 0.5}}, ""};
    Beside beside;
    beside.effects = std::make_shared<const FolderEffects>(effects);
    const auto named = named_figure(document, "effects", beside);
    ASSERT_TRUE(named) << named.error().text();
    const Figure figure = named->draw(document, evaluate(document), View{}, {});
    ASSERT_EQ(figure.openings.size(), 2U) << "one head, off and with its mean";
    EXPECT_EQ(texts_in(figure, figure.openings[0].rect), std::vector<std::string>{"−0.125"});
    EXPECT_EQ(texts_in(figure, figure.openings[1].rect), std::vector<std::string>{"+0.500"});
    EXPECT_EQ(figure.openings[0].head, Index{0}) << "its number in the document";
    const std::vector<std::string> texts = texts_in(figure, Rect{0, 0, 10000, 10000});
    const auto has = [&](const std::string& text) {
        return std::any_of(texts.begin(), texts.end(), [&](const std::string& one) {
            return one.find(text) != std::string::npos;
        });
    };
    EXPECT_TRUE(has("layer 5"));
    EXPECT_TRUE(has("head 3"));
    EXPECT_TRUE(has("mat  0.250"));

    FolderEffects none;
    none.why = "The folder of the model is gone";
    const OpenPart part(document, evaluate(document), View{});
    const Trace trace = evaluate(document);
    const View view;
    PageInput input{part, trace, view, {{800, 600}}};
    input.of_folder = &none;
    const Figure told = page.make(input).figure;
    EXPECT_TRUE(told.openings.empty());
    EXPECT_FALSE(texts_in(told, Rect{0, 0, 10000, 10000}).empty());
}

TEST(Pages, OfLensAndEffectsDoNotTellCoveredNumbers) {
    Document document = io::open_document("causal-decoder-block").value();
    const attn::Shape shape = shape_of(document, {Stage("probabilities")});
    const Index last = shape.rows - 1;
    document.covers = with_cover(document, {{Stage("probabilities")}, last, 0, 1, shape.columns});
    const Trace trace = evaluate(document);
    const Figure lens = named_figure(document, "lens")->draw(document, trace, View{}, {});
    EXPECT_EQ(texts_in(lens, lens.openings.back().rect), std::vector<std::string>{"?"});
    EXPECT_EQ(texts_in(lens, lens.openings.front().rect).size(), 2U);
    const Figure effects = named_figure(document, "effects")->draw(document, trace, View{}, {});
    for (const OpeningRegion& cell : effects.openings)
        EXPECT_EQ(texts_in(effects, cell.rect), std::vector<std::string>{"?"});
    for (std::size_t at = 0; at + 1 < effects.places.size(); ++at) { // the last is a logit
        EXPECT_EQ(effects.places[at].place.column, static_cast<Index>(at))
            << "covered words keep the order of the list";
        EXPECT_TRUE(texts_in(effects, effects.places[at].rect).front().ends_with(" ?"));
    }
}

/// Many words continue below, and nothing is cut or drawn over.
TEST(Pages, OfTheLensWrapManyWords) {
    Document document = io::open_document("causal-decoder-block").value();
    while (token_count(document) < 40)
        document = apply(document, InsertToken{token_count(document),
                                               "word" + std::to_string(token_count(document)),
                                               document.embeddings->row(0)})
                       .value();
    const Figure figure = lens_page(document, evaluate(document), View{}, {{1024, 200}});
    EXPECT_LT(figure.size.width, 1024) << "room for the bar that scrolls";
    ASSERT_EQ(figure.openings.size(), 40U);
    for (const OpeningRegion& cell : figure.openings) {
        EXPECT_LE(cell.rect.right(), figure.size.width);
        EXPECT_LE(cell.rect.bottom(), figure.size.height);
        EXPECT_EQ(texts_in(figure, cell.rect).size(), 2U);
    }
}

TEST(Pages, OfOneMatrixEnlargeTheNamedOne) {
    const Document document = io::open_document("two-heads").value();
    const Trace trace = evaluate(document);
    for (const char* const name : {"enlarged/Q/1", "enlarged/weights"}) {
        const auto enlarged = named_figure(document, name);
        ASSERT_TRUE(enlarged) << enlarged.error().text();
        EXPECT_EQ(enlarged->name, name);
        const Figure figure = enlarged->draw(document, trace, View{}, {});
        float widest = 0;
        SheetId largest;
        for (const GridRegion& grid : figure.grids)
            if (grid.cells.height > widest) {
                widest = grid.cells.height;
                largest = grid.sheet;
            }
        EXPECT_EQ("enlarged/" + to_text(largest), name);
    }
    EXPECT_FALSE(named_figure(document, "enlarged/nothing"));
}

TEST(Pages, OfTheSpotlightShowTheNamedMatrixOrNumber) {
    const Document document = io::open_document("two-heads").value();
    const Trace trace = evaluate(document);
    const auto shown = [&](const char* name, const View& view = {}) {
        std::set<std::string> sheets;
        const auto lit = named_figure(document, name);
        EXPECT_TRUE(lit) << lit.error().text();
        EXPECT_EQ(lit->name, name);
        for (const GridRegion& grid : lit->draw(document, trace, view, {}).grids)
            sheets.insert(to_text(grid.sheet));
        return sheets;
    };
    using Sheets = std::set<std::string>;
    EXPECT_EQ(shown("spotlight/Q/1"), (Sheets{"X", "W_Q/1", "Q/1"}));
    EXPECT_EQ(shown("spotlight/scores/1[0,2]"), (Sheets{"Q/1", "K/1", "scores/1"}));
    EXPECT_EQ(shown("spotlight"), (Sheets{"scaled", "weights"})) << "the main stage";
    View view;
    view.selected = *parse_place("V/1[0,1]");
    EXPECT_EQ(shown("spotlight", view), (Sheets{"X", "W_V/1", "V/1"})) << "the selected number";
    EXPECT_FALSE(named_figure(document, "spotlight/nothing"));
    EXPECT_FALSE(named_figure(document, "spotlight/weights[9,9]"));
}

} // namespace attn::figure
