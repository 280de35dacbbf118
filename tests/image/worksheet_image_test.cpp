// SPDX-License-Identifier: MIT
#include "core/figure/paper/worksheet.h"
#include "core/publish/pictures/cairo.h"
#include "tests/image/reference.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

void expect_page(const std::string& name, bool is_key) {
    for (test::Scene& scene : test::scenes()) {
        if (scene.name != "causal")
            continue;
        figure::WorksheetOptions options;
        options.seed = 7;
        options.is_key = is_key;
        options.measure = publish::measure(publish::typesetter());
        const auto pages = figure::worksheet(scene.document, scene.trace, scene.view, options);
        ASSERT_TRUE(pages) << pages.error().text();
        if (!test::are_references_comparable())
            GTEST_SKIP() << "The references were painted by other versions; here are\n"
                         << publish::versions();
        for (std::size_t at = 0; at < pages->size(); ++at) {
            const auto png = publish::paint_png((*pages)[at], 1.5F);
            ASSERT_TRUE(png) << png.error().text();
            EXPECT_EQ(test::difference_from_reference(name + "-" + std::to_string(at), *png), "");
        }
        return;
    }
    FAIL() << "the scene is there";
}

TEST(WorksheetImage, EmptyBoxes) {
    expect_page("worksheet", false);
}
TEST(WorksheetImage, AnswerKey) {
    expect_page("worksheet-key", true);
}

} // namespace
} // namespace attn
