// SPDX-License-Identifier: MIT
// Training reduces a loss, keeps the inputs that do not learn, and reports where it cannot
// continue.
#include "core/document/commands/command.h"
#include "core/document/explaining/sensitivity.h"
#include "core/document/learning/training.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/model.h"
#include "core/document/model/sheet.h"
#include "tests/support/listening_words.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace attn;
using attn::test::listening_words;

namespace {

Training begun(const Document& document, const TrainingSettings& settings = {}) {
    auto made = begin_training(document, settings);
    EXPECT_TRUE(made) << made.error().text();
    return *std::move(made);
}

std::string fault_of(const Document& document, const TrainingSettings& settings) {
    const auto made = begin_training(document, settings);
    return made ? "" : made.error().message;
}

} // namespace

TEST(Training, MakesTheLossSmaller) {
    for (const OptimiserInfo& one : all_optimisers) {
        TrainingSettings settings;
        settings.optimiser = one.optimiser;
        Training training = begun(listening_words(), settings);
        for (int step = 0; step < 100; ++step)
            ASSERT_TRUE(training.step());
        EXPECT_EQ(training.steps(), 100U);
        EXPECT_EQ(training.losses().size(), 101U);
        EXPECT_LT(training.loss(), 0.9 * training.losses()[0]) << one.name;
        const Document learned = training.document();
        EXPECT_EQ(value_at(learned, evaluate(learned), {{Stage::Loss}, 0, 0}), training.loss());
    }
}

TEST(Training, ChangesOnlyTheLearnedInputs) {
    const Document document = listening_words();
    TrainingSettings settings;
    settings.learned = {{Stage::W_K}};
    Training training = begun(document, settings);
    ASSERT_TRUE(training.step());
    Document learned = training.document();
    EXPECT_FALSE(learned == document);
    *input(learned, {Stage::W_K}) = *input(document, {Stage::W_K});
    EXPECT_TRUE(learned == document);
}

TEST(Training, LearnsAllInputsButTheWordsByDefault) {
    const auto named = [](const Document& document) {
        std::string names;
        for (const SheetId& sheet : learned_inputs(document))
            names += to_text(sheet) + " ";
        return names;
    };
    EXPECT_EQ(named(listening_words()), "W_Q W_K W_V ");
    const auto bare = apply(listening_words(), SetProjections{Projections::None});
    ASSERT_TRUE(bare);
    EXPECT_EQ(named(*bare), "X ");
}

TEST(Training, AStepOfRateZeroChangesNothing) {
    for (const OptimiserInfo& one : all_optimisers) {
        TrainingSettings settings;
        settings.optimiser = one.optimiser;
        settings.rate = 0;
        settings.weight_decay = 0.1;
        const Document document = listening_words();
        Training training = begun(document, settings);
        ASSERT_TRUE(training.step());
        ASSERT_TRUE(training.step());
        EXPECT_TRUE(training.document() == document) << one.name;
        EXPECT_EQ(training.losses()[0], training.losses()[2]);
    }
}

TEST(Training, OneStepOfGradientDescentGoesAgainstTheGradient) {
    for (std::uint32_t seed = 0; seed < 60; seed += 3) { // those have a loss
        const Document document = attn::test::random_document_with_options(seed);
        ASSERT_TRUE(document.options.loss);
        TrainingSettings settings;
        settings.optimiser = Optimiser::Gradient;
        settings.rate = 1e-4;
        auto training = begin_training(document, settings);
        if (!training)
            continue; // The loss is not finite.
        const auto all = gradients_of(document, evaluate(document), {{Stage::Loss}, 0, 0});
        ASSERT_TRUE(all);
        const bool is_finite = std::all_of(all->begin(), all->end(), [](const auto& one) {
            return one.values.allFinite() && one.values.cwiseAbs().maxCoeff() < 1e3;
        });
        if (!is_finite || !training->step())
            continue;
        const Document learned = training->document();
        for (const SheetGradient& one : *all)
            if (const SharedMatrix* const now = input(learned, one.sheet);
                now && std::find(training->learned().begin(), training->learned().end(),
                                 one.sheet) != training->learned().end()) {
                const Matrix wanted = **input(document, one.sheet) - 1e-4 * one.values;
                EXPECT_TRUE((**now - wanted).isZero(1e-14)) << to_text(one.sheet) << seed;
            }
    }
}

