// SPDX-License-Identifier: MIT
// A page with a lesson shows the same text as the window, each step with its own document. A page
// may also be read-only.
#include "core/document/commands/command.h"
#include "core/io/document/document_json.h"
#include "core/io/document/lesson.h"
#include "core/io/document/library.h"
#include "tests/page/page_fixture.h"

#include <random>

using namespace attn;
using test::back;
using test::Json;
using test::next;
using test::run;
using test::teach;
using test::told_after;

namespace {

class LessonPage : public test::PageFixture {
protected:
    LessonPage() : PageFixture(test::Browser::Chromium) {}

    std::string four_words(const publish::PageOffer& offer = {}) {
        return file("lesson.html", *io::open_document("four-words"), offer);
    }
};

/// The expected text of a step and its document, which the user may have changed.
Json expected(const OpenedLesson& lesson, std::size_t at, const Document& now) {
    View view;
    for (std::size_t step = 0; step <= at; ++step) {
        view.numbers = {};
        view = view_of(lesson.lesson.steps[step], view);
    }
    const auto all = filled(lesson, at, lesson.lesson.steps[at].text, now, evaluate(now), view);
    Prose text;
    for (const attn::Run& one : *all)
        if (one.tone != Tone::Pin)
            text.push_back(one);
    return {std::to_string(at + 1) + " of " + std::to_string(lesson.lesson.steps.size()),
            to_text(Prose{{lesson.lesson.steps[at].title}}), to_text(text),
            io::write_document(now)};
}

} // namespace

TEST_F(LessonPage, EveryStepHasTheTextAndDocumentOfTheWindow) {
    // Lessons in which a mask appears, a document learns, slopes are shown, and concepts.
    for (const char* name : {"causal-mask", "learn-four-words", "why-the-root", "concepts"}) {
        const auto lesson = io::open_lesson(name);
        ASSERT_TRUE(lesson) << name;
        const std::size_t count = lesson->lesson.steps.size();
        Json orders = {{{"open", four_words({true, {name}})}}, told_after(teach)};
        for (std::size_t at = 1; at < count; ++at)
            orders.push_back(told_after(next));
        orders.push_back(told_after(back));
        const Json results = done(orders);
        EXPECT_TRUE(results[0].is_null()) << results[0];
        for (std::size_t at = 0; at < count; ++at)
            EXPECT_EQ(results[at + 1], expected(*lesson, at, lesson->documents[at])) << name;
        EXPECT_EQ(results[count + 1][3], io::write_document(lesson->documents[count - 2])) << name;
    }
}

TEST_F(LessonPage, TheTextFollowsChangesAndUndoRestoresTheLesson) {
    const auto lesson = io::open_lesson("causal-mask");
    ASSERT_TRUE(lesson);
    const auto changed = apply(lesson->documents[0], SetCell{Place{}, 2});
    ASSERT_TRUE(changed);
    const std::string undo = "document.getElementById('undo').click(); attentionLab.refresh();";
    const Json results =
        done({{{"open", four_words({true, {"causal-mask"}})}},
              run("return attentionLab.file();"),
              told_after(teach),
              told_after("attentionLab.apply({command: 'set_cell', place: 'X[0,0]', value: 2});"),
              run(undo + undo + "return attentionLab.file();")});
    EXPECT_EQ(results[2], expected(*lesson, 0, lesson->documents[0]));
    EXPECT_EQ(results[3], expected(*lesson, 0, *changed));
    EXPECT_EQ(results[4], results[1]);
}

TEST_F(LessonPage, OneOfSeveralLessonsIsChosen) {
    const auto first = io::open_lesson("causal-mask"), second = io::open_lesson("why-values");
    ASSERT_TRUE(first && second);
    const auto chosen = [](int which) {
        return "const list = document.getElementById('lessons'); list.value = " +
               std::to_string(which) + "; list.dispatchEvent(new Event('change'));";
    };
    const Json results =
        done({{{"open", four_words({true, {"causal-mask", "why-values"}})}},
              run("return [...document.getElementById('lessons').options].map((one) => one.text);"),
              told_after(chosen(1)),
              told_after(chosen(0) + next),
              run(chosen(-1) + "attentionLab.refresh();"
                               "return document.getElementById('told').hidden;")});
    EXPECT_EQ(results[1], (Json{"none", to_text(Prose{{first->lesson.title}}),
                                to_text(Prose{{second->lesson.title}})}));
    EXPECT_EQ(results[2], expected(*second, 0, second->documents[0]));
    EXPECT_EQ(results[3], expected(*first, 1, first->documents[1]));
    EXPECT_EQ(results[4], true);
}

TEST_F(LessonPage, APhraseAndItsPlaceLightEachOther) {
    const std::string picture = "return document.getElementById('canvas').toDataURL();";
    const std::string lit = "return [...document.querySelectorAll('#told-text .is-lit')].length;";
    const auto over = [](const char* event) {
        return std::string("document.querySelector('#told-text [data-phrase]').dispatchEvent("
                           "new Event('") +
               event + "')); attentionLab.refresh();";
    };
    const Json results = done({{{"open", four_words({true, {"causal-mask"}})}},
                               run(teach + "attentionLab.refresh();" + picture),
                               run(over("pointerenter") + lit),
                               run(picture),
                               run(over("pointerleave") + lit),
                               run(picture),
                               run("const one = document.querySelector('#told-text [data-phrase]');"
                                   "return one.style.textDecoration.includes('underline');")});
    EXPECT_TRUE(results[0].is_null()) << results[0];
    EXPECT_GT(results[2].get<int>(), 0);
    EXPECT_NE(results[3], results[1]) << "the frame is thicker";
    EXPECT_EQ(results[4], 0);
    EXPECT_EQ(results[5], results[1]);
    EXPECT_EQ(results[6], true);
}

