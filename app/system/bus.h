// SPDX-License-Identifier: MIT
// The desktop's session bus: what GLib holds, let go of in time, and a connection that this program
// may lose. Only for the .cpp files of app/system.
#pragma once

#include <gio/gio.h>

#include <memory>
#include <string>

namespace app {

template <auto forget>
struct Forget {
    template <class T>
    void operator()(T* held) const {
        forget(held);
    }
};
using BusError = std::unique_ptr<GError, Forget<g_error_free>>;
using Variant = std::unique_ptr<GVariant, Forget<g_variant_unref>>;
using BusText = std::unique_ptr<char, Forget<g_free>>;
using Context = std::unique_ptr<GMainContext, Forget<g_main_context_unref>>;
using Bus = std::unique_ptr<GDBusConnection, Forget<g_object_unref>>;
using Cancelling = std::unique_ptr<GCancellable, Forget<g_object_unref>>;

constexpr const char* portal = "org.freedesktop.portal.Desktop";
constexpr const char* portal_path = "/org/freedesktop/portal/desktop";

/// Whether there is a session bus to ask. Nothing is asked.
bool has_session_bus();

/// A connection of its own: losing the shared one would end the program. Null with `fault` said.
Bus connected_bus(GCancellable* cancelling, std::string& fault);

/// Why the bus refused, as a sentence's end.
std::string why(const BusError& error);

} // namespace app
