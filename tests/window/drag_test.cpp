// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

namespace {

struct Drag {
    const char* sheet;
    int row, column;
    std::vector<std::string> reached;   // stages that must change
    std::vector<std::string> untouched; // stages that must not
};
std::ostream& operator<<(std::ostream& out, const Drag& drag) {
    return out << drag.sheet;
}

class EachInput : public ::testing::TestWithParam<Drag> {};

struct Centre {
    int x = 0, y = 0;
};
Centre centre(Area area) {
    return {area.x + area.width / 2, area.y + area.height / 2};
}

} // namespace

TEST_P(EachInput, MovesDownstreamCellsWhileDragged) {
    const Drag drag = GetParam();
    LabDriver lab;
    const Json first = lab.probe();
    const Picture before = lab.picture(std::string("drag-") + drag.sheet + "-before");
    const double start = number(first, drag.sheet, drag.row, drag.column);

    const Centre from = centre(lab.cell(drag.sheet, drag.row, drag.column));
    lab.move_to(from.x, from.y);
    lab.press_button();
    std::vector<Json> frames;
    for (int travelled = 10; travelled <= 60; travelled += 10) {
        const std::string last = document_text(lab.probe());
        lab.point(from.x + travelled, from.y);
        // The first frame that shows another document must show its numbers as well.
        frames.push_back(lab.until("the number to follow the pointer",
                                   [&](const Json& now) { return document_text(now) != last; }));
    }
    for (const Json& frame : frames) {
        EXPECT_EQ(difference_from_elsewhere(frame), "");
        for (const std::string& stage : drag.reached)
            EXPECT_NE(frame["stages"][stage], first["stages"][stage]) << stage;
        for (const std::string& stage : drag.untouched)
            EXPECT_EQ(frame["stages"][stage], first["stages"][stage]) << stage;
    }
    EXPECT_GT(number(frames.back(), drag.sheet, drag.row, drag.column), start);

    // The colours of computed cells change on the screen before the button is released.
    const Picture during = lab.picture(std::string("drag-") + drag.sheet);
    EXPECT_GT(differing_pixels(before, during, lab.sheet("output")), 0);
    lab.release_button();
    const Json dragged = lab.settled();
    EXPECT_EQ(document_text(dragged), document_text(frames.back()));

    // A drag is one step, and undo restores the first document bit by bit.
    lab.press("ctrl+z");
    const Json undone =
        lab.until("the undone drag", [](const Json& now) { return now["can_undo"] == false; });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_EQ(undone["stages"], first["stages"]);
    lab.press("ctrl+shift+z");
    const Json redone =
        lab.until("the redone drag", [](const Json& now) { return now["can_undo"] == true; });
    EXPECT_EQ(document_text(redone), document_text(dragged));
    EXPECT_EQ(lab.quit(), "");
}

INSTANTIATE_TEST_SUITE_P(
    Drag, EachInput,
    ::testing::Values(Drag{"X", 1, 2, {"Q", "K", "V", "scores", "weights", "output"}, {"W_Q"}},
                      Drag{"W_Q", 0, 1, {"Q", "scores", "weights", "output"}, {"X", "K", "V"}},
                      Drag{"W_V", 3, 3, {"V", "output"}, {"Q", "K", "scores", "weights"}}),
    [](const auto& parameter) {
        std::string name;
        for (const char character : std::string(parameter.param.sheet))
            if (character != '_')
                name += character;
        return name;
    });

TEST(Drag, EscDuringTheDragRestoresTheNumberAndLeavesNoStep) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    const Centre from = centre(lab.cell("W_K", 2, 1));
    lab.move_to(from.x, from.y);
    lab.press_button();
    lab.move_to(from.x + 20, from.y);
    lab.move_to(from.x + 45, from.y);
    lab.until("the number to change", [&](const Json& now) { return document_text(now) != first; });
    lab.press("Escape");
    const Json restored = lab.until("the number to be restored",
                                    [&](const Json& now) { return document_text(now) == first; });
    EXPECT_EQ(restored["can_undo"], false);
    // The button is still down, but the pointer no longer changes anything.
    lab.move_to(from.x + 90, from.y);
    EXPECT_EQ(document_text(lab.settled()), first);
    lab.release_button();
    EXPECT_EQ(document_text(lab.settled()), first);
    EXPECT_EQ(lab.probe()["can_redo"], false);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Drag, ShiftIsTenTimesFasterAndAltTenTimesFiner) {
    LabDriver lab;
    const auto travelled_by = [&lab](const std::string& modifier) {
        const double start = number(lab.probe(), "X", 0, 0);
        const Centre from = centre(lab.cell("X", 0, 0));
        lab.move_to(from.x, from.y);
        lab.press_button();
        if (!modifier.empty()) {
            lab.hold(modifier);
            lab.settled(); // The key must be down before the mouse moves.
        }
        lab.move_to(from.x + 20, from.y);
        lab.until("the number to change",
                  [&](const Json& now) { return number(now, "X", 0, 0) != start; });
        lab.release_button();
        if (!modifier.empty())
            lab.let_go(modifier);
        const double change = number(lab.settled(), "X", 0, 0) - start;
        lab.press("ctrl+z");
        lab.until("undo", [&](const Json& now) { return number(now, "X", 0, 0) == start; });
        return change;
    };
    const double plain = travelled_by("");
    EXPECT_GT(plain, 0);
    // All three drags start after the same few pixels and land on a grid.
    EXPECT_NEAR(travelled_by("shift") / plain, 10, 1);
    EXPECT_NEAR(travelled_by("alt") / plain, 0.1, 0.01);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Drag, AClickOnACellChangesNothing) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    for (const char* sheet : {"X", "W_Q", "Q", "weights", "output"}) {
        lab.click(lab.cell(sheet, 1, 1));
        const Json now = lab.until("the cell to be selected", [&](const Json& probe) {
            return probe["view"]["selected"] == std::string(sheet) + "[1,1]";
        });
        EXPECT_EQ(document_text(now), first);
        EXPECT_EQ(now["can_undo"], false);
    }
    EXPECT_EQ(lab.quit(), "");
}
