// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <set>

using namespace attn::test;

namespace {

class EachPreset : public ::testing::TestWithParam<const char*> {};

/// Whether a rectangle of the probe lies on the canvas side of the window, with a size.
bool is_inside(const Json& rect, int width, int height) {
    const auto at = [&rect](std::size_t index) { return rect.at(index).get<double>(); };
    return at(2) > 0 && at(3) > 0 && at(0) >= 0 && at(1) >= 0 && at(0) + at(2) <= width &&
           at(1) + at(3) <= height;
}

} // namespace

TEST_P(EachPreset, OpensWithEveryStageComputedAndInView) {
    LabDriver lab({GetParam()});
    const Json shown = lab.probe();

    EXPECT_EQ(difference_from_elsewhere(shown), "");
    EXPECT_EQ(shown["can_undo"], false);
    EXPECT_EQ(shown["message"], Json());
    EXPECT_EQ(shown["view"]["query"], 0);
    // Every stage that is computed has its cells on the canvas; scaled and masked only where they
    // differ from the stage before. The weighted values stand in the panel.
    for (const auto& [name, values] : shown["stages"].items()) {
        if (name == "scaled" || name == "masked" || name == "weighted_values")
            continue;
        ASSERT_TRUE(shown["cells"].contains(name)) << name << " is not on the canvas";
        EXPECT_EQ(shown["cells"][name][name == "K" ? "columns" : "rows"], values.size())
            << name; // K is drawn as Kᵀ
        EXPECT_TRUE(is_inside(shown["cells"][name]["rect"], 1600, 900))
            << name << " at " << shown["cells"][name]["rect"];
    }

    const Picture picture = lab.picture(std::string("start-") + GetParam());
    for (const auto& [name, cells] : shown["cells"].items())
        EXPECT_GT(count_colours(picture, lab.sheet(name)), 1) << name << " looks empty";
    EXPECT_EQ(lab.quit(), "");
}

INSTANTIATE_TEST_SUITE_P(Start, EachPreset,
                         ::testing::Values("three-inputs", "four-words", "the-cat-chased-the-mouse",
                                           "ten-by-sixty-four", "general-attention",
                                           "your-journey"),
                         [](const auto& parameter) {
                             std::string name;
                             for (const char character : std::string(parameter.param))
                                 if (character != '-')
                                     name += character;
                             return name;
                         });

TEST(Start, AFileOpensAsItIsAndStaysAsItIs) {
    const TempDir folder;
    const std::string text = R"({"format": "attention-lab", "version": [1, 0],
        "tokens": ["a", "b"], "embeddings": [[1, 0.5], [0, -2]], "projections": "none",
        "mask": "causal"})";
    const std::string file = folder.file("two words.attn", text);
    LabDriver lab({file});
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"], Json({"a", "b"}));
    EXPECT_EQ(lab.probe()["stages"]["weights"][0], Json({1.0, 0.0}));
    lab.press("Down");
    EXPECT_EQ(lab.quit(), "");
    EXPECT_EQ(bytes_of(file), text);
}

TEST(Start, OfAFileWithTooManyWordsAPartIsOffered) {
    const TempDir folder;
    Json document{
        {"format", "attention-lab"}, {"version", {2, 0}}, {"model", {{"projections", "none"}}}};
    for (int word = 0; word < 4100; ++word) {
        document["lists"]["words"].push_back("w" + std::to_string(word));
        document["inputs"]["X"].push_back(Json{word % 7 - 3, word % 5});
    }
    LabDriver lab({folder.file("many.attn", document.dump())});
    lab.until("the question", [](const Json& now) { return !now["question"].is_null(); });
    lab.press("Return");
    lab.until("the first words",
              [](const Json& now) { return now["document"]["lists"]["words"].size() == 4096; });
    EXPECT_EQ(lab.probe()["document"]["lists"]["words"][0], "w0");
    EXPECT_EQ(lab.quit(), "");
}

TEST(Start, ThePresetsMenuOpensAnotherPreset) {
    LabDriver lab;
    const std::string first = document_text(lab.probe());
    lab.choose("Teach/Presets", "preset.four-words");
    lab.until("four words",
              [](const Json& now) { return now["document"]["lists"]["words"].size() == 4; });
    EXPECT_EQ(difference_from_elsewhere(lab.settled()), "");
    lab.press("ctrl+z");
    lab.until("the first preset again",
              [&](const Json& now) { return document_text(now) == first; });
    EXPECT_EQ(lab.quit(), "");
}

TEST(Quit, TheCrossOfTheWindowEndsTheProgram) {
    LabDriver lab;
    lab.screen().close_window();
    EXPECT_EQ(lab.ending(), "");
}
