// SPDX-License-Identifier: MIT
// The curves of weights over temperature equal what documents of those temperatures compute.
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/region.h"
#include "core/document/model/sheet.h"
#include "core/figure/plots/curves.h"
#include "core/io/document/library.h"
#include "tests/support/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace attn::figure {
namespace {

constexpr float text = 14;
constexpr Size size{560, 140};

Document cat() {
    return *io::open_document("the-cat-chased-the-mouse");
}

Matrix weights_at(Document document, Real temperature, const View& view) {
    document.switches.temperature = temperature;
    const SheetId sheet = sheet_of_head(document, Stage::Weights, view.head);
    return matrix_of(document, evaluate(document), sheet).row(view.query);
}

std::vector<std::string> texts_of(const Figure& figure) {
    std::vector<std::string> list;
    for (const Shape& shape : figure.shapes)
        if (const auto* one = std::get_if<Text>(&shape))
            list.push_back(one->text);
    return list;
}

TEST(TemperatureCurve, EqualsTheWeightsAtEachTemperature) {
    View view;
    view.query = 1;
    Document document = cat();
    document.switches.temperature = 3; // no curve depends on it
    const TemperatureCurve curve = temperature_curve(document, view);
    ASSERT_EQ(curve.temperatures.size(), curve.weights.size());
    ASSERT_GE(curve.weights.size(), 20U);
    EXPECT_EQ(curve.temperatures.front(), 0.1);
    EXPECT_NEAR(curve.temperatures.back(), 10, 1e-12);
    for (std::size_t point = 0; point < curve.weights.size(); ++point) {
        const Real temperature = curve.temperatures[point];
        EXPECT_EQ(curve.weights[point], weights_at(document, temperature, view)) << temperature;
        // Computed differently: e to the scaled score at the temperature, divided by the sum.
        const Matrix plain = weights_at(document, 1, view);
        const Matrix powers = plain.array().pow(1 / temperature);
        for (Index key = 0; key < plain.cols(); ++key)
            EXPECT_NEAR(curve.weights[point](0, key), powers(0, key) / powers.sum(), 1e-12);
    }
}

TEST(TemperatureCurve, HidesCoveredWeights) {
    View view;
    view.query = 1;
    Document document = cat();
    document.covers = {parse_region("weights[1,4]").value()};
    const TemperatureCurve curve = temperature_curve(document, view);
    for (const Matrix& weights : curve.weights) {
        EXPECT_FALSE(std::isfinite(weights(0, 4)));
        EXPECT_TRUE(std::isfinite(weights(0, 0)));
    }
}

TEST(TemperatureCurve, IsDrawnAboveItsSlider) {
    View view;
    view.query = 1;
    for (const Real temperature : {0.1, 0.32, 1.0, 4.0, 10.0}) {
        Document document = cat();
        document.switches.temperature = temperature;
        const Matrix now = weights_at(document, temperature, view);
        const TemperaturePlot plot = temperature_plot(temperature_curve(document, view), document,
                                                      now, view, size, text, approximate_width);
        test::expect_tidy(plot.figure, std::to_string(temperature));
        const auto way = static_cast<float>(std::log10(temperature * 10) / 2);
        const float x = plot.plot.x + way * plot.plot.width;
        EXPECT_NEAR(temperature_at(plot, x, text), temperature, 1e-9);
        EXPECT_EQ(temperature_at(plot, -100, text), 0.1);
        EXPECT_EQ(temperature_at(plot, 1e6F, text), 10);
        const auto texts = texts_of(plot.figure);
        for (const std::string& word : document.tokens.list())
            EXPECT_NE(std::find(texts.begin(), texts.end(), word), texts.end()) << word;
    }
}

TEST(TemperatureCurve, ForManyWordsIsTheSliderAlone) {
    NewFromWords wanted;
    for (int word = 0; word < 70; ++word)
        wanted.words.push_back("w" + std::to_string(word));
    const Document document = *document_of(wanted);
    const TemperatureCurve curve = temperature_curve(document, {});
    EXPECT_TRUE(curve.weights.empty());
    const TemperaturePlot plot =
        temperature_plot(curve, document, {}, {}, size, text, approximate_width);
    EXPECT_FALSE(plot.figure.shapes.empty());
}

} // namespace
} // namespace attn::figure
