// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <array>

using namespace attn::test;

namespace {

class EachSize : public ::testing::TestWithParam<const char*> {};

/// Resizes the window and waits for the new layout of the canvas.
void resize(LabDriver& lab, int width, int height) {
    const Json before = lab.probe();
    lab.resize_window(width, height);
    lab.until("the new layout", [&](const Json& now) { return now["cells"] != before["cells"]; });
    lab.settled();
}

/// The places of titles, panel and query words. A word with another name may be wider.
Json parts_of(const Json& probe) {
    Json parts = Json::object();
    for (const auto& [name, rect] : probe["controls"].items())
        if (name.starts_with("title/") || name.starts_with("panel."))
            parts[name] = rect;
    return parts;
}

/// Lists the matrices with cells that show no number, and how many such cells they have.
std::string without_numbers(const Json& probe) {
    std::string list;
    for (const auto& [name, cells] : probe["cells"].items()) {
        const int all = cells["rows"].get<int>() * cells["columns"].get<int>();
        if (probe["numbers"][name] != all)
            list +=
                name + ": " + probe["numbers"][name].dump() + " of " + std::to_string(all) + "; ";
    }
    return list;
}

} // namespace

TEST_P(EachSize, TheWholeCalculationIsInViewFrom1024x768To4K) {
    LabDriver lab({GetParam(), 3840, 2160});
    const Json first = lab.probe();
    for (const auto& [width, height] : {std::pair(1024, 768), std::pair(3840, 2160)}) {
        resize(lab, width, height);
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        const Picture picture = lab.picture(std::string("size-") + GetParam() + "-" + size);
        const Json now = lab.probe();
        EXPECT_EQ(document_text(now), document_text(first));
        EXPECT_EQ(now["cells"].size(), first["cells"].size());
        for (const auto& [name, cells] : now["cells"].items()) {
            const Area area = lab.sheet(name);
            EXPECT_TRUE(area.x >= 0 && area.y >= 0 && area.x + area.width <= width &&
                        area.y + area.height <= height)
                << name << " lies outside the window of " << size;
            EXPECT_GT(count_colours(picture, area), 1) << name << " looks empty at " << size;
        }
        // Nothing overlaps.
        for (const auto& [one, unused] : now["cells"].items())
            for (const auto& [other, also_unused] : now["cells"].items()) {
                const Area a = lab.sheet(one), b = lab.sheet(other);
                EXPECT_TRUE(one >= other || a.x + a.width <= b.x || b.x + b.width <= a.x ||
                            a.y + a.height <= b.y || b.y + b.height <= a.y)
                    << one << " and " << other << " overlap at " << size;
            }
    }
    EXPECT_EQ(lab.quit(), "");
}

