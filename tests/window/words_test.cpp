// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

namespace attn::words_test {

using namespace test;

namespace {

void expect_query(LabDriver& lab, int row, const std::string& how) {
    const Json now = lab.until("word " + std::to_string(row) + " as the query by " + how,
                               [&](const Json& probe) { return probe["view"]["query"] == row; });
    // The weighted values are the query word's: weights[query, k] · V[k].
    for (std::size_t key = 0; key < now["document"]["lists"]["words"].size(); ++key) {
        const int k = static_cast<int>(key);
        const double weight = number(now, "weights", row, k);
        EXPECT_EQ(number(now, "weighted_values", k, 1), weight * number(now, "V", k, 1));
    }
}

std::vector<std::string> words(const Json& probe) {
    return probe["document"]["lists"]["words"];
}

} // namespace

TEST(QueryWord, EachIsChosenByAClickADigitAndTheArrows) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    Picture last = lab.picture("query-0");
    // Below the canvas is the query word's sum.
    const Area output = lab.sheet("output");
    const int top = output.y + output.height + 60;
    const Area panel{0, top, 1600, 880 - top};
    for (const int row : {1, 2, 3, 4, 0}) {
        lab.click(lab.row_label("weights", row));
        expect_query(lab, row, "a click");
        const Picture now = lab.picture("query-" + std::to_string(row));
        EXPECT_GT(differing_pixels(last, now, panel), 0);
        last = now;
    }
    for (const int row : {4, 1, 3, 0, 2}) {
        lab.press(std::to_string(row + 1));
        expect_query(lab, row, "a digit");
    }
    for (const int row : {3, 4}) {
        lab.press("Down");
        expect_query(lab, row, "an arrow");
    }
    for (const int row : {3, 2, 1, 0}) {
        lab.press("Up");
        expect_query(lab, row, "an arrow");
    }
    EXPECT_EQ(document_text(lab.probe()), first);
    EXPECT_EQ(lab.quit(), "");
}

