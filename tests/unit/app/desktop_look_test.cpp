// SPDX-License-Identifier: MIT
// The look that a desktop asks for, through a portal that the test plays on its own session bus.
#include "app/system/desktop.h"
#include "tests/support/session_bus.h"
#include "tests/support/settings_portal.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace attn::desktop_look_test {

using namespace app;
using namespace test;
using namespace std::chrono_literals;

namespace {

/// Waits for the next wish; nothing if it takes too long.
std::optional<DesktopWish> next(DesktopLook& look) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
        if (const auto wish = look.news())
            return wish;
        std::this_thread::sleep_for(1ms);
    }
    return std::nullopt;
}

} // namespace

TEST(DesktopLook, IsReadAtTheStartAndFollowed) {
    const SessionBus bus;
    SettingsPortal portal(bus.address(), 1, 1.25);
    std::atomic<int> woken = 0;
    DesktopLook look([&] { ++woken; });
    look.wait(60s);
    EXPECT_EQ(look.news(), (DesktopWish{true, 1.25F}));
    EXPECT_EQ(look.news(), std::nullopt) << "it is told once";
    portal.change("org.freedesktop.appearance", "color-scheme", g_variant_new_uint32(2));
    EXPECT_EQ(next(look), (DesktopWish{false, 1.25F}));
    portal.change("org.gnome.desktop.interface", "text-scaling-factor", g_variant_new_double(99));
    EXPECT_EQ(next(look), (DesktopWish{false, 3})) << "no larger than can be shown";
    EXPECT_GE(woken, 3);
}

TEST(DesktopLook, WithoutATextScaleTheDefaultIsUsed) {
    const SessionBus bus;
    const SettingsPortal portal(bus.address(), 0, 0);
    DesktopLook look([] {});
    look.wait(60s);
    EXPECT_EQ(look.news(), (DesktopWish{false, 1}));
}

TEST(DesktopLook, KnowsWhetherFilesMayBeListed) {
    const SessionBus bus;
    SettingsPortal portal(bus.address(), 0, 1, false);
    DesktopLook look([] {});
    look.wait(60s);
    EXPECT_EQ(look.news(), (DesktopWish{false, 1, false}));
    portal.change("org.gnome.desktop.privacy", "remember-recent-files",
                  g_variant_new_boolean(TRUE));
    EXPECT_EQ(next(look), (DesktopWish{false, 1, true}));
}

TEST(DesktopLook, KnowsWhetherThingsMayMove) {
    const SessionBus bus;
    SettingsPortal portal(bus.address(), 0, 1);
    DesktopLook look([] {});
    look.wait(60s);
    EXPECT_EQ(look.news(), (DesktopWish{false, 1, true, true}));
    portal.change("org.gnome.desktop.interface", "enable-animations", g_variant_new_boolean(FALSE));
    EXPECT_EQ(next(look), (DesktopWish{false, 1, true, false}));
}

TEST(DesktopLook, WithoutAPortalOrABusIsUnknown) {
    {
        const SessionBus bus;
        DesktopLook look([] {});
        look.wait(60s);
        EXPECT_EQ(look.news(), std::nullopt);
    }
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere", 1);
    {
        DesktopLook look([] {});
        look.wait(60s);
        EXPECT_EQ(look.news(), std::nullopt);
    }
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "", 1);
    DesktopLook look([] {});
    look.wait(60s);
    EXPECT_EQ(look.news(), std::nullopt);
    ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
}

} // namespace attn::desktop_look_test
