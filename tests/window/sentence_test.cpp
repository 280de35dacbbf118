// SPDX-License-Identifier: MIT
// A model with a table of words is typed to, and says what comes next.
#include "tests/support/lab_driver.h"
#include "tests/support/talking_model.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace attn::window_sentence_test {

using namespace test;

namespace {

using List = std::vector<std::string>;

List words(const Json& probe) {
    return probe["document"]["lists"]["words"];
}

bool is_typing(const Json& probe) {
    return probe["editing"].is_object();
}

/// The probabilities after the last word, by word.
double probability(const Json& probe, const std::string& word) {
    const Json& vocabulary = probe["document"]["lists"]["vocabulary"];
    const auto at = std::find(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin();
    return number(probe, "probabilities", static_cast<int>(words(probe).size()) - 1,
                  static_cast<int>(at));
}

const List first{"the", "cat", "chased", "the", "mouse"};

} // namespace

TEST(TypedSentence, ByKeyboardAlone) {
    const TempDir folder;
    LabDriver lab({folder.file("talking.attn", talking_model()), 1366, 768});
    lab.settled();
    lab.picture("sentence-rest");
    lab.press("t");
    lab.until("the field", is_typing);
    lab.type("Anna ch");
    lab.until("the offered word",
              [](const Json& now) { return now["controls"].contains("offered/0"); });
    lab.settled();
    lab.picture("sentence-begun");
    lab.press("Tab");
    lab.until("the completed word",
              [](const Json& now) { return now["editing"]["text"] == "Anna chased "; });
    lab.type("the fog");
    lab.until("the fault",
              [](const Json& now) { return now["controls"].contains("sentence.fault"); });
    lab.settled();
    lab.picture("sentence-unknown");
    lab.press("Return");
    EXPECT_TRUE(is_typing(lab.settled())) << "an unknown word is refused";
    lab.press("Tab"); // the nearest
    const Json typed = lab.until("the words", [](const Json& now) {
        return words(now) == List{"Anna", "chased", "the", "dog"};
    });
    lab.press("Return");
    lab.until("the end", [](const Json& now) { return !is_typing(now); });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("one step of undo", [](const Json& now) { return words(now) == first; });
    EXPECT_FALSE(lab.probe()["can_undo"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(TypedSentence, ByMouse) {
    const TempDir folder;
    LabDriver lab({folder.file("talking.attn", talking_model()), 1366, 768});
    lab.settled();
    const Area field = lab.control("sentence");
    lab.click({field.x + field.width - 40, field.y, 4, field.height}); // behind the last word
    lab.until("the field", is_typing);
    lab.type(" sl");
    lab.until("the offered word",
              [](const Json& now) { return now["controls"].contains("offered/0"); });
    lab.settled();
    lab.click(lab.control("offered/0"));
    lab.until("the longer sentence", [](const Json& now) {
        return words(now) == List{"the", "cat", "chased", "the", "mouse", "slept"};
    });
    // A click elsewhere enters the sentence.
    lab.click(lab.sheet("weights"));
    lab.until("the end", [](const Json& now) { return !is_typing(now); });
    lab.settled();
    lab.click(lab.control("edit.undo"));
    lab.until("one step of undo", [](const Json& now) { return words(now) == first; });
    EXPECT_EQ(lab.quit(), "");
}

/// A click elsewhere loses nothing of a sentence that the document cannot have.
TEST(TypedSentence, StaysInItsFieldWhenItIsLeft) {
    const TempDir folder;
    LabDriver lab({folder.file("talking.attn", talking_model()), 1366, 768});
    lab.settled();
    lab.choose("Edit", "word.type");
    lab.until("the field", is_typing);
    lab.type("the fog slept");
    lab.settled();
    lab.click(lab.sheet("weights"));
    const Json left = lab.until("the end", [](const Json& now) { return !is_typing(now); });
    EXPECT_EQ(left["left_sentence"], "the fog slept");
    EXPECT_NE(left["message"].get<std::string>().find("nearest words"), std::string::npos);
    lab.settled();
    lab.picture("sentence-left");
    lab.click(lab.control("sentence"));
    lab.until("the sentence again", [](const Json& now) {
        return is_typing(now) && now["editing"]["text"] == "the fog slept";
    });
    lab.press("Escape");
    lab.until("the old words", [](const Json& now) {
        return !is_typing(now) && words(now) == first && now["left_sentence"].is_null();
    });
    EXPECT_EQ(lab.quit(), "");
}

/// The next words stand beside the sentence on every page, and follow a drag.
TEST(NextWordsRow, FollowsADragWithBeforeAndAfter) {
    const TempDir folder;
    LabDriver lab({folder.file("talking.attn", talking_model()), 1366, 768});
    Json now = lab.settled();
    ASSERT_EQ(now["next"].size(), 5U);
    double before = 1;
    for (const Json& one : now["next"]) {
        EXPECT_EQ(one["now"].get<double>(), probability(now, one["word"]));
        EXPECT_LE(one["now"].get<double>(), before) << "the likeliest comes first";
        before = one["now"];
        EXPECT_TRUE(one["before"].is_null());
    }
    const Json was = now;
    const Area cell = lab.cell("W_V", 1, 0);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.move_to(cell.x + cell.width / 2 + 120, cell.y + cell.height / 2);
    now = lab.until("the changed number", [&](const Json& probe) {
        return number(probe, "W_V", 1, 0) != number(was, "W_V", 1, 0) && !probe["next"].empty() &&
               !probe["next"][0]["before"].is_null();
    });
    for (const bool is_down : {true, false}) {
        for (const Json& one : now["next"]) {
            EXPECT_EQ(one["now"].get<double>(), probability(now, one["word"]));
            EXPECT_EQ(one["before"].get<double>(), probability(was, one["word"]));
        }
        if (!is_down)
            break;
        lab.release_button();
        now = lab.settled();
    }
    lab.picture("next-words-compared");
    for (const char* page : {"page.heads", "page.block", "page.layers"}) {
        lab.click(lab.control(page));
        EXPECT_TRUE(lab.settled()["controls"].contains("next/0")) << page;
        lab.picture(std::string("next-words-") + page);
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(NextWordsRow, AClickOrThePlusAppendsAWord) {
    const TempDir folder;
    LabDriver lab({folder.file("talking.attn", talking_model()), 1366, 768});
    const std::string second = lab.settled()["next"][1]["word"];
    lab.click(lab.control("next/1"));
    const Json one =
        lab.until("the second", [](const Json& now) { return words(now).size() == 6; });
    EXPECT_EQ(words(one).back(), second);
    const std::string likeliest = lab.settled()["next"][0]["word"];
    lab.click(lab.control("generate.likeliest"));
    const Json two =
        lab.until("the likeliest", [](const Json& now) { return words(now).size() == 7; });
    EXPECT_EQ(words(two).back(), likeliest);
    const std::string next = lab.settled()["next"][0]["word"];
    lab.click(lab.control("query.add"));
    const Json three =
        lab.until("one more", [](const Json& now) { return words(now).size() == 8; });
    EXPECT_EQ(words(three).back(), next) << "a model goes on by itself";
    lab.settled();
    lab.click(lab.control("generate.open"));
    lab.until("the card of ways", [](const Json& now) { return now["generating"].is_object(); });
    lab.press("Escape");
    lab.until("no card", [](const Json& now) { return now["generating"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

/// The row fits windows of any size, with three words and forty.
TEST(SentenceRow, FitsEachWindow) {
    const TempDir folder;
    std::string forty = R"(["the")";
    for (int at = 1; at < 40; ++at)
        forty += at % 2 == 0 ? R"(, "chased")" : R"(, "mouse")";
    const std::vector<std::string> files{
        folder.file("three.attn", talking_model("", "", R"(["the", "cat", "slept"])")),
        folder.file("forty.attn", talking_model("", "", forty + "]"))};
    for (const std::string& file : files)
        for (const auto& [width, height] :
             {std::pair(1024, 768), std::pair(1366, 768), std::pair(1920, 1080)}) {
            LabDriver lab({file, width, height});
            const Json now = lab.settled();
            const Area field = lab.control("sentence");
            EXPECT_GE(field.width, 160) << width;
            int right = field.x + field.width;
            for (std::size_t at = 0; at < now["next"].size(); ++at) {
                const Area one = lab.control("next/" + std::to_string(at));
                EXPECT_GE(one.x + 1, right) << "nothing overlaps, but for rounding";
                right = one.x + one.width;
            }
            EXPECT_LE(lab.control("generate.open").x + lab.control("generate.open").width, width);
            lab.picture("sentence-" + std::to_string(words(now).size()) + "-" +
                        std::to_string(width));
            EXPECT_EQ(lab.quit(), "");
        }
}

/// The card of a model that comes with the program has the same field: what is typed there opens
/// with the model.
TEST(StartPageModel, ReadsASentenceOnItsCard) {
    for (const auto& [width, height] : {std::pair(1366, 768), std::pair(1024, 768)}) {
        LabDriver lab({"", width, height});
        Json now = lab.settled();
        if (!now["controls"].contains("start.model"))
            GTEST_SKIP() << "no preset has a table of words";
        lab.picture("start-model-" + std::to_string(width));
        const std::string text = now["start"]["model"];
        const std::string word = text.substr(0, text.find(' '));
        EXPECT_NE(now["start"]["model_next"], "");
        const Area field = lab.control("start.model");
        lab.click({field.x + field.width / 2, field.y, 4, field.height});
        lab.press("ctrl+a");
        lab.type(word + " qqq");
        lab.until("the fault", [](const Json& probe) {
            return probe["start"]["model_fault"].get<std::string>().find("\"qqq\"") !=
                   std::string::npos;
        });
        EXPECT_TRUE(lab.settled()["controls"].contains("start.offered/0"));
        lab.picture("start-model-typed-" + std::to_string(width));
        lab.press("Return"); // opens nothing and loses nothing
        EXPECT_EQ(lab.settled()["start"]["model"], word + " qqq");
        for (int letter = 0; letter < 4; ++letter)
            lab.press("BackSpace");
        lab.press("Return");
        lab.until("the model with the word", [&](const Json& probe) {
            return probe["start"].is_null() && words(probe) == List{word};
        });
        EXPECT_EQ(lab.quit(), "");
    }
}

} // namespace attn::window_sentence_test
