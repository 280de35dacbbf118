// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

void type_over(LabDriver& lab, const std::string& sheet, int row, int column,
               const std::string& text) {
    lab.click(lab.cell(sheet, row, column));
    lab.type(text);
    lab.until("the open cell", [](const Json& now) { return now["editing"].is_object(); });
    lab.press("Return");
    lab.until(text + " in " + sheet,
              [&](const Json& now) { return number(now, sheet, row, column) == std::stod(text); });
}

} // namespace

TEST(ConceptsWindow, ARatingKAndANewPersonCanBeUndone) {
    LabDriver lab({"concepts"});
    const Json first = lab.settled();
    const std::string before = document_text(first);
    EXPECT_EQ(number(first, "cosine", 0, 1), 0);
    EXPECT_NEAR(number(first, "concept_cosine", 0, 1), 0.9925794247632611, 1e-9);
    EXPECT_EQ(difference_from_elsewhere(first), "");
    lab.picture("concepts");

    type_over(lab, "X", 5, 0, "4"); // now the romantic likes Star Wars
    const Json rated = lab.settled();
    EXPECT_NE(number(rated, "s", 0, 0), number(first, "s", 0, 0));
    EXPECT_EQ(difference_from_elsewhere(rated), "");

    lab.press("alt+Prior");
    lab.until("k = 3", [](const Json& now) { return now["document"]["model"]["kept"] == 3; });
    EXPECT_LT(number(lab.settled(), "error", 0, 0), number(rated, "error", 0, 0));
    lab.press("alt+Next");
    lab.until("k = 2", [](const Json& now) { return now["document"]["model"]["kept"] == 2; });
    lab.press("alt+Next");
    lab.until("k = 1", [](const Json& now) { return now["document"]["model"]["kept"] == 1; });

    type_over(lab, "vectors", 1, 4, "5"); // now P9 likes Titanic
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.picture("concepts-changed");

    for (int steps = 0; steps < 5; ++steps)
        lab.press("ctrl+z");
    lab.until("the first document", [&](const Json& now) { return document_text(now) == before; });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(ConceptsWindow, KIsMovedByItsSlider) {
    LabDriver lab({"concepts"});
    lab.settled();
    const Area slider = lab.control("k");
    lab.move_to(slider.x + slider.width * 2 / 10 + 12, slider.y + slider.height / 2);
    lab.press_button();
    lab.move_to(slider.x + slider.width - 4, slider.y + slider.height / 2);
    lab.release_button();
    lab.until("k = 5", [](const Json& now) { return now["document"]["model"]["kept"] == 5; });
    EXPECT_LT(number(lab.settled(), "error", 0, 0), 1e-9);
    lab.press("ctrl+z");
    lab.until("k = 2 in one step",
              [](const Json& now) { return now["document"]["model"]["kept"] == 2; });
    EXPECT_EQ(lab.quit(), "");
}
