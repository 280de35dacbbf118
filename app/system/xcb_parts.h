// SPDX-License-Identifier: MIT
// Helpers for XCB that reading and offering the X11 clipboard share.
#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace app {

struct Free {
    void operator()(void* one) const { std::free(one); }
};
/// Owns what XCB allocates for its caller: replies and events.
template <class Thing>
using Owned = std::unique_ptr<Thing, Free>;

/// The atom for a name; none if the server does not answer.
inline xcb_atom_t atom(xcb_connection_t* connection, std::string_view name) {
    const Owned<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(
        connection,
        xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.data()),
        nullptr));
    return reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
}

/// The window that owns the selection; none if there is no owner.
inline xcb_window_t selection_owner(xcb_connection_t* connection, xcb_atom_t selection) {
    const Owned<xcb_get_selection_owner_reply_t> reply(xcb_get_selection_owner_reply(
        connection, xcb_get_selection_owner(connection, selection), nullptr));
    return reply ? reply->owner : static_cast<xcb_window_t>(XCB_NONE);
}

} // namespace app
