// SPDX-License-Identifier: MIT
// The window follows its desktop's look until a theme is chosen.
#include "core/document/model/view.h"
#include "tests/support/lab_driver.h"
#include "tests/support/session_bus.h"
#include "tests/support/settings_portal.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace attn::desktop_look_test {

using namespace test;

namespace {

std::function<bool(const Json&)> has_theme(attn::ThemeName theme) {
    return [theme](const Json& now) { return now["view"]["theme"] == static_cast<int>(theme); };
}

} // namespace

TEST(Desktop, ADarkOneMakesTheWindowDarkUntilAThemeIsChosen) {
    const SessionBus bus;
    SettingsPortal portal(bus.address(), 1, 1.25);
    LabDriver::Setup setup;
    setup.environment = {{"DBUS_SESSION_BUS_ADDRESS", bus.address()}};
    LabDriver lab(setup);
    const Json first = lab.settled();
    EXPECT_TRUE(has_theme(attn::ThemeName::Dark)(first));
    lab.picture("desktop-dark-1600");
    portal.change("org.freedesktop.appearance", "color-scheme", g_variant_new_uint32(2));
    lab.until("light", has_theme(attn::ThemeName::Light));
    lab.choose_by_name("Projector theme");
    lab.until("the chosen theme", has_theme(attn::ThemeName::Projector));
    const Json chosen = lab.settled();
    const auto width = [](const Json& now) {
        return now["controls"]["present.start"][2].get<double>();
    };
    portal.change("org.freedesktop.appearance", "color-scheme", g_variant_new_uint32(1));
    portal.change("org.gnome.desktop.interface", "text-scaling-factor", g_variant_new_double(1));
    const Json smaller = lab.until(
        "smaller texts", [&](const Json& now) { return width(now) < 0.9 * width(chosen); });
    EXPECT_TRUE(has_theme(attn::ThemeName::Projector)(smaller));
    EXPECT_EQ(lab.quit(), "");
    std::ifstream file(lab.home() + "/.config/attention-lab/settings.json");
    EXPECT_EQ(Json::parse(file)["theme"], "projector");
}

} // namespace attn::desktop_look_test
