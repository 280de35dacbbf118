// SPDX-License-Identifier: MIT
#include "app/system/x11_window.h"

#include "app/system/xcb_parts.h"

namespace app {
namespace {

struct Disconnect {
    void operator()(xcb_connection_t* server) const { xcb_disconnect(server); }
};
using Server = std::unique_ptr<xcb_connection_t, Disconnect>;

Server connected() {
    Server server(xcb_connect(nullptr, nullptr));
    return xcb_connection_has_error(server.get()) == 0 ? std::move(server) : nullptr;
}

xcb_window_t root_of(const Server& server) {
    return xcb_setup_roots_iterator(xcb_get_setup(server.get())).data->root;
}

bool is_managed(const Server& server) {
    const Owned<xcb_get_property_reply_t> check(xcb_get_property_reply(
        server.get(),
        xcb_get_property(server.get(), 0, root_of(server),
                         atom(server.get(), "_NET_SUPPORTING_WM_CHECK"), XCB_ATOM_WINDOW, 0, 1),
        nullptr));
    return check && check->format == 32 && xcb_get_property_value_length(check.get()) == 4;
}

} // namespace

bool has_x11_window_manager() {
    const Server server = connected();
    return server && is_managed(server);
}

bool map_x11_window(std::uint32_t window) {
    const Server server = connected();
    if (!server)
        return false;
    // The answer means that the server has it.
    const Owned<xcb_generic_error_t> refused(
        xcb_request_check(server.get(), xcb_map_window_checked(server.get(), window)));
    return !refused;
}

} // namespace app
