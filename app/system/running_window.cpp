// SPDX-License-Identifier: MIT
// The protocol: https://specifications.freedesktop.org/desktop-entry-spec/latest/dbus.html
#include "app/system/running_window.h"

#include "app/starting/leaflet.h"
#include "app/system/bus.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* application_interface = "org.freedesktop.Application";
constexpr const char* interface_xml =
    "<node><interface name='org.freedesktop.Application'>"
    "<method name='Activate'><arg type='a{sv}' direction='in'/></method>"
    "<method name='Open'><arg type='as' direction='in'/><arg type='a{sv}' direction='in'/></method>"
    "</interface></node>";
constexpr const char* token_key = "desktop-startup-id";
constexpr int open_patience = 3000; // milliseconds that the asking program waits
constexpr std::chrono::milliseconds answered_within{2000}; // after that the request has expired

using BusNode = std::unique_ptr<GDBusNodeInfo, Forget<g_dbus_node_info_unref>>;

std::string bus_name(long process) {
    return std::string(desktop_id()) + (process == 0 ? "" : ".window" + std::to_string(process));
}

std::string object_path() {
    std::string path = "/" + std::string(desktop_id());
    std::replace(path.begin(), path.end(), '.', '/');
    return path;
}

/// Requests a name without waiting: if the bus refuses, files get windows of their own.
void request_name(GDBusConnection* bus, const std::string& name) {
    constexpr unsigned may_be_replaced = 1, replaces = 2;
    g_dbus_connection_call(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                           "org.freedesktop.DBus", "RequestName",
                           g_variant_new("(su)", name.c_str(), may_be_replaced | replaces), nullptr,
                           G_DBUS_CALL_FLAGS_NONE, open_patience, nullptr, nullptr, nullptr);
}

} // namespace

struct RunningWindow::Talk {
    std::function<void()> wake;
    Context context{g_main_context_new()};
    Cancelling cancelling{g_cancellable_new()};
    std::atomic<bool> was_used = true; // a new window counts as used
    std::mutex mutex;
    GDBusMethodInvocation* call = nullptr; // this and what follows are guarded by the mutex
    DesktopWishToOpen wish;
    Clock::time_point came;
    const GDBusInterfaceVTable table{called, nullptr, nullptr, {}};
    std::thread thread;

    /// Takes the call out, so that it is answered only once.
    GDBusMethodInvocation* taken_call() {
        const std::lock_guard lock(mutex);
        return std::exchange(call, nullptr);
    }

    static void refuse(GDBusMethodInvocation* call, const char* why) {
        if (call)
            g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.DBus.Error.Failed",
                                                       why);
    }

    static void called(GDBusConnection*, const char*, const char*, const char*, const char* method,
                       GVariant* parameters, GDBusMethodInvocation* call, void* talk) {
        auto& self = *static_cast<Talk*>(talk);
        const bool opens = std::string(method) == "Open";
        DesktopWishToOpen wish;
        if (opens) {
            const Variant uris(g_variant_get_child_value(parameters, 0));
            if (g_variant_n_children(uris.get()) != 1)
                return refuse(call, "one file at a time");
            const Variant uri(g_variant_get_child_value(uris.get(), 0));
            const BusText path(
                g_filename_from_uri(g_variant_get_string(uri.get(), nullptr), nullptr, nullptr));
            if (!path)
                return refuse(call, "only files of this machine can be opened");
            wish.path = path.get();
        }
        const Variant facts(g_variant_get_child_value(parameters, opens ? 1 : 0));
        const char* token = nullptr;
        if (g_variant_lookup(facts.get(), token_key, "&s", &token))
            wish.token = token;
        GDBusMethodInvocation* before = nullptr;
        {
            const std::lock_guard lock(self.mutex);
            before = std::exchange(self.call, call);
            self.wish = std::move(wish);
            self.came = Clock::now();
        }
        refuse(before, "another file was opened");
        self.wake();
    }

    void run() {
        g_main_context_push_thread_default(context.get());
        std::string fault; // not shown: the program works without
        if (const Bus bus = connected_bus(cancelling.get(), fault)) {
            const BusNode node(g_dbus_node_info_new_for_xml(interface_xml, nullptr));
            const guint object = g_dbus_connection_register_object(bus.get(), object_path().c_str(),
                                                                   node->interfaces[0], &table,
                                                                   this, nullptr, nullptr);
            request_name(bus.get(), bus_name(::getpid()));
            while (!g_cancellable_is_cancelled(cancelling.get()) &&
                   !g_dbus_connection_is_closed(bus.get())) {
                if (was_used.exchange(false))
                    request_name(bus.get(), bus_name(0));
                g_main_context_iteration(context.get(), TRUE);
            }
            g_dbus_connection_unregister_object(bus.get(), object);
            refuse(taken_call(), "the window was closed");
            g_dbus_connection_close_sync(bus.get(), nullptr, nullptr);
            while (g_main_context_iteration(context.get(), FALSE)) {
            }
        }
        g_main_context_pop_thread_default(context.get());
    }
};

RunningWindow::RunningWindow(std::function<void()> wake) : talk_(std::make_unique<Talk>()) {
    talk_->wake = std::move(wake);
    if (has_session_bus())
        talk_->thread = std::thread([talk = talk_.get()] { talk->run(); });
}

RunningWindow::~RunningWindow() {
    g_cancellable_cancel(talk_->cancelling.get());
    g_main_context_wakeup(talk_->context.get());
    if (talk_->thread.joinable())
        talk_->thread.join();
}

void RunningWindow::use() {
    talk_->was_used = true;
    g_main_context_wakeup(talk_->context.get());
}

std::optional<DesktopWishToOpen> RunningWindow::asked() {
    {
        const std::lock_guard lock(talk_->mutex);
        if (!talk_->call)
            return std::nullopt;
        if (Clock::now() - talk_->came < answered_within)
            return talk_->wish;
    }
    Talk::refuse(talk_->taken_call(), "the window was busy");
    return std::nullopt;
}

void RunningWindow::answer(bool is_done) {
    GDBusMethodInvocation* const call = talk_->taken_call();
    if (!is_done)
        return Talk::refuse(call, "the window is busy");
    if (call)
        g_dbus_method_invocation_return_value(call, nullptr);
}

bool ask_running_window(const DesktopWishToOpen& wish, long process) {
    if (!has_session_bus())
        return false;
    std::string fault;
    const Bus bus = connected_bus(nullptr, fault);
    if (!bus)
        return false;
    GError* error = nullptr;
    const BusText uri(g_filename_to_uri(wish.path.c_str(), nullptr, &error));
    if (!uri) {
        (void)BusError(error);
        return false;
    }
    GVariantBuilder facts;
    g_variant_builder_init(&facts, G_VARIANT_TYPE("a{sv}"));
    if (!wish.token.empty() && g_utf8_validate(wish.token.c_str(), -1, nullptr))
        g_variant_builder_add(&facts, "{sv}", token_key, g_variant_new_string(wish.token.c_str()));
    const char* const uris[] = {uri.get(), nullptr};
    const Variant reply(g_dbus_connection_call_sync(
        bus.get(), bus_name(process).c_str(), object_path().c_str(), application_interface, "Open",
        g_variant_new("(^asa{sv})", uris, &facts), nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START,
        open_patience, nullptr, &error));
    const BusError refused(error);
    g_dbus_connection_close_sync(bus.get(), nullptr, nullptr);
    return reply != nullptr;
}

std::string desktop_token() {
    for (const char* name : {"XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"})
        if (const char* const value = std::getenv(name); value && *value)
            return value;
    return "";
}

} // namespace app
