// SPDX-License-Identifier: MIT
// The page of a document in a headless browser without a network: its numbers equal the program's
// to the last bit, and everything a person can do works.
#include "core/document/commands/command.h"
#include "core/document/model/model.h"
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/page/page_documents.h"
#include "tests/page/page_fixture.h"
#include "tests/page/same_numbers.h"
#include "tests/support/large_document.h"
#include "tests/support/python.h"
#include "tests/support/random_document.h"

#include <cmath>
#include <string>
#include <vector>

using namespace attn;
using test::bits_script;
using test::expect_same_numbers;
using test::Json;
using test::run;

namespace {

/// The most that a phone should have to load. The core that clang 19 makes is 20 KB larger.
constexpr std::size_t most_bytes = ATTENTION_PAGE_CLANG < 19 ? 1'020'000 : 1'040'000;

class Page : public test::PageFixture {
protected:
    Page() : PageFixture(test::Browser::Chromium) {}
};

} // namespace

TEST_F(Page, EveryPresetFitsOnAPhone) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    ASSERT_GT(presets->size(), 10U);
    for (const auto& preset : *presets) {
        const auto bytes = publish::page_file(*io::open_document(preset.name));
        ASSERT_TRUE(bytes) << bytes.error().text();
        EXPECT_LT(bytes->size(), most_bytes) << preset.name;
    }
}

/// A head, heads, a block and ratings; page_core_test.cpp has the others.
TEST_F(Page, EveryStageEqualsTheProgramsToTheLastBit) {
    Json orders = Json::array();
    std::vector<Document> documents;
    for (const std::string preset :
         {"the-cat-chased-the-mouse", "two-heads", "causal-decoder-block", "concepts"}) {
        documents.push_back(*io::open_document(preset));
        orders.push_back({{"open", file(preset + ".html", documents.back())}});
        orders.push_back(run(bits_script));
    }
    const Json results = done(orders);
    for (std::size_t at = 0; at < documents.size(); ++at) {
        EXPECT_TRUE(results[2 * at].is_null()) << results[2 * at];
        expect_same_numbers(documents[at], results[2 * at + 1], documents[at].title);
    }
}

TEST_F(Page, DraggingTypingAndUndoWorkAsInTheWindow) {
    const Document given = *io::open_document("the-cat-chased-the-mouse");
    const std::string page = file("cat.html", given);
    Json orders = test::orders_by_hand(page);
    for (const Json& order :
         std::vector<Json>{run("attentionLab.apply({command: 'set_mask', to: 'causal'});"
                               "return attentionLab.file();"),
                           run("document.getElementById('reset').click();"
                               "return attentionLab.file();")})
        orders.push_back(order);
    const Json results = done(orders);
    test::expect_done_by_hand(given, results);
    const auto masked = io::read_document(results[7].get<std::string>(), "masked");
    ASSERT_TRUE(masked) << masked.error().text();
    EXPECT_EQ(masked->switches.mask.kind, Mask::Kind::Causal);
    EXPECT_EQ((*masked->embeddings)(0, 0), results[2].get<Real>());
    const auto reset = io::read_document(results[8].get<std::string>(), "reset");
    ASSERT_TRUE(reset) << reset.error().text();
    EXPECT_EQ(*reset, given);
}

TEST_F(Page, TextThatIsNoNumberIsRefused) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const std::string fault = "return document.getElementById('typed-fault').textContent;";
    const Json results =
        done({{{"open", page}},
              run("return attentionLab.file();"),
              {{"click", "X[0,0]"}},
              {{"keys", "1/0\uE007"}},
              run(fault),
              run("try { attentionLab.apply({command: 'set_mask', to: 'sideways'}); }"
                  "catch (fault) { return fault.message; }"),
              run("return attentionLab.file();")});
    EXPECT_NE(results[4].get<std::string>().find("is not a number"), std::string::npos)
        << results[4];
    EXPECT_NE(results[5].get<std::string>().find("causal"), std::string::npos) << results[5];
    EXPECT_EQ(results[6], results[1]);
}

