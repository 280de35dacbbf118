// SPDX-License-Identifier: MIT
// Numbers that a lecturer covered stay hidden on the page until they are asked for.
#include "core/document/model/covers.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/page/page_fixture.h"

using namespace attn;
using test::Json;
using test::next;
using test::run;
using test::tell;

namespace {

class CoversPage : public test::PageFixture {
protected:
    CoversPage() : PageFixture(test::Browser::Chromium) {}
};

Document covered(const std::vector<std::string>& covers) {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    for (const std::string& one : covers)
        document.covers.push_back(parse_region(one).value());
    return document;
}

Json covers_of(const Json& file) {
    return Json::parse(file.get<std::string>()).value("covers", Json::array());
}

/// The page's explanation of the selected number.
const std::string explained =
    "attentionLab.refresh();"
    "const text = (name) => document.getElementById(name).textContent;"
    "return [text('steps'), text('parts'), document.getElementById('typed').value,"
    "        text('typed-label')];";

const std::string saved = "return attentionLab.file();";

} // namespace

TEST_F(CoversPage, ACoveredNumberIsShownNowhere) {
    const std::string page = file("covered.html", covered({"weights[1,:]", "X[0,0]"}));
    const std::string all_texts =
        "document.getElementById('table-details').open = true;"
        "attentionLab.refresh();"
        "return [document.getElementById('table').textContent.includes('cat' + '?'.repeat(5)),"
        "        document.getElementById('lab').textContent.match(/0\\.5488|0\\.54881/g)];";
    const Json results = done({{{"open", page}},
                               {{"click", "weights[1,2]"}},
                               run(explained),
                               run(all_texts),
                               {{"click", "X[0,0]"}},
                               run(explained)});
    EXPECT_EQ(results[2], Json({"", "", "", "what do you expect?"}));
    EXPECT_EQ(results[3][0], true);
    EXPECT_TRUE(results[3][1].is_null()) << results[3][1];
    EXPECT_EQ(results[5], Json({"", "", "", "what do you expect?"}));
}

TEST_F(CoversPage, AGuessRevealsAndSaysHowFarOffItIs) {
    const std::string page = file("guess.html", covered({"weights[1,4]"}));
    const Json results = done({{{"open", page}},
                               {{"click", "weights[1,4]"}},
                               {{"keys", "0.5\uE007"}}, // Enter
                               run("attentionLab.refresh();"
                                   "return document.getElementById('guessed').textContent;"),
                               run(saved),
                               {{"keys", "\uE009z"}}, // Ctrl+Z
                               run(saved)});
    EXPECT_EQ(results[3], "You expected 0.50. It is 0.28: 0.22 less.");
    EXPECT_EQ(covers_of(results[4]), Json::array());
    EXPECT_EQ(covers_of(results[6]), Json({"weights[1,4]"}));
}

TEST_F(CoversPage, AReadOnlyPageRevealsNumberByNumber) {
    publish::PageOffer offer;
    offer.has_edits = false;
    const std::string page = file("look.html", covered({"weights[1,3:5]", "Q[0,0]"}), offer);
    const std::string reveal = "document.getElementById('reveal-next').click();"
                               "attentionLab.refresh();";
    const std::string is_hidden = "return document.getElementById('reveal-next').hidden;";
    const Json results = done({{{"open", page}},
                               run(is_hidden),
                               run(reveal + saved),
                               {{"click", "weights[1,3]"}},
                               {{"keys", " "}},
                               run(saved),
                               run(reveal + is_hidden),
                               run(saved)});
    EXPECT_EQ(results[1], false);
    EXPECT_EQ(covers_of(results[2]), Json({"weights[1,3:5]"}));
    EXPECT_EQ(covers_of(results[5]), Json({"weights[1,4]"}));
    EXPECT_EQ(results[6], true);
    EXPECT_EQ(covers_of(results[7]), Json::array());
}

TEST_F(CoversPage, StepsKeepTheNumberHidden) {
    const std::string page = file("steps.html", covered({"weights[0,:]"}));
    Json orders = {{{"open", page}}, run(tell)};
    for (int step = 0; step < 4; ++step)
        orders.push_back(run(next));
    orders.push_back(run("attentionLab.refresh();"
                         "return document.getElementById('told-text').textContent;"));
    EXPECT_EQ(done(orders).back(), "Some of the numbers that this step speaks of are covered.");
}
