// SPDX-License-Identifier: MIT
#include "app/system/x11_window.h"

#include "app/system/xcb_parts.h"

#include <algorithm>
#include <cstddef>

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

/// Waits for an answer, so that the server has received all earlier requests.
void wait_for(const Server& server) {
    const Owned<xcb_get_input_focus_reply_t> answer(
        xcb_get_input_focus_reply(server.get(), xcb_get_input_focus(server.get()), nullptr));
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
    // The answer shows that the server has received it.
    const Owned<xcb_generic_error_t> refused(
        xcb_request_check(server.get(), xcb_map_window_checked(server.get(), window)));
    return !refused;
}

void activate_x11_window(std::uint32_t window, std::uint32_t time) {
    const Server server = connected();
    if (!server)
        return;
    if (is_managed(server)) {
        constexpr std::uint32_t by_program = 1, by_person = 2;
        xcb_client_message_event_t asked{};
        asked.response_type = XCB_CLIENT_MESSAGE;
        asked.format = 32;
        asked.window = window;
        asked.type = atom(server.get(), "_NET_ACTIVE_WINDOW");
        asked.data.data32[0] = time == 0 ? by_person : by_program;
        asked.data.data32[1] = time;
        xcb_send_event(server.get(), 0, root_of(server),
                       XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                       reinterpret_cast<const char*>(&asked));
    } else {
        const std::uint32_t above = XCB_STACK_MODE_ABOVE;
        xcb_configure_window(server.get(), window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
        xcb_set_input_focus(server.get(), XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
    }
    wait_for(server);
}

// https://specifications.freedesktop.org/startup-notification-spec/startup-notification-latest.txt
void end_x11_startup(const std::string& token) {
    const Server server = token.empty() ? nullptr : connected();
    if (!server)
        return;
    std::string text = "remove: ID=\"";
    for (const char letter : token)
        text += (letter == '"' || letter == '\\' ? "\\" : "") + std::string(1, letter);
    text += '"';
    const xcb_window_t sender = xcb_generate_id(server.get());
    xcb_create_window(server.get(), 0, sender, root_of(server), 0, 0, 1, 1, 0,
                      XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
    const xcb_atom_t first = atom(server.get(), "_NET_STARTUP_INFO_BEGIN"),
                     further = atom(server.get(), "_NET_STARTUP_INFO");
    xcb_client_message_event_t part{};
    // Including the final zero.
    for (std::size_t at = 0; at <= text.size(); at += sizeof part.data.data8) {
        part = {};
        part.response_type = XCB_CLIENT_MESSAGE;
        part.format = 8;
        part.window = sender;
        part.type = at == 0 ? first : further;
        std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at),
                    std::min(text.size() - at, sizeof part.data.data8), part.data.data8);
        xcb_send_event(server.get(), 0, root_of(server), XCB_EVENT_MASK_PROPERTY_CHANGE,
                       reinterpret_cast<const char*>(&part));
    }
    wait_for(server);
}

} // namespace app
