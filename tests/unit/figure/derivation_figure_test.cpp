// SPDX-License-Identifier: MIT
#include "core/document/explaining/derivation.h"
#include "core/document/model/model.h"
#include "core/document/model/open_part.h"
#include "core/document/model/sheet.h"
#include "core/engine/graph/operation.h"
#include "core/figure/base/figure.h"
#include "core/figure/base/text.h"
#include "core/figure/plots/derivation_figure.h"
#include "core/io/document/library.h"
#include "tests/support/option_scenes.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

namespace attn::figure::derivation_figure_test {
namespace {

CanvasOptions sized(float width, float height) {
    CanvasOptions options;
    options.available = {width, height};
    return options;
}

Point centre(Rect rect) {
    return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

bool shows(const Figure& figure, const Place& place) {
    return std::any_of(figure.places.begin(), figure.places.end(),
                       [&](const PlaceRegion& region) { return region.place == place; });
}

std::string text_of(const Figure& figure) {
    std::string text;
    for (const Shape& shape : figure.shapes)
        if (const auto* piece = std::get_if<Text>(&shape))
            text += plain_text(piece->text) + "|";
    return text;
}

Figure panel(const test::Scene& scene, const Place& place, float width = 760, float height = 220) {
    View view = scene.view;
    view.selected = place;
    return derivation_panel(scene.document, scene.trace, view, sized(width, height));
}

/// A few cells of every matrix of a scene.
std::vector<Place> sample(const test::Scene& scene) {
    std::vector<Place> list;
    for (const SheetId& sheet : sheets(scene.document)) {
        const auto shape = shape_of(scene.document, sheet);
        list.push_back({sheet, 0, 0});
        list.push_back({sheet, shape.rows - 1, shape.columns / 2});
        list.push_back({sheet, shape.rows / 2, shape.columns - 1});
    }
    return list;
}

test::Scene named(const std::vector<test::Scene>& scenes, const std::string& name) {
    return *std::find_if(scenes.begin(), scenes.end(),
                         [&](const test::Scene& scene) { return scene.name == name; });
}

TEST(DerivationPanel, EveryFactorIsClickable) {
    const auto scenes = test::scenes();
    const test::Scene cat = named(scenes, "cat");
    for (const Place& place : sample(cat)) {
        const Figure figure = panel(cat, place);
        for (const Place& factor : places(derive(cat.document, cat.trace, place)))
            EXPECT_TRUE(shows(figure, factor)) << to_text(place) << " lacks " << to_text(factor);
        for (const PlaceRegion& region : figure.places)
            EXPECT_EQ(hit(figure, centre(region.rect)).place, region.place) << to_text(place);
    }
}

TEST(DerivationPanel, PrintsEnoughDigitsForTheEquation) {
    test::Scene tiny;
    tiny.document = new_document();
    tiny.document.embeddings = Matrix{{0.00434, 1e-120}, {9.9, 0}};
    tiny.trace = evaluate(tiny.document);
    const std::string text = text_of(panel(tiny, {{Stage::Scores}, 0, 1}));
    EXPECT_NE(text.find("0.004|·|9.90|"), std::string::npos) << text;
}

TEST(DerivationPanel, AGivenNumberSaysWhatItWouldBeIfItWereComputed) {
    test::Scene scene;
    scene.document = new_document(); // its scores are the identity
    scene.document.of_options[key_of({Stage::Weights})] = Matrix{{0.9, 0.1}, {0.5, 0.5}};
    scene.trace = evaluate(scene.document);
    const std::string text = text_of(panel(scene, {{Stage::Weights}, 0, 0}));
    EXPECT_NE(text.find("given 0.90; computed it would be 0.67"), std::string::npos) << text;
    View view;
    view.pointed = Place{{Stage::Weights}, 0, 1};
    const std::string line =
        text_of(derivation_line(scene.document, scene.trace, view, sized(760, 30)));
    EXPECT_NE(line.find("given 0.10; computed it would be 0.33"), std::string::npos) << line;
    EXPECT_EQ(text_of(panel(scene, {{Stage::X}, 0, 0})).find("computed it would be"),
              std::string::npos);
}

TEST(DerivationPanel, AWeightIsFollowedBackToItsQueryAndKey) {
    const auto scenes = test::scenes();
    const test::Scene cat = named(scenes, "cat");
    const Figure figure = panel(cat, {{Stage::Weights, 0, 0}, 1, 4});
    EXPECT_TRUE(shows(figure, {{Stage::Q, 0, 0}, 1, 2}));
    EXPECT_TRUE(shows(figure, {{Stage::K, 0, 0}, 4, 2}));
    EXPECT_TRUE(shows(figure, {{Stage::Scores, 0, 0}, 1, 4}));
    EXPECT_TRUE(shows(figure, {{Stage::Scaled, 0, 0}, 1, 4}));
    EXPECT_NE(text_of(figure).find("÷ √4"), std::string::npos) << text_of(figure);
}

TEST(DerivationPanel, LongSumsAreShortenedAndCountTheRest) {
    const auto scenes = test::scenes();
    const test::Scene large = named(scenes, "ten-by-64");
    const Place place{{Stage::Scores, 0, 0}, 2, 7};
    const Figure figure = panel(large, place, 490, 200);
    EXPECT_LE(figure.size.height, 200) << "it fits";
    const auto factors = static_cast<std::size_t>(
        std::count_if(figure.places.begin(), figure.places.end(), [](const PlaceRegion& region) {
            return region.place.sheet.stage == Stage::Q;
        }));
    EXPECT_GT(factors, 2U);
    EXPECT_NE(text_of(figure).find("(the other " + std::to_string(64 - factors) + " terms)"),
              std::string::npos)
        << text_of(figure);
    const Figure wide = panel(large, place, 1900, 1200);
    EXPECT_EQ(text_of(wide).find("the other"), std::string::npos) << "with room all are shown";
}

TEST(DerivationPanel, AnInputLeadsForwardAgain) {
    const auto scenes = test::scenes();
    const test::Scene cat = named(scenes, "cat");
    const Figure figure = panel(cat, {{Stage::X, 0, 0}, 3, 2});
    for (const Stage stage : {Stage::Q, Stage::K, Stage::V})
        EXPECT_TRUE(shows(figure, {{stage, 0, 0}, 3, 0}));
    EXPECT_NE(text_of(figure).find("It is part of|Q|,|K|and|V|of the"), std::string::npos)
        << text_of(figure);
    const std::string weight = text_of(panel(cat, {{Stage::W_Q, 0, 0}, 3, 2}));
    EXPECT_NE(weight.find("It is part of|column 2 of|Q"), std::string::npos) << weight;
}

/// Lists every number whose derivation contains an input.
TEST(DerivationPanel, AnInputListsAllItsUses) {
    const auto options = test::option_scenes();
    for (const test::Scene& scene : options)
        for (const SheetId& sheet : sheets(scene.document)) {
            if (!is_given(scene.document, sheet.stage) || sheet.layer > 0 || sheet.is_cross ||
                sheet.head > 0 || has_parts(scene.document))
                continue;
            // The first row of a table may be of a word that the text has not.
            const auto& words = scene.document.vocabulary;
            const bool is_table = sheet.stage == Stage("E");
            const auto row =
                is_table ? std::find(words.begin(), words.end(), scene.document.tokens.front()) -
                               words.begin()
                         : 0;
            const std::string text = text_of(panel(scene, {sheet, row, 0}));
            const Graph stages = graph(scene.document, 1);
            const auto read = stages.find(sheet);
            for (const Node& node : stages.nodes())
                if (std::find(node.inputs.begin(), node.inputs.end(), read) != node.inputs.end() &&
                    node.operation != &operation::sinusoidal) { // reads only a count
                    std::string symbol;
                    const std::string rich(info(node.sheet.stage).symbol);
                    for (std::size_t at = 0; at < rich.size(); ++at)
                        if (rich[at] == '_' && rich.compare(at, 2, "_{") != 0)
                            symbol += ' '; // a name in words
                        else if (rich.compare(at, 2, "_{") == 0)
                            ++at;
                        else if (rich[at] != '}')
                            symbol += rich[at];
                    EXPECT_NE(text.find("|" + symbol), std::string::npos)
                        << scene.name << ", " << to_text(sheet) << " is part of "
                        << to_text(node.sheet) << ": " << text;
                }
        }
}

TEST(DerivationPanel, AnInputNamesEveryLineAndWordItIsPartOf) {
    const Document block = io::open_document("causal-decoder-block").value();
    View view;
    view.selected = Place{{Stage("E"), 0, 0}, 1, 0};
    const std::string text =
        text_of(derivation_panel(block, evaluate(block), view, sized(760, 220)));
    EXPECT_NE(text.find("It is part of|column cat of|logits"), std::string::npos) << text;
    // What forms no line is named number by number.
    const std::regex counted("\\b([0-9]|1[0-6]|one) numbers? of");
    for (const test::Scene& one : test::option_scenes())
        for (const SheetId& sheet : sheets(one.document))
            if (is_given(one.document, sheet.stage) && !has_parts(one.document)) {
                const std::string said = text_of(panel(one, {sheet, 0, 0}));
                EXPECT_FALSE(std::regex_search(said, counted))
                    << one.name << ", " << to_text(sheet) << ": " << said;
            }
}

TEST(DerivationPanel, EveryLinkExistsAndLiesInside) {
    for (const test::Scene& scene : test::scenes())
        for (const Place& place : sample(scene)) {
            const Figure figure = panel(scene, place, 490, 210);
            for (const PlaceRegion& region : figure.places) {
                EXPECT_TRUE(exists(scene.document, region.place))
                    << scene.name << ' ' << to_text(region.place);
                EXPECT_GE(region.rect.x, 0) << scene.name << ' ' << to_text(place);
                EXPECT_LE(region.rect.right(), figure.size.width)
                    << scene.name << ' ' << to_text(place);
                EXPECT_LE(region.rect.bottom(), figure.size.height + 0.01F) << scene.name;
            }
        }
}

TEST(DerivationLine, FitsAndShowsTheResult) {
    for (const test::Scene& scene : test::scenes())
        for (const Place& place : sample(scene)) {
            View view = scene.view;
            view.pointed = place;
            const Figure figure =
                derivation_line(scene.document, scene.trace, view, sized(1024, 28));
            for (const Shape& shape : figure.shapes)
                if (const auto* piece = std::get_if<Text>(&shape)) {
                    EXPECT_LE(piece->at.x + rich_width(piece->text, piece->font, piece->size,
                                                       approximate_width),
                              1024)
                        << scene.name << ' ' << to_text(place);
                }
        }
}

TEST(DerivationLine, SaysIfOnlyRoundingMakesARowMissOne) {
    Document document = test::scene_document(3, 2, 2, 2);
    document.embeddings = Matrix(Matrix::Zero(3, 2)); // three weights of 1/3 in every row
    const Trace trace = evaluate(document);
    View view;
    const auto said = [&] {
        return text_of(derivation_line(document, trace, view, sized(1024, 28)));
    };
    EXPECT_NE(said().find("as shown sum to 0.99"), std::string::npos) << said();
    EXPECT_NE(said().find("in full they sum to 1.00"), std::string::npos) << said();
    view.numbers.digits = 4;
    EXPECT_NE(said().find("as shown sum to 0.9999"), std::string::npos) << said();
    view.numbers.kind = NumberFormat::Kind::Fraction;
    EXPECT_EQ(said().find("rounded"), std::string::npos) << "a third is a third: " << said();
}

TEST(DerivationLine, SaysWhyAWeightIsMasked) {
    const auto scenes = test::scenes();
    const test::Scene causal = named(scenes, "causal");
    View view = causal.view;
    view.pointed = Place{{Stage::Weights, 0, 0}, 0, 2};
    const Figure figure = derivation_line(causal.document, causal.trace, view, sized(1024, 28));
    EXPECT_NE(text_of(figure).find("the mask keeps query 0 from key 2"), std::string::npos)
        << text_of(figure);
}

} // namespace
} // namespace attn::figure::derivation_figure_test
