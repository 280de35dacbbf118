// SPDX-License-Identifier: MIT
#include "core/document/command.h"
#include "core/document/step.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

std::vector<int> numbers(const Document& document) {
    std::vector<int> list;
    for (const Step& step : steps(document))
        list.push_back(number(step));
    return list;
}

Document changed(const Document& document, const Command& command) {
    const auto after = apply(document, command);
    EXPECT_TRUE(after) << after.error().text();
    return *after;
}

std::string told(const Document& document, StepKind kind, Index query = 0) {
    View view;
    view.query = query;
    return to_text(sentence(document, evaluate(document), view, {kind, false}));
}

} // namespace

TEST(Step, ThatChangesNothingIsSkippedAndSaidSo) {
    const Document plain = new_document();
    EXPECT_EQ(numbers(plain), (std::vector{1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14}));
    EXPECT_EQ(skipped_before(plain, step_of(6)), "Skipped: 5 Mask (there is no mask)");
    EXPECT_EQ(skipped_before(plain, step_of(4)), "");

    Document bare = changed(plain, SetScale{{Scale::Kind::None}});
    bare = changed(bare, SetProjections{Projections::None});
    EXPECT_EQ(numbers(bare), (std::vector{1, 3, 6, 7, 8, 10, 13, 14}));
    EXPECT_EQ(skipped_before(bare, step_of(13)),
              "Skipped: 11 Scale (the scores are divided by 1), 12 Mask (there is no mask)");
    EXPECT_EQ(skipped_before(bare, step_of(8)), "");

    const Document masked = changed(bare, SetMask{{Mask::Kind::Causal, {}}});
    EXPECT_EQ(numbers(masked), (std::vector{1, 3, 5, 6, 7, 8, 10, 12, 13, 14}));
}

TEST(Step, FormulasFollowTheSwitches) {
    Document document = new_document();
    EXPECT_EQ(formula(document, {StepKind::Scale, true}), "scaled = scores / √d_{k}");
    EXPECT_EQ(formula(document, {StepKind::Softmax, true}), "weights = softmax(scaled)");
    document = changed(document, SetScale{{Scale::Kind::None}});
    EXPECT_EQ(formula(document, {StepKind::Softmax, true}), "weights = softmax(scores)");
    document = changed(document, SetNormaliser{Normaliser::Sum});
    EXPECT_EQ(formula(document, {StepKind::Softmax, false}), "weights = scores / Σ scores");
    document = changed(document, SetAxis{Axis::Columns});
    EXPECT_EQ(to_text(title(document, evaluate(document), {}, {StepKind::Softmax, true})),
              "Division by the sum turns each column of scores into weights that sum to 1");
}

TEST(Step, SentencesCarryTheNumbersOfTheQueryWord) {
    Document document = new_document();
    document = changed(document, SetCell{{{Stage::X}, 0, 0}, 2});
    // Q = K = X with rows (2, 0) and (0, 1): the scores of word 0 are 4 and 0, scaled 2.83 and 0.
    const std::string name = document.tokens[0], other = document.tokens[1];
    EXPECT_EQ(told(document, StepKind::Embed), name + " is row 0 of X: (2.00, 0.00).");
    EXPECT_EQ(told(document, StepKind::Score),
              name + " fits " + name + " best: q · k = 4.00, and " + other + " least: 0.00.");
    EXPECT_EQ(told(document, StepKind::Scale),
              "The score of " + name + " for " + name +
                  " was 4.00 and is now 2.83; the order of the scores stays.");
    EXPECT_EQ(told(document, StepKind::Softmax),
              name + " listens most to " + name + " (94 %) and " + other + " (5.6 %).");
    document = changed(document, SetMask{{Mask::Kind::Causal, {}}});
    EXPECT_EQ(told(document, StepKind::Mask),
              name + " may not look at " + other + ": −∞ becomes a weight of 0.");
    EXPECT_EQ(told(document, StepKind::Mask, 1), other + " may look at every word.");
    EXPECT_EQ(told(document, StepKind::Softmax), name + " listens most to " + name + " (100 %).");
}

TEST(Step, AWordThatMayLookAtNothingIsSaidSo) {
    Document document = new_document();
    for (const Index key : {0, 1})
        document = changed(document, SetMaskCell{0, key, true});
    EXPECT_EQ(told(document, StepKind::Mask),
              document.tokens[0] + " may not look at any word: it will get no weights.");
    EXPECT_EQ(told(document, StepKind::Softmax), document.tokens[0] + " listens to nobody.");
    EXPECT_NE(told(document, StepKind::Mix).find("no value takes part"), std::string::npos);
}

TEST(Step, SentencesSpeakOfTheWordsOfAMemory) {
    AttentionOptions options;
    options.has_memory = true;
    Document document = changed(new_document(), SetOptions{options, "Read from a memory"});
    document = changed(document, InsertToken{2, "moon", Matrix{{9, 0}}, Names::Memory});
    const std::string first = document.tokens[0];
    EXPECT_TRUE(told(document, StepKind::Score).starts_with(first + " fits moon best: q · k = "));
    EXPECT_TRUE(told(document, StepKind::Softmax).starts_with(first + " listens most to moon ("));
    Mask padding;
    padding.kind = Mask::Kind::Padding;
    padding.number = 1;
    padding.keys = 3;
    document = changed(document, SetMask{padding});
    EXPECT_EQ(told(document, StepKind::Mask),
              first + " may not look at moon: −∞ becomes a weight of 0.");
}

TEST(Step, AScoreThatIsNoProductIsNotToldAsOne) {
    AttentionOptions options;
    options.score.kind = Score::Kind::Distance;
    const Document document = changed(new_document(), SetOptions{options, "Measure distances"});
    EXPECT_NE(told(document, StepKind::Score).find("best: its score is "), std::string::npos);
}

TEST(Prose, IsReadableWithoutItsMarkUp) {
    const Prose prose = {
        {"q = x W_{Q}, K^{T} of "}, {"a_b", Tone::QueryWord}, {" is "}, {"0.5", Tone::Number}};
    EXPECT_EQ(to_text(prose), "q = x W_Q, K^T of a_b is 0.5");
    EXPECT_EQ(to_markdown(prose), "q = x W_Q, K^T of **a\\_b** is **0.5**");
}
