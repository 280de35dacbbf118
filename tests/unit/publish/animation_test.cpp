// SPDX-License-Identifier: MIT
// A changing number: which numbers may change, pictures side by side, and the GIF as another
// program reads it.
#include "core/document/model/sheet.h"
#include "core/io/document/library.h"
#include "core/publish/pictures/gif_write.h"
#include "core/publish/pictures/pictures.h"
#include "tests/support/python.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace attn;
using namespace attn::publish;

namespace {

Document four_words() {
    return io::open_document("four-words").value();
}

int whole_at(const std::string& bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]) | static_cast<unsigned char>(bytes[at + 1]) << 8;
}

std::size_t parts_in(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST(Sweep, MovesTheTemperatureOrAnInput) {
    const Document document = four_words();
    const auto hotter = parse_sweep(document, "temperature=0.5:2");
    ASSERT_TRUE(hotter);
    const auto documents = swept(document, *hotter, 4);
    ASSERT_EQ(documents.size(), 4U);
    EXPECT_EQ(documents.front().switches.temperature, 0.5);
    EXPECT_EQ(documents[1].switches.temperature, 1);
    EXPECT_EQ(documents.back().switches.temperature, 2);
    const auto cell = parse_sweep(document, "W_Q[0,1]=-1:1");
    ASSERT_TRUE(cell);
    EXPECT_EQ((*swept(document, *cell, 3)[0].heads[0].w_q)(0, 1), -1);
    EXPECT_EQ((*swept(document, *cell, 3)[1].heads[0].w_q)(0, 1), 0);
    EXPECT_EQ(step_text(document, *cell, 0, 3), "W_Q[0,1] = −1");
    EXPECT_EQ(step_text(document, *hotter, 1, 4), "temperature 1");
}

TEST(Sweep, IsRefusedWithAReason) {
    const Document document = four_words();
    const auto said = [&](const char* text) {
        const auto sweep = parse_sweep(document, text);
        return sweep ? "" : sweep.error().message;
    };
    EXPECT_NE(said("weights[0,0]=0:1").find("is computed"), std::string::npos);
    EXPECT_NE(said("X[9,9]=0:1").find("there is no number"), std::string::npos);
    EXPECT_NE(said("temperature=0:1").find("above 0"), std::string::npos);
    for (const char* text : {"", "X[0,0]", "X[0,0]=1", "X[0,0]=1:", "X[0,0]=1:x", "X[0,0]=1:1",
                             "temperature=nan:1", "X[0,0]=inf:1"})
        EXPECT_NE(said(text).find("such as temperature=0.25:4"), std::string::npos) << text;
    EXPECT_NE(parse_sweep(io::open_document("concepts").value(), "temperature=1:2")
                  .error()
                  .message.find("X[0,0]"),
              std::string::npos);
}

TEST(Sweep, IsSideBySideInAPicture) {
    PictureRequest request;
    request.figure = "weights";
    request.style.size = *parse_size("paper-2");
    request.sweep = parse_sweep(four_words(), "temperature=0.5:3").value();
    const auto svg = picture(four_words(), PictureKind::Svg, request);
    ASSERT_TRUE(svg);
    EXPECT_EQ(parts_in(*svg, ">temperature"), usual_multiples) << *svg;
    EXPECT_NE(svg->find("In all of them the colours go from 0"), std::string::npos);
    request.sweep->steps = 3;
    EXPECT_EQ(parts_in(*picture(four_words(), PictureKind::Svg, request), ">temperature"), 3U);
}

TEST(Animation, IsAGifThatAnotherProgramReads) {
    PictureRequest request;
    request.figure = "weights";
    request.style.size = *parse_size("400x300");
    request.sweep = parse_sweep(four_words(), "temperature=0.5:3").value();
    request.sweep->steps = 5;
    const auto gif = animation(four_words(), request);
    ASSERT_TRUE(gif) << gif.error().text();
    EXPECT_EQ(gif->substr(0, 6), "GIF89a");
    EXPECT_EQ(whole_at(*gif, 6), 400);
    EXPECT_EQ(whole_at(*gif, 8), 300);
    EXPECT_EQ(gif->back(), ';');
    EXPECT_NE(gif->find("NETSCAPE2.0"), std::string::npos);
    EXPECT_EQ(*animation(four_words(), request), *gif) << "the same bytes each time";
    // GdkPixbuf, which desktops have, or else Pillow counts the pictures.
    const test::TempDir folder;
    const auto read =
        test::run_shell("python3 -c \"import PIL.Image as i; g = i.open('" +
                        folder.file("a.gif", *gif) + "'); print(g.n_frames, g.size)\"");
    if (read.code == 0) {
        EXPECT_EQ(read.out, "5 (400, 300)\n");
    }
}

TEST(Gif, KeepsCommonColoursAndStoresOnlyChanges) {
    const figure::Colour red{200, 10, 20}, white{255, 255, 255};
    figure::Pixels first{20, 10, std::vector<figure::Colour>(200, white)};
    figure::Pixels second = first;
    second.line(3)[4] = red;
    const std::string gif = *write_gif({first, second}, 10);
    // The palette: white is the most common colour, then red.
    EXPECT_EQ(gif.substr(13, 3), "\xFF\xFF\xFF");
    EXPECT_EQ(gif.substr(16, 3), std::string("\xC8\x0A\x14"));
    // The second picture is a single pixel at its place.
    const std::string place{',', 4, 0, 3, 0, 1, 0, 1, 0};
    EXPECT_NE(gif.find(place), std::string::npos);
    EXPECT_FALSE(write_gif({}, 10));
    EXPECT_FALSE(write_gif({figure::Pixels{70000, 1, std::vector<figure::Colour>(70000)}}, 10));
}
