// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

using namespace attn::test;

namespace {

bool is_selected(const Json& probe, const std::string& place) {
    return probe["view"]["selected"] == place;
}

void select(LabDriver& lab, const std::string& sheet, int row, int column) {
    lab.click(lab.cell(sheet, row, column));
    const std::string place =
        sheet + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
    lab.until("the cell " + place, [&](const Json& now) { return is_selected(now, place); });
    lab.settled();
}

std::string fault(const Json& probe) {
    return probe["editing"].is_null() ? "" : probe["editing"]["fault"].get<std::string>();
}

/// Five words and d = 5: 100 inputs whose numbers would change if rounded to a few decimals.
std::string awkward_document() {
    const std::vector<std::string> numbers = {"0.1",   "0.3333333333333333",  "1e-300", "-0.0",
                                              "-2e15", "0.30000000000000004", "5e-324"};
    std::size_t next = 0;
    const auto matrix = [&] {
        std::string text;
        for (int row = 0; row < 5; ++row) {
            text += row == 0 ? "[[" : ", [";
            for (int column = 0; column < 5; ++column)
                text += (column == 0 ? "" : ", ") + numbers[next++ % numbers.size()];
            text += "]";
        }
        return text + "]";
    };
    std::string text = R"({"format": "attention-lab", "version": [2, 0],
        "lists": {"words": ["a", "b", "c", "d", "e"]}, "inputs": {"X": )" +
                       matrix();
    text += R"(, "W_Q": )" + matrix() + R"(, "W_K": )" + matrix();
    return text + R"(, "W_V": )" + matrix() + "}}";
}

} // namespace

TEST(Typing, AThirdIsTypedAndUndoneInEveryBit) {
    LabDriver lab;
    const Json first = lab.probe();
    select(lab, "W_Q", 1, 2);
    lab.type("1/3");
    lab.until("the typed text", [](const Json& now) {
        return now["editing"].is_object() && now["editing"]["text"] == "1/3";
    });
    EXPECT_EQ(document_text(lab.probe()), document_text(first)) << "half-typed text counts";
    lab.picture("typing");
    lab.press("Return");
    const Json entered = lab.until("the typed number", [](const Json& now) {
        return now["editing"].is_null() && now["can_undo"] == true;
    });
    EXPECT_EQ(std::bit_cast<std::uint64_t>(number(entered, "W_Q", 1, 2)),
              std::bit_cast<std::uint64_t>(1.0 / 3.0));
    EXPECT_TRUE(is_selected(entered, "W_Q[2,2]")) << "Enter moves on";
    EXPECT_EQ(difference_from_elsewhere(entered), "");

    lab.press("ctrl+z");
    const Json undone = lab.until("undo", [](const Json& now) { return now["can_undo"] == false; });
    EXPECT_EQ(document_text(undone), document_text(first));
    EXPECT_EQ(undone["stages"], first["stages"]);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Typing, NumbersAreUnderstoodAsPeopleWriteThem) {
    LabDriver lab;
    const std::vector<std::pair<std::string, double>> cases = {
        {"1,5", 1.5}, {"−1", -1}, {"1e-3", 1e-3}, {"sqrt(2)/2", std::sqrt(2.0) / 2}, {"-0", -0.0}};
    for (const auto& [text, value] : cases) {
        select(lab, "X", 2, 1);
        const auto steps = lab.probe()["steps"].get<int>();
        lab.type(text);
        lab.until("the text " + text, [&text = text](const Json& now) {
            return now["editing"].is_object() && now["editing"]["text"] == text;
        });
        lab.press("Return");
        const Json now = lab.until("the number of " + text, [&](const Json& probe) {
            return probe["steps"].get<int>() == steps + 1;
        });
        EXPECT_EQ(std::bit_cast<std::uint64_t>(number(now, "X", 2, 1)),
                  std::bit_cast<std::uint64_t>(value))
            << text << " became " << number(now, "X", 2, 1);
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Typing, WhatIsNoNumberIsRefusedWithAReason) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    for (const std::string text : {"1 2", "1e400", "nan", "0x10", "1.5.5", "1/0", "two"}) {
        select(lab, "W_V", 0, 0);
        lab.type(text);
        lab.until("the text " + text, [&text = text](const Json& now) {
            return now["editing"].is_object() && now["editing"]["text"] == text;
        });
        lab.press("Return");
        const Json refused = lab.until("why " + text + " is refused",
                                       [](const Json& now) { return !fault(now).empty(); });
        EXPECT_GT(fault(refused).size(), 10U) << "no sentence: " << fault(refused);
        EXPECT_EQ(document_text(refused), first) << text;
        if (text == "1 2")
            lab.picture("typing-refused");
        lab.press("Escape");
        const Json left = lab.until("the text to be left",
                                    [](const Json& now) { return now["editing"].is_null(); });
        EXPECT_EQ(document_text(left), first) << text;
        EXPECT_EQ(left["can_undo"], false) << text;
    }
    EXPECT_EQ(lab.quit(), "");
}

TEST(Typing, VisitingAHundredCellsChangesNoBit) {
    const TempDir folder;
    LabDriver lab({folder.file("awkward.attn", awkward_document())});
    const std::string first = document_text(lab.probe());
    select(lab, "X", 0, 0);
    std::string selected = "X[0,0]";
    for (int count = 0; count < 100; ++count) {
        lab.press("F2");
        lab.until("the cell to be open",
                  [](const Json& now) { return now["editing"].is_object(); });
        if (count % 2 == 0) {
            lab.press("Escape");
            lab.until("the cell to be left",
                      [](const Json& now) { return now["editing"].is_null(); });
        }
        lab.press("Tab");
        const Json now = lab.until("the next cell", [&](const Json& probe) {
            return probe["editing"].is_null() && !is_selected(probe, selected);
        });
        selected = now["view"]["selected"].get<std::string>();
        ASSERT_EQ(document_text(now), first) << "after " << count + 1 << " cells";
    }
    EXPECT_EQ(selected, "X[0,0]") << "the last leads to the first again";
    EXPECT_EQ(lab.probe()["can_undo"], false);
    EXPECT_EQ(lab.quit(), "");
}

TEST(Typing, ADoubleClickOpensTheCellWithItsNumber) {
    LabDriver lab;
    const Json first = lab.probe();
    lab.double_click(lab.cell("W_K", 1, 1), "the open cell",
                     [](const Json& now) { return now["editing"].is_object(); });
    const Json open = lab.probe();
    EXPECT_EQ(std::stod(open["editing"]["text"].get<std::string>()), number(first, "W_K", 1, 1));
    lab.press("Escape");
    EXPECT_EQ(document_text(lab.settled()), document_text(first));
    EXPECT_EQ(lab.quit(), "");
}

TEST(Typing, OverAComputedCellAsksWhichInputsMayMove) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    lab.choose_by_name("Typing over one finds inputs");
    select(lab, "weights", 0, 0);
    lab.type("7");
    const Json asked =
        lab.until("the form", [](const Json& now) { return now["seeking"].is_object(); });
    EXPECT_TRUE(asked["editing"].is_null());
    lab.press("Escape");
    const Json left =
        lab.until("the canvas", [](const Json& now) { return now["seeking"].is_null(); });
    EXPECT_EQ(document_text(left), first);
    EXPECT_EQ(lab.quit(), "");
}
