// SPDX-License-Identifier: MIT
// The page that a document becomes, in a headless browser without a network: its numbers are those
// of the program to the last bit, and it does what a person at it does.
#include "core/document/evaluate.h"
#include "core/document/sheet.h"
#include "core/io/command_json.h"
#include "core/io/document_json.h"
#include "core/io/library.h"
#include "core/publish/page_file.h"
#include "tests/page/browser.h"
#include "tests/support/random_document.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>

using namespace attn;
using Json = nlohmann::json;
using test::drive_browser;

namespace {

/// What a phone should have to load.
constexpr std::size_t most_bytes = 900'000;

/// Every number of every stage by its bits, in one list for each stage.
constexpr const char* bits_script = R"(
const number = new Float64Array(1), bits = new BigUint64Array(number.buffer), found = {};
for (const stage of attentionLab.stages())
  found[stage] = attentionLab.show(stage).flat(9).map((one) => {
    number[0] = one;
    return bits[0].toString(16);
  });
return found;)";

std::string hexadecimal(Real value) {
    char text[17];
    std::snprintf(text, sizeof text, "%llx",
                  static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
    return text;
}

/// Whether the two are the same number; any NaN is as good as another.
bool is_same(const std::string& bits, Real value) {
    const auto found = std::bit_cast<Real>(std::uint64_t{std::stoull(bits, nullptr, 16)});
    return std::isnan(value) ? std::isnan(found) : bits == hexadecimal(value);
}

/// The singular values of concepts come from Eigen, which adds in pairs where the processor has
/// registers for two, and one by one in a page: their last digit may be another.
bool is_close(const std::string& bits, Real value) {
    const auto found = std::bit_cast<Real>(std::uint64_t{std::stoull(bits, nullptr, 16)});
    return is_same(bits, value) || std::abs(found - value) <= 1e-13 * (1 + std::abs(value));
}

void expect_same_numbers(const Document& document, const Json& found, const std::string& name) {
    const Trace trace = evaluate(document);
    std::size_t numbers = 0, different = 0;
    for (const SheetId& sheet : sheets(document)) {
        const std::string stage = to_text(sheet);
        ASSERT_TRUE(found.contains(stage)) << name << " " << stage;
        const Json& list = found[stage];
        const bool is_by_word = sheet.stage == Stage::WeightedValues;
        std::size_t at = 0;
        for (Index query = 0; query < (is_by_word ? token_count(document) : 1); ++query) {
            const Matrix matrix = written_matrix(document, trace, {sheet.stage, sheet.head, query});
            for (Index row = 0; row < matrix.rows(); ++row)
                for (Index column = 0; column < matrix.cols(); ++column, ++at, ++numbers) {
                    ASSERT_LT(at, list.size()) << name << " " << stage;
                    const auto bits = list[at].get<std::string>();
                    const Real number = matrix(row, column);
                    if (document.model == Model::Concepts ? is_close(bits, number)
                                                          : is_same(bits, number))
                        continue;
                    if (++different == 1)
                        ADD_FAILURE()
                            << name << ": " << stage << "[" << row << "," << column << "] is "
                            << bits << ", expected " << hexadecimal(matrix(row, column));
                }
        }
        EXPECT_EQ(at, list.size()) << name << " " << stage;
    }
    EXPECT_GT(numbers, 0U) << name;
    EXPECT_EQ(different, 0U) << name << ", of " << numbers;
}

class Page : public ::testing::Test {
protected:
    void SetUp() override {
        if (publish::page_bytes().empty())
            GTEST_SKIP() << "the program was built without pages";
        if (!test::has_browser())
            GTEST_SKIP() << "chromium and chromium-driver are not installed";
    }

    std::string file(const std::string& name, const Document& document) {
        const auto bytes = publish::page_file(document);
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
        return folder_.file(name, bytes ? *bytes : "");
    }

    test::TempDir folder_;
};

/// What the orders gave; a failure where they could not be done.
Json done(const Json& orders, const Json& setup = Json::object()) {
    const test::Driven driven = drive_browser(orders, setup);
    EXPECT_EQ(driven.fault, "");
    EXPECT_EQ(driven.results.size(), orders.size());
    return driven.results.size() == orders.size() ? driven.results
                                                  : Json(std::vector<Json>(orders.size()));
}

Json run(const std::string& script) {
    return {{"run", script}};
}

/// Where the middle of a number stands in the window.
std::string middle_of(const std::string& place) {
    return R"(
const box = document.getElementById("canvas").getBoundingClientRect();
const [x, y, width, height] = attentionLab.where(")" +
           place + R"(");
return [box.left + x + width / 2, box.top + y + height / 2];)";
}

} // namespace

