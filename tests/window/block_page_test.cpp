// SPDX-License-Identifier: MIT
// The page of a block: opening it, folding and unfolding its cards, dragging its inputs.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

bool is_drawn(const Json& probe, const std::string& sheet) {
    return probe["cells"].contains(sheet);
}
bool is_block(const Json& probe) {
    return probe["page"] == "block" && probe["controls"].contains("fold/weights") &&
           !is_drawn(probe, "Q");
}

/// Opens the page by its tab.
Json turned_to_block(LabDriver& lab) {
    lab.settled();
    lab.click(lab.control("page.block"));
    lab.until("the page of the block", is_block);
    return lab.settled();
}

} // namespace

TEST(BlockPage, CardsFoldAndOpenByMouse) {
    LabDriver lab({"causal-decoder-block", 1600, 900});
    const Json first = turned_to_block(lab);
    lab.picture("block-page-1600");
    for (const char* const sheet : {"X", "norm_1", "weights", "after_attention", "mlp", "block"})
        EXPECT_TRUE(is_drawn(first, sheet)) << sheet;
    lab.click(lab.control("fold/weights"));
    lab.until("a folded card", [](const Json& now) { return !is_drawn(now, "weights"); });
    const Json folded = lab.settled();
    EXPECT_TRUE(is_drawn(folded, "mlp"));
    EXPECT_GT(lab.cell("mlp", 0, 0).width * 1.0, 0);
    lab.picture("block-page-folded");
    lab.click(lab.control("fold/weights"));
    lab.until("the card open again",
              [&](const Json& now) { return now["cells"] == first["cells"]; });

    lab.double_click(lab.control("card/weights"), "the weights on Forward", [](const Json& now) {
        return now["page"] == "forward" && is_drawn(now, "weights") && !is_drawn(now, "mlp");
    });
    lab.settled();
    lab.press("Escape");
    lab.until("the page again", [&](const Json& now) { return now["cells"] == first["cells"]; });
    lab.double_click(
        lab.control("title/mlp"), "what the MLP brings on Forward", [](const Json& now) {
            return now["page"] == "forward" && is_drawn(now, "mlp") && !is_drawn(now, "norm_1");
        });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(BlockPage, CardsFoldAndOpenByKeys) {
    LabDriver lab({"causal-decoder-block", 1600, 900});
    const Json first = turned_to_block(lab);
    const auto is_at = [&](const std::string& stop) {
        const Json& controls = lab.probe()["controls"];
        return controls.contains("focus") && controls.contains(stop) &&
               controls["focus"] == controls[stop];
    };
    const auto go_to = [&](const std::string& key, const std::string& stop) {
        for (int turn = 0; turn < 30 && !is_at(stop); ++turn) {
            lab.press(key);
            lab.settled();
        }
        ASSERT_TRUE(is_at(stop)) << stop;
    };
    lab.click(lab.cell("X", 0, 0)); // from the canvas on
    lab.settled();
    go_to("shift+F6", "fold/norm_1");
    go_to("Tab", "fold/weights");
    lab.picture("block-page-keys");
    lab.press("Return");
    lab.until("a folded card", [](const Json& now) { return !is_drawn(now, "weights"); });
    lab.settled();
    EXPECT_TRUE(is_at("fold/weights"));
    lab.press("space");
    lab.until("the card open again", [](const Json& now) { return is_drawn(now, "weights"); });
    lab.settled();
    lab.press("Tab");
    lab.settled();
    ASSERT_TRUE(is_at("card/weights"));
    lab.press("Return");
    lab.until("the weights on Forward", [](const Json& now) {
        return now["page"] == "forward" && is_drawn(now, "weights") && !is_drawn(now, "mlp");
    });
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(BlockPage, InputsAreDraggedAndTypedAndNothingMoves) {
    LabDriver lab({"causal-decoder-block", 1366, 700});
    const Json first = turned_to_block(lab);
    lab.picture("block-page-1366");
    const Area cell = lab.cell("X", 1, 0);
    lab.move_to(cell.x + cell.width / 2, cell.y + cell.height / 2);
    lab.press_button();
    lab.point(cell.x + cell.width / 2 + 40, cell.y + cell.height / 2);
    lab.until("another number", [&](const Json& now) {
        return number(now, "X", 1, 0) != number(first, "X", 1, 0) &&
               number(now, "block", 1, 0) != number(first, "block", 1, 0);
    });
    lab.picture("block-page-dragged");
    lab.release_button();
    const Json after = lab.settled();
    EXPECT_EQ(after["cells"], first["cells"]);
    EXPECT_EQ(difference_from_elsewhere(after), "");
    lab.press("ctrl+z");
    lab.until("undo", [&](const Json& now) { return document_text(now) == document_text(first); });

    lab.click(lab.cell("X", 2, 1));
    lab.type("0.25");
    lab.press("Return");
    lab.until("the typed number", [](const Json& now) { return number(now, "X", 2, 1) == 0.25; });
    lab.settled();
    lab.click(lab.row_label("X", 3));
    lab.until("the query word", [](const Json& now) { return now["view"]["query"] == 3; });
    EXPECT_EQ(lab.settled()["page"], "block");
    EXPECT_EQ(lab.quit(), "");
}

TEST(BlockPage, KeysOpenItIfTheDocumentHasABlock) {
    LabDriver lab({"causal-decoder-block", 1024, 768});
    lab.settled();
    for (int turns = 0; turns < 4; ++turns) {
        const std::string before = lab.settled()["page"];
        lab.press("ctrl+Next");
        lab.until("the next page", [&](const Json& now) { return now["page"] != before; });
    }
    lab.until("the page of the block", is_block);
    lab.settled();
    lab.picture("block-page-1024");
    const auto turn = [&](const std::string& key, const std::string& page) {
        lab.press(key);
        lab.until(page, [&](const Json& now) { return now["page"] == page; });
        lab.settled();
    };
    for (const char* const page : {"lens", "effects", "forward"})
        turn("ctrl+Next", page);
    for (const char* const page : {"effects", "lens"})
        turn("ctrl+Prior", page);
    lab.press("ctrl+Prior");
    lab.until("the page of the block", is_block);
    lab.settled();
    lab.choose("Teach/Presets", "preset.four-words");
    lab.until("a document without a block", [](const Json& now) {
        return now["page"] == "forward" && !now["controls"].contains("fold/weights");
    });
    EXPECT_EQ(lab.quit(), "");
}
