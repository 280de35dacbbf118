// SPDX-License-Identifier: MIT
// Plays a desktop's settings portal on a session bus of the test.
#pragma once

#include "tests/support/session_bus.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace attn::test {

/// Offers these settings, wrapped in variants as both new and old portals do.
class SettingsPortal {
public:
    SettingsPortal(const std::string& address, unsigned scheme, double text_scale,
                   bool lists_files = true)
        : scheme_(scheme), text_scale_(text_scale), lists_files_(lists_files),
          thread_([this, address] { run(address); }) {
        while (!is_ready_)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    SettingsPortal(const SettingsPortal&) = delete;
    SettingsPortal& operator=(const SettingsPortal&) = delete;
    ~SettingsPortal() {
        ends_ = true;
        g_main_context_wakeup(context_);
        thread_.join();
        g_main_context_unref(context_);
    }

    void change(const char* space, const char* key, GVariant* value) {
        g_dbus_connection_emit_signal(bus_, nullptr, "/org/freedesktop/portal/desktop",
                                      "org.freedesktop.portal.Settings", "SettingChanged",
                                      g_variant_new("(ssv)", space, key, value), nullptr);
    }

private:
    static constexpr const char* interfaces =
        "<node><interface name='org.freedesktop.portal.Settings'>"
        "<method name='Read'><arg type='s'/><arg type='s'/><arg type='v' direction='out'/></method>"
        "</interface></node>";

    static void called(GDBusConnection*, const char*, const char*, const char*, const char*,
                       GVariant* parameters, GDBusMethodInvocation* call, void* portal) {
        const auto& self = *static_cast<SettingsPortal*>(portal);
        const char *space = nullptr, *key = nullptr;
        g_variant_get(parameters, "(&s&s)", &space, &key);
        if (std::string(key) == "remember-recent-files")
            return g_dbus_method_invocation_return_value(
                call, g_variant_new("(v)", g_variant_new_boolean(self.lists_files_)));
        const bool is_scheme = std::string(key) == "color-scheme";
        if (!is_scheme && self.text_scale_ == 0)
            return g_dbus_method_invocation_return_dbus_error(
                call, "org.freedesktop.portal.Error.NotFound", "Requested setting not found");
        GVariant* const value =
            is_scheme ? g_variant_new_uint32(self.scheme_) : g_variant_new_double(self.text_scale_);
        g_dbus_method_invocation_return_value(
            call, g_variant_new("(v)", is_scheme ? g_variant_new_variant(value) : value));
    }

    void run(const std::string& address) {
        g_main_context_push_thread_default(context_);
        bus_ = connected(address);
        GDBusNodeInfo* const node = g_dbus_node_info_new_for_xml(interfaces, nullptr);
        g_dbus_connection_register_object(bus_, "/org/freedesktop/portal/desktop",
                                          node->interfaces[0], &table_, this, nullptr, nullptr);
        own_portal(bus_);
        is_ready_ = true;
        while (!ends_)
            g_main_context_iteration(context_, TRUE);
        g_dbus_connection_close_sync(bus_, nullptr, nullptr);
        while (g_main_context_iteration(context_, FALSE)) {
        }
        g_object_unref(bus_);
        g_dbus_node_info_unref(node);
        g_main_context_pop_thread_default(context_);
    }

    const unsigned scheme_;
    const double text_scale_; // 0: no such setting
    const bool lists_files_;
    const GDBusInterfaceVTable table_{called, nullptr, nullptr, {}};
    GMainContext* const context_ = g_main_context_new();
    GDBusConnection* bus_ = nullptr;
    std::atomic<bool> is_ready_ = false, ends_ = false;
    std::thread thread_;
};

} // namespace attn::test