TEST(QueryWord, IsFoundAmongFortyByTypingAndArrows) {
    const TempDir folder;
    std::string sentence;
    for (int word = 1; word <= 40; ++word)
        sentence += (word == 3 ? "fisherman" : "word" + std::to_string(word)) + " ";
    const std::string file = folder / "forty.attn";
    ASSERT_EQ(run_lab({"new", sentence, "--d-model", "8", "-o", file}).code, 0);
    for (const int width : {1366, 1024}) {
        LabDriver lab({file, width, 768});
        lab.settled();
        lab.click(lab.control("query.next"));
        expect_query(lab, 1, "the arrow");
        lab.click(lab.control("query.next"));
        expect_query(lab, 2, "the arrow");
        lab.settled();
        lab.picture("query-forty-" + std::to_string(width));
        const Json before = lab.probe();
        lab.click(lab.control("query.previous"));
        expect_query(lab, 1, "the arrow back");
        for (const char* part : {"query.previous", "query.next", "query.add"})
            EXPECT_EQ(lab.settled()["controls"][part], before["controls"][part]) << part;
        lab.click(lab.control("Query word"));
        lab.until("the list",
                  [](const Json& now) { return now["controls"].contains("query.search"); });
        lab.type("fish");
        lab.until("the only word with it", [](const Json& now) {
            return now["controls"].contains("query/2") && !now["controls"].contains("query/1");
        });
        lab.settled();
        lab.picture("query-search-" + std::to_string(width));
        lab.click(lab.control("query/2"));
        expect_query(lab, 2, "a click in the list");
        lab.until("no list",
                  [](const Json& now) { return !now["controls"].contains("query.search"); });
        lab.settled();
        // By keyboard alone.
        lab.press("ctrl+f");
        lab.until("the list",
                  [](const Json& now) { return now["controls"].contains("query.search"); });
        lab.type("word3");
        lab.until("those with it", [](const Json& now) {
            return now["controls"].contains("query/30") && !now["controls"].contains("query/3");
        });
        lab.settled();
        lab.press("Down");
        lab.settled();
        lab.press("Return");
        expect_query(lab, 30, "keys in the list"); // word30, then word31
        lab.until("no list",
                  [](const Json& now) { return !now["controls"].contains("query.search"); });
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(Words, OfAMemoryStandBesideTheQueryWords) {
    LabDriver lab({"translation", 1600, 900});
    const Json first = lab.settled();
    const std::size_t count = first["document"]["lists"]["memory"].size();
    lab.picture("chips-of-memory");
    lab.click(lab.control("key/2"));
    lab.until("its numbers", [](const Json& now) { return now["view"]["selected"] == "M[2,0]"; });
    lab.click(lab.control("key.add"));
    const Json added = lab.until("one more", [&](const Json& now) {
        return now["document"]["lists"]["memory"].size() == count + 1;
    });
    EXPECT_EQ(added["document"]["lists"]["memory"][2], first["document"]["lists"]["memory"][2]);
    EXPECT_EQ(added["document"]["lists"]["memory"][4], first["document"]["lists"]["memory"][3]);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AWordIsAddedAndRemovedByUndo) {
    LabDriver lab;
    const Json first = lab.probe();
    lab.press("ctrl+Return");
    const Json added =
        lab.until("a sixth word", [](const Json& now) { return words(now).size() == 6; });
    EXPECT_EQ(added["stages"]["X"].size(), 6U);
    EXPECT_EQ(added["stages"]["weights"][0].size(), 6U);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.picture("word-added");
    lab.press("ctrl+z");
    const Json undone =
        lab.until("five words", [](const Json& now) { return words(now).size() == 5; });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AWordIsRemoved) {
    LabDriver lab;
    const std::vector<std::string> before = words(lab.probe());
    lab.press("3");
    expect_query(lab, 2, "a digit");
    lab.press("ctrl+BackSpace");
    const Json now =
        lab.until("four words", [](const Json& probe) { return words(probe).size() == 4; });
    EXPECT_EQ(words(now), (std::vector<std::string>{before[0], before[1], before[3], before[4]}));
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AWordIsRenamedInAnyScript) {
    LabDriver lab;
    const Json first = lab.probe();
    lab.double_click(lab.row_label("X", 1), "the open word",
                     [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("café 词");
    lab.until("the typed word", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == "café 词";
    });
    lab.press("Return");
    const Json renamed =
        lab.until("the new name", [](const Json& now) { return words(now)[1] == "café 词"; });
    for (const char* stage : {"X", "scores", "weights", "output"})
        EXPECT_EQ(renamed["stages"][stage], first["stages"][stage]) << "a name decides no number";
    lab.picture("word-renamed");
    lab.press("ctrl+z");
    lab.until("the old name",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, LettersAreDrawnInTheFrameThatShowsThemFirst) {
    LabDriver lab;
    lab.double_click(lab.row_label("X", 1), "the open word",
                     [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    for (const std::string text : {"ż", "żж", "żжλ"}) {
        lab.type(text.substr(text.size() - 2)); // the last letter
        const Json seen = lab.until(
            text, [&](const Json& now) { return now["editing"].value("text", "") == text; });
        EXPECT_FALSE(seen["lacks_letters"]) << text << " is shown with a box";
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AWordIsMovedWithItsEmbedding) {
    LabDriver lab;
    const Json first = lab.probe();
    lab.press("alt+Down");
    const Json moved =
        lab.until("the moved word", [&](const Json& now) { return words(now) != words(first); });
    EXPECT_EQ(words(moved)[1], words(first)[0]);
    EXPECT_EQ(moved["document"]["inputs"]["X"][1], first["document"]["inputs"]["X"][0]);
    EXPECT_EQ(moved["view"]["query"], 1) << "the query word stays the query";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Words, AWidthIsTyped) {
    LabDriver lab;
    lab.choose("W_Q", "shape.d_k");
    lab.until("the open width", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("ctrl+a");
    lab.type("7");
    lab.press("Return");
    lab.until("seven columns", [](const Json& now) { return now["stages"]["W_Q"][0].size() == 7; });
    const Json now = lab.settled();
    EXPECT_EQ(now["stages"]["Q"][0].size(), 7U);
    EXPECT_EQ(now["stages"]["V"][0].size(), 4U);
    EXPECT_EQ(difference_from_elsewhere(now), "");
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::words_test
