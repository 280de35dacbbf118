// SPDX-License-Identifier: MIT
// The usual mistakes: each differs where it says so, and those of the notebooks give the figures
// that the notebooks print.
#include "core/document/mistake.h"
#include "core/document/option_inputs.h"
#include "core/document/view.h"
#include "core/io/library.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <set>

using namespace attn;
using Json = nlohmann::json;

namespace {

Json printed_of(const std::string& id, const std::string& key, double& tolerance) {
    std::ifstream file(ATTENTION_SOURCE_DIR "/tests/data/seed-figures.json");
    for (const Json& seed : Json::parse(file))
        if (seed["id"] == id) {
            tolerance = seed["tolerance"][key];
            return seed["printed"][key];
        }
    ADD_FAILURE() << "no figures of " << id;
    return {};
}

void expect_printed(const Matrix& matrix, const std::string& id, const std::string& key) {
    double tolerance = 0;
    const Json printed = printed_of(id, key, tolerance);
    ASSERT_EQ(printed.size(), static_cast<std::size_t>(matrix.rows())) << key;
    for (std::size_t row = 0; row < printed.size(); ++row)
        for (std::size_t column = 0; column < printed[row].size(); ++column)
            EXPECT_NEAR(matrix(static_cast<Index>(row), static_cast<Index>(column)),
                        printed[row][column].get<double>(), tolerance)
                << key << ' ' << row << ' ' << column;
}

void expect_row_printed(const Matrix& matrix, Index row, const std::string& id,
                        const std::string& key) {
    double tolerance = 0;
    const Json printed = printed_of(id, key, tolerance);
    ASSERT_EQ(printed.size(), static_cast<std::size_t>(matrix.cols())) << key;
    for (std::size_t column = 0; column < printed.size(); ++column)
        EXPECT_NEAR(matrix(row, static_cast<Index>(column)), printed[column].get<double>(),
                    tolerance)
            << key << ' ' << column;
}

HeadTrace wrong(const std::string& preset, Mistake mistake) {
    const auto made = make_mistake(*io::open_document(preset), mistake);
    EXPECT_TRUE(made) << preset;
    return made->wrong.trace.heads[0];
}

Real at(const Calculation& calculation, const Place& place) {
    return matrix_of(calculation.document, calculation.trace, place.sheet)(place.row, place.column);
}

std::string shown(Real value) {
    return std::isnan(value) ? "NaN" : format(value, {NumberFormat::Kind::Significant, 4});
}

} // namespace

TEST(Mistakes, TheMissingKeepdimGivesTheNotebooksWeightsAndOutput) {
    const HeadTrace head = wrong("your-journey", Mistake::MissingKeepdim);
    expect_printed(head.weights, "your-journey", "weights_axis_columns");
    expect_printed(head.output, "your-journey", "output_axis_columns");
}

TEST(Mistakes, TheOtherAxisGivesTheNotebooksWeightsAndOutput) {
    const HeadTrace head = wrong("your-journey", Mistake::OtherAxis);
    expect_printed(head.weights, "your-journey", "weights_axis_columns");
    expect_printed(head.output, "your-journey", "output_axis_columns");
}

TEST(Mistakes, ComponentSumsAreThoseOfTheNotebook) {
    expect_row_printed(wrong("three-inputs", Mistake::ComponentSums).output, 0, "three-inputs",
                       "weighted_value_component_sums_of_query_0");
}

TEST(Mistakes, DividingByTheSumGivesTheNotebooksFirstWeights) {
    expect_row_printed(wrong("your-journey", Mistake::DividedBySum).weights, 1, "your-journey",
                       "sum_normalised_of_query_1");
}

TEST(Mistakes, EachDiffersWhereItsSentenceSaysSo) {
    std::set<Mistake> seen;
    const auto presets = io::presets();
    for (const io::Preset& preset : *presets) {
        const Document document = *io::open_document(preset.name);
        for (const MistakeInfo& about : mistakes()) {
            const auto made = make_mistake(document, about.mistake, 0, 1);
            if (document.model != Model::Attention) { // These are mistakes about attention.
                EXPECT_FALSE(made) << preset.name << ' ' << about.name;
                continue;
            }
            if (!is_plain(document)) {
                ASSERT_FALSE(made) << preset.name << ' ' << about.name;
                EXPECT_NE(made.error().text().find("switch these off first"), std::string::npos);
                continue;
            }
            if (!made) {
                EXPECT_NE(made.error().text().find("changes nothing here"), std::string::npos);
                continue;
            }
            seen.insert(about.mistake);
            const Real a = at(made->right, made->place), b = at(made->wrong, made->place);
            EXPECT_EQ(made->place.sheet, made->sheet);
            const bool is_other_shape = !compare(made->right, made->wrong, made->sheet).has_value();
            EXPECT_TRUE(a != b || is_other_shape) << preset.name << ' ' << about.name;
            EXPECT_NE(made->sentence.find(std::string(about.cause)), std::string::npos);
            if (about.stage != Stage::Output) {
                EXPECT_NE(made->sentence.find("is " + shown(b) + " instead of " + shown(a)),
                          std::string::npos)
                    << made->sentence;
            }
            const Trace again = evaluate(made->right.document);
            EXPECT_EQ(again.heads[0].output, made->right.trace.heads[0].output)
                << "A is the right result of its document";
        }
    }
    EXPECT_EQ(seen.size(), mistakes().size()) << "every mistake shows in some preset";
}

TEST(Mistakes, ThatChangeNothingSaySo) {
    const Document journey = *io::open_document("your-journey"); // no projections, no scaling
    for (const Mistake mistake :
         {Mistake::NoScaling, Mistake::QueryAndKeySwapped, Mistake::ValueIsKey, Mistake::OneMatrix})
        EXPECT_FALSE(make_mistake(journey, mistake)) << info(mistake).name;
    EXPECT_FALSE(
        make_mistake(*io::open_document("the-cat-chased-the-mouse"), Mistake::DividedBySqrtDmodel))
        << "d_model is d_k";
}

TEST(Mistakes, DoWhatTheirNamesSay) {
    const Document cat = *io::open_document("the-cat-chased-the-mouse");
    const auto after = make_mistake(cat, Mistake::MaskAfterSoftmax);
    EXPECT_LT(after->wrong.trace.heads[0].weights.row(0).sum(), 0.5);
    EXPECT_EQ(after->wrong.trace.heads[0].weights(0, 1), 0);
    const auto zero = make_mistake(cat, Mistake::MaskWithZero);
    EXPECT_GT(zero->wrong.trace.heads[0].weights(0, 1), 0);
    const auto billion = make_mistake(cat, Mistake::MaskWithMinusBillion, 0, 2);
    for (Index key = 0; key < 5; ++key) {
        EXPECT_EQ(billion->right.trace.heads[0].weights(2, key), 0);
        EXPECT_NEAR(billion->wrong.trace.heads[0].weights(2, key), 0.2, 1e-12);
    }
    const auto naive = make_mistake(cat, Mistake::NaiveOverflow);
    EXPECT_TRUE(naive->wrong.trace.heads[0].weights.hasNaN());
    EXPECT_FALSE(naive->right.trace.heads[0].weights.hasNaN());
    const auto swapped = make_mistake(cat, Mistake::QueryAndKeySwapped);
    EXPECT_EQ(swapped->wrong.trace.heads[0].query, swapped->right.trace.heads[0].key);
    const auto one = make_mistake(cat, Mistake::OneMatrix);
    EXPECT_TRUE(one->wrong.trace.heads[0].scores.isApprox(
        Matrix(one->wrong.trace.heads[0].scores.transpose())));
}
