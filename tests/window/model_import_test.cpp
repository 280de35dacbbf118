// SPDX-License-Identifier: MIT
// Opens the folder of a model in the window.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

using namespace attn::test;

TEST(ModelImport, AHeadIsChosenByKeyboardAndByMouse) {
    LabDriver lab({ATTENTION_SOURCE_DIR "/tests/data/checkpoints/gpt2", 1366, 700});
    const auto is_made = [](const Json& now) {
        return now["model"].is_object() && now["model"]["made"] && now["model"]["heads"] == 8;
    };
    lab.until("the heads of the model", is_made);
    lab.settled();
    lab.picture("model-import");
    lab.press("Tab");
    lab.press("Down");
    lab.press("Right");
    lab.until("layer 1, head 1", [&](const Json& now) {
        return is_made(now) && now["model"]["layer"] == 1 && now["model"]["head"] == 1;
    });
    const Area heads = lab.control("model.heads");
    lab.click({heads.x + heads.width * 3 / 8, heads.y + heads.height / 4, 2, 2});
    lab.until("layer 0, head 1", [&](const Json& now) {
        return is_made(now) && now["model"]["layer"] == 0 && now["model"]["head"] == 1;
    });
    lab.press("Return");
    const Json opened =
        lab.until("the document", [](const Json& now) { return now["model"].is_null(); });
    EXPECT_EQ(opened["document"]["model"]["mask"], "causal");
    EXPECT_EQ(opened["document"]["lists"]["words"].size(), 6U);
    lab.settled();
    lab.picture("model-imported");
    lab.press("ctrl+z");
    lab.settled();
    EXPECT_EQ(lab.quit(), "");
}
