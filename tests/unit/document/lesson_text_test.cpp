// SPDX-License-Identifier: MIT
#include "core/document/commands/command.h"
#include "core/document/model/sheet_numbers.h"
#include "core/document/telling/lesson.h"

#include <gtest/gtest.h>

using namespace attn;

namespace {

/// X = ((2, 0), (0, 1)): the scores of word 0 are 4 and 0.
Document two_words() {
    return *attn::apply(new_document(), SetCell{{{Stage::X}, 0, 0}, 2});
}

std::string said(const std::string& text, const Document& document = two_words()) {
    const auto parsed = parse_lesson_text(text);
    if (!parsed)
        return "fault: " + parsed.error().text();
    const Trace trace = evaluate(document);
    const View view;
    const Document plain = new_document();
    const Trace plain_trace = evaluate(plain);
    const Spoken before{plain, plain_trace, view};
    const auto prose = evaluated(*parsed, {document, trace, view}, &before);
    return prose ? to_text(*prose) : "fault: " + prose.error().text();
}

} // namespace

TEST(LessonText, EvaluatesPlacesInTheDocument) {
    const Document document = two_words();
    EXPECT_EQ(said("{scores[0,0]} and {scores[0,0]|2}"), "4 and 4.00");
    EXPECT_EQ(said("{weights[0,0]|percent}"), "94 %");
    EXPECT_EQ(said("{X[0,0]|3} was {was X[0,0]|3}"), "2.000 was 1.000");
    EXPECT_EQ(said("{token[1]} of {query}"), document.tokens[1] + " of " + document.tokens[0]);
    EXPECT_EQ(said("{words} × {d_model}, {d_k}, {d_v}"), "2 × 2, 2, 2");
    EXPECT_EQ(said("{divisor|3}"), "1.414");
}

TEST(LessonText, DecimalsOfAStepLeaveWholeMatricesWhole) {
    LessonStep step;
    step.view.decimals = 4;
    const View view = own_view_of(step, {});
    const Document document = two_words();
    const Trace trace = evaluate(document);
    const auto written = [&](const char* place) {
        const auto text = parse_lesson_text("{" + std::string(place) + "}");
        return to_text(*evaluated(*text, {document, trace, view}, nullptr));
    };
    EXPECT_EQ(written("scores[0,0]"), "4");
    EXPECT_EQ(written("weights[0,0]"), "0.9442");
    EXPECT_EQ(format_of(document, trace, {Stage::X}, view.numbers).digits, 0);
    EXPECT_EQ(format_of(document, trace, {Stage::Weights}, view.numbers).digits, 4);
}

TEST(LessonText, EvaluatesLinesAndMatrices) {
    EXPECT_EQ(said("{row_sum scores[0]|0} {column_sum scores[1]|0}"), "4 1");
    EXPECT_EQ(said("{first_sum scores[0,0]|0}"), "4");
    EXPECT_EQ(said("{largest scores[1]|0}"), "1");
    EXPECT_EQ(said("{largest_word scores[1]}"), two_words().tokens[1]);
    EXPECT_EQ(said("{length X[0]|0}"), "2");
    EXPECT_EQ(said("{length weighted_values[0,0]|2}"), "1.89") << "0.944 times a length of 2";
    // 4, 0, 0, 1: mean 1.25, variance 2.6875.
    EXPECT_EQ(said("{spread scores|3}"), "1.639");
    EXPECT_EQ(said("{shown_sum weights[0]|1}"), "1.0") << "0.9 + 0.1";
}

TEST(LessonText, HasDerivatives) {
    // For a softmax: w (1 − w), at a weight of 94 %.
    EXPECT_EQ(said("{slope weights[0,0] by scaled[0,0]|4}"), "0.0527");
    EXPECT_EQ(said("{slope scaled[0,0] by scores[0,0]|3}"), "0.707");
    EXPECT_NE(said("{slope weights[0,0] by output[0,0]}").find("fault"), std::string::npos);
    EXPECT_NE(said("{slope weights[0,0]}").find("a slope is of one number by another"),
              std::string::npos);
}

