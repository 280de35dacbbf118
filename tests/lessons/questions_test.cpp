// SPDX-License-Identifier: MIT
// Questions in lessons: answers are computed from the current document, hints and choices reveal no
// covered number, and impossible questions are refused.
#include "core/document/explaining/derivation.h"
#include "core/document/model/covers.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/lesson.h"
#include "core/document/telling/step.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace attn;

namespace {

Result<OpenedLesson> lesson_that_asks(const std::string& question,
                                      const std::string& commands = "[]") {
    const std::string file = R"({"title": "A lesson", "preset": "the-cat-chased-the-mouse",
        "steps": [{"title": "One step", "text": "Look at {token[1]}.", "commands": )" +
                             commands + R"(, "question": )" + question + "}]}";
    auto lesson = io::read_lesson(file, "test.json");
    if (!lesson)
        return lesson.error();
    return io::opened(*std::move(lesson), io::open_document);
}

Asked asked_of(const OpenedLesson& opened, const Document& document) {
    const auto found = asked(opened, 0, document, evaluate(document), View{});
    EXPECT_TRUE(found) << found.error().text();
    return found ? *found : Asked{};
}

std::vector<std::size_t> right(const Asked& asked) {
    std::vector<std::size_t> list;
    for (std::size_t at = 0; at < asked.choices.size(); ++at)
        if (asked.choices[at].is_right)
            list.push_back(at);
    return list;
}

/// The document with other embeddings.
Document changed(const Document& document, unsigned seed) {
    Document other = document;
    for (Index row = 0; row < token_count(document); ++row)
        for (Index column = 0; column < d_model(document); ++column) {
            const Real value = static_cast<Real>((seed * 31 + static_cast<unsigned>(row) * 17 +
                                                  static_cast<unsigned>(column) * 7) %
                                                 41) /
                                   10 -
                               2;
            other = *attn::apply(other, SetCell{{{Stage::X}, row, column}, value});
        }
    return other;
}

} // namespace

TEST(Questions, AnswersThatAreWordsFollowAnyChange) {
    for (const auto& [what, sign] : {std::pair{"largest", 1.0}, {"smallest", -1.0}})
        for (const char* line : {"weights[1,:]", "scores[:,2]", "V[0:5,0]"}) {
            const auto opened = lesson_that_asks(R"({"ask": "Which?", "word": ")" +
                                                 std::string(what) + " " + line + "\"}");
            ASSERT_TRUE(opened) << opened.error().text();
            std::set<std::size_t> met;
            for (unsigned seed = 0; seed < 40; ++seed) {
                const Document document = changed(opened->documents[0], seed);
                const Trace trace = evaluate(document);
                const Asked asked = asked_of(*opened, document);
                const CellRange cells = *cells_of(document, *parse_region(line));
                ASSERT_EQ(asked.choices.size(), 5U);
                const auto value = [&, sign = sign](std::size_t at) {
                    const auto by = static_cast<Index>(at);
                    return sign * value_at(document, trace,
                                           {cells.sheet, cells.row + (cells.rows > 1 ? by : 0),
                                            cells.column + (cells.rows > 1 ? 0 : by)});
                };
                for (std::size_t at = 0; at < 5; ++at) {
                    EXPECT_EQ(asked.choices[at].text, document.tokens[at]);
                    bool is_extreme = true;
                    for (std::size_t other = 0; other < 5; ++other)
                        is_extreme = is_extreme && value(at) >= value(other);
                    EXPECT_EQ(asked.choices[at].is_right, is_extreme) << line << ", " << seed;
                    if (is_extreme) {
                        met.insert(at);
                        EXPECT_NE(to_text(asked.answer).find(document.tokens[at]),
                                  std::string::npos);
                    }
                }
            }
            EXPECT_GT(met.size(), 1U) << "always the same word: " << line;
        }
}

TEST(Questions, ChoicesFollowTheDocument) {
    const auto opened = lesson_that_asks(
        R"({"ask": "Which?", "choices": ["{token[0]}", "{token[1]}", "{token[4]}"],
            "answer": "{largest_word weights[1]}"})");
    ASSERT_TRUE(opened) << opened.error().text();
    const auto first = right(asked_of(*opened, opened->documents[0]));
    ASSERT_EQ(first.size(), 1U);
    bool follows = false, has_none = false;
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Document document = changed(opened->documents[0], seed);
        const auto now = asked(*opened, 0, document, evaluate(document), View{});
        if (now)
            follows = follows || right(*now) != first;
        else
            has_none = has_none || now.error().text().find("none of the choices") == 0;
    }
    EXPECT_TRUE(follows);
    EXPECT_TRUE(has_none) << "the answer may be a word that is not offered";
}

