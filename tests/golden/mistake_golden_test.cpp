// SPDX-License-Identifier: MIT
// The usual mistakes: each differs as its sentence says, and gives the numbers that the notebooks
// print.
#include "core/document/model/model.h"
#include "core/document/model/view.h"
#include "core/document/telling/mistake.h"
#include "core/engine/numbers/normalisers.h"
#include "core/io/document/library.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>

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

Matrix stage_of(const Calculation& of, Stage stage) {
    return matrix_of(of.document, of.trace, {stage});
}

Real at(const Calculation& calculation, const Place& place) {
    return matrix_of(calculation.document, calculation.trace, place.sheet)(place.row, place.column);
}

/// What a document lacks for a mistake, or why the mistake changes nothing.
void expect_reason(const std::string& error) {
    bool has_reason = false;
    for (const char* const end : {" first", "changes nothing here", "cannot be made in this"})
        has_reason |= error.find(end) != std::string::npos;
    EXPECT_TRUE(has_reason) << error;
}

std::string shown(Real value) {
    if (std::isnan(value))
        return "NaN";
    std::string digits;
    for (const char one : format(value, {NumberFormat::Kind::Significant, 4}))
        digits += one == '-' ? "−" : std::string(1, one); // also in front of a power of ten
    return digits;
}

} // namespace

TEST(Mistakes, TheMissingKeepdimGivesTheNotebooksWeightsAndOutput) {
    const HeadTrace head = wrong("your-journey", Mistake::MissingKeepdim);
    expect_printed(head[Stage::Weights], "your-journey", "weights_axis_columns");
    expect_printed(head[Stage::Output], "your-journey", "output_axis_columns");
}

TEST(Mistakes, TheOtherAxisGivesTheNotebooksWeightsAndOutput) {
    const HeadTrace head = wrong("your-journey", Mistake::OtherAxis);
    expect_printed(head[Stage::Weights], "your-journey", "weights_axis_columns");
    expect_printed(head[Stage::Output], "your-journey", "output_axis_columns");
}

TEST(Mistakes, ComponentSumsEqualTheNotebooks) {
    expect_row_printed(wrong("three-inputs", Mistake::ComponentSums)[Stage::Output], 0,
                       "three-inputs", "weighted_value_component_sums_of_query_0");
}

TEST(Mistakes, DividingByTheSumGivesTheNotebooksFirstWeights) {
    expect_row_printed(wrong("your-journey", Mistake::DividedBySum)[Stage::Weights], 1,
                       "your-journey", "sum_normalised_of_query_1");
}

TEST(Mistakes, EachDiffersAsItsSentenceSays) {
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
            if (!made) {
                expect_reason(made.error().text());
                continue;
            }
            seen.insert(about.mistake);
            const Real a = at(made->right, made->place), b = at(made->wrong, made->place);
            EXPECT_EQ(made->place.sheet, made->sheet);
            const bool is_other_shape = !compare(made->right, made->wrong, made->sheet).has_value();
            EXPECT_TRUE(a != b || is_other_shape) << preset.name << ' ' << about.name;
            EXPECT_NE(made->sentence.find(std::string(about.cause)), std::string::npos);
            if (about.stage != Stage::Output && !is_other_shape) {
                EXPECT_NE(made->sentence.find("is " + shown(b) + " instead of " + shown(a)),
                          std::string::npos)
                    << made->sentence;
            }
            const Trace again = evaluate(made->right.document);
            EXPECT_EQ(stage_of({made->right.document, again}, Stage::Output),
                      stage_of(made->right, Stage::Output))
                << "A is the right result of its document";
        }
    }
    EXPECT_EQ(seen.size(), mistakes().size()) << "every mistake shows in some preset";
}

TEST(Mistakes, WithHeadsIncludeAForgottenW_OAndAddedHeads) {
    const Document two = *io::open_document("two-heads");
    const auto forgotten = make_mistake(two, Mistake::ForgottenWO);
    ASSERT_TRUE(forgotten) << forgotten.error().text();
    const auto matrix = [](const Calculation& of, Stage stage, Index head = 0) {
        return matrix_of(of.document, of.trace, {stage, head});
    };
    const Matrix attention = matrix(forgotten->wrong, Stage::Attention);
    EXPECT_EQ(attention, matrix(forgotten->right, Stage::Joined).leftCols(attention.cols()));
    const auto added = make_mistake(two, Mistake::HeadsAdded);
    ASSERT_TRUE(added) << added.error().text();
    EXPECT_TRUE(
        matrix(added->wrong, Stage::Attention)
            .isApprox(matrix(added->right, Stage::Output) + matrix(added->right, Stage::Output, 1),
                      1e-14));
}

TEST(Mistakes, WithPositionsAddThemTooLate) {
    const Document sines = *io::open_document("sinusoidal-positions");
    const auto late = make_mistake(sines, Mistake::LatePositions);
    ASSERT_TRUE(late) << late.error().text();
    const auto& [document, trace] = late->wrong;
    const Matrix x = *document.embeddings, p = matrix_of(document, trace, {Stage::P});
    const Index width = std::min(d_k(document), p.cols());
    Matrix q = x * *document.heads[0].w_q, k = x * *document.heads[0].w_k;
    q.leftCols(width) += p.leftCols(width);
    k.leftCols(width) += p.leftCols(width);
    EXPECT_TRUE(stage_of(late->wrong, Stage::Scores).isApprox(q * k.transpose(), 1e-12));
    EXPECT_TRUE(stage_of(late->wrong, Stage::V).isApprox(x * *document.heads[0].w_v, 1e-12));
    EXPECT_NEAR(stage_of(late->wrong, Stage::Weights).row(0).sum(), 1, 1e-12)
        << "what follows is made again";
}

