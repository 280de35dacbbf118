// SPDX-License-Identifier: MIT
// Covers and reveals numbers: by keys, by clicks, by the guesses of a class, and one after another
// while presenting.
#include "tests/support/lab_driver.h"
#include "tests/support/picture.h"

#include <gtest/gtest.h>

#include <string>

namespace attn::covers_test {

using namespace test;

namespace {

Json covers(const Json& now) {
    return now["document"].value("covers", Json::array());
}

std::function<bool(const Json&)> has_covers(const Json& wanted) {
    return [wanted](const Json& now) { return covers(now) == wanted; };
}

std::function<bool(const Json&)> is_at(int step) {
    return [step](const Json& now) {
        return now["presenting"].is_object() && now["presenting"]["step"] == step;
    };
}

/// Covers a weight, types what it is expected to be, and reveals it.
Json guess_weight(LabDriver& lab, int row, int column, const std::string& expected) {
    lab.click(lab.cell("weights", row, column));
    lab.press("c");
    lab.until("a cover",
              has_covers({"weights[" + std::to_string(row) + "," + std::to_string(column) + "]"}));
    lab.type(expected);
    lab.until("what is expected", [&](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == expected;
    });
    lab.press("Return");
    return lab.until("a reveal", has_covers(Json::array()));
}

} // namespace

TEST(Covers, AreSetAndRemovedByKeysAndClicks) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("c");
    lab.until("a cover", has_covers({"weights[1,4]"}));
    lab.click(lab.cell("scores", 0, 0));
    lab.press("shift+Right");
    lab.press("shift+Down");
    lab.press("c");
    lab.until("more covers", has_covers({"weights[1,4]", "scores[0:2,0:2]"}));
    lab.click(lab.cell("X", 2, 1));
    lab.press("shift+c"); // c alone would begin a formula
    lab.until("an input", has_covers({"weights[1,4]", "scores[0:2,0:2]", "X[2,1]"}));
    lab.settled();
    lab.picture("covers-1366");
    lab.click(lab.cell("weights", 1, 4));
    const Json asked = lab.until("a field for a guess", [](const Json& now) {
        return now["controls"].contains("guess") && now["controls"].contains("guess.reveal");
    });
    EXPECT_EQ(covers(asked).size(), 3U) << "a click gives nothing away";
    EXPECT_EQ(asked["view"]["selected"], "weights[1,4]");
    lab.settled();
    lab.picture("guess-1366");
    lab.press("space");
    lab.until("a reveal", has_covers({"scores[0:2,0:2]", "X[2,1]"}));
    lab.press("space");
    const Json next = lab.until("the first of X", has_covers({"scores[0:2,0:2]"}));
    EXPECT_EQ(next["view"]["selected"], "X[2,1]");
    lab.press("space");
    lab.until("the first score", has_covers({"scores[1,0:2]", "scores[0,1]"}));
    lab.choose_by_name("Reveal everything");
    lab.until("no cover", has_covers(Json::array()));
    for (int step = 0; step < 7; ++step)
        lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, TheFieldForAGuessCoversNoNumber) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    for (const char* sheet : {"X", "W_Q", "scores", "weights"})
        for (const int row : {0, 1, 3}) {
            lab.click(lab.cell(sheet, row, 1));
            lab.press("shift+c");
            lab.until("the field",
                      [](const Json& now) { return now["controls"].contains("guess.reveal"); });
            const Json now = lab.settled();
            const Area field = lab.control("guess"), button = lab.control("guess.reveal");
            for (const auto& [name, unused] : now["cells"].items()) {
                const Area all = lab.sheet(name);
                EXPECT_TRUE(button.x + button.width <= all.x || field.x >= all.x + all.width ||
                            field.y + field.height <= all.y || field.y >= all.y + all.height)
                    << "of " << sheet << ", row " << row << ", over " << name;
            }
            lab.press("space");
            lab.until("no cover", has_covers(Json::array()));
            lab.press("Escape");
            lab.settled();
        }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, ShowHowFarOffAGuessIs) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("c");
    lab.until("a cover", has_covers({"weights[1,4]"}));
    lab.type("0.5");
    lab.until("what is expected", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == "0.5";
    });
    lab.picture("covers-expected-1600");
    lab.press("Return");
    const Json seen = lab.until("a reveal", has_covers(Json::array()));
    EXPECT_EQ(seen["message"],
              "You expected 0.50. It is 0.28: 0.22 less. No usual mistake gives 0.50.");
    EXPECT_EQ(seen["verdict"], seen["message"]) << "it stands beside the number";
    EXPECT_TRUE(lab.settled()["controls"].contains("verdict"));
    lab.picture("verdict-1600");
    lab.press("c");
    const Json again = lab.until("the plate again", has_covers({"weights[1,4]"}));
    EXPECT_TRUE(again["verdict"].is_null()) << "it goes when the plate comes back";
    lab.press("space");
    lab.until("a reveal", has_covers(Json::array()));
    lab.click(lab.cell("weights", 1, 3));
    lab.until("another number", [](const Json& now) { return now["verdict"].is_null(); });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "") << "nothing else changed";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, AVerdictInTheSpotlightCoversNoText) {
    LabDriver lab({"four-words", 1024, 768});
    lab.settled();
    guess_weight(lab, 0, 1, "0.5");
    lab.press("z");
    lab.settled();
    lab.picture("verdict-spotlight-1024");
    const Area verdict = lab.control("verdict");
    lab.click(lab.cell("scaled", 0, 0));
    lab.until("another number", [](const Json& now) { return now["verdict"].is_null(); });
    lab.settled();
    const Picture without = lab.picture("verdict-spotlight-gone-1024");
    EXPECT_EQ(count_colours(without, verdict), 1) << "sums stand there";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, AGuessByAUsualMistakeIsNamed) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    lab.settled();
    const Json seen = guess_weight(lab, 1, 4, "0.36");
    EXPECT_EQ(seen["message"],
              "You expected 0.36. It is 0.28: 0.08 less. 0.36 comes out of a usual "
              "mistake: Scores not scaled.");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, DigitsOverAPlateAreAGuess) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("c");
    lab.until("a cover", has_covers({"weights[1,4]"}));
    lab.press("Escape"); // nothing is selected
    lab.until("no selection", [](const Json& now) { return now["view"]["selected"].is_null(); });
    lab.settled();
    const Area plate = lab.cell("weights", 1, 4);
    lab.move_to(plate.x + plate.width / 2, plate.y + plate.height / 2);
    lab.settled();
    lab.type("3");
    const Json typed = lab.until("a guess", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == "3";
    });
    EXPECT_EQ(typed["view"]["query"], 1) << "of the plate, not the third word";
    lab.press("Escape");
    lab.settled();
    // What is selected is covered, wherever the pointer rests.
    lab.click(lab.cell("scores", 2, 0));
    lab.settled();
    lab.move_to(plate.x + plate.width / 2, plate.y + plate.height / 2);
    lab.settled();
    lab.press("c");
    lab.until("the selected one", has_covers({"weights[1,4]", "scores[2,0]"}));
    lab.click(lab.cell("scores", 2, 0));
    lab.until("the field", [](const Json& now) { return now["controls"].contains("guess"); });
    lab.settled();
    lab.click(lab.control("guess"));
    lab.until("the keyboard in it", [](const Json& now) { return now["editing"].is_object(); });
    lab.type("1 "); // Space reveals
    const Json seen =
        lab.until("a verdict", [](const Json& now) { return !now["verdict"].is_null(); });
    EXPECT_TRUE(seen["verdict"].get<std::string>().starts_with("You expected 1.00. It is "))
        << seen["verdict"];
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, APresentedPlateIsGuessedByClickAndDigits) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    lab.settled();
    lab.click(lab.cell("weights", 0, 4));
    lab.press("c");
    lab.until("a cover", has_covers({"weights[0,4]"}));
    lab.press("F5");
    lab.until("the first step", is_at(1));
    for (const int step : {2, 3, 4, 6}) {
        lab.press("Right");
        lab.until("step " + std::to_string(step), is_at(step));
    }
    lab.settled();
    lab.click(lab.cell("weights", 4, 0)); // the table of the softmax stands upright
    lab.until("a field", [](const Json& now) { return now["controls"].contains("guess"); });
    EXPECT_EQ(covers(lab.settled()), Json({"weights[0,4]"}));
    lab.picture("guess-presented-1366");
    lab.type("0.5");
    lab.until("a guess", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("Return");
    lab.until("a verdict", [](const Json& now) { return !now["verdict"].is_null(); });
    lab.settled();
    lab.picture("verdict-presented-1366");
    lab.press("Escape");
    lab.until("the window", [](const Json& now) { return now["presenting"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, AreRevealedBeforeTheNextStep) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.click(lab.cell("scores", 2, 0)); // a word that is not the page's query
    lab.press("c");
    lab.until("a cover", has_covers({"scores[2,0]"}));
    lab.click(lab.cell("weights", 0, 4));
    lab.press("c");
    lab.until("a cover", has_covers({"scores[2,0]", "weights[0,4]"}));
    lab.press("F5");
    lab.until("the first step", is_at(1));
    const auto goes_to = [&](int step) {
        lab.press("space");
        lab.until("step " + std::to_string(step),
                  [step](const Json& now) { return now["presenting"]["step"] == step; });
    };
    for (const int step : {2, 3, 4, 6})
        goes_to(step);
    lab.settled();
    lab.picture("covers-presented-1366");
    lab.press("space");
    const Json revealed = lab.until("a reveal", has_covers({"scores[2,0]"}));
    EXPECT_EQ(revealed["presenting"]["step"], 6);
    goes_to(7);
    lab.press("Escape");
    lab.until("the plate again, as all that was changed",
              has_covers({"scores[2,0]", "weights[0,4]"}));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, ARowOfWeightsIsGuessedByDraggingBars) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.press("2"); // selects the query word
    lab.click(lab.cell("weights", 1, 0));
    for (int key = 1; key < 5; ++key)
        lab.press("shift+Right");
    lab.press("c");
    lab.until("covers", has_covers({"weights[1,:]"}));
    const Json before = lab.settled();
    // A bar for 1 is 0.55 of its line.
    const auto drag_to = [&](const std::string& bar, float value) {
        const Area line = lab.control(bar);
        const int y = line.y + line.height / 2;
        const auto x = [&](float at) {
            return line.x + static_cast<int>(0.55F * at * static_cast<float>(line.width));
        };
        lab.move_to(x(0.2F), y);
        lab.press_button();
        lab.move_to(x(value), y);
        lab.release_button();
        lab.settled();
    };
    drag_to("expected.4", 0.6F);
    drag_to("expected.0", 0.1F);
    lab.picture("expected-1366");
    EXPECT_EQ(covers(lab.settled()), Json({"weights[1,:]"})) << "a drag reveals nothing";
    EXPECT_EQ(document_text(lab.settled()), document_text(before));
    lab.click(lab.cell("weights", 1, 4));
    lab.press("ctrl+Up");
    lab.press("ctrl+Down");
    lab.press("ctrl+Down");
    for (int key = 0; key < 5; ++key)
        lab.press("space");
    const Json seen = lab.until("all revealed", has_covers(Json::array()));
    const std::string message = seen["message"];
    EXPECT_NE(message.find("Furthest off is “mouse”: you expected 0.5"), std::string::npos)
        << message;
    lab.press("Escape");
    lab.settled();
    lab.picture("expected-compared-1366");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, AreSetGuessedAndRemovedByKeyboardAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto goes_to = [&](const char* key, const char* place) {
        lab.press(key);
        lab.until(place, [&](const Json& now) { return now["view"]["selected"] == place; });
    };
    lab.press("2");
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 1; });
    goes_to("ctrl+shift+Tab", "output[1,0]"); // the last matrix
    goes_to("ctrl+shift+Tab", "weights[1,0]");
    for (const char* place : {"weights[1,1]", "weights[1,2]", "weights[1,3]", "weights[1,4]"})
        goes_to("shift+Right", place);
    lab.press("c");
    lab.until("covers", has_covers({"weights[1,:]"}));
    for (int times = 0; times < 6; ++times)
        lab.press("ctrl+Up"); // raises "mouse" from 0.20 to 0.50
    EXPECT_EQ(covers(lab.settled()), Json({"weights[1,:]"})) << "nothing is revealed";
    for (int key = 0; key < 5; ++key)
        lab.press("space");
    const std::string message = lab.until("all revealed", has_covers(Json::array()))["message"];
    EXPECT_NE(message.find("Furthest off is “mouse”: you expected 0.50"), std::string::npos)
        << message;
    goes_to("ctrl+shift+Tab", "scaled[1,0]");
    lab.press("c");
    lab.until("a cover", has_covers({"scaled[1,0]"}));
    lab.type("0.5");
    lab.press("Return");
    const Json seen = lab.until("a reveal", has_covers(Json::array()));
    EXPECT_TRUE(seen["message"].get<std::string>().starts_with("You expected 0.50. It is "))
        << seen["message"];
    lab.choose_by_name("Cover the matrix");
    lab.until("a covered matrix", has_covers({"scaled"}));
    lab.choose_by_name("Reveal everything");
    lab.until("no cover", has_covers(Json::array()));
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, SpaceRevealsTheNumberAfterTheGuessedOne) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    lab.settled();
    lab.click(lab.cell("weights", 2, 1));
    lab.choose_by_name("Cover the matrix");
    lab.until("a covered matrix", has_covers({"weights"}));
    lab.click(lab.cell("weights", 2, 1));
    lab.type("0.5");
    lab.press("Return");
    lab.until("a verdict", [](const Json& now) { return now["message"].is_string(); });
    lab.settled();
    lab.press("space");
    const Json now = lab.until("the next number", [](const Json& seen) {
        return seen["view"]["selected"] == "weights[2,2]";
    });
    EXPECT_EQ(now["view"]["query"], 2);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Covers, AreSetGuessedAndRemovedByMouseAlone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    const auto middle = [](const Area& area) {
        return std::pair(area.x + area.width / 2, area.y + area.height / 2);
    };
    const auto drag = [&](std::pair<int, int> from, std::pair<int, int> to) {
        lab.move_to(from.first, from.second);
        lab.press_button();
        lab.move_to(to.first, to.second);
        lab.release_button();
        lab.settled();
    };
    lab.click(lab.row_label("weights", 1));
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 1; });
    lab.settled();
    lab.hold("ctrl");
    drag(middle(lab.cell("weights", 1, 0)), middle(lab.cell("weights", 1, 4)));
    lab.let_go("ctrl");
    EXPECT_EQ(lab.probe()["view"]["anchor"], "weights[1,0]");
    EXPECT_EQ(lab.probe()["view"]["selected"], "weights[1,4]");
    EXPECT_EQ(document_text(lab.probe()), document_text(first)) << "computed numbers stay";
    lab.press_button(3);
    lab.release_button(3);
    lab.until("the menu",
              [](const Json& now) { return now["controls"].contains("explain.cover"); });
    lab.settled();
    lab.click(lab.control("explain.cover"));
    lab.until("covers", has_covers({"weights[1,:]"}));
    lab.settled();
    const Area bar = lab.control("expected.4"); // of "mouse"; a bar for 1 is 0.55 of its line
    const int y = bar.y + bar.height / 2;
    drag({bar.x + bar.width * 11 / 100, y}, {bar.x + bar.width * 33 / 100, y});
    EXPECT_EQ(covers(lab.settled()), Json({"weights[1,:]"})) << "nothing is revealed";
    lab.picture("expected-by-mouse-1366");
    for (int key = 0; key < 5; ++key) {
        lab.click(lab.cell("weights", 1, key));
        lab.settled();
        lab.click(lab.control("guess.reveal"));
        lab.settled();
    }
    const std::string message = lab.until("all revealed", has_covers(Json::array()))["message"];
    EXPECT_NE(message.find("Furthest off is “mouse”: you expected 0."), std::string::npos)
        << message;
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

} // namespace attn::covers_test