/// Drags, types and chooses; only the numbers may change.
TEST(Sizes, NothingMovesWhileNumbersChange) {
    for (const auto& [width, height] :
         {std::pair(1366, 700), std::pair(1600, 900), std::pair(3840, 2160)}) {
        SCOPED_TRACE(std::to_string(width) + " × " + std::to_string(height));
        LabDriver lab({"the-cat-chased-the-mouse", width, height});
        const Json first = lab.settled();
        for (const auto& [name, cells] : first["cells"].items()) {
            const Area area = lab.sheet(name);
            EXPECT_TRUE(area.x + area.width <= width && area.y + area.height <= height)
                << "the window opens larger than the screen: " << name;
        }
        const auto expect_still = [&](const Json& now, const char* while_what) {
            EXPECT_EQ(now["cells"], first["cells"]) << while_what;
            EXPECT_EQ(now["labels"], first["labels"]) << while_what;
            EXPECT_EQ(parts_of(now), parts_of(first)) << while_what;
        };
        const Area cell = lab.cell("X", 1, 3);
        lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
        lab.press_button();
        for (const int travelled : {40, 400, -400}) {
            const std::string last = document_text(lab.probe());
            lab.point(cell.x + travelled, cell.y + cell.height / 2);
            expect_still(lab.until("the number to follow the pointer",
                                   [&](const Json& now) { return document_text(now) != last; }),
                         "while a cell is dragged");
        }
        lab.release_button();
        lab.settled();
        lab.click(lab.cell("W_Q", 0, 0));
        lab.settled();
        lab.type("-12345.678");
        lab.press("Return");
        expect_still(
            lab.until("the typed number",
                      [](const Json& now) { return number(now, "W_Q", 0, 0) == -12345.678; }),
            "when a number of eight digits is typed");
        lab.press("ctrl+c");
        lab.until("the copy", [](const Json& now) { return now["message"].is_string(); });
        lab.click(lab.cell("W_K", 2, 1));
        lab.until("the other cell",
                  [](const Json& now) { return now["view"]["selected"] == "W_K[2,1]"; });
        lab.press("ctrl+v");
        lab.until("the pasted number", [&](const Json& now) {
            return number(now, "W_K", 2, 1) != number(first, "W_K", 2, 1);
        });
        expect_still(lab.settled(), "when a number is pasted");
        lab.click(lab.control("Temperature"));
        lab.until("the open field", [](const Json& now) { return now["editing"].is_object(); });
        lab.press("ctrl+a");
        lab.type("1/8");
        lab.press("Return");
        lab.until("the temperature",
                  [](const Json& now) { return now["document"]["model"]["temperature"] == 0.125; });
        lab.press("Escape");
        expect_still(lab.settled(), "when the temperature changes");
        lab.press("ctrl+period");
        lab.until("more digits", [](const Json& now) { return now["view"]["digits"] == 3; });
        expect_still(lab.settled(), "when there are more digits");
        lab.press("ctrl+comma");
        lab.press("ctrl+comma");
        lab.until("fewer digits", [](const Json& now) { return now["view"]["digits"] == 1; });
        expect_still(lab.settled(), "when there are fewer digits");
        lab.double_click(lab.row_label("X", 1), "the open word",
                         [](const Json& now) { return now["editing"].is_object(); });
        lab.press("ctrl+a");
        lab.type("cow");
        lab.press("Return");
        lab.until("the new name",
                  [](const Json& now) { return now["document"]["lists"]["words"][1] == "cow"; });
        EXPECT_EQ(lab.settled()["cells"], first["cells"]) << "when a word has another name";
        EXPECT_EQ(parts_of(lab.probe()), parts_of(first)) << "when a word has another name";
        lab.press("ctrl+z");
        lab.until("the old name",
                  [](const Json& now) { return now["document"]["lists"]["words"][1] == "cat"; });
        expect_still(lab.settled(), "when the word has its name again");
        lab.choose("Mask", "mask.causal");
        const Json masked = lab.settled();
        for (const char* sheet : {"X", "W_Q", "Q", "K", "V", "scores", "weights", "output"})
            EXPECT_EQ(masked["cells"][sheet], first["cells"][sheet]) << sheet << " with a mask";
        EXPECT_EQ(lab.quit(), "");
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EachSize,
                         ::testing::Values("the-cat-chased-the-mouse", "ten-by-sixty-four"),
                         [](const auto& parameter) {
                             return std::string(parameter.index == 0 ? "FiveWords"
                                                                     : "TenBySixtyFour");
                         });

/// Every attention of the notebooks except that of 64 columns, which the next test shows.
TEST(Sizes, EveryCellShowsItsNumberInSmallWindowsAndBesideALesson) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    resize(lab, 1366, 700);
    struct Notebook {
        const char *name, *preset, *lesson; // a part of its title
    };
    constexpr std::array notebooks{
        Notebook{"three-inputs", "integer weights, no scaling", "Notebook: three inputs"},
        Notebook{"four-words", "drawn by numpy.random.seed", "Notebook: attention sample"},
        Notebook{"general-attention", "one query first", "Notebook: the general"},
        Notebook{"your-journey", "self-attention without weights", "Notebook: your journey"},
        Notebook{"the-cat-chased-the-mouse", "The cat chased the mouse", "Notebook: attention on"}};
    for (const auto& [name, preset, lesson] : notebooks) {
        const Json before = lab.settled();
        lab.choose_by_name(preset);
        lab.until("the preset",
                  [&](const Json& now) { return now["document"] != before["document"]; });
        EXPECT_EQ(without_numbers(lab.settled()), "") << name << " at 1366 × 700";
        for (const auto& [sheet, cells] : lab.probe()["cells"].items()) {
            const Area area = lab.sheet(sheet);
            EXPECT_TRUE(area.x >= 0 && area.x + area.width <= 1366 && area.y + area.height <= 700)
                << sheet << " of " << name << " is out of view";
        }
    }
    resize(lab, 1024, 768);
    for (const auto& [name, preset, lesson] : notebooks) {
        lab.choose_by_name(lesson);
        lab.until("the lesson", [name = name](const Json& now) {
            return now["lesson"].is_object() && now["lesson"]["name"] == name;
        });
        EXPECT_EQ(without_numbers(lab.settled()), "") << name << " with its lesson at 1024 × 768";
    }
    lab.picture("numbers-1024");
    EXPECT_EQ(lab.quit(), "");
}

