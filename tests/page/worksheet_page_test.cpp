// SPDX-License-Identifier: MIT
// A worksheet as a form: it marks what is typed as the program marks the answers of a class, and
// writes the file that the program marks.
#include "core/document/commands/new_documents.h"
#include "core/document/model/evaluate.h"
#include "core/document/model/sheet.h"
#include "core/document/model/written_place.h"
#include "core/document/telling/mistake.h"
#include "core/document/telling/step.h"
#include "core/io/document/library.h"
#include "core/publish/marking.h"
#include "core/publish/worksheet_page.h"
#include "tests/page/page_fixture.h"

#include <map>

using namespace attn;
using test::Json;
using test::run;

namespace {

class WorksheetPage : public test::PageFixture {
protected:
    WorksheetPage() : PageFixture(test::Browser::Chromium) {}

    std::string form(const Document& document, const figure::WorksheetOptions& options,
                     const std::optional<publish::WorksheetClass>& of = {}) {
        const auto bytes = publish::worksheet_page(document, View{}, options, of);
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
        return folder_.file("sheet.html", bytes ? *bytes : "");
    }
};

figure::WorksheetOptions options_of(figure::WorksheetLevel level) {
    figure::WorksheetOptions options;
    options.seed = 7;
    options.level = level;
    return options;
}

/// The functions that the scripts below use.
const std::string with_fields = "const find = (name) => document.getElementById(name);"
                                "const fields = [...find('boxes').querySelectorAll('input')];"
                                "const type = (field, text) => { field.value = text;"
                                "  field.dispatchEvent(new Event('input', { bubbles: true })); };";

const std::string box_places = with_fields + "return fields.map((one) => one.dataset.place);";

/// Types the texts into the boxes, checks, and returns what each box says and the sentence below.
std::string checked_boxes(const std::map<std::string, std::string>& typed) {
    return with_fields + "const typed = " + Json(typed).dump() +
           ";fields.forEach((one) => type(one, typed[one.dataset.place] ?? ''));"
           "find('boxes').requestSubmit();"
           "return [fields.map((one) => [one.dataset.place, one.parentElement.className,"
           "  one.parentElement.querySelector('output').textContent]),"
           "  find('worksheet-said').textContent];";
}

/// Saves the answers; returns the file's text.
const std::string answers_saved = "const urls = URL.createObjectURL; let blob;"
                                  "URL.createObjectURL = (one) => { blob = one; return '#'; };"
                                  "document.getElementById('worksheet-download').click();"
                                  "URL.createObjectURL = urls;"
                                  "return blob ? blob.text() : '';";

} // namespace

