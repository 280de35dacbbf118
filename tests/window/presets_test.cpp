// SPDX-License-Identifier: MIT
// What the window shows when a preset is opened.
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::test;

namespace {

class EachPreset : public ::testing::TestWithParam<const char*> {};

/// Whether a rectangle of the probe is not empty and lies on the canvas side of the window.
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
    // Every computed stage has cells on the canvas; scaled and masked only if they differ from the
    // stage before. The weighted values are in the panel.
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