TEST(Training, ACopyContinuesFromTheSameStep) {
    Training one = begun(listening_words());
    ASSERT_TRUE(one.step());
    Training other = one;
    ASSERT_TRUE(one.step());
    ASSERT_TRUE(other.step());
    EXPECT_TRUE(one.document() == other.document());
}

TEST(Training, RewindsToTheLastBit) {
    for (const OptimiserInfo& about : all_optimisers) {
        TrainingSettings settings;
        settings.optimiser = about.optimiser;
        settings.weight_decay = 0.01;
        Training training = begun(listening_words(), settings);
        std::vector<Document> documents;
        std::vector<TrainingPoint> points;
        for (int step = 0; step < 30; ++step) {
            documents.push_back(training.document());
            points.push_back(training.point());
            ASSERT_TRUE(training.step());
        }
        const std::vector<Real> losses(training.losses().begin(), training.losses().end());
        for (const std::size_t to : {29U, 11U, 3U, 0U}) {
            training.go_back(points[to]);
            EXPECT_EQ(training.steps(), to);
            for (std::size_t step = to; step < 30; ++step) {
                EXPECT_EQ(training.document(), documents[step]) << about.name << " " << step;
                EXPECT_EQ(training.document(), training.document(points[step]));
                ASSERT_TRUE(training.step());
                EXPECT_EQ(training.loss(), losses[step + 1]) << about.name << " " << step;
            }
        }
    }
}

TEST(Training, ANonFiniteLossNamesTheStepAndHalfTheRate) {
    Document document = listening_words();
    document.options.loss->of = {Stage::Output};
    TrainingSettings settings;
    settings.optimiser = Optimiser::Gradient;
    settings.rate = 1e200;
    Training training = begun(document, settings);
    Result<> ended = Nothing{};
    while (ended && training.steps() < 20)
        ended = training.step();
    ASSERT_FALSE(ended);
    const std::string step = std::to_string(training.steps() + 1);
    const std::string& said = ended.error().message;
    EXPECT_NE(said.find("after step " + step + " with a learning rate of 1e+200: "),
              std::string::npos)
        << said;
    EXPECT_NE(said.find(" first appears in "), std::string::npos) << said;
    EXPECT_TRUE(said.ends_with(". Try half of it, a learning rate of 5e+199")) << said;
    EXPECT_TRUE(std::isfinite(training.loss()));
    const Document kept = training.document();
    EXPECT_EQ(value_at(kept, evaluate(kept), {{Stage::Loss}, 0, 0}), training.loss());
}

TEST(Training, ExplainsWhyItCannotStart) {
    EXPECT_EQ(fault_of(new_document(), {}),
              "the document has no loss; give its model a \"target\", such as \"output\", and the "
              "input \"target\" of the same shape");
    const Document document = listening_words();
    const auto with = [&](const auto& change) {
        TrainingSettings settings;
        change(settings);
        return fault_of(document, settings);
    };
    using S = TrainingSettings;
    EXPECT_EQ(with([](S& s) { s.rate = -1; }),
              "the learning rate is -1, expected 0 or a number above 0");
    EXPECT_EQ(with([](S& s) { s.weight_decay = std::nan(""); }),
              "the weight decay is NaN, expected 0 or a number above 0");
    EXPECT_EQ(with([](S& s) { s.beta_1 = 1; }), "β₁ is 1, expected a number from 0 to below 1");
    EXPECT_EQ(with([](S& s) {
                  s.learned = {{Stage::W_Q, 1}};
              }),
              "the document has no W_Q/1; its inputs are X, W_Q, W_K, W_V and target");
    EXPECT_EQ(with([](S& s) { s.learned = {{Stage::Weights}}; }),
              "weights is computed and cannot learn; choose among X, W_Q, W_K, W_V and target");
    EXPECT_EQ(with([](S& s) { s.learned = {{Stage::Target}}; }),
              "the target says what is learned and cannot learn itself; leave it out");
    EXPECT_EQ(with([](S& s) {
                  s.learned = {{Stage::X}, {Stage::X}};
              }),
              "X is named twice among the inputs that learn; remove one");

    Document broken = document;
    Matrix x = *broken.embeddings;
    x(0, 0) = std::numeric_limits<Real>::quiet_NaN();
    broken.embeddings = x;
    const std::string fault = fault_of(broken, {});
    EXPECT_NE(fault.find("the loss is NaN before the first step: NaN first appears in X"),
              std::string::npos)
        << fault;
}
