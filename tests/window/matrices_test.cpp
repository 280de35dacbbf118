// SPDX-License-Identifier: MIT
// Matrices by mouse and keyboard: ranges, copying, pasting what does not fit, arrays from files.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

const std::string model = ATTENTION_SOURCE_DIR "/tests/data/arrays/model.safetensors";

} // namespace

TEST(Matrices, ARangeIsSelectedCopiedAndPasted) {
    LabDriver lab({.document = "four-words"});
    const Json before = lab.probe();
    lab.click(lab.cell("X", 0, 0));
    lab.until("the cell", [](const Json& now) { return now["view"]["selected"] == "X[0,0]"; });
    lab.press("shift+Down");
    lab.press("shift+Right");
    lab.until("the range", [](const Json& now) {
        return now["view"]["selected"] == "X[1,1]" && now["view"]["anchor"] == "X[0,0]";
    });
    lab.picture("range");
    lab.press("ctrl+c");
    lab.until("the copy", [](const Json& now) {
        return now["message"].is_string() &&
               now["message"].get<std::string>().find("2 × 2") != std::string::npos;
    });
    lab.click(lab.cell("X", 1, 1));
    lab.until("the other cell", [](const Json& now) {
        return now["view"]["selected"] == "X[1,1]" && now["view"]["anchor"].is_null();
    });
    lab.press("ctrl+v");
    lab.until("the numbers", [&](const Json& now) {
        bool is_same = true;
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                is_same = is_same &&
                          number(now, "X", 1 + row, 1 + column) == number(before, "X", row, column);
        return is_same && now["steps"] == 1;
    });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("what was there",
              [&](const Json& now) { return document_text(now) == document_text(before); });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Matrices, APasteOfAnotherShapeIsPreviewed) {
    LabDriver lab({.document = "four-words"});
    const Json before = lab.probe();
    lab.click(lab.cell("X", 0, 0));
    lab.press("ctrl+a");
    lab.until("the whole matrix",
              [](const Json& now) { return now["view"]["anchor"] == "X[0,0]"; });
    lab.press("ctrl+c");
    lab.settled();
    lab.click(lab.cell("W_Q", 1, 1));
    lab.until("the cell", [](const Json& now) { return now["view"]["selected"] == "W_Q[1,1]"; });
    lab.press("ctrl+v");
    lab.until("the question", [](const Json& now) { return now["pasting"].is_object(); });
    lab.picture("pasting");
    EXPECT_EQ(document_text(lab.probe()), document_text(before));
    lab.press("Escape");
    lab.until("no question", [](const Json& now) { return now["pasting"].is_null(); });
    lab.press("ctrl+v");
    lab.until("the question", [](const Json& now) { return now["pasting"].is_object(); });
    lab.click(lab.control("pasting.confirm"));
    lab.until("one step", [](const Json& now) { return now["steps"] == 1; });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Matrices, AHeadOfAModelIsImportedByMouseAndKeyboard) {
    LabDriver lab({.document = "four-words"});
    const Json before = lab.probe();
    lab.press("ctrl+o");
    lab.until("the dialog", [](const Json& now) { return now["file_dialog"].is_object(); });
    lab.type(model);
    lab.press("Return");
    lab.until("the panel", [](const Json& now) { return now["importing"].is_object(); });
    lab.click(lab.control("import.target.W_Q"));
    lab.settled();
    lab.click(lab.control("import.array.0")); // c_attn.weight
    lab.settled();
    lab.click(lab.control("import.fused"));
    lab.settled();
    lab.click(lab.control("import.field.1"));
    lab.settled();
    lab.type("3,4,9");
    lab.click(lab.control("import.field.3"));
    lab.settled();
    lab.type("2");
    const Json panel = lab.until("what comes of it", [](const Json& now) {
        return now["importing"]["shape"] == Json({3, 6, 3, 3});
    });
    EXPECT_EQ(panel["importing"]["fault"], "");
    EXPECT_EQ(document_text(panel), document_text(before));
    lab.picture("importing");
    lab.click(lab.control("import.confirm"));
    const Json now = lab.until("the document", [](const Json& shown) {
        return shown["importing"].is_null() && shown["document"]["lists"]["words"].size() == 3;
    });
    EXPECT_EQ(now["document"]["lists"]["words"], Json({"3", "4", "9"}));
    EXPECT_EQ(now["is_unsaved"], true);
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("what was there",
              [&](const Json& shown) { return document_text(shown) == document_text(before); });
    EXPECT_EQ(lab.quit(), "");
}