TEST_F(Page, EveryStageOfEveryPresetIsTheProgramsToTheLastBit) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    Json orders = Json::array();
    std::vector<Document> documents;
    for (const auto& preset : *presets) {
        documents.push_back(*io::open_document(preset.name));
        const std::string page = file(preset.name + ".html", documents.back());
        EXPECT_LT(std::filesystem::file_size(page), most_bytes) << preset.name;
        orders.push_back({{"open", page}});
        orders.push_back(run(bits_script));
    }
    ASSERT_GT(documents.size(), 10U);
    const Json results = done(orders);
    for (std::size_t at = 0; at < documents.size(); ++at) {
        EXPECT_TRUE(results[2 * at].is_null()) << results[2 * at];
        expect_same_numbers(documents[at], results[2 * at + 1], (*presets)[at].name);
    }
}

TEST_F(Page, SeededDocumentsHaveTheProgramsNumbersToTheLastBit) {
    constexpr std::uint32_t count = 50;
    Json orders = {{{"open", file("seeded.html", new_document())}}};
    std::vector<Document> documents;
    for (std::uint32_t seed = 0; seed < count; ++seed) {
        // Steps that have no common factor with the combinations come to all kinds of them.
        documents.push_back(seed % 5 == 0 ? attn::testing::random_joined_document(seed * 7)
                                          : attn::testing::random_document(seed * 7));
        // It goes through the file format on both sides.
        const Json command = {{"command", "replace"},
                              {"document", Json::parse(io::write_document(documents.back()))},
                              {"what", "Open"}};
        orders.push_back(run("attentionLab.apply(" + command.dump() + ");" + bits_script));
    }
    const Json results = done(orders);
    for (std::uint32_t seed = 0; seed < count; ++seed)
        expect_same_numbers(documents[seed], results[seed + 1], "seed " + std::to_string(seed * 7));
}

TEST_F(Page, ADragATypedNumberAndUndoChangeTheDocumentAsInTheWindow) {
    const Document given = *io::open_document("the-cat-chased-the-mouse");
    const std::string page = file("cat.html", given);
    const Json first = done({{{"open", page}}, run(middle_of("X[0,0]"))});
    const Json at = first[1];
    const std::string number = "return attentionLab.show('X')[0][0];";
    const Json results = done({{{"open", page}},
                               {{"drag", {at[0], at[1], 40}}},
                               run(number),
                               {{"keys", "1/3\uE007"}}, // Enter
                               run(number),
                               {{"keys", "\uE009z"}}, // Ctrl+Z
                               run(number),
                               run("attentionLab.apply({command: 'set_mask', to: 'causal'});"
                                   "return attentionLab.file();"),
                               run("document.getElementById('reset').click();"
                                   "return attentionLab.file();")});
    const Real start = (*given.embeddings)(0, 0);
    EXPECT_EQ(results[2].get<Real>(), std::round((start + 0.4) * 100) / 100);
    EXPECT_EQ(results[4].get<Real>(), 1.0 / 3);
    EXPECT_EQ(results[6], results[2]) << "one step of undo for what was typed";
    const auto masked = io::read_document(results[7].get<std::string>(), "masked");
    ASSERT_TRUE(masked) << masked.error().text();
    EXPECT_EQ(masked->switches.mask.kind, Mask::Kind::Causal);
    EXPECT_EQ((*masked->embeddings)(0, 0), results[2].get<Real>());
    const auto reset = io::read_document(results[8].get<std::string>(), "reset");
    ASSERT_TRUE(reset) << reset.error().text();
    EXPECT_EQ(*reset, given);
}