/// Its columns are three pixels wide on the canvas, so each matrix is put in the light to show its
/// numbers.
TEST(Sizes, EveryNumberOfSixtyFourColumnsIsShownAlone) {
    LabDriver lab({"ten-by-sixty-four", 1366, 768});
    resize(lab, 1366, 700);
    std::vector<std::string> sheets{"weights"};
    for (const auto& [sheet, cells] : lab.settled()["cells"].items())
        if (sheet != "weights")
            sheets.push_back(sheet);
    ASSERT_GE(sheets.size(), 10U);
    const auto expect_numbers = [&](const std::string& where) {
        if (!lab.probe()["controls"].contains("map/weights"))
            lab.press("F3"); // the weights; a click on the map shows another
        lab.until("the map",
                  [&](const Json& now) { return now["controls"].contains("map/weights"); });
        for (const std::string& sheet : sheets) {
            lab.settled();
            lab.click(lab.control("map/" + sheet));
            lab.until(sheet + " with all its numbers", [&](const Json& now) {
                return now["cells"].contains(sheet) &&
                       now["numbers"][sheet] == now["cells"][sheet]["rows"].get<int>() *
                                                    now["cells"][sheet]["columns"].get<int>();
            });
            if (sheet == "X" || sheet == "weights")
                lab.picture("focus-64-" + sheet + "-" + where);
        }
        lab.press("F3"); // beside a lesson: back to its step, then to the canvas
        if (lab.settled()["controls"].contains("map/weights"))
            lab.press("F3");
        lab.until("the canvas",
                  [&](const Json& now) { return now["cells"].size() == sheets.size(); });
        lab.settled();
    };
    expect_numbers("1366");
    resize(lab, 1024, 768);
    lab.choose_by_name("Notebook: shapes");
    lab.until("the lesson", [](const Json& now) { return now["lesson"].is_object(); });
    lab.settled();
    expect_numbers("lesson-1024");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Sizes, ATinyWindowAndBackBreaksNothing) {
    LabDriver lab;
    const Json first = lab.probe();
    for (const auto& [width, height] : {std::pair(1, 1), std::pair(320, 240), std::pair(1600, 900)})
        lab.resize_window(width, height);
    lab.until("the first layout", [&](const Json& now) { return now["cells"] == first["cells"]; });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Sizes, TheHistoryHasItsButtonsInView) {
    for (const int width : {1024, 1366, 1600}) {
        LabDriver lab({"the-cat-chased-the-mouse", width, 768});
        lab.settled();
        lab.choose_by_name("History");
        lab.until("the history",
                  [](const Json& now) { return now["controls"].contains("history/edit.history"); });
        lab.settled();
        for (const char* name : {"edit.undo", "edit.redo", "edit.replay", "edit.history"}) {
            const Area button = lab.control(std::string("history/") + name);
            EXPECT_LE(button.x + button.width, width - 4) << name << " at " << width;
        }
        lab.picture("history-" + std::to_string(width));
        EXPECT_EQ(lab.quit(), "");
    }
}

TEST(Sizes, TheInterfaceGrowsAndShrinksByKeys) {
    LabDriver lab;
    const int before = lab.control("Mask").height;
    for (int times = 0; times < 3; ++times)
        lab.press("ctrl+equal");
    lab.settled();
    EXPECT_GT(lab.control("Mask").height, before);
    lab.picture("interface-larger");
    lab.press("ctrl+0");
    lab.until("the first size", [&](const Json& now) { return now["interface_scale"] == 1.0; });
    lab.settled();
    EXPECT_EQ(lab.control("Mask").height, before);
    EXPECT_EQ(lab.quit(), "");
}
