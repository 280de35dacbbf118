// SPDX-License-Identifier: MIT
// The page shown when the program starts without a file.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

using namespace attn::test;

namespace {

LabDriver::Setup without_file(int width = 1600, int height = 900, std::string home = "") {
    LabDriver::Setup setup;
    setup.document = "";
    setup.screen_width = width;
    setup.screen_height = height;
    setup.home = std::move(home);
    return setup;
}

bool shows_page(const Json& now) {
    return !now["start"].is_null();
}
bool shows_document(const Json& now) {
    return now["start"].is_null();
}
Json words(const Json& now) {
    return now["document"]["lists"]["words"];
}

/// Clicks a control of the page as soon as it exists.
void click_on(LabDriver& lab, const std::string& name) {
    lab.until(name, [&](const Json& now) { return now["controls"].contains(name); });
    lab.settled();
    lab.click(lab.control(name));
}

} // namespace

TEST(StartPage, SixOwnWordsAreTwoActionsFromTheStart) {
    LabDriver lab(without_file());
    ASSERT_TRUE(shows_page(lab.probe()));
    lab.type("six own words with random weights"); // the first action
    lab.press("Return");                           // the second action
    lab.until("the document", shows_document);
    const Json now = lab.settled();
    EXPECT_EQ(words(now), Json({"six", "own", "words", "with", "random", "weights"}));
    EXPECT_EQ(now["stages"]["W_Q"].size(), 4U);
    EXPECT_EQ(difference_from_elsewhere(now), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, SixOwnWordsAreTwoActionsByTheMouse) {
    LabDriver lab(without_file(1366, 700));
    lab.settled();
    lab.type("six own words with random weights"); // the first; words must be typed anyway
    lab.until("the text", [](const Json& now) {
        return now["start"]["sentence"] == "six own words with random weights";
    });
    lab.settled();
    lab.click(lab.control("start.make")); // the second action
    lab.until("the document", shows_document);
    EXPECT_EQ(words(lab.settled()), Json({"six", "own", "words", "with", "random", "weights"}));
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, LessonsContinueAndFinishedOnesAreTicked) {
    const TempDir home;
    const auto setup = [&] { return without_file(1366, 700, home.path()); };
    const auto step = [](int wanted) {
        return [wanted](const Json& now) {
            return now["lesson"].is_object() && now["lesson"]["step"] == wanted;
        };
    };
    const std::string begun = "start/lesson.the-cat-chased-the-mouse";
    {
        LabDriver lab(setup());
        click_on(lab, begun);
        lab.until("the lesson", step(0));
        for (int at = 1; at <= 2; ++at) {
            lab.settled();
            lab.click(lab.control("lesson.next"));
            lab.until("the next step", step(at));
        }
        lab.settled();
        lab.choose("Teach/Lessons", "lesson.why-values"); // it has three steps
        lab.until("another lesson", step(0));
        for (int at = 1; at <= 2; ++at) {
            lab.settled();
            lab.click(lab.control("lesson.next"));
            lab.until("the next step", step(at));
        }
        lab.settled();
        EXPECT_EQ(lab.quit(), "");
    }
    LabDriver lab(setup());
    lab.until("the page", shows_page);
    lab.settled();
    lab.picture("start-begun-1366");
    click_on(lab, begun);
    lab.until("the step of before", step(2));
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, WorksByKeyboardAlone) {
    LabDriver lab(without_file());
    lab.type("a b c");
    lab.press("Tab");
    lab.type("6");
    lab.press("Tab");
    lab.type("4");
    lab.until("the fault", [](const Json& now) {
        return now["start"]["fault"].get<std::string>().find("1, 2, 3, 6 heads") !=
               std::string::npos;
    });
    lab.press("Return"); // creates nothing and loses nothing
    EXPECT_EQ(lab.settled()["start"]["sentence"], "a b c");
    lab.press("BackSpace");
    lab.type("3");
    lab.until("a preview", [](const Json& now) { return now["start"]["previews"] == true; });
    lab.press("Return");
    lab.until("three words", [](const Json& now) { return words(now) == Json({"a", "b", "c"}); });
    EXPECT_EQ(lab.settled()["stages"]["W_Q/1"][0].size(), 2U);

    lab.press("ctrl+Home");
    lab.until("the page", shows_page);
    lab.press("Escape");
    lab.until("the document", shows_document);
    EXPECT_EQ(words(lab.probe()), Json({"a", "b", "c"}));

    lab.press("ctrl+shift+n");
    lab.until("the page", shows_page);
    lab.press("shift+Tab");
    lab.press("Down");
    lab.press("Right");
    lab.until("a card", [](const Json& now) { return now["start"]["card"] > 1; });
    lab.press("Return");
    lab.until("a lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    EXPECT_TRUE(shows_document(lab.probe()));
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, WorksByMouseAlone) {
    LabDriver lab(without_file());
    lab.click(lab.control("start.heads"));
    EXPECT_EQ(lab.settled()["start"]["part"], 2);
    lab.click(lab.control("start.make"));
    lab.until("the document", shows_document);
    EXPECT_EQ(words(lab.probe()).size(), 5U);
    lab.choose("File", "start.page");
    lab.until("the page", shows_page);
    click_on(lab, "start/preset.three-inputs"); // taught as the second
    lab.until("the preset", shows_document);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.choose("File", "file.new_sentence");
    lab.until("the page", shows_page);
    EXPECT_FALSE(lab.settled()["controls"].contains("Mask"));
    click_on(lab, "start.all.0");
    lab.until("every lesson",
              [](const Json& now) { return !now["controls"].contains("start.all.0"); });
    click_on(lab, "start/lesson.additive-score");
    lab.until("the lesson", [](const Json& now) { return !now["lesson"].is_null(); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, NothingIsClippedAtAnySize) {
    for (const auto& [width, height] :
         {std::pair(1024, 768), std::pair(1366, 700), std::pair(1600, 900)}) {
        SCOPED_TRACE(std::to_string(width) + " × " + std::to_string(height));
        LabDriver lab(without_file(width, height));
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        const Picture picture = lab.picture("start-page-" + size);
        const Json now = lab.probe();
        int cards = 0;
        for (const auto& [name, rect] : now["controls"].items()) {
            if (!name.starts_with("start"))
                continue;
            const Area area = lab.control(name);
            EXPECT_TRUE(area.x >= 0 && area.y >= 0 && area.x + area.width <= width &&
                        area.y + area.height <= height)
                << name << " at " << rect;
            EXPECT_GT(count_colours(picture, area), 2) << name << " looks empty";
            cards += name.starts_with("start/lesson.") || name.starts_with("start/preset.");
            for (const auto& [other, unused] : now["controls"].items()) {
                if (!other.starts_with("start") || name >= other)
                    continue;
                const Area beside = lab.control(other);
                EXPECT_TRUE(area.x + area.width <= beside.x || beside.x + beside.width <= area.x ||
                            area.y + area.height <= beside.y || beside.y + beside.height <= area.y)
                    << name << " and " << other << " overlap";
            }
        }
        EXPECT_GE(cards, 6);
        for (const char* name : {"start.sentence", "start.make", "start.preview", "start/file.open",
                                 "start/start.at_start"})
            EXPECT_TRUE(now["controls"].contains(name)) << name;
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(StartPage, StaysHiddenOnceSwitchedOff) {
    const TempDir home;
    {
        LabDriver lab(without_file(1366, 700, home.path().string()));
        ASSERT_TRUE(shows_page(lab.probe()));
        lab.click(lab.control("start/start.at_start"));
        lab.settled();
        EXPECT_EQ(lab.quit(), "");
    }
    LabDriver lab(without_file(1366, 700, home.path().string()));
    EXPECT_TRUE(shows_document(lab.probe()));
    EXPECT_EQ(words(lab.probe()).size(), 5U) << "the first preset";
    EXPECT_EQ(difference_from_elsewhere(lab.probe()), "");
    lab.press("ctrl+Home");
    lab.until("the page", shows_page);
    EXPECT_EQ(lab.quit(), "");
}

TEST(StartPage, MarksNewsUntilItWasRead) {
    const TempDir home;
    const auto has_mark = [](const Json& now) {
        return now["controls"].contains("start.has_news");
    };
    {
        LabDriver first(without_file(1366, 700, home.path().string()));
        EXPECT_FALSE(has_mark(first.settled())) << "all is new at the first start";
        EXPECT_EQ(first.quit(), "");
    }
    const std::string settings = home / ".config/attention-lab/settings.json";
    Json kept = Json::parse(bytes_of(settings));
    kept["seen_version"] = "0.0.9";
    std::ofstream(settings) << kept;
    {
        LabDriver lab(without_file(1366, 700, home.path().string()));
        EXPECT_TRUE(has_mark(lab.settled()));
        lab.picture("start-page-news-mark");
        lab.click(lab.control("start/help.news"));
        lab.until("the news", [](const Json& now) { return now["leaflet"].is_string(); });
        lab.picture("news");
        lab.press("Next");
        lab.picture("news-next-page");
        lab.press("Escape");
        lab.until("the page again", [](const Json& now) { return now["leaflet"].is_null(); });
        EXPECT_FALSE(has_mark(lab.settled()));
        EXPECT_EQ(lab.quit(), "");
    }
    LabDriver last(without_file(1366, 700, home.path().string()));
    EXPECT_FALSE(has_mark(last.settled()));
    last.press("shift+F1");
    last.until("the guide", [](const Json& now) { return now["leaflet"] == "The guide"; });
    last.picture("guide");
    last.press("Next");
    last.picture("guide-next-page");
    last.press("Escape");
    last.until("the page again", [](const Json& now) { return now["leaflet"].is_null(); });
    EXPECT_EQ(last.quit(), "");
}