TEST_F(Page, WhatCannotBeANumberIsRefusedAndChangesNothing) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const Json at = done({{{"open", page}}, run(middle_of("X[0,0]"))})[1];
    const std::string fault = "return document.getElementById('typed-fault').textContent;";
    const Json results =
        done({{{"open", page}},
              run("return attentionLab.file();"),
              {{"click", at}},
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

TEST_F(Page, PointingLightsUpAndAClickExplainsAsText) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const std::string explained = "return document.getElementById('explained').innerText;";
    const Json at = done({{{"open", page}}, run(middle_of("weights[1,4]"))})[1];
    const Json results = done({{{"open", page}}, {{"click", at}}, run(explained)});
    const std::string text = results[2];
    EXPECT_NE(text.find("weights[1,4]"), std::string::npos) << text;
    EXPECT_NE(text.find("scores[1,4]"), std::string::npos) << text;
    EXPECT_NE(text.find("mouse"), std::string::npos) << text;
}

TEST_F(Page, LinksKeepTheFocusAndTheTableNamesItsRowsAndColumns) {
    const std::string page = file("cat.html", *io::open_document("the-cat-chased-the-mouse"));
    const Json at = done({{{"open", page}}, run(middle_of("weights[1,4]"))})[1];
    const Json results =
        done({{{"open", page}},
              {{"click", at}},
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

TEST_F(Page, ChangesAreMarkedBesideTheStartUntilTheyAreNot) {
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
    const Json found =
        done({{{"open", page}}, run(middle_of("X[0,0]")), run(middle_of("weights[1,4]"))});
    const auto swipe = [&](const Json& at) { return Json{{"swipe", {at[0], at[1], 24}}}; };
    const std::string number = "return attentionLab.show('X')[0][0];";
    const std::string nothing = "return document.getElementById('explained').hidden;";
    const Json results = done({{{"open", page}},
                               run(number),
                               swipe(found[2]),
                               run(nothing),
                               swipe(found[1]),
                               run(number)});
    EXPECT_EQ(results[3], true) << "a swipe over a computed number selects nothing";
    EXPECT_NE(results[5], results[1]);
}

TEST_F(Page, AfterAFaultThePictureStandsThereAndItSaysSo) {
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
    Document document = *io::open_document("four-words");
    const std::string attack = "</script><script>window.ran=1</script>";
    document.title = "<img src=x onerror=\"window.ran=1\">" + attack;
    document.notes = attack;
    document.tokens = std::vector<std::string>{attack, "\"'`${window.ran=1}", "\u202Eabc\u202C",
                                               "\uFEFF@DOCUMENT@<!--<script>"};
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
    EXPECT_EQ(results[3], 3) << "the document, the core and the script";
    EXPECT_EQ(results[4], 0) << "nothing is asked of a network";
}

TEST_F(Page, ALargeDocumentIsPackedAndComesBackWhole) {
    Document document = attn::testing::random_document(7);
    document.title = "~ \"~\\ 0.123456789";
    document.notes = std::string(20'000, '~') + "\\\"-1.23456789e-5";
    const std::string page = file("large.html", document);
    const Json results = done({{{"open", page}}, run("return attentionLab.file();")});
    EXPECT_TRUE(results[0].is_null()) << results[0];
    const auto read = io::read_document(results[1].get<std::string>(), "page");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, document);
}

TEST_F(Page, OneThatWasDamagedKeepsItsPictureAndSaysWhatIsWrong) {
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
