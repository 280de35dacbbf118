// SPDX-License-Identifier: MIT
#include "app/painting/soft_paint.h"
#include "app/ui/compat.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

using namespace app;
using attn::figure::Colour;

namespace {

constexpr int width = 120, height = 80;
constexpr ImU32 ink = IM_COL32(200, 100, 50, 255);

/// Dear ImGui during one painting.
struct Context {
    Context() { ImGui::SetCurrentContext(made); }
    ~Context() { ImGui::DestroyContext(made); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ImGuiContext* made = ImGui::CreateContext();
};

/// Paints triangles over the whole image in one command, with white letters: letter 0 is opaque,
/// the alpha of letter n is 4 n.
struct SoftPainting {
    std::vector<std::uint32_t> pixels = std::vector<std::uint32_t>(width * height, 0);
    std::array<unsigned char, 64> letters{}; // 8 × 8
    Context context;
    std::unique_ptr<ImDrawList> list;
    ImVec4 clip{0, 0, width, height};

    SoftPainting() {
        for (std::size_t at = 0; at < letters.size(); ++at)
            letters[at] = static_cast<unsigned char>(at == 0 ? 255 : 4 * at);
        list = std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData());
        ImDrawCmd command;
        command.ClipRect = clip;
        list->CmdBuffer.push_back(command);
    }
    void corner(float x, float y, ImU32 colour, float u = 0.5F / 8, float v = 0.5F / 8) {
        list->IdxBuffer.push_back(static_cast<ImDrawIdx>(list->VtxBuffer.Size));
        list->VtxBuffer.push_back({{x, y}, {u, v}, colour});
    }
    void rectangle(ImVec2 from, ImVec2 to, ImVec2 uv_from, ImVec2 uv_to, ImU32 colour) {
        const auto first = static_cast<ImDrawIdx>(list->VtxBuffer.Size);
        list->VtxBuffer.push_back({from, uv_from, colour});
        list->VtxBuffer.push_back({{to.x, from.y}, {uv_to.x, uv_from.y}, colour});
        list->VtxBuffer.push_back({to, uv_to, colour});
        list->VtxBuffer.push_back({{from.x, to.y}, {uv_from.x, uv_to.y}, colour});
        for (const int at : {0, 1, 2, 0, 2, 3})
            list->IdxBuffer.push_back(static_cast<ImDrawIdx>(first + at));
    }
    void rectangle(ImVec2 from, ImVec2 to, ImU32 colour) {
        rectangle(from, to, {0.5F / 8, 0.5F / 8}, {0.5F / 8, 0.5F / 8}, colour);
    }
    void paint(const SoftTexture* picture = nullptr) {
        ImDrawCmd& command = list->CmdBuffer.back();
        command.ElemCount = static_cast<unsigned int>(list->IdxBuffer.Size);
        command.ClipRect = clip;
        ImDrawData data;
        data.DisplaySize = {width, height};
        data.FramebufferScale = {1, 1};
        std::array<ImDrawList*, 1> lists{list.get()};
        compat::set_lists(data, lists);
        paint_soft({pixels.data(), width, height}, data, [&](ImTextureID) {
            return picture ? *picture : SoftTexture{8, 8, letters.data(), nullptr, false};
        });
    }
    std::uint32_t at(int x, int y) const { return pixels[static_cast<std::size_t>(y * width + x)]; }
    int painted() const {
        int count = 0;
        for (const std::uint32_t pixel : pixels)
            count += pixel != 0 ? 1 : 0;
        return count;
    }
};

} // namespace

TEST(SoftPaint, ARectanglePaintsPixelsWithTheirCentresInside) {
    SoftPainting painting;
    painting.rectangle({10, 20}, {14, 23}, ink);
    painting.rectangle({30.6F, 5.5F}, {33.4F, 7.5F}, ink);
    painting.paint();
    EXPECT_EQ(painting.painted(), 4 * 3 + 2 * 2);
    EXPECT_EQ(painting.at(10, 20), 0xC86432U);
    EXPECT_EQ(painting.at(13, 22), 0xC86432U);
    EXPECT_EQ(painting.at(14, 22), 0U);
    EXPECT_EQ(painting.at(31, 5), 0xC86432U);
    EXPECT_EQ(painting.at(32, 6), 0xC86432U);
    EXPECT_EQ(painting.at(30, 5), 0U);
    EXPECT_EQ(painting.at(33, 5), 0U);
}

TEST(SoftPaint, NothingIsPaintedOutsideTheClipOrTheImage) {
    SoftPainting painting;
    painting.clip = {5, 6, 25, 26};
    painting.rectangle({-1e7F, -50}, {1e7F, 1e5F}, ink);
    painting.paint();
    EXPECT_EQ(painting.painted(), 20 * 20);
    EXPECT_NE(painting.at(5, 6), 0U);
    EXPECT_EQ(painting.at(25, 26), 0U);
    SoftPainting beyond;
    beyond.clip = {-40, -40, 1000, 1000};
    beyond.corner(-500, -500, ink);
    beyond.corner(2000, 40, ink);
    beyond.corner(-500, 900, ink);
    beyond.paint();
    EXPECT_GT(beyond.painted(), 0);
}

TEST(SoftPaint, TransparentColoursAreMixed) {
    SoftPainting painting;
    painting.pixels.assign(painting.pixels.size(), 0x6496C8);
    painting.rectangle({0, 0}, {1, 1}, IM_COL32(200, 100, 50, 128));
    painting.paint();
    const auto mixed = [](double above, double below) {
        return static_cast<std::uint32_t>(std::lround((above * 128 + below * 127) / 255));
    };
    EXPECT_EQ(painting.at(0, 0), mixed(200, 100) << 16U | mixed(100, 150) << 8U | mixed(50, 200));
    EXPECT_EQ(painting.at(1, 0), 0x6496C8U);
}

