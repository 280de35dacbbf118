// SPDX-License-Identifier: MIT
// Pins stand beside what they name and do not hide what other pins name.
#include "core/figure/base/colours.h"
#include "core/figure/canvas/canvas.h"
#include "core/figure/canvas/pins.h"
#include "core/io/document/library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace attn;

using Veil = figure::PinOptions::Veil;

namespace {

struct Scene {
    Document document = *io::open_document("the-cat-chased-the-mouse");
    figure::Figure canvas =
        figure::canvas(document, evaluate(document), View{}, {figure::Size{1010, 383}});

    figure::Figure pins(const std::vector<std::string>& texts, Veil veil = Veil::All) const {
        std::vector<Region> places;
        for (const std::string& text : texts)
            places.push_back(*parse_region(text));
        return figure::pins_over(canvas, document, places,
                                 {figure::theme(ThemeName::Light), 14, figure::approximate_width,
                                  figure::Rect{0, 0, canvas.size.width, canvas.size.height}, veil,
                                  0});
    }
    figure::Rect place(const std::string& text) const {
        return *figure::place_rect(canvas, document, *parse_region(text));
    }
};

/// The discs, in order of their numbers.
std::vector<figure::Rect> discs(const figure::Figure& over) {
    std::vector<figure::Rect> list;
    for (const figure::Shape& shape : over.shapes)
        if (const auto* box = std::get_if<figure::Box>(&shape))
            if (box->rect.width == figure::pin_size(14) && box->rect.height == box->rect.width)
                list.push_back(box->rect);
    return list;
}

float overlap(const figure::Rect& a, const figure::Rect& b) {
    return std::max(0.0F, std::min(a.right(), b.right()) - std::max(a.x, b.x)) *
           std::max(0.0F, std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y));
}

} // namespace

TEST(Pins, OfNeighboursHideNoNumber) {
    const Scene scene;
    for (const auto& [one, other] :
         std::vector<std::pair<std::string, std::string>>{{"scores[1,4]", "scores[1,3]"},
                                                          {"scores[1,3]", "scores[1,4]"},
                                                          {"X[1,1]", "X[2,1]"}}) {
        const auto found = discs(scene.pins({one, other}));
        ASSERT_EQ(found.size(), 2U);
        EXPECT_EQ(overlap(found[0], scene.place(other)), 0) << one << " " << other;
        EXPECT_EQ(overlap(found[1], scene.place(one)), 0) << one << " " << other;
        EXPECT_EQ(overlap(found[0], found[1]), 0) << one << " " << other;
    }
}

TEST(Pins, OfOneCellStandApartOnTheCanvas) {
    const Scene scene;
    const auto found = discs(scene.pins(std::vector<std::string>(12, "output[4,3]")));
    ASSERT_EQ(found.size(), 12U);
    for (std::size_t at = 0; at < found.size(); ++at) {
        EXPECT_GE(found[at].x, 0);
        EXPECT_LE(found[at].right(), scene.canvas.size.width);
        EXPECT_LE(found[at].bottom(), scene.canvas.size.height);
        for (std::size_t before = 0; before < at; ++before)
            EXPECT_EQ(overlap(found[at], found[before]), 0) << before << " and " << at;
    }
}

TEST(Pins, TheVeilSparesThePlacesAndCanBeSwitchedOff) {
    const Scene scene;
    const figure::Colour veil = figure::theme(ThemeName::Light).background;
    const auto veils = [&](const figure::Figure& over) {
        std::vector<figure::Rect> list;
        for (const figure::Shape& shape : over.shapes)
            if (const auto* box = std::get_if<figure::Box>(&shape))
                if (box->fill.alpha > 0 && box->fill.alpha < 255 && box->fill.red == veil.red)
                    list.push_back(box->rect);
        return list;
    };
    const auto dim = veils(scene.pins({"weights[1,4]"}));
    EXPECT_FALSE(dim.empty());
    float hidden = 0;
    for (const figure::Rect& rect : dim)
        hidden += overlap(rect, scene.place("weights[1,4]"));
    EXPECT_EQ(hidden, 0);
    const auto cells = veils(scene.pins({"weights[1,4]"}, Veil::Cells));
    float over_cells = 0, over_weights = 0;
    for (const figure::Rect& rect : cells) {
        over_weights += overlap(rect, scene.place("weights[1,4]"));
        float inside = 0;
        for (const figure::GridRegion& grid : scene.canvas.grids)
            inside += overlap(rect, grid.cells);
        EXPECT_NEAR(inside, rect.width * rect.height, 1) << "titles and texts stay as they are";
        over_cells += inside;
    }
    EXPECT_EQ(over_weights, 0);
    EXPECT_GT(over_cells, 0.5F * scene.place("X").width * scene.place("X").height);
    EXPECT_TRUE(veils(scene.pins({"weights[1,4]"}, Veil::None)).empty());
    EXPECT_EQ(discs(scene.pins({"weights[1,4]"}, Veil::None)).size(), 1U);
}
