// SPDX-License-Identifier: MIT
#include "app/painting/redraw.h"
#include "app/ui/compat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

namespace attn::redraw_test {

using namespace app;

namespace {

constexpr int width = 300, height = 200;

/// Draws triangle after triangle, as OpenGL does, and blends each over the pixels.
struct Canvas {
    std::vector<double> pixels = std::vector<double>(width * height, -1);

    void clear(const PixelArea& area) {
        for (int y = area.top; y < area.bottom; ++y)
            for (int x = area.left; x < area.right; ++x)
                pixels[static_cast<std::size_t>(y * width + x)] = 0;
    }
    void draw(const ImDrawData& data) {
        for (const ImDrawList* list : compat::lists_of(data))
            for (const ImDrawCmd& command : list->CmdBuffer)
                draw(*list, command);
    }
    void draw(const ImDrawList& list, const ImDrawCmd& command) {
        const ImVec4 clip = command.ClipRect;
        // As in Dear ImGui's backend, where y points up.
        const int left = static_cast<int>(clip.x);
        const int right = left + static_cast<int>(clip.z - clip.x);
        const int low = static_cast<int>(static_cast<float>(height) - clip.w);
        const int bottom = height - low, top = bottom - static_cast<int>(clip.w - clip.y);
        for (unsigned int index = 0; index < command.ElemCount; index += 3) {
            std::array<ImDrawVert, 3> corner{};
            for (unsigned int one = 0; one < 3; ++one)
                corner[one] = list.VtxBuffer[static_cast<int>(
                    command.VtxOffset +
                    list.IdxBuffer[static_cast<int>(command.IdxOffset + index + one)])];
            const auto [lowest, highest] = std::minmax_element(
                corner.begin(), corner.end(),
                [](const auto& one, const auto& other) { return one.pos.y < other.pos.y; });
            const auto [first, last] = std::minmax_element(
                corner.begin(), corner.end(),
                [](const auto& one, const auto& other) { return one.pos.x < other.pos.x; });
            const int from_y = std::max({top, 0, static_cast<int>(lowest->pos.y) - 1}),
                      to_y = std::min({bottom, height, static_cast<int>(highest->pos.y) + 2}),
                      from_x = std::max({left, 0, static_cast<int>(first->pos.x) - 1}),
                      to_x = std::min({right, width, static_cast<int>(last->pos.x) + 2});
            for (int y = from_y; y < to_y; ++y)
                for (int x = from_x; x < to_x; ++x)
                    if (holds(corner, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F)) {
                        double& pixel = pixels[static_cast<std::size_t>(y * width + x)];
                        pixel = pixel * 0.5 + corner[0].col;
                    }
        }
    }
    static bool holds(const std::array<ImDrawVert, 3>& corner, float x, float y) {
        int sides = 0;
        for (std::size_t one = 0; one < 3; ++one) {
            const ImVec2 a = corner[one].pos, b = corner[(one + 1) % 3].pos;
            const float side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
            sides += side > 0 ? 1 : side < 0 ? -1 : 0;
        }
        return std::abs(sides) == 3;
    }
};

struct Shape {
    ImVec2 from, to;
    ImU32 colour = 0;
    bool is_text = false;
    ImVec4 clip;
};

/// Puts shape after shape into window lists, as panels do.
struct Frame {
    std::vector<std::unique_ptr<ImDrawList>> lists;
    std::vector<ImDrawList*> pointers;
    ImDrawData data;
    Pieces pieces;

    explicit Frame(const std::vector<Shape>& shapes) {
        for (std::size_t at = 0; at < shapes.size(); ++at) {
            if (at % 5 == 0) {
                lists.push_back(std::make_unique<ImDrawList>(ImGui::GetDrawListSharedData()));
                lists.back()->_ResetForNewFrame();
                compat::draw_with_letters(*lists.back());
            }
            ImDrawList& list = *lists.back();
            const Shape& shape = shapes[at];
            list.PushClipRect({shape.clip.x, shape.clip.y}, {shape.clip.z, shape.clip.w});
            if (shape.is_text)
                list.AddText(ImGui::GetFont(), 13, shape.from, shape.colour, "0.25 cat");
            else
                list.AddRectFilled(shape.from, shape.to, shape.colour, 3);
            list.PopClipRect();
        }
        for (const auto& list : lists)
            pointers.push_back(list.get());
        data.Valid = true;
        compat::set_lists(data, pointers);
        data.DisplaySize = {width, height};
        data.FramebufferScale = {1, 1};
    }

