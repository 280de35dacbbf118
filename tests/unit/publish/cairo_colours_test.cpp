// SPDX-License-Identifier: MIT
// Emoji in PDFs.
#include "core/figure/base/figure.h"
#include "core/publish/pictures/cairo.h"
#include "tests/support/coloured_typeface.h"
#include "tests/support/python.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace attn::publish {
namespace {

TEST(Emoji, HaveAtLeast300PixelsPerInchInAPdf) {
    ASSERT_TRUE(test::add_coloured_typeface());
    const Type type = typesetter();
    const std::string word = std::string("a ") + test::coloured_emoji + " b";
    ASSERT_FALSE(lacks_letters(type, word));
    constexpr float size = 7; // points
    figure::Figure figure;
    figure.size = {100, 40};
    figure.background = {255, 255, 255, 255};
    figure.shapes.push_back(figure::Text{{10, 20}, word, figure::Font::Sans, size, {0, 0, 0, 255}});
    const test::TempDir folder;
    const std::string pdf = folder.file("a.pdf", *paint_pdf(figure, type));
    // Columns: page, number, type, width, height, ... and the pixels per inch across and down.
    std::istringstream rows(test::run_shell("pdfimages -list '" + pdf + "'").out);
    std::string row;
    std::getline(rows, row);
    std::getline(rows, row);
    int images = 0;
    while (std::getline(rows, row)) {
        ++images;
        std::istringstream fields(row);
        std::string page, number, kind, width, height, colour, parts, bits, encoding, smooth,
            object, generation, across, down;
        fields >> page >> number >> kind >> width >> height >> colour >> parts >> bits >>
            encoding >> smooth >> object >> generation >> across >> down;
        EXPECT_GE(std::stoi(across), 300) << row;
        EXPECT_GE(std::stoi(down), 300) << row;
        EXPECT_GE(std::stof(width), 0.9F * size * 300 / 72) << row;
    }
    EXPECT_GE(images, 1);
    // The neighbouring letters are still text.
    const auto text = test::run_shell("pdftotext '" + pdf + "' -").out;
    EXPECT_NE(text.find('a'), std::string::npos) << text;
    EXPECT_NE(text.find('b'), std::string::npos) << text;
}

} // namespace
} // namespace attn::publish
