// SPDX-License-Identifier: MIT
#include "core/document/telling/lesson_phrases.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace attn::lesson_phrases_test {

namespace {

/// The text with its phrases in brackets: "[1:the row], and".
std::string marked(const std::string& text) {
    const auto parsed = parse_lesson_text(text);
    if (!parsed)
        return parsed.error().text();
    std::string all;
    std::size_t open = 0;
    for (const LessonPart& part : parsed->parts) {
        if (part.quantity == Quantity::Pin)
            continue;
        if (part.phrase != open) {
            all += open > 0 ? "]" : "";
            all += part.phrase > 0 ? "[" + std::to_string(part.phrase) + ":" : "";
            open = part.phrase;
        }
        all += part.quantity ? "{" + part.source + "}" : part.run.text;
    }
    return all + (open > 0 ? "]" : "");
}

} // namespace

TEST(LessonPhrases, AreTheWordsUpToThePunctuation) {
    for (const char* end : {",", ".", ";", ":", "?", "!", "\n", " (so)", " – so", " — so"})
        EXPECT_EQ(marked("See {pin weights}the weights" + std::string(end)),
                  "See [1:the weights]" + std::string(end));
    EXPECT_EQ(marked("{pin weights}the weights"), "[1:the weights]");
    EXPECT_EQ(marked("{pin weights[0,1]}{weights[0,1]|percent} of it. More"),
              "[1:{weights[0,1]|percent} of it]. More");
    EXPECT_EQ(marked("{pin X}**two words** here, then"), "[1:two words here], then");
}

TEST(LessonPhrases, EndAtTheNextPinWithoutWhatJoinsTheTwo) {
    EXPECT_EQ(marked("{pin K}K and {pin V}V."), "[1:K] and [2:V].");
    EXPECT_EQ(marked("{pin X[0,0]}{X[0,0]} · {pin W_Q[0,2]}{W_Q[0,2]} + {pin X[0,1]}{X[0,1]}."),
              "[1:{X[0,0]}] · [2:{W_Q[0,2]}] + [3:{X[0,1]}].");
    EXPECT_EQ(marked("{pin X}{X[0,0]} is {pin Q}{Q[0,0]}."), "[1:{X[0,0]}] is [2:{Q[0,0]}].");
    EXPECT_EQ(marked("{pin Q}= {Q[0,0]}."), "= [1:{Q[0,0]}].");
    EXPECT_EQ(marked("{pin K}{K[0,0]} and to {token[1]} with {pin V}{V[0,0]}"),
              "[1:{K[0,0]}] and to {token[1]} with [2:{V[0,0]}]");
    EXPECT_EQ(marked("the values of {pin V[1,:]}{token[1]} {pin V[3,:]}and {token[3]} are"),
              "the values of [1:{token[1]}] and [2:{token[3]} are]");
}

TEST(LessonPhrases, AreAWholeBracketThatFollowsThePin) {
    EXPECT_EQ(marked("is {pin Q[0,:]}({Q[0,0]}, {Q[0,1]}), as"), "is [1:({Q[0,0]}, {Q[0,1]})], as");
}

TEST(LessonPhrases, AreWhatThePinSays) {
    EXPECT_EQ(marked("{pin W_Q|the matrix W_{Q}, as drawn} maps, {pin K}keys"),
              "[1:the matrix W_{Q}, as drawn] maps, [2:keys]");
    EXPECT_EQ(marked("{pin Q[0,0]|its {Q[0,0]}} grows"), "[1:its {Q[0,0]}] grows");
    EXPECT_EQ(marked("{pin Q}one, {pin Q|two} three"), "[1:one], [1:two] three");
    for (const char* wrong :
         {"{pin Q|}", "{pin Q|a 7}", "{pin Q|x{pin K}y}", "{pin Q|{wieghts}}", "{pin Q|**a}"})
        EXPECT_NE(marked(wrong).find("{pin Q|"), std::string::npos) << marked(wrong);
}

TEST(LessonPhrases, AreTheWordsThatAreRead) {
    const auto text = parse_lesson_text("First {pin Q}the **query, Q**, and {pin K}keys.");
    ASSERT_TRUE(text) << text.error().text();
    Prose prose;
    for (const LessonPart& part : text->parts) {
        prose.push_back(part.run);
        prose.back().phrase = part.phrase;
    }
    EXPECT_EQ(phrase_text(prose, 1), "the query");
    EXPECT_EQ(phrase_text(prose, 2), "keys");
    EXPECT_EQ(phrase_text(prose, 3), "");
    EXPECT_EQ(to_text(prose), "First the query, Q, and keys.");
    EXPECT_EQ(to_markdown(prose), "First the **query, Q**, and keys.") << "cut text stays one";
}

} // namespace attn::lesson_phrases_test
