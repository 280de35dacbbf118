// SPDX-License-Identifier: MIT
// The words as points: dragged by mouse, with axes chosen by mouse and by keyboard.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

struct Spot {
    int x = 0, y = 0;
};
Spot spot(Area area) {
    return {area.x + area.width / 2, area.y + area.height / 2};
}

Spot word(const LabDriver& lab, const std::string& sheet, int row) {
    return spot(lab.control("map/" + sheet + "/" + std::to_string(row)));
}

void open_map(LabDriver& lab) {
    lab.press("ctrl+4");
    lab.until("the map", [](const Json& now) { return now["controls"].contains("map/X/0"); });
    lab.settled();
}

} // namespace

TEST(Map, DraggingAWordChangesItsVectorAndCanBeUndone) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    open_map(lab);
    lab.picture("map-1366");
    EXPECT_EQ(lab.probe()["cells"], first["cells"]) << "the canvas stays where it is";
    const Spot from = word(lab, "X", 1), other = word(lab, "X", 4);
    lab.move_to(from.x, from.y);
    lab.press_button();
    lab.settled();
    const Spot held = word(lab, "X", 1); // larger now that it is the query word
    for (int by = 8; by <= 40; by += 8) {
        const std::string last = document_text(lab.probe());
        lab.point(from.x + by, from.y - by / 4);
        const Json now = lab.until("the numbers to follow",
                                   [&](const Json& seen) { return document_text(seen) != last; });
        EXPECT_EQ(difference_from_elsewhere(now), "");
        const Spot there = word(lab, "X", 1);
        EXPECT_NEAR(there.x, held.x + by, 2);
        EXPECT_NEAR(there.y, held.y - by / 4, 2);
        EXPECT_NEAR(word(lab, "X", 4).x, other.x, 1) << "only the word moves";
        EXPECT_NEAR(word(lab, "X", 4).y, other.y, 1);
    }
    EXPECT_EQ(lab.probe()["cells"], first["cells"]);
    lab.picture("map-dragged-1366");
    lab.release_button();
    const Json after = lab.settled();
    EXPECT_EQ(after["view"]["query"], 1) << "the word that is dragged is looked at";
    for (int column = 0; column < 4; ++column)
        EXPECT_EQ(number(after, "X", 0, column), number(first, "X", 0, column));
    lab.press("ctrl+z");
    const Json undone = lab.until(
        "undo", [&](const Json& now) { return document_text(now) == document_text(first); });
    EXPECT_FALSE(undone["can_undo"].get<bool>()) << "the drag is one step";
    EXPECT_EQ(lab.quit(), "");
}

TEST(Map, EscDuringTheDragTakesItBack) {
    LabDriver lab({"the-cat-chased-the-mouse", 1366, 700});
    const Json first = lab.settled();
    open_map(lab);
    const Spot from = word(lab, "X", 2);
    lab.move_to(from.x, from.y);
    lab.press_button();
    lab.point(from.x + 30, from.y + 5);
    lab.until("a change",
              [&](const Json& now) { return document_text(now) != document_text(first); });
    lab.press("Escape");
    lab.until("the numbers from before",
              [&](const Json& now) { return document_text(now) == document_text(first); });
    lab.point(from.x + 60, from.y + 5);
    lab.release_button();
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Map, AxesAreTwoColumnsByMouseAndPrincipalDirectionsByKeyboard) {
    LabDriver lab({"the-cat-chased-the-mouse", 1600, 900});
    const Json first = lab.settled();
    open_map(lab);
    const Spot principal = word(lab, "X", 0);
    lab.click(lab.control("map.columns"));
    lab.until("the steps",
              [](const Json& now) { return now["controls"].contains("map.across_more"); });
    lab.settled();
    const Spot columns = word(lab, "X", 0);
    EXPECT_NE(columns.x, principal.x);
    // Further right means more of the column across, higher means more of the column up.
    const auto expect_order = [&](int across, int up) {
        for (int a = 0; a < 5; ++a)
            for (int b = 0; b < 5; ++b) {
                const auto exceeds = [&](int column) {
                    return number(first, "X", a, column) > number(first, "X", b, column) + 0.05;
                };
                if (exceeds(across)) {
                    EXPECT_GT(word(lab, "X", a).x, word(lab, "X", b).x) << a << " " << b;
                }
                if (exceeds(up)) {
                    EXPECT_LT(word(lab, "X", a).y, word(lab, "X", b).y) << a << " " << b;
                }
            }
    };
    expect_order(0, 1);
    lab.click(lab.control("map.across_more"));
    lab.settled();
    lab.click(lab.control("map.across_more"));
    lab.settled();
    lab.picture("map-columns-1600");
    expect_order(2, 1);
    lab.choose_by_name("principal directions");
    lab.until("the principal directions",
              [](const Json& now) { return !now["controls"].contains("map.across_more"); });
    lab.settled();
    EXPECT_EQ(word(lab, "X", 0).x, principal.x);
    // A click on a point of Q chooses its word and changes no number.
    const Spot q = word(lab, "Q", 3);
    lab.click({q.x - 1, q.y - 1, 2, 2});
    lab.until("the word", [](const Json& now) { return now["view"]["query"] == 3; });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}
