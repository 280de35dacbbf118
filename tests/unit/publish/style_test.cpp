// SPDX-License-Identifier: MIT
// Sizes as journals and people write them.
#include "core/publish/pictures/style.h"

#include <gtest/gtest.h>

#include <string>

using namespace attn::publish;

namespace {

Page page_of(const std::string& size, float text = 0) {
    PictureStyle style;
    style.size = *parse_size(size);
    style.text = text;
    return page(style);
}

} // namespace

TEST(PictureSize, ALengthIsAPaperWidthWith7PointLetters) {
    for (const char* const column : {"89mm", "8.9cm", "paper-1", "nature"})
        EXPECT_FLOAT_EQ(page_of(column).width, 89 * 72 / 25.4F) << column;
    EXPECT_FLOAT_EQ(page_of("3.25in").width, 234);
    EXPECT_FLOAT_EQ(page_of("icml").width, 234);
    EXPECT_FLOAT_EQ(page_of("252pt").width, 252);
    EXPECT_FLOAT_EQ(page_of("neurips").width, 396);
    EXPECT_EQ(page_of("252pt").height, std::nullopt);
    EXPECT_FLOAT_EQ(page_of("4x2in").height.value(), 144);
    EXPECT_FLOAT_EQ(page_of("4inx2in").height.value(), 144);
    const Page paper = page_of("252pt");
    EXPECT_TRUE(paper.is_paper);
    EXPECT_EQ(paper.text, 7);
    EXPECT_EQ(paper.dpi, 300);
    EXPECT_EQ(page_of("252pt", 9).text, 9);
    EXPECT_EQ(page_of("note", 9).text, 9);
}

TEST(PictureSize, PixelsAreAWidthAndAnOptionalHeight) {
    EXPECT_EQ(page_of("800x600").height, 600);
    EXPECT_EQ(page_of("800x600px").height, 600);
    EXPECT_EQ(page_of("800px").width, 800);
    EXPECT_EQ(page_of("800px").height, std::nullopt);
    EXPECT_FALSE(page_of("800x600").is_paper);
}

TEST(PictureSize, ReadsBackWhatItWrites) {
    for (const char* const size : {"note", "slide", "paper-1", "neurips", "acl-2", "90mm", "3.5in",
                                   "90x60mm", "252pt", "800x600", "800px"}) {
        const auto read = parse_size(size);
        ASSERT_TRUE(read) << size;
        EXPECT_EQ(to_text(*read), size);
    }
    EXPECT_EQ(to_text(*parse_size("3.25in")), "icml") << "a width that has a name";
}

TEST(PictureSize, RefusesInvalidSizesWithAnExample) {
    for (const char* const size :
         {"", "mm", "89", "89km", "19mm", "3000mm", "-89mm", "89mmx", "x60mm", "89mmx60in",
          "800.5x600", "63x800", "1e9mm", "infmm", "nan"})
        EXPECT_FALSE(parse_size(size)) << size;
    EXPECT_NE(parse_size("89km").error().message.find("89mm or 3.25in"), std::string::npos);
    EXPECT_NE(parse_size("paper-3").error().message.find("paper-"), std::string::npos);
}