TEST(SoftPaint, TrianglesThatShareEdgesPaintEachPixelOnce) {
    // A fan of random triangles around a point covers a square. Every pixel must be painted exactly
    // once, which half-transparent triangles show.
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> between(20, 60);
    for (int round = 0; round < 200; ++round) {
        SoftPainting painting;
        const ImVec2 middle{between(generator), between(generator)};
        std::vector<ImVec2> around;
        const int most = 1 + round % 5;
        const auto side = [&](ImVec2 from, ImVec2 to) {
            for (int at = 0; at < most; ++at) {
                const float part = static_cast<float>(at) / static_cast<float>(most);
                around.push_back(
                    {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part});
            }
        };
        side({10, 10}, {70, 10});
        side({70, 10}, {70, 70});
        side({70, 70}, {10, 70});
        side({10, 70}, {10, 10});
        for (std::size_t at = 0; at < around.size(); ++at) {
            const ImVec2 one = around[at], next = around[(at + 1) % around.size()];
            const ImU32 colour = IM_COL32(255, 255, 255, 100);
            // In both orientations.
            const bool turns = (static_cast<int>(at) + round) % 2 == 0;
            painting.corner(middle.x, middle.y, colour);
            painting.corner(turns ? one.x : next.x, turns ? one.y : next.y, colour);
            painting.corner(turns ? next.x : one.x, turns ? next.y : one.y, colour);
        }
        painting.paint();
        ASSERT_EQ(painting.painted(), 60 * 60);
        for (const std::uint32_t pixel : painting.pixels)
            ASSERT_TRUE(pixel == 0 || pixel == 0x646464U) << std::hex << pixel;
    }
}

TEST(SoftPaint, TrianglesInterpolateColours) {
    SoftPainting painting;
    painting.corner(0, 0, IM_COL32(255, 0, 0, 255));
    painting.corner(100, 0, IM_COL32(0, 255, 0, 255));
    painting.corner(0, 80, IM_COL32(0, 0, 255, 255));
    painting.paint();
    EXPECT_NEAR(painting.at(0, 0) >> 16U, 252, 3);
    EXPECT_NEAR(painting.at(98, 0) >> 8U & 0xFFU, 251, 4);
    EXPECT_NEAR(painting.at(0, 78) & 0xFFU, 250, 5);
    const std::uint32_t inside = painting.at(33, 26);
    EXPECT_NEAR(inside >> 16U, 85, 5);
    EXPECT_NEAR(inside >> 8U & 0xFFU, 85, 5);
    EXPECT_NEAR(inside & 0xFFU, 85, 5);
}

TEST(SoftPaint, AlignedLettersKeepTheirPixels) {
    SoftPainting painting;
    painting.rectangle({20, 30}, {24, 33}, {1.0F / 8, 2.0F / 8}, {5.0F / 8, 5.0F / 8},
                       IM_COL32(255, 255, 255, 255));
    painting.paint();
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 4; ++x)
            EXPECT_EQ(painting.at(20 + x, 30 + y) & 0xFFU,
                      painting.letters[static_cast<std::size_t>((2 + y) * 8 + 1 + x)]);
    EXPECT_EQ(painting.painted(), 12);
}

TEST(SoftPaint, LettersBetweenPixelsAreSmoothed) {
    SoftPainting painting;
    painting.rectangle({20.5F, 30}, {24.5F, 33}, {1.0F / 8, 2.0F / 8}, {5.0F / 8, 5.0F / 8},
                       IM_COL32(255, 255, 255, 255));
    painting.paint();
    // Half of each of two neighbouring texels.
    EXPECT_NEAR(painting.at(21, 30) & 0xFFU,
                (painting.letters[2 * 8 + 1] + painting.letters[2 * 8 + 2]) / 2.0, 1);
}

TEST(SoftPaint, PicturesAreSharpOrSmoothAsAsked) {
    std::vector<Colour> colours;
    for (int at = 0; at < 16; ++at)
        colours.push_back({static_cast<std::uint8_t>(16 * at), 10, 20, 255});
    const SoftTexture sharp{4, 4, nullptr, colours.data(), false};
    SoftPainting large;
    large.rectangle({0, 0}, {40, 40}, {0, 0}, {1, 1}, IM_COL32_WHITE);
    large.paint(&sharp);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 40; ++x)
            ASSERT_EQ(large.at(x, y),
                      static_cast<std::uint32_t>(16 * (y / 10 * 4 + x / 10)) << 16U | 10U << 8U |
                          20U);
    SoftTexture smooth = sharp;
    smooth.is_smooth = true;
    SoftPainting small;
    small.rectangle({0, 0}, {2, 2}, {0, 0}, {1, 1}, IM_COL32_WHITE);
    small.paint(&smooth);
    EXPECT_EQ(small.at(0, 0) >> 16U, 16U * (0 + 1 + 4 + 5) / 4);
    EXPECT_EQ(small.at(1, 1) >> 16U, 16U * (10 + 11 + 14 + 15) / 4);
}

TEST(SoftPaint, TheBackgroundFillsOnlyItsAreas) {
    std::vector<std::uint32_t> pixels(width * height, 7);
    clear_soft({pixels.data(), width, height}, {{1, 2, 4, 5}, {50, 60, 51, 61}},
               {0x12, 0x34, 0x56, 255});
    int count = 0;
    for (const std::uint32_t pixel : pixels)
        count += pixel == 0x123456 ? 1 : 0;
    EXPECT_EQ(count, 10);
    EXPECT_EQ(pixels[2 * width + 1], 0x123456U);
    EXPECT_EQ(pixels[0], 7U);
}