TEST_F(LessonPage, WithoutALessonThereIsNoButtonForOne) {
    const Json results =
        done({{{"open", four_words()}},
              run("return document.getElementById('teach').getClientRects().length;")});
    EXPECT_EQ(results[1], 0);
}

TEST_F(LessonPage, AReadOnlyPageOffersNoChange) {
    const publish::PageOffer offer = {false, {"causal-mask"}};
    const std::string shown = "return ['undo', 'redo', 'reset', 'scale', 'mask', 'typing', 'teach',"
                              " 'download'].filter((name) =>"
                              " document.getElementById(name).getClientRects().length > 0);";
    const std::string number = "return attentionLab.show('X')[0][0];";
    const std::string page =
        file("look.html", *io::open_document("the-cat-chased-the-mouse"), offer);
    const Json results =
        done({{{"open", page}},
              run(number),
              {{"drag", {"X[0,0]", 40}}},
              {{"keys", "7"}},
              run(number),
              run(shown),
              run("try { attentionLab.apply({command: 'set_cell', place: 'X[0,0]', value: 9}); }"
                  "catch (fault) { return fault.message; }")});
    EXPECT_EQ(results[4], results[1]);
    EXPECT_EQ(results[5], (Json{"teach", "download"}));
    EXPECT_EQ(results[6], "This page only shows its numbers. Download the document, and change it "
                          "in Attention Lab");
}

TEST_F(LessonPage, TypefacesAreLeftOutIfThePageIsTooLarge) {
    Document document = *io::open_document("ten-by-sixty-four");
    std::mt19937 letters(1); // which hardly become smaller when they are packed
    for (int at = 0; at < 300'000; ++at)
        document.notes += static_cast<char>('a' + letters() % 26);
    const std::string page = file("large.html", document, {true, {"ten-by-sixty-four"}});
    const Json results = done({{{"open", page}},
                               run("return document.fonts.size;"),
                               told_after(teach),
                               {{"open", four_words()}},
                               run("return document.fonts.size;")});
    EXPECT_TRUE(results[0].is_null()) << results[0];
    EXPECT_EQ(results[1], 0);
    const auto lesson = io::open_lesson("ten-by-sixty-four");
    ASSERT_TRUE(lesson);
    EXPECT_EQ(results[2], expected(*lesson, 0, lesson->documents[0]));
    EXPECT_EQ(results[4], 4);
}

TEST_F(LessonPage, FitsOnAPhoneWithAnyLesson) {
    const auto lessons = io::lessons();
    ASSERT_TRUE(lessons);
    for (const io::LessonName& one : *lessons) {
        const auto lesson = io::open_lesson(one.name);
        ASSERT_TRUE(lesson) << one.name;
        const auto bytes = publish::page_file(lesson->documents.front(), {true, {one.name}});
        ASSERT_TRUE(bytes);
        EXPECT_LT(bytes->size(), 1'100'000U) << one.name;
    }
}

TEST_F(LessonPage, QuestionsWorkAsInTheWindow) {
    const auto lesson = io::open_lesson("guess-the-weights");
    ASSERT_TRUE(lesson);
    const auto asked_in = [&](std::size_t at) {
        const View view = view_of(lesson->lesson.steps[at], View{});
        return *asked(*lesson, at, lesson->documents[at], lesson->traces[at], view);
    };
    const std::string question =
        "const part = (name) => document.getElementById('question-' + name);"
        "const texts = () => [part('ask').textContent, "
        "[...part('choices').children].map((one) => one.textContent), "
        "part('said').textContent];";
    const auto after = [&](const std::string& script) {
        return run(question + script + "attentionLab.refresh(); return texts();");
    };
    const Json results =
        done({{{"open", four_words({true, {"guess-the-weights"}})}},
              after(teach),
              after("part('choices').children[0].click();"),
              after("part('hint').click();"),
              after("part('choices').children[4].click();"),
              run(question + "return [part('answer').hidden, part('hint').hidden, "
                             "part('choices').children[4].getAttribute('aria-pressed')];"),
              after(next + "part('answer').click();"),
              after(next + "part('typed').value = '9'; part('number').requestSubmit();"),
              after(next),
              {{"click", "weights[1,2]"}},
              after("")});
    const Asked first = asked_in(0);
    Json choices = Json::array();
    for (std::size_t at = 0; at < first.choices.size(); ++at)
        choices.push_back(std::to_string(at + 1) + " " + first.choices[at].text);
    EXPECT_EQ(results[1], (Json{to_text(first.ask), choices, ""}));
    EXPECT_EQ(results[2][2], to_text(verdict(first.choices[0]).text));
    EXPECT_EQ(results[3][2], to_text(first.hints[0]));
    EXPECT_EQ(results[4][2], to_text(verdict(first.choices[4]).text));
    EXPECT_EQ(results[5], (Json{true, true, "true"}));
    EXPECT_EQ(results[6][2], to_text(asked_in(1).answer));
    EXPECT_EQ(results[7][2], "No, it is not 9.");
    EXPECT_EQ(results[8][2], "") << "each question begins without an answer";
    EXPECT_TRUE(results[10][2].get<std::string>().starts_with("Yes, output[1,0] is made of"));
}