TEST(Questions, AnswersThatAreNumbersMayBeNear) {
    const auto near = lesson_that_asks(R"({"ask": "?", "number": "output[1,0]", "within": 0.05})");
    const auto same = lesson_that_asks(R"({"ask": "?", "number": "output[1,0]"})");
    ASSERT_TRUE(near && same);
    const Document& document = near->documents[0];
    const Trace trace = evaluate(document);
    const Real value = value_at(document, trace, *parse_place("output[1,0]"));
    const auto says = [&](const OpenedLesson& opened, Real typed) {
        return verdict(*opened.lesson.steps[0].question, typed, document, trace, View{});
    };
    EXPECT_TRUE(says(*near, value + 0.049).is_right);
    EXPECT_FALSE(says(*near, value + 0.051).is_right);
    const std::string shown = spoken(value, View{}.numbers);
    EXPECT_TRUE(says(*same, std::stod(shown)).is_right);
    EXPECT_FALSE(says(*same, value + 0.02).is_right);
    EXPECT_EQ(to_text(says(*near, value).text), "Yes, it is " + shown + ".");
    EXPECT_EQ(to_text(says(*near, 9).text), "No, it is not 9.");
    EXPECT_FALSE(says(*near, std::numeric_limits<Real>::quiet_NaN()).is_right);
}

TEST(Questions, AnswersThatAreCellsAreItsTermsOnly) {
    for (const char* made : {"output[1,0]", "weights[2,3]", "Q[0,1]"}) {
        const auto opened =
            lesson_that_asks(R"({"ask": "?", "cell": ")" + std::string(made) + "\"}");
        ASSERT_TRUE(opened) << opened.error().text();
        const Document& document = opened->documents[0];
        const Trace trace = evaluate(document);
        std::vector<Place> parts = largest_places(derive(document, trace, *parse_place(made)));
        for (Place& part : parts) // the mask changes nothing here, and is not seen
            if (part.sheet.stage == Stage::Masked)
                part.sheet.stage = Stage::Scaled;
        std::size_t found = 0;
        for (const Stage stage : {Stage::X, Stage::W_Q, Stage::Q, Stage::V, Stage::Scaled,
                                  Stage::Weights, Stage::Output}) {
            const Shape shape = shape_of(document, {stage});
            for (Index row = 0; row < shape.rows; ++row)
                for (Index column = 0; column < shape.columns; ++column) {
                    const Verdict said = verdict(*opened->lesson.steps[0].question,
                                                 {{stage}, row, column}, document, trace);
                    found += said.is_right ? 1 : 0;
                    EXPECT_EQ(said.is_right, std::count(parts.begin(), parts.end(),
                                                        Place{{stage}, row, column}) > 0);
                }
        }
        EXPECT_EQ(found, parts.size()) << made;
        EXPECT_GT(found, 0U);
    }
}

TEST(Questions, HintsGiveTheDerivationWithoutTheResult) {
    const auto opened = lesson_that_asks(R"({"ask": "?", "number": "weights[1,2]"})");
    ASSERT_TRUE(opened);
    const Document& document = opened->documents[0];
    const Trace trace = evaluate(document);
    const Asked asked = asked_of(*opened, document);
    const std::string result =
        spoken(value_at(document, trace, *parse_place("weights[1,2]")), View{}.numbers);
    ASSERT_GE(asked.hints.size(), 2U);
    EXPECT_NE(to_text(asked.hints.front()).find("scores[1,2]"), std::string::npos);
    EXPECT_NE(to_text(asked.hints.back()).find("e^"), std::string::npos);
    EXPECT_EQ(to_text(asked.hints.back()).find("= " + result), std::string::npos);
    EXPECT_NE(to_text(asked.answer).find(result), std::string::npos);
}

TEST(Questions, KeepCoveredNumbersHidden) {
    const std::string cover =
        R"([{"command": "set_covers", "to": ["weights[1,:]", "scores[1,2]"], "what": "Cover"}])";
    const auto opened = lesson_that_asks(
        R"({"ask": "Is it {weights[1,2]}?", "choices": ["{weights[1,2]}", "{d_model}"],
            "answer": "{weights[1,2]}", "hints": ["Look at {scores[1,2]}."]})",
        cover);
    ASSERT_TRUE(opened) << opened.error().text();
    const Asked asked = asked_of(*opened, opened->documents[0]);
    EXPECT_EQ(to_text(asked.ask), "Is it ??");
    EXPECT_EQ(asked.choices[0].text, "?");
    EXPECT_EQ(right(asked), std::vector<std::size_t>{0});
    EXPECT_EQ(to_text(asked.hints[0]), "Look at ?.");
    const auto number = lesson_that_asks(R"({"ask": "?", "number": "weights[1,2]"})", cover);
    ASSERT_TRUE(number);
    const Asked of_number = asked_of(*number, number->documents[0]);
    const Trace trace = evaluate(number->documents[0]);
    const std::string score =
        spoken(value_at(number->documents[0], trace, *parse_place("scores[1,2]")), View{}.numbers);
    for (const Prose& hint : of_number.hints)
        EXPECT_EQ(to_text(hint).find("= " + score), std::string::npos) << to_text(hint);
    EXPECT_EQ(to_text(of_number.answer).find('?'), std::string::npos) << "the answer is open";
}