    FrameMarks marks() {
        return marks_of(
            data, width, height, 0, [](ImTextureID) { return 0U; }, pieces);
    }
};

class Redraw : public ::testing::Test {
protected:
    Redraw() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {width, height};
        compat::begin_without_renderer();
        ImGui::GetIO().DeltaTime = 0.1F;
        ImGui::NewFrame();
    }
    ~Redraw() override { ImGui::DestroyContext(); }
    Redraw(const Redraw&) = delete;
    Redraw& operator=(const Redraw&) = delete;
};

class Random {
public:
    explicit Random(unsigned int seed) : words_(seed) {}
    float real(float low, float high) {
        return low + (high - low) * static_cast<float>(words_() % 10007) / 10007;
    }
    Shape shape() {
        const ImVec2 from{real(-20, width), real(-20, height)};
        const ImVec2 to{from.x + real(1, 90), from.y + real(1, 60)};
        const ImVec2 clip{real(-10, 200), real(-10, 120)};
        return {from, to, static_cast<ImU32>(words_()) | 0xFF000000U, words_() % 2 == 0,
                words_() % 3 == 0
                    ? ImVec4(clip.x, clip.y, clip.x + real(1, 150), clip.y + real(1, 90))
                    : ImVec4(0, 0, width, height)};
    }
    std::size_t below(std::size_t count) { return words_() % count; }

private:
    std::mt19937 words_;
};

} // namespace

TEST_F(Redraw, UnchangedFramesDrawNothing) {
    Random random(1);
    const std::vector<Shape> shapes{random.shape(), random.shape(), random.shape()};
    EXPECT_EQ(difference(Frame(shapes).marks(), Frame(shapes).marks()), std::vector<PixelArea>{});
}

TEST_F(Redraw, AChangedCellIsDrawnWithLittleAroundIt) {
    std::vector<Shape> shapes;
    for (float x = 0; x < 10; ++x)
        shapes.push_back(
            {{30 * x, 50}, {30 * x + 28, 70}, 0xFF808080U, false, {0, 0, width, height}});
    const FrameMarks before = Frame(shapes).marks();
    shapes[4].colour = 0xFF0000FFU;
    const auto areas = difference(before, Frame(shapes).marks());
    ASSERT_EQ(areas.size(), 1U);
    EXPECT_LE(areas[0].left, 120);
    EXPECT_GE(areas[0].right, 148);
    EXPECT_LE((areas[0].right - areas[0].left) * (areas[0].bottom - areas[0].top), 128 * 96);
}

TEST_F(Redraw, AReplacedTextureIsDrawn) {
    Random random(2);
    Frame frame({random.shape()});
    const auto with = [&](unsigned int mark) {
        return marks_of(
            frame.data, width, height, 0, [mark](ImTextureID) { return mark; }, frame.pieces);
    };
    EXPECT_NE(difference(with(1), with(2)), std::vector<PixelArea>{});
    EXPECT_EQ(difference(with(1), with(1)), std::vector<PixelArea>{});
}

TEST_F(Redraw, AfterResizingEverythingIsDrawn) {
    Frame frame({});
    FrameMarks before = frame.marks();
    before.width += 1;
    EXPECT_EQ(difference(before, frame.marks()), (std::vector<PixelArea>{{0, 0, width, height}}));
    EXPECT_EQ(difference({}, frame.marks()), (std::vector<PixelArea>{{0, 0, width, height}}));
}

TEST_F(Redraw, PartialDrawingGivesThePixelsOfWholeFrames) {
    int different = 0;
    for (unsigned int seed = 1; seed <= 16; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::vector<Shape> shapes;
        for (int count = 0; count < 24; ++count)
            shapes.push_back(random.shape());
        Frame before(shapes);
        for (std::size_t changes = 1 + random.below(4); changes > 0; --changes) {
            const std::size_t at = random.below(shapes.size());
            if (random.below(3) == 0)
                shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(at));
            else
                shapes[at] = random.shape();
        }
        Frame after(shapes);
        Canvas whole, part;
        const PixelArea all{0, 0, width, height};
        whole.clear(all);
        whole.draw(after.data);
        part.clear(all);
        part.draw(before.data);
        different += part.pixels != whole.pixels;
        const auto areas = difference(before.marks(), after.marks());
        for (const PixelArea& area : areas)
            part.clear(area);
        keep_only(after.data, height, areas, after.pieces);
        part.draw(after.data);
        ASSERT_EQ(part.pixels, whole.pixels);
    }
    EXPECT_GT(different, 12) << "nearly every change is seen";
}

} // namespace attn::redraw_test