TEST_F(Page, ClicksOnTheMarksOfAGivenStageActAsInTheWindow) {
    const Document first = *io::open_document("the-cat-chased-the-mouse");
    Document given = *attn::apply(first, Give{{Stage::Weights}});
    given = *attn::apply(given, SetCell{{{Stage::Weights}, 1, 4}, 0.9});
    const std::string page = file("given.html", given);
    // The marks of the canvas, from left to right.
    const std::string click =
        "const canvas = document.getElementById('canvas'),"
        "      box = canvas.getBoundingClientRect(), marks = [];"
        "for (let x = 0; x < box.width; x += 4)"
        "  for (let y = 0; y < box.height; y += 4)"
        "    if (lab.core.point(0, x, y) === 3)"
        "      marks.push({ clientX: box.left + x, clientY: box.top + y });"
        "const mark = marks.at(WHICH);"
        "for (const type of ['pointerdown', 'pointerup'])"
        "  canvas.dispatchEvent(new PointerEvent(type, { ...mark, button: 0 }));"
        "return attentionLab.file();";
    const auto click_on = [&](const std::string& which) {
        std::string script = click;
        return run(script.replace(script.find("WHICH"), 5, which));
    };
    const std::string file = "return attentionLab.file();";
    const Json results = done({{{"open", page}},
                               click_on("-1"),
                               click_on("0"),
                               run("document.getElementById('undo').click();"),
                               {{"click", "weights[0,0]"}},
                               {{"keys", "G"}},
                               run(file)});
    EXPECT_EQ(results[6], results[2]) << "Shift+G does the same";
    const auto shares = io::read_document(results[1].get<std::string>(), "shares");
    ASSERT_TRUE(shares) << shares.error().text();
    EXPECT_NEAR((**input(*shares, {Stage::Weights})).row(1).sum(), 1, 1e-15);
    const auto released = io::read_document(results[2].get<std::string>(), "released");
    ASSERT_TRUE(released) << released.error().text();
    EXPECT_EQ(*released, first);
}

TEST_F(Page, PointingHighlightsAndClickingExplains) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const std::string explained = "return document.getElementById('explained').innerText;";
    const Json results = done({{{"open", page}}, {{"click", "weights[1,4]"}}, run(explained)});
    const std::string text = results[2];
    EXPECT_NE(text.find("weights[1,4]"), std::string::npos) << text;
    EXPECT_NE(text.find("scores[1,4]"), std::string::npos) << text;
    EXPECT_NE(text.find("mouse"), std::string::npos) << text;
}

TEST_F(Page, LinksKeepTheFocusAndTheTableNamesItsRowsAndColumns) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const Json results =
        done({{{"open", page}},
              {{"click", "weights[1,4]"}},
              run("document.querySelector('#parts button').focus();"
                  "document.getElementById('table-details').open = true;"),
              run("window.dispatchEvent(new Event('resize'));"),
              {{"picture", folder_.file("drawn.png", "")}}, // frames go by
              run("return !!document.activeElement.closest('#parts');"),
              run("return document.querySelector('#table caption').textContent + '|' +"
                  "[...document.querySelectorAll('#table th')].map((one) => one.scope + ' ' +"
                  "one.textContent).join(',') + '|' +"
                  "document.querySelector('#table td + td').textContent;")});
    EXPECT_EQ(results[5], true);
    const std::string table = results[6];
    for (const char* part : {"Weights|", "col mouse", "row chased", "|0."})
        EXPECT_NE(table.find(part), std::string::npos) << part << " in " << table;
}

TEST_F(Page, ChangesSinceTheStartAreMarkedUntilSwitchedOff) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const std::string compare = "document.getElementById('compare')";
    const std::string seen = "return [" + compare + ".disabled, " + compare +
                             ".getAttribute('aria-pressed'),"
                             "document.getElementById('canvas').toDataURL()];";
    const Json click = run(compare + ".click();");
    const Json frames = {{"picture", folder_.file("frame.png", "")}};
    const Json results =
        done({{{"open", page}},
              run(seen),
              run("attentionLab.apply({command: 'set_mask', to: 'causal'});" + seen),
              click,
              frames,
              run(seen),
              click,
              frames,
              run(seen)});
    EXPECT_EQ(results[1][0], true) << "nothing has changed yet";
    EXPECT_EQ(results[2][0], false);
    EXPECT_EQ(results[5][1], "true");
    EXPECT_NE(results[5][2], results[2][2]);
    EXPECT_EQ(results[8], results[2]);
}

