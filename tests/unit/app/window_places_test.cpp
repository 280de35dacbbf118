// SPDX-License-Identifier: MIT
#include "app/session/window_places.h"

#include <gtest/gtest.h>

#include <vector>

using namespace app;

namespace {

const Monitor laptop{"eDP-1 1366x768", 0, 0, 1366, 740, 1};
const Monitor projector{"HDMI-1 1920x1080", 1366, 0, 1920, 1080, 1};
const std::vector<Monitor> alone{laptop}, lecture{laptop, projector};

} // namespace

TEST(WindowPlaces, EachSetOfMonitorsHasItsOwnNewestFirst) {
    std::vector<KeptPlace> kept;
    EXPECT_FALSE(place_on(lecture, kept));
    const WindowPlace on_projector{1500, 100, 1600, 900, false},
        on_laptop{50, 20, 1000, 600, false};
    keep_place(kept, lecture, on_projector);
    EXPECT_EQ(place_on(lecture, kept), on_projector);
    EXPECT_FALSE(place_on(alone, kept)) << "the projector is not there";
    keep_place(kept, alone, on_laptop);
    EXPECT_EQ(place_on(alone, kept), on_laptop);
    EXPECT_EQ(place_on(lecture, kept), on_projector) << "though the laptop was last";
    keep_place(kept, lecture, on_laptop);
    EXPECT_EQ(place_on(lecture, kept), on_laptop);
}

TEST(WindowPlaces, AMovedMonitorTakesItsWindowAlong) {
    std::vector<KeptPlace> kept;
    keep_place(kept, lecture, {1500, 100, 1600, 900, false});
    const Monitor above{projector.name, 0, -1080, 1920, 1080, 1};
    EXPECT_EQ(place_on({laptop, above}, kept), (WindowPlace{134, -980, 1600, 900, false}));
    const Monitor other{"HDMI-1 800x600", 1366, 0, 800, 600, 1};
    EXPECT_FALSE(place_on({laptop, other}, kept)) << "one of another size is another one";
}

TEST(WindowPlaces, AMonitorsScaleScalesTheWindow) {
    std::vector<KeptPlace> kept;
    const Monitor usual{"DP-1 3840x2160", 0, 0, 3840, 2160, 1},
        large{"DP-1 3840x2160", 0, 0, 3840, 2160, 2};
    keep_place(kept, {usual}, {100, 50, 1600, 900, false});
    EXPECT_EQ(place_on({large}, kept), (WindowPlace{200, 100, 3200, 1800, false}));
}

TEST(WindowPlaces, AMaximisedWindowKeepsItsEarlierSize) {
    std::vector<KeptPlace> kept;
    keep_place(kept, alone, {50, 20, 1000, 600, false});
    keep_place(kept, alone, {0, 0, 1366, 740, true});
    EXPECT_EQ(place_on(alone, kept), (WindowPlace{50, 20, 1000, 600, true}));
    kept.clear();
    keep_place(kept, alone, {0, 0, 1366, 740, true});
    EXPECT_EQ(place_on(alone, kept), (WindowPlace{136, 74, 1092, 592, true}));
}

TEST(WindowPlaces, FromOlderVersionsBelongToTheDesktop) {
    const WindowPlace place{1500, 100, 1600, 900, false};
    const std::vector<KeptPlace> kept{{"", "", 1, place}};
    EXPECT_EQ(place_on(lecture, kept), place);
    EXPECT_FALSE(place_on(alone, kept));
}

TEST(WindowPlaces, TheFirstSizeFitsTheMonitor) {
    const auto size = [](int width, int height, float scale, bool is_framed) {
        return first_size({"m", 0, 0, width, height, scale}, 1600, 900, is_framed);
    };
    const auto expect = [](FirstSize found, int width, int height, bool is_maximised) {
        EXPECT_EQ(found.width, width);
        EXPECT_EQ(found.height, height);
        EXPECT_EQ(found.is_maximised, is_maximised);
    };
    expect(size(1920, 1080, 1, true), 1600, 900, false);
    expect(size(1366, 740, 1, false), 1366, 740, false);
    expect(size(1366, 740, 1, true), 1229, 666, true);
    expect(size(1920, 940, 1, true), 1600, 846, true); // no space for the title bar
    expect(size(3840, 2160, 2, true), 1600, 900, false);
    expect(size(3840, 2160, 1, true), 3072, 1728, false);
    expect(size(2732, 1480, 2, true), 1229, 666, true);
    expect(size(0, 0, 1, true), 1600, 900, false);
}
