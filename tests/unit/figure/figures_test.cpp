// SPDX-License-Identifier: MIT
// The list of figures, for documents whose word matrices are stored, and for larger ones whose
// cells are computed on demand.
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/figure/paper/figures.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

using namespace attn;
using namespace attn::figure;

namespace {

/// Every text with its place.
std::vector<std::string> texts(const Figure& figure) {
    std::vector<std::string> all;
    for (const figure::Shape& shape : figure.shapes)
        if (const auto* text = std::get_if<Text>(&shape))
            all.push_back(text->text + " at " + std::to_string(text->at.x) + ", " +
                          std::to_string(text->at.y));
    return all;
}

} // namespace

TEST(Figures, AreDrawnForStoredAndForComputedMatrices) {
    for (const Index words : {64, 65, 70}) {
        const Document document = attn::test::scene_document(words, 3, 2, 2);
        const Trace trace = evaluate(document);
        View view;
        view.query = words - 1;
        for (const NamedFigure& one : figures(document))
            EXPECT_FALSE(one.draw(document, trace, view, {}).shapes.empty()) << one.name;
    }
}

/// Paper and slides do not offer dragging.
TEST(Figures, ForPicturesMentionNoDragging) {
    for (const char* const name : {"the-cat-chased-the-mouse", "causal-decoder-block", "concepts"})
        for (const bool is_column : {false, true}) {
            const auto document = io::open_document(name);
            ASSERT_TRUE(document) << document.error().text();
            const Trace trace = evaluate(*document);
            View view;
            view.selected = Place{{Stage::X, 0, 0}, 1, 0};
            HeatmapOptions options;
            options.is_column = is_column;
            for (const NamedFigure& named : figures(*document))
                for (const std::string& text : texts(named.draw(*document, trace, view, options))) {
                    EXPECT_EQ(text.find("drag"), std::string::npos) << named.name;
                    EXPECT_EQ(text.find("type over"), std::string::npos) << named.name;
                }
        }
}

/// The numbers on paper are the gradients in the layer of the number, under the names of the whole
/// document.
TEST(Figures, GradientsOnPaperShowTheLayerOfTheNumber) {
    const auto document = io::open_document("induction");
    ASSERT_TRUE(document) << document.error().text();
    const Trace trace = evaluate(*document);
    View view;
    view.layer = layer_count(*document) - 1;
    view.selected = Place{{Stage::Weights, 0, 0, view.layer}, 5, 3};
    HeatmapOptions options;
    options.is_column = true;
    for (const NamedFigure& named : figures(*document)) {
        if (named.name != sensitivity_figure)
            continue;
        std::string all;
        const Figure figure = named.draw(*document, trace, view, options);
        for (const figure::Shape& shape : figure.shapes)
            if (const auto* text = std::get_if<Text>(&shape))
                all += text->text + " ";
        EXPECT_NE(all.find(part_text(*document, view)), std::string::npos) << all;
        return;
    }
    FAIL() << "there is no such figure";
}

TEST(Figures, LayersAreNamedLikeTheirMatrices) {
    int count = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        if (layer_count(document) < 2)
            continue;
        ++count;
        const Trace trace = evaluate(document);
        View second;
        second.layer = 1;
        for (const char* name : {"canvas", "query", "lines", "map/x"}) {
            const auto named = named_figure(document, std::string(name) + "@1");
            const auto plain = named_figure(document, name);
            ASSERT_TRUE(named && plain) << name;
            const Figure drawn = named->draw(document, trace, View{}, {});
            EXPECT_EQ(texts(drawn), texts(plain->draw(document, trace, second, {}))) << name;
            if (std::string(name) == "canvas") {
                EXPECT_NE(texts(drawn), texts(plain->draw(document, trace, View{}, {})));
            }
        }
        EXPECT_EQ(named_figure(document, "cross.canvas").has_value(), has_cross(document));
        EXPECT_FALSE(named_figure(document, "canvas@" + std::to_string(layer_count(document))));
    }
    EXPECT_GT(count, 5);
}

TEST(Figures, DefaultToTheLargestWeightOfTheQueryWord) {
    for (const Index words : {3, 64, 65, 70}) {
        const Document document = attn::test::scene_document(words, 3, 2, 2);
        const Trace trace = evaluate(document);
        View view;
        view.query = words / 2;
        const Place largest = usual_number(document, trace, view);
        EXPECT_EQ(largest.sheet.stage, Stage::Weights);
        EXPECT_EQ(largest.row, view.query);
        for (Index key = 0; key < words; ++key)
            EXPECT_LE(value_at(document, trace, {largest.sheet, view.query, key}),
                      value_at(document, trace, largest));
    }
}