TEST_F(Page, AFingerChangesAnInputSidewaysAndElsewhereOnlyScrolls) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const std::string number = "return attentionLab.show('X')[0][0];";
    const std::string nothing = "return document.getElementById('explained').hidden;";
    const Json results = done({{{"open", page}},
                               run(number),
                               {{"swipe", {"weights[1,4]", 24}}},
                               run(nothing),
                               {{"swipe", {"X[0,0]", 24}}},
                               run(number)});
    EXPECT_EQ(results[3], true) << "a swipe over a computed number selects nothing";
    EXPECT_NE(results[5], results[1]);
}

TEST_F(Page, AfterAFaultThePictureAndAMessageStay) {
    const std::string page = file("four.html", *io::open_document("four-words"));
    const Json results =
        done({{{"open", page}},
              run("JSON.parse = () => { throw new Error('there is no memory'); };"
                  "window.dispatchEvent(new Event('resize'));"),
              {{"picture", folder_.file("ended.png", "")}},
              run("return [document.getElementById('lab').hidden,"
                  "document.getElementById('why').innerText.includes('there is no memory'),"
                  "document.querySelector('#still svg').getBoundingClientRect().width > 100];")});
    EXPECT_EQ(results[3], Json({true, true, true}));
}

TEST_F(Page, HostileWordsRunNothing) {
    const Document document = test::hostile_document();
    const std::string page = file("hostile.html", document);
    const Json results = done({{{"open", page}},
                               run("return window.ran === undefined;"),
                               run("return attentionLab.file();"),
                               run("return document.scripts.length;"),
                               run("return performance.getEntriesByType('resource').length;")});
    EXPECT_TRUE(results[0].is_null()) << results[0];
    EXPECT_EQ(results[1], true);
    const auto read = io::read_document(results[2].get<std::string>(), "page");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, document);
    EXPECT_EQ(results[3], 5) << "document, unpacker, core, typefaces and the script";
    EXPECT_EQ(results[4], 0) << "nothing is asked of a network";
}

TEST_F(Page, ALargeDocumentIsPackedAndComesBackWhole) {
    Document document = attn::test::random_document(7);
    document.title = "~ \"~\\ 0.123456789";
    document.notes = std::string(20'000, '~') + "\\\"-1.23456789e-5";
    const std::string page = file("large.html", document);
    const Json results = done({{{"open", page}}, run("return attentionLab.file();")});
    EXPECT_TRUE(results[0].is_null()) << results[0];
    const auto read = io::read_document(results[1].get<std::string>(), "page");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, document);
}

TEST_F(Page, ADamagedPageKeepsItsPictureAndSaysWhatIsWrong) {
    std::string bytes = *publish::page_file(*io::open_document("four-words"));
    const auto at = bytes.find("\"tokens_as");
    const auto model = bytes.find("\"attention\"", at == std::string::npos ? 0 : at);
    ASSERT_NE(model, std::string::npos);
    bytes.replace(model, 11, "\"attontion\"");
    const std::string page = folder_.file("damaged.html", bytes);
    const Json results =
        done({{{"open", page}},
              run("return document.getElementById('why').textContent;"),
              run("return document.querySelector('#still svg').getBoundingClientRect().width;")});
    EXPECT_NE(results[0].dump().find("attontion"), std::string::npos) << results[0];
    EXPECT_NE(results[1].get<std::string>().find("attontion"), std::string::npos) << results[1];
    EXPECT_GT(results[2].get<double>(), 100);
}

TEST_F(Page, PrintsToOneSheetOfA4) {
    for (const char* preset : {"the-cat-chased-the-mouse", "causal-decoder-block", "concepts"}) {
        const std::string sheet = folder_ / (std::string(preset) + ".pdf");
        done({{{"open", file("printed.html", *io::open_document(preset))}}, {{"printed", sheet}}});
        const auto about = test::run_shell("pdfinfo '" + sheet + "'");
        EXPECT_NE(about.out.find("Pages:           1\n"), std::string::npos) << about.out;
        EXPECT_NE(about.out.find("(A4)"), std::string::npos) << about.out;
    }
}

