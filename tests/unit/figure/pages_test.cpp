// SPDX-License-Identifier: MIT
// The table of pages: every row is whole, and every page is a figure by name, of every document
// that has it; the others say why they do not.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "core/figure/pages/lens_page.h"
#include "core/figure/pages/pages.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

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

} // namespace

TEST(Pages, AreThese) {
    std::vector<std::string> names;
    for (const PageInfo& page : all_rows())
        names.emplace_back(page.name);
    EXPECT_EQ(names, (std::vector<std::string>{"canvas", "heads/outputs", "sensitivity", "training",
                                               "stream", "lens", "enlarged", "spotlight", "query",
                                               "lines", "heads", "map/x", "losses", "positions",
                                               "stream/query", "lines/heads", "training/query"}));
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
    EXPECT_EQ(lacking, (std::set<std::string_view>{"heads/outputs", "training", "stream", "lens",
                                                   "lines", "heads", "positions", "stream/query",
                                                   "lines/heads", "training/query"}));
}

TEST(Pages, OfTheLensShowEachLayer) {
    const Document document = io::open_document("induction").value();
    const Trace trace = evaluate(document);
    const auto lens = named_figure(document, "lens");
    ASSERT_TRUE(lens) << lens.error().text();
    std::set<std::string> sheets;
    for (const GridRegion& grid : lens->draw(document, trace, View{}, {}).grids)
        sheets.insert(to_text(grid.sheet));
    for (Index layer = 0; layer < layer_count(document); ++layer) {
        EXPECT_TRUE(sheets.contains(to_text(SheetId{Stage::Weights, 0, 0, layer}))) << layer;
        EXPECT_TRUE(sheets.contains(to_text(SheetId{Stage("block"), 0, 0, layer}))) << layer;
    }
}

/// In a low window too: the page scrolls down, and its width leaves room for the scroll bar.
TEST(Pages, TheLensScrollsDownBeforeSmallMatricesLoseTheirNumbers) {
    const Document document = io::open_document("induction").value();
    const Figure figure = lens_page(document, evaluate(document), View{}, {{1024, 300}});
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
