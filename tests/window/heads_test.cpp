// SPDX-License-Identifier: MIT
// The page of all heads: a card opens its head, a switch removes the head from the sum and restores
// it, by mouse and by keys.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

constexpr int width = 1366, height = 700;

Json w_o(const Json& probe) {
    return probe["stages"]["W_O"];
}

bool is_zero(const Json& probe, int first, int last) {
    const Json rows = w_o(probe);
    for (int row = first; row <= last; ++row)
        for (const Json& value : rows[static_cast<std::size_t>(row)])
            if (value.get<double>() != 0)
                return false;
    return true;
}

} // namespace

TEST(HeadsPage, ShowsAllHeadsAndACardOpensOne) {
    LabDriver lab({"two-heads", width, height});
    const Json first = lab.settled();
    EXPECT_FALSE(first["controls"].contains("head.1.title"));
    lab.click(lab.control("page.heads"));
    const Json page = lab.until(
        "the cards", [](const Json& now) { return now["controls"].contains("head.1.title"); });
    lab.settled();
    lab.picture("page-heads-1366");
    for (const char* sheet : {"weights", "weights/1", "output", "output/1", "joined", "W_O"})
        EXPECT_GT(lab.sheet(sheet).width, 20) << sheet;
    EXPECT_EQ(document_text(lab.probe()), document_text(first));
    lab.click(lab.control("head.1.title"));
    lab.until("head 1", [](const Json& now) {
        return now["view"]["head"] == 1 && !now["controls"].contains("head.1.title");
    });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(HeadsPage, HasACardForTheMeanOfTheHeads) {
    LabDriver lab({"two-heads", width, height});
    lab.settled();
    lab.choose_by_name("Mean of the heads' weights");
    lab.until("the mean", [](const Json& now) { return now["stages"].contains("mean_weights"); });
    lab.click(lab.control("page.heads"));
    lab.until("the cards",
              [](const Json& now) { return now["controls"].contains("head.1.title"); });
    lab.settled();
    lab.picture("page-heads-mean-1366");
    const Area mean = lab.sheet("mean_weights");
    EXPECT_GT(mean.width, 20);
    EXPECT_GT(mean.x, lab.sheet("weights/1").x) << "behind the heads";
    lab.click(lab.cell("mean_weights", 0, 1));
    lab.until("the cell",
              [](const Json& now) { return now["view"]["selected"] == "mean_weights[0,1]"; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(HeadsPage, ASwitchSetsRowsToZeroAndBack) {
    LabDriver lab({"two-heads", width, height});
    const Json first = lab.settled();
    ASSERT_FALSE(is_zero(first, 3, 5));
    lab.press("ctrl+Next");
    lab.until("the cards",
              [](const Json& now) { return now["controls"].contains("head.1.switch"); });
    const Json before = lab.settled();
    lab.click(lab.control("head.1.switch"));
    const Json off = lab.until("rows of zeros", [](const Json& now) { return is_zero(now, 3, 5); });
    EXPECT_FALSE(is_zero(off, 0, 2)) << "only those of head 1";
    EXPECT_EQ(off["view"]["head"], 0) << "the head that is shown stays";
    EXPECT_EQ(lab.settled()["cells"], before["cells"]) << "nothing moves";
    lab.picture("page-heads-off");
    lab.press("ctrl+z");
    lab.until("the old rows", [&](const Json& now) { return w_o(now) == w_o(first); });
    lab.press("ctrl+y");
    lab.until("zeros again", [](const Json& now) { return is_zero(now, 3, 5); });
    // Edits made in the meantime stay.
    lab.double_click(lab.cell("W_O", 0, 0), "a field",
                     [](const Json& now) { return now["controls"].contains("editing"); });
    lab.type("7");
    lab.press("Return");
    lab.until("the number", [](const Json& now) { return number(now, "W_O", 0, 0) == 7; });
    lab.settled();
    lab.click(lab.control("head.1.switch"));
    const Json on = lab.until("the old rows", [](const Json& now) { return !is_zero(now, 3, 5); });
    for (const std::size_t row : {3U, 4U, 5U})
        EXPECT_EQ(w_o(on)[row], w_o(first)[row]);
    EXPECT_EQ(number(on, "W_O", 0, 0), 7);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(HeadsPage, WorksByKeysAndFromThePalette) {
    LabDriver lab({"two-heads", width, height});
    lab.settled();
    lab.press("ctrl+Next");
    lab.until("the cards",
              [](const Json& now) { return now["controls"].contains("head.1.switch"); });
    const Json first = lab.settled();
    // Goes to the cards, in each of which title and switch can be focused.
    const auto is_there = [&] {
        const Json& controls = lab.probe()["controls"];
        return controls.contains("focus") && controls["focus"] == controls["head.0.title"];
    };
    for (int part = 0; part < 8 && !is_there(); ++part) {
        lab.press("F6");
        lab.settled();
    }
    ASSERT_TRUE(is_there());
    lab.press("Tab");
    lab.settled();
    lab.press("Return");
    lab.until("rows of zeros", [](const Json& now) { return is_zero(now, 0, 2); });
    lab.settled();
    lab.press("Return");
    lab.until("the old rows", [&](const Json& now) { return w_o(now) == w_o(first); });
    lab.press("Escape");
    lab.choose_by_name("Switch the shown head off");
    lab.until("rows of zeros", [](const Json& now) { return is_zero(now, 0, 2); });
    lab.choose_by_name("Switch the shown head on");
    lab.until("the old rows", [&](const Json& now) { return w_o(now) == w_o(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(HeadsPage, OpensMatricesAndChoosesTheQueryWord) {
    LabDriver lab({"two-heads", width, height});
    lab.settled();
    lab.press("ctrl+Next");
    lab.until("the cards",
              [](const Json& now) { return now["controls"].contains("head.1.switch"); });
    lab.settled();
    lab.click(lab.row_label("joined", 2));
    lab.until("the word", [](const Json& now) { return now["view"]["query"] == 2; });
    lab.settled();
    lab.double_click(lab.control("title/W_O"), "the matrix alone",
                     [](const Json& now) { return !now["controls"].contains("head.1.switch"); });
    lab.settled();
    lab.press("Escape");
    lab.until("the cards",
              [](const Json& now) { return now["controls"].contains("head.1.switch"); });
    EXPECT_EQ(lab.quit(), "");
}