TEST_F(Page, WithoutScriptsItShowsThePictureAndSaysSo) {
    const std::string page = file("four.html", *io::open_document("four-words"));
    const Json setup = {
        {"preferences", {{"profile.managed_default_content_settings.javascript", 2}}}};
    const Json results =
        done({{{"open", page}},
              run("return [document.getElementById('lab').hidden,"
                  "document.getElementById('why').innerText.includes('JavaScript'),"
                  "document.querySelector('#still svg').getBoundingClientRect().width > 100,"
                  "/^Attention Lab \\d+\\.\\d/.test("
                  "document.querySelector('meta[name=generator]').content)];")},
             setup);
    EXPECT_EQ(results[1], Json({true, true, true, true}));
}

TEST_F(Page, SwitchesChangeTheDocumentAsCommandsDo) {
    const Document given = *io::open_document("four-words");
    struct Switch {
        std::string name, value;
        Command command;
    };
    std::vector<Switch> switches = {{"scale", "\\\"d_k\\\"", SetScale{{Scale::Kind::Dk, 1}}},
                                    {"mask", "\\\"causal\\\"", SetMask{{Mask::Kind::Causal, {}}}},
                                    {"axis", "\\\"columns\\\"", SetAxis{Axis::Columns}},
                                    {"temperature", "0,5", SetTemperature{0.5}}};
    Json offered = Json::array();
    for (const NormaliserInfo& how : normalisers) {
        switches.push_back(
            {"normaliser", "\\\"" + std::string(how.word) + "\\\"", SetNormaliser{how.normaliser}});
        offered.push_back({how.word, how.choice});
    }
    Json orders = {{{"open", file("switches.html", given)}}};
    for (const Switch& one : switches)
        orders.push_back(run(
            "const one = document.getElementById('" + one.name + "'); one.value = \"" + one.value +
            "\"; one.dispatchEvent(new Event('change'));" + "return attentionLab.file();"));
    orders.push_back(run("const one = document.getElementById('temperature'); one.value = 'warm';"
                         "one.dispatchEvent(new Event('change')); attentionLab.refresh();"
                         "return [one.value, document.getElementById('said').textContent];"));
    orders.push_back(run("return [...document.getElementById('normaliser').options]"
                         ".map((one) => [JSON.parse(one.value), one.textContent]);"));
    Json results = done(orders);
    EXPECT_EQ(results.back(), offered) << "every way to make weights can be chosen";
    results.erase(results.size() - 1);
    Document now = given;
    for (std::size_t at = 0; at < switches.size(); ++at) {
        now = attn::apply(now, switches[at].command).value();
        EXPECT_EQ(results[at + 1], io::write_document(now)) << switches[at].name;
    }
    EXPECT_EQ(results.back()[0], "0.5") << "what was refused is not left standing";
    EXPECT_NE(results.back()[1], "");
}

TEST_F(Page, ADocumentOfManyWordsOffersAPart) {
    const Document document = large_document(1000, 4, 1);
    const std::string part = "document.getElementById('part').click(); attentionLab.refresh();";
    const std::string place = "attentionLab.refresh();"
                              "return document.getElementById('number-place').textContent;";
    const Json results =
        done({{{"screen", {390, 844, "light"}}},
              {{"open", file("thousand.html", document)}},
              run("return document.getElementById('part').hidden;"),
              run(part + "return document.getElementById('part').getAttribute('aria-pressed');"),
              {{"tap", {195, 600}}}, // in the middle of the part
              run(place),
              {{"keys", "\uE014\uE015"}}, // to the right and down
              run(place)});
    EXPECT_TRUE(results[1].is_null()) << results[1];
    EXPECT_EQ(results[2], false);
    EXPECT_EQ(results[3], "true");
    const std::string tapped = results[5].get<std::string>(), moved = results[7];
    ASSERT_TRUE(tapped.starts_with("weights[")) << tapped;
    const Place first = parse_place(tapped).value(), second = parse_place(moved).value();
    EXPECT_LT(first.row, 20) << "around the query word, which is the first";
    EXPECT_LT(first.column, 20);
    EXPECT_EQ(second.row, first.row + 1);
    EXPECT_EQ(second.column, first.column + 1);
}