TEST_F(WorksheetPage, MarksAsTheProgramDoes) {
    constexpr std::size_t count = 5;
    const Document document = *io::open_document("four-words");
    const figure::WorksheetOptions options = options_of(figure::WorksheetLevel::Row);
    const auto documents = variants(document, count, options.seed);
    ASSERT_TRUE(documents);
    const std::string page = form(document, options, publish::WorksheetClass{count, {"Ada, B."}});

    // Each third box of each sheet is right, each third has the number without scaling, and the
    // rest have texts of other kinds.
    Json orders = {{{"open", page}}};
    std::vector<std::map<std::string, std::string>> typed(count);
    for (std::size_t at = 0; at < count; ++at) {
        const Trace trace = evaluate((*documents)[at]);
        const auto slip = make_mistake((*documents)[at], Mistake::NoScaling);
        ASSERT_TRUE(slip) << slip.error().text();
        const auto boxes = figure::worksheet_blanks((*documents)[at], trace, View{}, options);
        ASSERT_TRUE(boxes);
        ASSERT_GT(boxes->size(), 8U);
        for (std::size_t box = 0; box < boxes->size(); ++box) {
            const Place& place = (*boxes)[box];
            const NumberFormat decimals{NumberFormat::Kind::Decimals, 2};
            const std::string right = spoken(value_at((*documents)[at], trace, place), decimals);
            const std::string wrong =
                spoken(value_at(slip->wrong.document, slip->wrong.trace, place), decimals);
            const std::array<std::string, 7> texts = {right, wrong, "", right, "77,7", "x", wrong};
            typed[at][place_text((*documents)[at], place)] = texts[(box + at) % texts.size()];
        }
        orders.push_back(run("const list = document.getElementById('worksheet-sheet');"
                             "list.value = " +
                             std::to_string(at) +
                             "; list.dispatchEvent(new Event('change'));"
                             "return new Promise((done) => setTimeout(() => "
                             "done(list.selectedOptions[0].textContent), 300));"));
        orders.push_back(run(box_places));
        orders.push_back(run(checked_boxes(typed[at])));
        orders.push_back(run(answers_saved));
    }
    const Json results = done(orders);
    std::size_t named = 0;
    for (std::size_t at = 0; at < count; ++at) {
        SCOPED_TRACE(at);
        const Json* const of = &results[1 + 4 * at];
        EXPECT_EQ(of[0], at == 0 ? "7-1 Ada, B." : "7-" + std::to_string(at + 1));
        EXPECT_EQ(of[1].size(), typed[at].size());
        const auto answers = publish::answers_of(of[3].get<std::string>());
        ASSERT_TRUE(answers) << of[3];
        const auto marked = publish::mark(document, View{}, options, *answers);
        ASSERT_TRUE(marked) << marked.error().text();
        ASSERT_EQ(marked->sheets.size(), 1U);
        const publish::MarkedSheet& sheet = marked->sheets.front();
        std::map<std::string, const publish::MarkedAnswer*> by_place;
        for (const publish::MarkedAnswer& one : sheet.answers)
            by_place[one.answer.place] = &one;
        for (const Json& box : of[2][0]) {
            const std::string place = box[0], text = typed[at].at(place);
            const auto found = by_place.find(place);
            if (text.empty() || text == "x") {
                EXPECT_EQ(found, by_place.end()) << place;
                EXPECT_EQ(box[1], text.empty() ? "" : "is-wrong") << place;
                continue;
            }
            ASSERT_NE(found, by_place.end()) << place;
            EXPECT_EQ(box[1], found->second->is_right ? "is-right" : "is-wrong") << place;
            std::string verdict = found->second->is_right ? "✓" : "✗";
            for (const std::string& mistake : found->second->mistakes)
                verdict += " " + mistake;
            EXPECT_EQ(box[2], verdict) << place << " " << text;
            named += found->second->mistakes.size();
        }
        const std::string said = of[2][1];
        EXPECT_TRUE(said.starts_with(std::to_string(sheet.right) + " of " +
                                     std::to_string(typed[at].size()) + " right"))
            << said;
    }
    EXPECT_GT(named, 3U);
}

TEST_F(WorksheetPage, IsFilledInByHandAndTellsNothing) {
    Document document = *io::open_document("four-words");
    document.title = "By hand";
    const std::string page = form(document, options_of(figure::WorksheetLevel::FromQK));
    const std::string focused = "return document.activeElement.dataset.place ?? "
                                "document.activeElement.id;";
    const Json results =
        done({{{"open", page}},
              {{"click", "weights[1,2]"}},
              run(focused),
              {{"keys", "0.9"}},
              {{"keys", "\uE009z"}}, // Ctrl+Z is the field's own
              run("return [document.getElementById('typing').hidden,"
                  "  document.getElementById('reveal-next').hidden,"
                  "  JSON.parse(attentionLab.file()).covers.length > 0,"
                  "  document.querySelectorAll('#boxes fieldset').length];"),
              run(answers_saved),
              run("return document.getElementById('worksheet-said').textContent;"),
              run(focused),
              {{"keys", "Ada"}},
              run(with_fields + "type(fields[0], '1,5'); return fields[0].dataset.place;"),
              run(answers_saved)});
    EXPECT_EQ(results[2], "weights[1,2]");
    EXPECT_EQ(results[5], Json({true, true, true, 4}));
    EXPECT_EQ(results[6], "");
    EXPECT_EQ(results[7], "Type your name first; it says whose answers these are.");
    EXPECT_EQ(results[8], "worksheet-name");
    EXPECT_NE(results[11].get<std::string>().find("Ada,\"" + results[10].get<std::string>() +
                                                  "\",\"1,5\"\n"),
              std::string::npos)
        << results[11];
    const auto answers = publish::answers_of(results[11].get<std::string>());
    ASSERT_TRUE(answers);
    const auto marked =
        publish::mark(document, View{}, options_of(figure::WorksheetLevel::FromQK), *answers);
    ASSERT_TRUE(marked) << marked.error().text();
    EXPECT_EQ(marked->remarks, std::vector<std::string>());
}
