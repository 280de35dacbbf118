// SPDX-License-Identifier: MIT
// Menus are narrow: name and key. What an entry does stands below the list.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn::test;

namespace {

constexpr int most_width = 380;

std::vector<std::string> names_with(const Json& now, const std::string& beginning) {
    std::vector<std::string> names;
    for (const auto& [name, rect] : now["controls"].items())
        if (name.starts_with(beginning))
            names.push_back(name);
    return names;
}

void expect_narrow(LabDriver& lab, const std::string& name) {
    const Area menu = lab.control("menu");
    EXPECT_LE(menu.width, most_width) << name;
    EXPECT_GE(menu.x, 0) << name;
    EXPECT_LE(menu.x + menu.width, lab.window_area().width) << name;
    EXPECT_LE(menu.y + menu.height, lab.window_area().height) << name;
}

} // namespace

TEST(Menus, AreNarrowAndInsideTheWindow) {
    LabDriver lab({"causal-decoder-block", 1366, 768});
    lab.settled();
    for (const char* const menu :
         {"File", "Edit", "View", "Insert", "Model", "Explain", "Teach", "Help"}) {
        lab.click(lab.control(menu));
        lab.until(menu, [](const Json& now) { return now["controls"].contains("menu"); });
        expect_narrow(lab, menu);
        lab.picture(std::string("menu-") + menu);
        for (const std::string& inside : names_with(lab.settled(), std::string(menu) + "/")) {
            lab.click(lab.control(inside));
            lab.until(inside,
                      [](const Json& now) { return now["controls"].contains("menu.back"); });
            lab.settled();
            expect_narrow(lab, inside);
            lab.click(lab.control("menu.back"));
            lab.until("back",
                      [](const Json& now) { return !now["controls"].contains("menu.back"); });
            lab.settled();
        }
        lab.press("Escape");
        lab.until("no menu", [](const Json& now) { return !now["controls"].contains("menu"); });
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Menus, AndCardsAreSeenInADarkSmallWindow) {
    LabDriver lab({"the-cat-chased-the-mouse", 1024, 768});
    lab.settled();
    lab.choose_by_name("Dark theme");
    lab.settled();
    lab.click(lab.cell("weights", 1, 4));
    lab.press("c");
    lab.until("a field", [](const Json& now) { return now["controls"].contains("guess"); });
    lab.settled();
    lab.picture("guess-dark-1024");
    const Area card = lab.control("guess.reveal");
    EXPECT_LE(card.x + card.width, 1024);
    lab.press("alt+x");
    lab.until("the menu", [](const Json& now) { return now["controls"].contains("explain.seek"); });
    lab.settled();
    lab.press("Down");
    lab.settled();
    expect_narrow(lab, "Explain");
    lab.picture("menu-dark-1024");
    lab.press("Escape");
    lab.until("no menu", [](const Json& now) { return !now["controls"].contains("menu"); });
    lab.settled();
    lab.press("F1");
    lab.until("the keys", [](const Json& now) { return now["help"] == true; });
    lab.settled();
    lab.picture("keys-dark-1024");
    lab.press("Escape");
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}

TEST(Menus, SayBelowWhatTheEntryDoesThatPointerOrKeyboardIsOn) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 768});
    lab.settled();
    const auto is_told = [](const std::string& id) {
        return [id](const Json& now) { return now["controls"].contains("menu.told/" + id); };
    };
    lab.click(lab.control("File"));
    lab.until("the menu", [](const Json& now) { return now["controls"].contains("file.save"); });
    const Area save = lab.control("file.save");
    lab.move_to(save.x + save.width / 2, save.y + save.height / 2);
    lab.until("what Save does", is_told("file.save"));
    const Area told = lab.control("menu.told/file.save");
    EXPECT_GT(told.y, save.y + save.height);
    lab.picture("menu-told");
    lab.press("Down");
    lab.until("what New does", is_told("file.new"));
    const Area grey = lab.control("file.revert");
    lab.move_to(grey.x + grey.width / 2, grey.y + grey.height / 2);
    lab.until("why it is grey", is_told("file.revert"));
    lab.press("Escape");
    lab.until("no menu", [](const Json& now) { return !now["controls"].contains("menu"); });
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}
