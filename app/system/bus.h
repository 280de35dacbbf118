// SPDX-License-Identifier: MIT
// The desktop's session bus: owners that release GLib's objects, and a private connection that may
// be lost without harm. Only for the .cpp files of app/system.
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

/// Whether there is a session bus. Does not contact it.
bool has_session_bus();

/// Opens a private connection: losing the shared one would end the program. Returns null and sets
/// `fault` on failure.
Bus connected_bus(GCancellable* cancelling, std::string& fault);

/// Why the bus refused, as the end of a sentence.
std::string why(const BusError& error);

} // namespace app