TEST(Mistakes, WithABlockIncludeAMisplacedNormAndASeenNextWord) {
    const Document block = *io::open_document("causal-decoder-block");
    const auto norm = make_mistake(block, Mistake::NormOnOtherSide);
    ASSERT_TRUE(norm) << norm.error().text();
    Document other = block;
    other.options.block->place = Block::Place::After;
    EXPECT_EQ(matrix_of(norm->wrong.document, norm->wrong.trace, {Stage("block")}),
              matrix_of(other, evaluate(other), {Stage("block")}));
    const auto shifted = make_mistake(block, Mistake::MaskOffByOne);
    ASSERT_TRUE(shifted) << shifted.error().text();
    const Matrix weights = stage_of(shifted->wrong, Stage::Weights);
    for (Index row = 0; row < weights.rows(); ++row)
        for (Index column = 0; column < weights.cols(); ++column)
            EXPECT_EQ(weights(row, column) > 0, column <= row + 1) << row << ' ' << column;
}

TEST(Mistakes, SayWhatTheyNeed) {
    const Document cat = *io::open_document("the-cat-chased-the-mouse");
    EXPECT_EQ(make_mistake(cat, Mistake::ForgottenWO).error().text(),
              "The heads are not joined by W_O. Join them by W_O first");
    EXPECT_NE(make_mistake(cat, Mistake::LatePositions).error().text().find("positions"),
              std::string::npos);
    EXPECT_NE(make_mistake(cat, Mistake::NormOnOtherSide).error().text().find("There is no norm"),
              std::string::npos);
}

TEST(Mistakes, AreMadeOrRefusedInEveryDocumentWithOptions) {
    int made_count = 0;
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        const Document document = attn::test::random_document_with_options(seed);
        for (const MistakeInfo& about : mistakes()) {
            const auto made = make_mistake(document, about.mistake);
            made_count += made.has_value();
            const std::string said = made ? made->sentence : made.error().text();
            EXPECT_FALSE(said.empty()) << about.name << ", seed " << seed;
        }
    }
    EXPECT_GT(made_count, 500);
}

TEST(Mistakes, FollowTheNormaliser) {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    document.switches.mask.kind = Mask::Kind::Causal;
    for (const NormaliserInfo& how : normalisers) {
        document.switches.normaliser = how.normaliser;
        const auto sentence = [&](Mistake mistake) {
            const auto made = make_mistake(document, mistake);
            return made ? made->sentence : made.error().text();
        };
        const std::string process(how.process);
        EXPECT_TRUE(sentence(Mistake::OtherAxis).starts_with("The " + process + " ran over"));
        EXPECT_NE(sentence(Mistake::MaskAfterSoftmax).find("after the " + process + ","),
                  std::string::npos);
        EXPECT_EQ(sentence(Mistake::MaskWithZero).find("e^0 is 1") != std::string::npos,
                  is_of_powers(how.normaliser))
            << how.word;
    }
    document.switches.normaliser = Normaliser::Sum;
    const auto shape = make_mistake(document, Mistake::MissingKeepdim);
    ASSERT_TRUE(shape) << shape.error().text();
    const Matrix scores = stage_of(shape->right, Stage::Masked),
                 weights = stage_of(shape->wrong, Stage::Weights);
    const auto open_sum = [&](Index row) { return scores.row(row).head(row + 1).sum(); };
    for (Index row = 0; row < scores.rows(); ++row)
        for (Index column = 0; column < scores.cols(); ++column)
            EXPECT_NEAR(weights(row, column),
                        column > row ? 0 : scores(row, column) / open_sum(column), 1e-12);
}

TEST(Mistakes, SayIfTheyChangeNothing) {
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
    EXPECT_LT(stage_of(after->wrong, Stage::Weights).row(0).sum(), 0.5);
    EXPECT_EQ(stage_of(after->wrong, Stage::Weights)(0, 1), 0);
    const auto zero = make_mistake(cat, Mistake::MaskWithZero);
    EXPECT_GT(stage_of(zero->wrong, Stage::Weights)(0, 1), 0);
    const auto billion = make_mistake(cat, Mistake::MaskWithMinusBillion, 0, 2);
    for (Index key = 0; key < 5; ++key) {
        EXPECT_EQ(stage_of(billion->right, Stage::Weights)(2, key), 0);
        EXPECT_NEAR(stage_of(billion->wrong, Stage::Weights)(2, key), 0.2, 1e-12);
    }
    const auto naive = make_mistake(cat, Mistake::NaiveOverflow);
    EXPECT_TRUE(stage_of(naive->wrong, Stage::Weights).hasNaN());
    EXPECT_FALSE(stage_of(naive->right, Stage::Weights).hasNaN());
    const auto swapped = make_mistake(cat, Mistake::QueryAndKeySwapped);
    EXPECT_EQ(stage_of(swapped->wrong, Stage::Q), stage_of(swapped->right, Stage::K));
    const auto one = make_mistake(cat, Mistake::OneMatrix);
    EXPECT_TRUE(stage_of(one->wrong, Stage::Scores)
                    .isApprox(Matrix(stage_of(one->wrong, Stage::Scores).transpose())));
}
