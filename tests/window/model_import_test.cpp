// SPDX-License-Identifier: MIT
// Opens the folder of a model in the window.
#include "tests/support/lab_driver.h"
#include "tests/support/sparse_model.h"
#include "tests/support/temp_dir.h"

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

TEST(ModelImport, OfAFolderTooLargeForADocumentSaysSoAndTakesALayer) {
    const TempDir folder;
    SparseSizes sizes;
    sizes.layers = 2, sizes.heads = 4, sizes.d_model = 256, sizes.d_mlp = 512;
    sizes.vocabulary = 50'000; // the table of the words alone has 12.8 million numbers
    (void)write_sparse_model(folder, sizes);
    LabDriver lab({folder.path().string(), 1366, 700});
    const auto is_made = [](const Json& now) {
        return now["model"].is_object() && now["model"]["made"];
    };
    const Json shown = lab.until("the card", is_made);
    const std::string why = shown["model"]["why_not_whole"];
    EXPECT_EQ(why.find("the model has 26.91 million numbers"), 0U) << why;
    EXPECT_NE(why.find("a document of a whole model has at most "), std::string::npos) << why;
    lab.settled();
    lab.picture("model-too-large");
    lab.click(lab.control("model.whole")); // says why, and chooses nothing
    lab.click(lab.control("model.block"));
    const Json block =
        lab.until("the block", [&](const Json& now) { return now["model"]["part"] == 2; });
    EXPECT_EQ(block["model"]["fault"], "");
    lab.until("the block of the layer", is_made);
    lab.press("Return");
    const Json opened =
        lab.until("the document", [](const Json& now) { return now["model"].is_null(); });
    EXPECT_TRUE(opened["document"]["model"].contains("block"));
    EXPECT_EQ(lab.quit(), "");
}
