// SPDX-License-Identifier: MIT
#include "core/publish/pictures/svg.h"

#include <gtest/gtest.h>

namespace attn::publish {
namespace {

TEST(SvgNames, NumberFromZeroInTheOrderTheyAppear) {
    EXPECT_EQ(with_steady_names("<image id=\"image46\"/><g id=\"source-9\"/><image id=\"image50\"/>"
                                "<use href=\"#image50\"/><use href=\"#image46\" "
                                "fill=\"url(#source-9)\"/>"),
              "<image id=\"image0\"/><g id=\"source-0\"/><image id=\"image1\"/>"
              "<use href=\"#image1\"/><use href=\"#image0\" "
              "fill=\"url(#source-0)\"/>");
}

TEST(SvgNames, LeaveEverythingElseAlone) {
    const std::string svg = "<g id=\"glyph0-12\" width=\"64\" fill=\"#123456\" x=\"a46\"/>"
                            "<image href=\"data:image/png;base64,ab12\"/>";
    EXPECT_EQ(with_steady_names(svg), svg);
    EXPECT_EQ(with_steady_names(""), "");
    EXPECT_EQ(with_steady_names("<g id=\"image7"), "<g id=\"image7");
}

} // namespace
} // namespace attn::publish
