// SPDX-License-Identifier: MIT
// A session bus for one test; the environment names it during its life.
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <gio/gio.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace attn::test {

class SessionBus {
public:
    SessionBus()
        : daemon_({{"dbus-daemon", "--session", "--nofork", "--print-address=1"},
                   {},
                   {},
                   folder_ / "address"}) {
        while (address_.empty() && daemon_.is_running()) {
            std::ifstream file(folder_ / "address");
            std::string line;
            if (std::getline(file, line) && !file.eof())
                address_ = line;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ::setenv("DBUS_SESSION_BUS_ADDRESS", address_.c_str(), 1);
    }
    ~SessionBus() { ::unsetenv("DBUS_SESSION_BUS_ADDRESS"); }
    SessionBus(const SessionBus&) = delete;
    SessionBus& operator=(const SessionBus&) = delete;

    const std::string& address() const { return address_; }
    void kill() { daemon_.send(SIGKILL); }

private:
    TempDir folder_;
    ChildProcess daemon_;
    std::string address_;
};

/// Opens a connection for a portal that a test plays.
inline GDBusConnection* connected(const std::string& address) {
    return g_dbus_connection_new_for_address_sync(
        address.c_str(),
        static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
        nullptr, nullptr, nullptr);
}

/// Takes the portal's name, so that programs find it.
inline void own_portal(GDBusConnection* bus) {
    GVariant* const owned = g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        g_variant_new("(su)", "org.freedesktop.portal.Desktop", 4U), nullptr,
        G_DBUS_CALL_FLAGS_NONE, -1, nullptr, nullptr);
    if (owned)
        g_variant_unref(owned);
}

} // namespace attn::test
