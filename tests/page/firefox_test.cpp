// SPDX-License-Identifier: MIT
// The page in Firefox, without a network: the program's numbers to the last bit, mouse and
// keyboard.
#include "core/io/document/document_json.h"
#include "core/io/document/library.h"
#include "tests/page/page_documents.h"
#include "tests/page/page_fixture.h"
#include "tests/page/same_numbers.h"

#include <cmath>

using namespace attn;
using test::Json;
using test::run;

namespace {

class FirefoxPage : public test::PageFixture {
protected:
    FirefoxPage() : PageFixture(test::Browser::Firefox) {}
};

} // namespace

TEST_F(FirefoxPage, HasTheProgramsNumbersToTheLastBit) {
    const auto presets = io::presets();
    ASSERT_TRUE(presets);
    std::vector<Document> documents = test::seeded_documents(1);
    for (const auto& preset : *presets)
        documents.push_back(*io::open_document(preset.name));
    Json orders = {{{"open", file("page.html", new_document())}}};
    for (const Document& document : documents)
        orders.push_back(run(test::replaced_by(document) + test::bits_script));
    const Json results = done(orders);
    EXPECT_TRUE(results[0].is_null()) << results[0];
    for (std::size_t at = 0; at < documents.size(); ++at)
        test::expect_same_numbers(documents[at], results[at + 1],
                                  "document " + std::to_string(at) + " " + documents[at].title);
}

TEST_F(FirefoxPage, WorksByMouseAndKeyboardAndDownloadsTheDocument) {
    const Document given = *io::open_document("the-cat-chased-the-mouse");
    const std::string page = file("cat.html", given);
    Json orders = test::orders_by_hand(page);
    for (const Json& order :
         std::vector<Json>{{{"click", "weights[1,4]"}},
                           run("attentionLab.refresh();"
                               "return document.getElementById('explained').innerText;"),
                           run("document.getElementById('download').click();"),
                           {{"downloaded", nullptr}},
                           run("return performance.getEntriesByType('resource').length;")})
        orders.push_back(order);
    const Json results = done(orders);
    EXPECT_TRUE(results[0].is_null()) << results[0];
    test::expect_done_by_hand(given, results);
    EXPECT_NE(results[8].get<std::string>().find("scores[1,4]"), std::string::npos) << results[8];
    const auto kept = io::read_document(results[10].get<std::string>(), "downloaded");
    ASSERT_TRUE(kept) << kept.error().text();
    Document expected = given;
    Matrix numbers = *given.embeddings;
    numbers(0, 0) = results[2].get<Real>();
    expected.embeddings = numbers;
    EXPECT_EQ(*kept, expected);
    EXPECT_EQ(results[11], 0) << "nothing is asked of a network";
}

TEST_F(FirefoxPage, CarriesItsTypefaces) {
    const Json results = done({{{"open", file("four.html", *io::open_document("four-words"))}},
                               run("return [...document.fonts].map((one) => one.status);")});
    EXPECT_EQ(results[1], Json(std::vector<std::string>(4, "loaded")));
}
