// SPDX-License-Identifier: MIT
// A page of a model with a table of words: sentences are typed to it, offline, at a desk and on a
// phone.
#include "core/document/commands/command.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/document/telling/next_word.h"
#include "core/io/document/document_json.h"
#include "tests/page/page_fixture.h"
#include "tests/support/talking_model.h"

#include <string>
#include <vector>

namespace attn::sentence_page_test {

using test::Json;
using test::run;

namespace {

using List = std::vector<std::string>;

class SentencePage : public test::PageFixture {
protected:
    SentencePage() : PageFixture(test::Browser::Chromium) {}
};

const std::string enter = "\uE007", tab = "\uE004", escape = "\uE00C", all = "\uE009a";

Document model() {
    return *io::read_document(test::talking_model(), "talking.attn");
}

/// Focuses the field and selects its text.
const Json focus = run("const field = document.getElementById('sentence-text');"
                       "field.focus(); field.select(); return field.value;");
/// The field, the words of the document, what is offered, and the fault.
const Json seen = run("attentionLab.refresh();"
                      "const at = (id) => document.getElementById(id);"
                      "return [at('sentence-text').value,"
                      "  JSON.parse(attentionLab.file()).lists.words,"
                      "  [...at('offered').children].map((one) => one.textContent),"
                      "  at('sentence-fault').textContent];");

Json keys(const std::string& text) {
    return {{"keys", text}};
}

/// The names of the next words, and what is written with each.
const Json said_next = run("attentionLab.refresh();"
                           "return [...document.getElementById('next').querySelectorAll('button')]"
                           "  .map((one) => one.textContent);");

} // namespace

TEST_F(SentencePage, TheDocumentFollowsWhatIsTypedAsOneStepOfUndo) {
    const Document given = model();
    const Json results = done({{{"open", file("talking.html", given)}},
                               focus,
                               keys("the dogs sl"),
                               seen,
                               keys(tab),
                               seen,
                               keys(enter),
                               seen,
                               run("return attentionLab.show('probabilities');"),
                               keys("\uE009z"),
                               seen});
    EXPECT_EQ(results[1], "the cat chased the mouse");
    EXPECT_EQ(results[3][1], Json(List{"the", "dogs"})) << "what is known so far";
    EXPECT_EQ(results[3][2], Json(List{"slept  Tab"}));
    EXPECT_EQ(results[3][3], "") << "the word is only begun";
    EXPECT_EQ(results[5][0], "the dogs slept ");
    EXPECT_EQ(results[5][1], Json(List{"the", "dogs", "slept"}));
    EXPECT_EQ(results[7][0], "the dogs slept");
    const Document typed = attn::apply(given, SetWords{{"the", "dogs", "slept"}}).value();
    const Matrix shares = matrix_of(typed, evaluate(typed), {Stage("probabilities")});
    ASSERT_EQ(results[8].size(), 3U);
    for (Index column = 0; column < shares.cols(); ++column)
        EXPECT_EQ(results[8][2][static_cast<std::size_t>(column)].get<Real>(), shares(2, column));
    EXPECT_EQ(results[10][1], Json(given.tokens.list())) << "one step of undo";
}

TEST_F(SentencePage, AnUnknownWordIsNamedWithTheNearestAndStays) {
    const Json results = done({{{"open", file("talking.html", model())}},
                               focus,
                               keys("the fog slept"),
                               seen,
                               keys(enter),
                               run("document.getElementById('canvas').focus();"
                                   "attentionLab.refresh();"
                                   "return document.getElementById('sentence-text').value;"),
                               run("document.getElementById('sentence-text').focus();"),
                               keys(escape),
                               seen});
    const std::string fault = results[3][3];
    EXPECT_NE(fault.find("\"fog\" is not in the vocabulary, whose nearest words are \"dog\""),
              std::string::npos)
        << fault;
    EXPECT_EQ(results[3][1], Json(List{"the"}));
    EXPECT_EQ(results[5], "the fog slept") << "nothing is lost";
    EXPECT_EQ(results[8][0], "the cat chased the mouse");
    EXPECT_EQ(results[8][1], Json(model().tokens.list()));
}

/// The next words are the program's, and a change shows what they were before.
TEST_F(SentencePage, SaysWhatComesNextWithBeforeAndAfter) {
    const Document given = model();
    const Document changed =
        attn::apply(given, SetMatrix{{Stage::WO}, Matrix::Zero(2, 3), "Switch off"}).value();
    const Json results =
        done({{{"open", file("talking.html", given)}},
              said_next,
              run("attentionLab.apply({command: 'set_matrix', sheet: 'W_O', what: 'Switch off',"
                  " matrix: [[0, 0, 0], [0, 0, 0]]});"),
              said_next,
              run("document.getElementById('next').querySelector('button').click();"
                  "return JSON.parse(attentionLab.file()).lists.words;")});
    const Trace was = evaluate(given), now = evaluate(changed);
    const Calculation before{given, was};
    const auto first = compared_words(given, was, nullptr, 5);
    const auto second = compared_words(changed, now, &before, 5);
    ASSERT_EQ(results[1].size(), 5U);
    ASSERT_EQ(results[3].size(), 5U);
    const auto name = [&](const ComparedWord& one) {
        return given.vocabulary[static_cast<std::size_t>(one.word)];
    };
    for (std::size_t at = 0; at < 5; ++at) {
        const std::string then = results[1][at], after = results[3][at];
        EXPECT_TRUE(then.starts_with(name((*first)[at]) + " ")) << then;
        EXPECT_EQ(then.find("before"), std::string::npos);
        EXPECT_TRUE(after.starts_with(name((*second)[at]) + " ")) << after;
        EXPECT_NE(after.find("before"), std::string::npos) << after;
    }
    EXPECT_EQ(results[4].back(), name(second->front())) << "a click appends it";
}

TEST_F(SentencePage, IsTypedOnAPhoneByFinger) {
    const Json phone = {{"width", 390}, {"height", 844}, {"pixelRatio", 2}, {"touch", true}};
    const std::string middle =
        "const box = document.getElementById('ID').getBoundingClientRect();"
        "return [box.left, box.right, innerWidth, document.body.scrollWidth];";
    const auto box = [&](const std::string& id) {
        std::string script = middle;
        return run(script.replace(script.find("ID"), 2, id));
    };
    const Json results = done({{{"open", file("talking.html", model())}},
                               focus,
                               keys("the cat ch"),
                               seen,
                               box("sentence-text"),
                               box("offered"),
                               box("next"),
                               run("document.getElementById('offered').firstChild.click();"),
                               seen},
                              {{"phone", phone}});
    EXPECT_EQ(results[3][2], Json(List{"chased  Tab"}));
    for (const std::size_t at : {4U, 5U, 6U}) {
        EXPECT_GE(results[at][0].get<Real>(), 0);
        EXPECT_LE(results[at][1].get<Real>(), results[at][2].get<Real>()) << at;
        EXPECT_LE(results[at][3].get<Real>(), results[at][2].get<Real>()) << "no scrolling aside";
    }
    EXPECT_EQ(results[8][0], "the cat chased ");
    EXPECT_EQ(results[8][1], Json(List{"the", "cat", "chased"}));
}

/// A page without a table has no field, and a page that only shows keeps its words.
TEST_F(SentencePage, IsOnlyWhereWordsCanBeTyped) {
    const std::string hidden = "return [document.getElementById('sentence').hidden,"
                               "  document.getElementById('sentence-text').hidden];";
    publish::PageOffer only;
    only.has_edits = false;
    const Json results = done({{{"open", file("new.html", new_document())}},
                               run(hidden),
                               {{"open", file("shown.html", model(), only)}},
                               run(hidden)});
    EXPECT_EQ(results[1][0], true);
    EXPECT_EQ(results[3][0], false) << "what comes next is shown";
    EXPECT_EQ(results[3][1], true);
}

} // namespace attn::sentence_page_test
