// SPDX-License-Identifier: MIT
// The protocol:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

#include "app/system/desktop.h"

#include "app/system/bus.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace app {
namespace {

constexpr const char* settings = "org.freedesktop.portal.Settings";
constexpr const char* appearance = "org.freedesktop.appearance";
constexpr const char* interface = "org.gnome.desktop.interface"; // other desktops have it too
constexpr const char* privacy = "org.gnome.desktop.privacy";     // also on other desktops
constexpr int patience = 1000;                                   // milliseconds

/// Removes the variants around the value: old portals use two.
Variant unpacked(Variant value) {
    while (value && g_variant_is_of_type(value.get(), G_VARIANT_TYPE_VARIANT))
        value.reset(g_variant_get_variant(value.get()));
    return value;
}

/// Takes the setting over if it is one that the program follows.
void take(DesktopWish& wish, const char* space, const char* key, Variant value) {
    value = unpacked(std::move(value));
    if (!value)
        return;
    if (std::strcmp(space, appearance) == 0 && std::strcmp(key, "color-scheme") == 0 &&
        g_variant_is_of_type(value.get(), G_VARIANT_TYPE_UINT32))
        wish.is_dark = g_variant_get_uint32(value.get()) == 1;
    if (std::strcmp(space, interface) == 0 && std::strcmp(key, "text-scaling-factor") == 0 &&
        g_variant_is_of_type(value.get(), G_VARIANT_TYPE_DOUBLE)) {
        const double scale = g_variant_get_double(value.get());
        wish.text_scale =
            std::isfinite(scale) ? static_cast<float>(std::clamp(scale, 0.5, 3.0)) : 1;
    }
    if (std::strcmp(space, interface) == 0 && std::strcmp(key, "enable-animations") == 0 &&
        g_variant_is_of_type(value.get(), G_VARIANT_TYPE_BOOLEAN))
        wish.has_motion = g_variant_get_boolean(value.get()) != FALSE;
    if (std::strcmp(space, privacy) == 0 && std::strcmp(key, "remember-recent-files") == 0 &&
        g_variant_is_of_type(value.get(), G_VARIANT_TYPE_BOOLEAN))
        wish.lists_recent_files = g_variant_get_boolean(value.get()) != FALSE;
}

} // namespace

struct DesktopLook::Talk {
    std::function<void()> wake;
    Context context{g_main_context_new()};
    Cancelling cancelling{g_cancellable_new()};
    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    DesktopWish wish;       // this and the next two are guarded by the mutex
    bool has_news = false;  // not taken yet
    bool has_asked = false; // the first answer is there, or there will be none
    std::thread thread;

    static void said(GDBusConnection*, const char*, const char*, const char*, const char*,
                     GVariant* parameters, void* talk) {
        if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
            return;
        const char *space = nullptr, *key = nullptr;
        GVariant* value = nullptr;
        g_variant_get(parameters, "(&s&sv)", &space, &key, &value);
        auto& self = *static_cast<Talk*>(talk);
        {
            const std::lock_guard lock(self.mutex);
            const DesktopWish before = self.wish;
            take(self.wish, space, key, Variant(value));
            if (self.wish == before)
                return;
            self.has_news = true;
        }
        self.wake();
    }

    /// Reads one setting from the portal; returns false if it has none.
    bool ask(GDBusConnection* bus, const char* space, const char* key) {
        const Variant reply(g_dbus_connection_call_sync(
            bus, portal, portal_path, settings, "Read", g_variant_new("(ss)", space, key),
            G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE, patience, cancelling.get(), nullptr));
        if (!reply)
            return false;
        const std::lock_guard lock(mutex);
        take(wish, space, key, Variant(g_variant_get_child_value(reply.get(), 0)));
        return true;
    }

    void run() {
        g_main_context_push_thread_default(context.get());
        std::string fault; // not shown: the program works without
        if (const Bus bus = connected_bus(cancelling.get(), fault)) {
            const guint listening = g_dbus_connection_signal_subscribe(
                bus.get(), portal, settings, "SettingChanged", portal_path, nullptr,
                G_DBUS_SIGNAL_FLAGS_NONE, said, this, nullptr);
            const bool has_answer = ask(bus.get(), appearance, "color-scheme");
            ask(bus.get(), interface, "text-scaling-factor");
            const bool has_motion = ask(bus.get(), interface, "enable-animations");
            const bool has_privacy = ask(bus.get(), privacy, "remember-recent-files");
            end_asking(has_answer || has_privacy || has_motion);
            while (!g_cancellable_is_cancelled(cancelling.get()) &&
                   !g_dbus_connection_is_closed(bus.get()))
                g_main_context_iteration(context.get(), TRUE);
            g_dbus_connection_signal_unsubscribe(bus.get(), listening);
            g_dbus_connection_close_sync(bus.get(), nullptr, nullptr);
            while (g_main_context_iteration(context.get(), FALSE)) {
            }
        }
        end_asking(false);
        g_main_context_pop_thread_default(context.get());
    }

    void end_asking(bool has_answer) {
        {
            const std::lock_guard lock(mutex);
            if (std::exchange(has_asked, true))
                return;
            has_news = has_answer;
        }
        changed.notify_all();
        if (has_answer)
            wake();
    }
};

DesktopLook::DesktopLook(std::function<void()> wake) : talk_(std::make_unique<Talk>()) {
    talk_->wake = std::move(wake);
    if (has_session_bus())
        talk_->thread = std::thread([talk = talk_.get()] { talk->run(); });
    else
        talk_->end_asking(false);
}

DesktopLook::~DesktopLook() {
    g_cancellable_cancel(talk_->cancelling.get());
    g_main_context_wakeup(talk_->context.get());
    if (talk_->thread.joinable())
        talk_->thread.join();
}

void DesktopLook::wait(std::chrono::milliseconds most) const {
    std::unique_lock lock(talk_->mutex);
    talk_->changed.wait_for(lock, most, [&] { return talk_->has_asked; });
}

std::optional<DesktopWish> DesktopLook::news() {
    const std::lock_guard lock(talk_->mutex);
    if (!std::exchange(talk_->has_news, false))
        return std::nullopt;
    return talk_->wish;
}

// https://www.freedesktop.org/wiki/Specifications/desktop-bookmark-spec/

namespace {

constexpr const char* document_type = "application/vnd.attention-lab+json";
constexpr const char* program = "Attention Lab";
constexpr const char* command = "attention-lab-window %f";

using Bookmarks = std::unique_ptr<GBookmarkFile, Forget<g_bookmark_file_free>>;

} // namespace

void add_to_desktop_list(const std::string& path) {
    std::error_code code;
    const std::string whole = std::filesystem::absolute(path, code);
    const BusText uri(code ? nullptr : g_filename_to_uri(whole.c_str(), nullptr, nullptr));
    if (!uri)
        return;
    const std::string folder = g_get_user_data_dir();
    const std::string list = folder + "/recently-used.xbel";
    const Bookmarks bookmarks(g_bookmark_file_new());
    if (std::filesystem::exists(list, code)) {
        if (!g_bookmark_file_load_from_file(bookmarks.get(), list.c_str(), nullptr))
            return; // Other programs' entries must not be lost.
    } else {
        std::filesystem::create_directories(folder, code);
    }
    g_bookmark_file_set_mime_type(bookmarks.get(), uri.get(), document_type);
    g_bookmark_file_add_application(bookmarks.get(), uri.get(), program, command);
    (void)g_bookmark_file_to_file(bookmarks.get(), list.c_str(), nullptr);
}

} // namespace app
