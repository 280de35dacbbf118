// SPDX-License-Identifier: MIT
// A page tells the calculation step by step: the same sentences as the program, with the numbers
// that stand there now.
#include "core/document/command.h"
#include "core/document/step.h"
#include "core/io/library.h"
#include "core/publish/page_file.h"
#include "tests/page/browser.h"

#include <gtest/gtest.h>

using namespace attn;
using Json = nlohmann::json;

namespace {

class StepsPage : public ::testing::Test {
protected:
    void SetUp() override {
        if (publish::page_bytes().empty())
            GTEST_SKIP() << "the program was built without pages";
        if (!test::has_browser())
            GTEST_SKIP() << "chromium and chromium-driver are not installed";
    }

    std::string file(const Document& document) {
        const auto bytes = publish::page_file(document);
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text());
        return folder_.file("steps.html", bytes ? *bytes : "");
    }

    test::TempDir folder_;
};

Json told_after(const std::string& script) {
    return {{"run", script + "attentionLab.refresh();"
                             "const told = (part) =>"
                             "document.getElementById('told-' + part).textContent;"
                             "return [told('at'), told('title'), told('text')];"}};
}

Json expected(const Document& document, std::size_t at) {
    const Trace trace = evaluate(document);
    const auto list = steps(document);
    const View view;
    return {std::to_string(at + 1) + " of " + std::to_string(list.size()),
            to_text(title(document, trace, view, list[at])),
            to_text(sentence(document, trace, view, list[at]))};
}

const std::string next = "document.getElementById('told-next').click();";
const std::string back = "document.getElementById('told-back').click();";

} // namespace

TEST_F(StepsPage, EveryStepSaysWhatTheProgramSays) {
    for (const char* preset :
         {"the-cat-chased-the-mouse", "two-heads", "causal-decoder-block", "concepts"}) {
        const auto document = io::open_document(preset);
        ASSERT_TRUE(document) << preset;
        const std::size_t count = steps(*document).size();
        Json orders = {{{"open", file(*document)}},
                       told_after("document.getElementById('tell').click();")};
        for (std::size_t at = 1; at < count; ++at)
            orders.push_back(told_after(next));
        orders.push_back(told_after(next)); // the end stays the end
        orders.push_back(told_after(back));
        const test::Driven driven = test::drive_browser(orders);
        ASSERT_EQ(driven.fault, "") << preset;
        ASSERT_EQ(driven.results.size(), orders.size()) << preset;
        for (std::size_t at = 0; at < count; ++at)
            EXPECT_EQ(driven.results[at + 1], expected(*document, at)) << preset;
        EXPECT_EQ(driven.results[count + 1], expected(*document, count - 1)) << preset;
        EXPECT_EQ(driven.results[count + 2], expected(*document, count - 2)) << preset;
    }
}

TEST_F(StepsPage, TheSentenceFollowsAChangedNumberAndTheRestStepsBack) {
    const auto given = io::open_document("the-cat-chased-the-mouse");
    ASSERT_TRUE(given);
    const auto changed = apply(*given, SetCell{Place{}, 9});
    ASSERT_TRUE(changed);
    ASSERT_NE(expected(*given, 0), expected(*changed, 0));
    const std::string picture = "return document.getElementById('canvas').toDataURL();";
    const std::string tell = "document.getElementById('tell').click(); attentionLab.refresh();";
    const Json orders = {{{"open", file(*given)}},
                         {{"run", picture}},
                         {{"run", tell + picture}},
                         {{"run", tell + picture}},
                         told_after("document.getElementById('tell').click();"
                                    "attentionLab.apply({command: 'set_cell', place: 'X[0,0]',"
                                    "value: 9});")};
    const test::Driven driven = test::drive_browser(orders);
    ASSERT_EQ(driven.fault, "");
    ASSERT_EQ(driven.results.size(), orders.size());
    EXPECT_NE(driven.results[2], driven.results[1]);
    EXPECT_EQ(driven.results[3], driven.results[1]) << "without steps the whole is as before";
    EXPECT_EQ(driven.results[4], expected(*changed, 0));
}

TEST_F(StepsPage, OnAPhoneWhatTheStepSpeaksOfIsScrolledTo) {
    const auto document = io::open_document("the-cat-chased-the-mouse");
    ASSERT_TRUE(document);
    const std::string scrolled = "return document.getElementById('room').scrollLeft;";
    const std::string to_scaling = next + next + next + "attentionLab.refresh();";
    const Json phone = {{"width", 390}, {"height", 844}, {"pixelRatio", 2}, {"touch", true}};
    const test::Driven driven = test::drive_browser(
        {{{"open", file(*document)}},
         {{"run", "document.getElementById('tell').click(); attentionLab.refresh();" + scrolled}},
         {{"run", to_scaling + scrolled}}},
        {{"phone", phone}});
    ASSERT_EQ(driven.fault, "");
    ASSERT_EQ(driven.results.size(), 3U);
    EXPECT_LT(driven.results[1].get<Real>(), 100) << "X is the first";
    EXPECT_GT(driven.results[2].get<Real>(), 200) << "scores and scaled are in the middle";
}
