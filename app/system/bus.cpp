// SPDX-License-Identifier: MIT
#include "app/system/bus.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace app {

bool has_session_bus() {
    if (const char* const address = std::getenv("DBUS_SESSION_BUS_ADDRESS"))
        return address[0] != '\0';
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    std::error_code code;
    return folder && std::filesystem::exists(std::string(folder) + "/bus", code);
}

std::string why(const BusError& error) {
    if (!error)
        return "no reason was given";
    g_dbus_error_strip_remote_error(error.get());
    return error->message;
}

Bus connected_bus(GCancellable* cancelling, std::string& fault) {
    GError* error = nullptr;
    const BusText address(g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nullptr, &error));
    if (!address) {
        fault = "The desktop's session bus was not found: " + why(BusError(error));
        return nullptr;
    }
    Bus bus(g_dbus_connection_new_for_address_sync(
        address.get(),
        static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
        nullptr, cancelling, &error));
    if (!bus)
        fault = "The desktop's session bus does not answer: " + why(BusError(error));
    return bus;
}

} // namespace app