TEST(Questions, GiveHintsVerdictsAndTheAnswer) {
    const auto opened = lesson_that_asks(
        R"({"ask": "?", "word": "largest weights[1,:]", "hints": ["First.", "Second."]})");
    ASSERT_TRUE(opened);
    const Document& document = opened->documents[0];
    const Trace trace = evaluate(document);
    const LessonQuestion& question = *opened->lesson.steps[0].question;
    const Asked asked = asked_of(*opened, document);
    Answering so_far;
    const auto now = [&] {
        return to_text(said(so_far, question, asked, std::nullopt, document, trace));
    };
    EXPECT_EQ(now(), "");
    so_far.show_hint();
    EXPECT_EQ(now(), "First.");
    const std::size_t is_right = right(asked).front();
    so_far.take(verdict(asked.choices[is_right == 0 ? 1 : 0]));
    EXPECT_FALSE(so_far.is_answered);
    EXPECT_EQ(now().find("No, it is not "), 0U) << now();
    so_far.show_hint();
    EXPECT_EQ(now(), "Second.");
    so_far.take(verdict(asked.choices[is_right]));
    EXPECT_TRUE(so_far.is_answered);
    EXPECT_EQ(now(), "Yes, it is " + asked.choices[is_right].text + ".");
    so_far.show_answer();
    EXPECT_EQ(now(), to_text(asked.answer));
}

TEST(Questions, ImpossibleOnesAreRefusedWithTheirPlace) {
    const std::pair<const char*, const char*> cases[] = {
        {R"({"word": "largest weights[1,:]"})", "question.ask"},
        {R"({"ask": "?"})", "one of the four"},
        {R"({"ask": "?", "number": "output[1,0]", "cell": "output[1,0]"})", "one of the four"},
        {R"({"ask": "?", "number": "output[1,9]"})", "output[1,9]"},
        {R"({"ask": "?", "number": "output[1,0]", "within": 0})", "above 0"},
        {R"({"ask": "?", "cell": "output[1,0]", "within": 1})", "within"},
        {R"({"ask": "?", "cell": "X[0,0]"})", "input"},
        {R"({"ask": "?", "word": "most weights[1,:]"})", "largest weights[1,:]"},
        {R"({"ask": "?", "word": "largest weights"})", "one row or one column"},
        {R"({"ask": "?", "word": "largest weights[1,9]"})", "one row or one column"},
        {R"({"ask": "?", "word": "largest weights[7,:]"})", "weights[7,:]"},
        {R"({"ask": "?", "word": "largest W_Q[0,:]"})", "there are none"},
        {R"({"ask": "?", "choices": ["{token[0]}"], "answer": "{token[0]}"})", "2 to 9"},
        {R"({"ask": "?", "choices": ["{token[0]}", "{token[1]}"]})", "answer"},
        {R"({"ask": "?", "choices": ["{token[0]}", "{token[1]}"], "answer": "{token[4]}"})",
         "none of the choices"},
        {R"({"ask": "?", "choices": ["3", "{token[1]}"], "answer": "{token[1]}"})", "digit"},
        {R"({"ask": "?", "cell": "output[1,0]", "answer": "x"})", "answer"},
        {R"({"ask": "?", "number": "output[1,0]", "hint": []})", "question.hint"},
        {R"("which?")", "question"},
    };
    for (const auto& [question, expected] : cases) {
        const auto opened = lesson_that_asks(question);
        ASSERT_FALSE(opened) << question;
        EXPECT_NE(opened.error().text().find(expected), std::string::npos)
            << question << ": " << opened.error().text();
    }
}

TEST(Questions, NotesHaveThemWithTheirAnswers) {
    const auto opened = io::open_lesson("guess-the-weights");
    ASSERT_TRUE(opened) << opened.error().text();
    const auto notes = speaker_notes(*opened);
    ASSERT_TRUE(notes);
    for (std::size_t at = 0; at < opened->lesson.steps.size(); ++at) {
        ASSERT_TRUE(opened->lesson.steps[at].question);
        View view = view_of(opened->lesson.steps[at], View{});
        const auto question = asked(*opened, at, opened->documents[at], opened->traces[at], view);
        ASSERT_TRUE(question);
        EXPECT_NE(notes->find(to_markdown(question->ask)), std::string::npos);
        EXPECT_NE(notes->find(to_markdown(question->answer)), std::string::npos);
    }
}