TEST(LessonText, NamesTheWordsOfAMemory) {
    EXPECT_EQ(said("{key[1]}"), two_words().tokens[1]) << "without a memory the keys are the words";
    Document document = two_words();
    AttentionOptions options;
    options.has_memory = true;
    document = *attn::apply(document, SetOptions{options, "Read from a memory"});
    document = *attn::apply(document, InsertToken{2, "moon", Matrix{{0, 9}}, Names::Memory});
    EXPECT_EQ(said("{key[2]} and {largest_word scores[1]}", document), "moon and moon");
    EXPECT_NE(said("{key[3]}", document).find("fault"), std::string::npos);
    EXPECT_NE(said("{token[2]}", document).find("fault"), std::string::npos);
    EXPECT_NE(said("{key[x]}", document).find("write a word as key[1]"), std::string::npos);
}

TEST(LessonText, KeepsItsMarkUp) {
    EXPECT_EQ(said("**W_{Q}** and K^{T}, {#2017}"), "W_Q and K^T, 2017");
    const auto text = parse_lesson_text("a **b** c");
    ASSERT_TRUE(text);
    ASSERT_EQ(text->parts.size(), 3U);
    EXPECT_EQ(text->parts[1].run, (attn::Run{"b", Tone::Strong}));
}

TEST(LessonText, KeepsCodeAsItIsWritten) {
    const auto text = parse_lesson_text("Call `np.dot(Q, W_Q ** K)` for `{token[0]}`, {X[0,0]}");
    ASSERT_TRUE(text) << text.error().text();
    ASSERT_GE(text->parts.size(), 2U);
    EXPECT_EQ(text->parts[1].run, (attn::Run{"np.dot(Q, W_Q ** K)", Tone::Code}));
    EXPECT_EQ(said("`softmax`"), "softmax");
    EXPECT_EQ(said("a ` alone"), "a ` alone") << "it begins no code";
    EXPECT_NE(said("`x = 0.5`").find("a digit is typed"), std::string::npos);
    EXPECT_EQ(said("`seed({#0})`"), "seed(0)");
    EXPECT_EQ(to_markdown({{"Call "}, {"np.", Tone::Code}, {"dot_x", Tone::Code}, {" now"}}),
              "Call `np.dot_x` now");
}

TEST(LessonText, LowersWhatFollowsTheLetterOfAName) {
    const auto rich = [](const std::string& text) {
        const auto parsed = parse_lesson_text(text);
        return parsed && parsed->parts.size() == 1 ? parsed->parts[0].run.text : "fault";
    };
    EXPECT_EQ(rich("Q = x W_Q, then √d_k."), "Q = x W_{Q}, then √d_{k}.");
    EXPECT_EQ(rich("d_model"), "d_{model}");
    for (const char* text : {"W_{Q}", "snake_case", "a_b_c", "x_", "_x", "two_d_k", "W_Qx_y"})
        EXPECT_EQ(rich(text), text);
    EXPECT_EQ(said("W_Q"), "W_Q") << "as plain text";
    EXPECT_EQ(written_text("W_Q").source, "W_Q") << "the text stays as it is written";
}

TEST(LessonText, IsMarkdownWithoutTheMarkUpThatItSpeaksOf) {
    const auto markdown = [](const std::string& text) { return to_markdown(Prose{{text}}); };
    EXPECT_EQ(markdown("![a](b.png) [c](d)"), "![a\\](b.png) [c\\](d)");
    EXPECT_EQ(markdown("<b>x</b> <!-- <?"), "\\<b>x\\</b> \\<!-- \\<?");
    EXPECT_EQ(markdown("&lt; & &#60;"), "\\&lt; & \\&#60;");
    EXPECT_EQ(markdown("a *b* `c`"), "a \\*b\\* \\`c\\`");
    EXPECT_EQ(markdown("# a\n> b\n+ c\n- d\n--- e"), "\\# a\n\\> b\n\\+ c\n- d\n\\--- e");
    EXPECT_EQ(markdown("scores[0,:] < 1 and x W_Q"), "scores[0,:] < 1 and x W_Q");
    EXPECT_EQ(plain_as_markdown("a\\b"), "a\\\\b");
}

TEST(LessonText, ErrorsNameTheFaultAndItsPlace) {
    for (const char* text : {"a 3", "0.5e3", "a-3", "2nd", "x 1"})
        EXPECT_NE(said(text).find("a digit is typed"), std::string::npos) << text;
    for (const char* name : {"x1 listens", "GPT2", "(x12)", "W1 and W2"})
        EXPECT_EQ(said(name), name);
    EXPECT_NE(said("{X[5,0]}").find("{X[5,0]}: the document has no such place"), std::string::npos);
    EXPECT_NE(said("**open").find("fault"), std::string::npos);
    EXPECT_NE(said("{#1.5}").find("fault"), std::string::npos);
}
