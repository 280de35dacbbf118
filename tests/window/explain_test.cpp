// SPDX-License-Identifier: MIT
// "Where does this number come from?", followed by mouse from an output back to X and forward
// again.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

void expect_selected(LabDriver& lab, const std::string& place) {
    lab.until(place, [&](const Json& now) { return now["view"]["selected"] == place; });
    EXPECT_TRUE(lab.settled()["controls"].contains("explain.back")) << "its derivation is shown";
}

/// Clicks a factor in the derivation, which then is explained itself.
void follow(LabDriver& lab, const std::string& place) {
    const std::string factor = "factor/" + place;
    lab.until(factor, [&](const Json& now) { return now["controls"].contains(factor); });
    lab.click(lab.control(factor));
    expect_selected(lab, place);
}

} // namespace

TEST(Explain, AClickedWeightOfAnotherRowMakesItsWordTheQueryWord) {
    LabDriver lab;
    lab.settled();
    for (const char* const sheet : {"weights", "scores", "output", "Q"})
        for (const int row : {3, 0}) {
            lab.click(lab.cell(sheet, row, 1));
            lab.until(std::string("the word of ") + sheet,
                      [row](const Json& now) { return now["view"]["query"] == row; });
            lab.settled();
        }
    lab.press("Down");
    lab.until("the word below", [](const Json& now) { return now["view"]["query"] == 1; });
    lab.click(lab.cell("V", 4, 1));
    lab.until("a value", [](const Json& now) { return now["view"]["selected"] == "V[4,1]"; });
    EXPECT_EQ(lab.settled()["view"]["query"], 1) << "a value has no query word";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Explain, FollowsAnOutputBackToTheEmbeddingsAndForwardAgain) {
    LabDriver lab;
    const std::vector<std::string> chain = {"output[1,2]", "weights[1,4]", "K[4,0]", "X[4,3]"};
    lab.click(lab.cell("output", 1, 2));
    expect_selected(lab, chain[0]);
    for (std::size_t at = 1; at < chain.size(); ++at)
        follow(lab, chain[at]);
    lab.picture("explain-embedding");
    for (std::size_t at = chain.size() - 1; at > 0; --at) {
        lab.click(lab.control("explain.back"));
        expect_selected(lab, chain[at - 1]);
    }
    for (std::size_t at = 1; at < chain.size(); ++at) {
        lab.click(lab.control("explain.forward"));
        expect_selected(lab, chain[at]);
    }
    // From the input forward to what is made from it.
    follow(lab, "V[4,0]");
    lab.press("Escape");
    const Json closed = lab.until("the derivation to close", [](const Json& now) {
        return now["view"]["selected"].is_null() && !now["controls"].contains("explain.back");
    });
    EXPECT_FALSE(closed["can_undo"].get<bool>()) << "looking changes nothing";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Explain, FollowsNumbersWithWordsAsColumns) {
    LabDriver lab;
    lab.choose("Convention", "convention.columns");
    lab.until("the columns", [](const Json& now) {
        return now["document"].value("convention", "") == "tokens_as_columns";
    });
    lab.settled();
    lab.click(lab.cell("output", 2, 1)); // component 2 of word 1 is drawn there
    expect_selected(lab, "output[1,2]");
    follow(lab, "weights[1,4]");
    EXPECT_EQ(lab.quit(), "");
}
