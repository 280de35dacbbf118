// SPDX-License-Identifier: MIT
// Pages pass the HTML validator (vnu) and axe, which looks for barriers for people with
// disabilities.
#include "core/io/document/library.h"
#include "tests/page/page_documents.h"
#include "tests/page/page_fixture.h"

#include <array>

using namespace attn;
using test::Json;
using test::run;

namespace {

class PageStandards : public test::PageFixture {
protected:
    PageStandards() : PageFixture(test::Browser::Chromium) {}
};

/// What axe finds, and how many rules were kept.
constexpr const char* axe_script = R"(
return axe.run().then((found) => [found.passes.length, found.violations.flatMap((rule) =>
  rule.nodes.map((node) => rule.id + ": " + rule.help + ": " + node.html.slice(0, 200)))]);)";

/// Orders that lead to a state of the page.
struct State {
    const char* name;
    Json orders;
};

std::vector<State> states(const std::string& page, const std::string& axe) {
    const Json refused = run("attentionLab.apply({command: 'set_mask', to: 'causal'});"
                             "document.getElementById('compare').click();");
    return {
        {"at rest", {{{"open", page}}, run(axe)}},
        {"explaining a weight",
         {{{"click", "weights[1,4]"}},
          run("document.getElementById('table-details').open = true;")}},
        {"showing one matrix", {run("document.querySelectorAll('#matrices button')[1].click();")}},
        {"telling a step", {run(test::tell)}},
        {"telling a lesson", {run(test::teach + test::next)}},
        {"refusing what is typed", {{{"click", "X[0,0]"}}, refused, {{"keys", "1/0\uE007"}}}},
        {"after a fault", {run("window.dispatchEvent(new ErrorEvent('error'));")}},
    };
}

/// "phone, dark, at rest"
struct Look {
    std::string name;
    std::size_t result;
};

} // namespace

TEST_F(PageStandards, TheHtmlValidatorFindsNothing) {
    const std::string validator = test::node_file("vnu-jar/build/dist/vnu.jar");
    if (validator.empty() || !std::filesystem::exists("/usr/bin/java"))
        GTEST_SKIP() << "default-jre-headless or vnu-jar is not installed; scripts/test --all does "
                        "it";
    std::string files;
    for (const char* preset : {"the-cat-chased-the-mouse", "translation", "concepts"})
        files += " '" + file(preset + std::string(".html"), *io::open_document(preset)) + "'";
    files += " '" + file("hostile.html", test::hostile_document()) + "'";
    // A page with a fault shows that the validator works.
    files += " '" +
             folder_.file("wrong.html",
                          "<!DOCTYPE html><html lang=en><title>Wrong</title><p wrong=1>A fault") +
             "'";
    // The validator rejects scripts that are allowed by their hash, and data, although both are
    // valid.
    const test::Ended ended =
        test::run_shell("/usr/bin/java -Xmx512m -jar '" + validator +
                        "' --format json --stdout --exit-zero-always "
                        "--filterpattern '.*violates Content Security Policy.*'" +
                        files);
    ASSERT_EQ(ended.code, 0) << ended.err;
    std::size_t faults_of_wrong = 0;
    const Json said = Json::parse(ended.out);
    for (const Json& message : said["messages"])
        if (message["url"].get<std::string>().ends_with("wrong.html"))
            ++faults_of_wrong;
        else
            ADD_FAILURE() << message.dump(1);
    EXPECT_GT(faults_of_wrong, 0U);
}

TEST_F(PageStandards, AxeFindsNothingInAnyStateSizeAndScheme) {
    const std::string axe = test::node_file("axe-core/axe.min.js");
    if (axe.empty())
        GTEST_SKIP() << "axe-core is not installed; scripts/test --all does it";
    const std::string page =
        file("cat.html", *io::open_document("the-cat-chased-the-mouse"), {true, {"causal-mask"}});
    const std::string picture = folder_.file("frame.png", "");
    Json orders = Json::array();
    std::vector<Look> looks;
    constexpr std::array<std::pair<int, int>, 2> sizes{{{390, 844}, {1600, 900}}};
    for (const auto& [width, height] : sizes) {
        const auto screen = [&](const char* scheme) {
            return Json{{"screen", Json::array({width, height, scheme})}};
        };
        orders.push_back(screen("light"));
        for (const State& state : states(page, test::bytes_of(axe))) {
            for (const Json& order : state.orders)
                orders.push_back(order);
            for (const char* scheme : {"light", "dark"}) {
                orders.push_back(screen(scheme));
                orders.push_back({{"picture", picture}}); // frames go by
                looks.push_back({std::to_string(width) + " pixels, " + scheme + ", " + state.name,
                                 orders.size()});
                orders.push_back(run(axe_script));
            }
        }
    }
    const Json results = done(orders);
    for (const Look& look : looks) {
        const Json& found = results[look.result];
        ASSERT_TRUE(found.is_array()) << look.name;
        EXPECT_GT(found[0], 15) << look.name << ": axe has looked at too little";
        EXPECT_EQ(found[1], Json::array()) << look.name;
    }
}
