// SPDX-License-Identifier: MIT
// Tests the window at every width, with its own loop and panels, without a display.
#include "app/window/lab.h"
#include "tests/support/headless.h"

#include <gtest/gtest.h>

using namespace attn;
using namespace attn::test;

TEST(AnyWidth, HoldsTheExportPanel) {
    Headless screen;
    app::Session session(new_document());
    int width = 0;
    const auto widen = [&](double) {
        screen.size = {static_cast<float>(60 + ++width % 360), 240};
        screen.scale = 0.5F + 0.25F * static_cast<float>(width / 360);
        app::WindowEvents events;
        events.anything = true;
        if (width == 2)
            events.keys.emplace_back(app::KeyPress{app::Key::Character, 'e', true, true});
        return events;
    };
    app::Lab lab(screen.screen(widen), session, app::all_actions({}), app::all_font_files());
    lab.run([&] { return width >= 360 * 4; });
    EXPECT_TRUE(session.ui.exporting.is_open);
    EXPECT_EQ(screen.fault, "");
}
