// SPDX-License-Identifier: MIT
// The protocol:
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html
#include "app/system/system_dialog.h"

#include "app/system/bus.h"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace app {
namespace {

constexpr const char* chooser = "org.freedesktop.portal.FileChooser";
constexpr const char* request = "org.freedesktop.portal.Request";

constexpr const char* there_is_another = ". Choose the file in this dialog instead";

/// This program's name on the bus, as part of a path.
std::string sender(GDBusConnection* bus) {
    std::string name = g_dbus_connection_get_unique_name(bus);
    name.erase(0, 1); // the colon
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

GVariant* options(const SystemDialogWish& wish, const std::string& token) {
    GVariantBuilder list;
    g_variant_builder_init(&list, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&list, "{sv}", "handle_token", g_variant_new_string(token.c_str()));
    g_variant_builder_add(&list, "{sv}", "modal", g_variant_new_boolean(TRUE));
    if (!wish.folder.empty())
        g_variant_builder_add(&list, "{sv}", "current_folder",
                              g_variant_new_bytestring(wish.folder.c_str()));
    if (wish.saves && g_utf8_validate(wish.name.c_str(), -1, nullptr))
        g_variant_builder_add(&list, "{sv}", "current_name",
                              g_variant_new_string(wish.name.c_str()));
    return g_variant_builder_end(&list);
}

/// Reads the portal's answer: 0 and the files, 1 for cancelled, 2 for anything else.
SystemDialogAnswer answer_of(GVariant* parameters) {
    guint32 code = 2;
    GVariant* found = nullptr;
    g_variant_get(parameters, "(u@a{sv})", &code, &found);
    const Variant results(found);
    if (code == 1)
        return {};
    if (code != 0)
        return {"", std::string("The desktop's file dialog closed by itself") + there_is_another};
    const Variant list(g_variant_lookup_value(results.get(), "uris", G_VARIANT_TYPE_STRING_ARRAY));
    if (!list || g_variant_n_children(list.get()) == 0)
        return {};
    const Variant first(g_variant_get_child_value(list.get(), 0));
    const BusText path(
        g_filename_from_uri(g_variant_get_string(first.get(), nullptr), nullptr, nullptr));
    if (!path)
        return {"", "The desktop's file dialog chose something that is not a file on this "
                    "computer. Choose a file that is"};
    return {path.get(), ""};
}

} // namespace

bool may_have_system_dialog() {
    return has_session_bus();
}

struct SystemDialog::Talk {
    SystemDialogWish wish;
    std::function<void()> wake;
    int patience = 0; // in milliseconds
    Context context{g_main_context_new()};
    Cancelling cancelling{g_cancellable_new()}; // cancelled when the answer is no longer wanted
    mutable std::mutex mutex;
    std::optional<SystemDialogAnswer> answer; // guarded by the mutex
    std::thread thread;

    void finish(SystemDialogAnswer found) {
        const std::lock_guard lock(mutex);
        if (!answer)
            answer = std::move(found);
    }

    bool has_answer() const {
        const std::lock_guard lock(mutex);
        return answer.has_value();
    }

    static void answered(GDBusConnection*, const char*, const char*, const char*, const char*,
                         GVariant* parameters, void* talk) {
        if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ua{sv})")))
            static_cast<Talk*>(talk)->finish(answer_of(parameters));
    }

    static void closed(GDBusConnection*, gboolean, GError*, void* talk) {
        static_cast<Talk*>(talk)->finish(
            {"",
             std::string("The desktop's session bus closed the connection") + there_is_another});
    }

    guint listen(GDBusConnection* bus, const std::string& path) {
        return g_dbus_connection_signal_subscribe(bus, portal, request, "Response", path.c_str(),
                                                  nullptr, G_DBUS_SIGNAL_FLAGS_NONE, answered, this,
                                                  nullptr);
    }

    void run() {
        g_main_context_push_thread_default(context.get());
        ask();
        g_main_context_pop_thread_default(context.get());
        wake();
    }

    void ask() {
        std::string reason;
        const Bus bus = connected_bus(cancelling.get(), reason);
        if (!bus)
            return finish({"", reason + there_is_another});
        GError* fault = nullptr;
        const gulong closing =
            g_signal_connect(bus.get(), "closed", G_CALLBACK(closed), static_cast<void*>(this));
        const std::string token = "attention_lab_" + std::to_string(std::random_device()());
        std::string handle =
            std::string(portal_path) + "/request/" + sender(bus.get()) + "/" + token;
        // Before the request, since answers may come quickly.
        guint listening = listen(bus.get(), handle);
        const Variant reply(g_dbus_connection_call_sync(
            bus.get(), portal, portal_path, chooser, wish.saves ? "SaveFile" : "OpenFile",
            g_variant_new("(ss@a{sv})", "", wish.saves ? "Save as" : "Open", options(wish, token)),
            G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NONE, patience, cancelling.get(), &fault));
        if (!reply) {
            finish({"", "The desktop offers no file dialog: " + why(BusError(fault)) +
                            there_is_another});
        } else {
            const char* made = nullptr;
            g_variant_get(reply.get(), "(&o)", &made);
            if (handle != made) { // Old portals choose another name.
                g_dbus_connection_signal_unsubscribe(bus.get(), listening);
                handle = made;
                listening = listen(bus.get(), handle);
            }
            while (!has_answer() && !g_cancellable_is_cancelled(cancelling.get()))
                g_main_context_iteration(context.get(), TRUE);
            if (!has_answer()) {
                g_dbus_connection_call(bus.get(), portal, handle.c_str(), request, "Close", nullptr,
                                       nullptr, G_DBUS_CALL_FLAGS_NONE, patience, nullptr, nullptr,
                                       nullptr);
                g_dbus_connection_flush_sync(bus.get(), nullptr, nullptr);
            }
        }
        g_dbus_connection_signal_unsubscribe(bus.get(), listening);
        g_signal_handler_disconnect(bus.get(), closing);
        g_dbus_connection_close_sync(bus.get(), nullptr, nullptr);
        while (g_main_context_iteration(context.get(), FALSE)) {
        }
    }
};

SystemDialog::SystemDialog(SystemDialogWish wish, std::function<void()> wake, double patience)
    : talk_(std::make_unique<Talk>()) {
    assert(patience > 0 && "the portal needs some time");
    talk_->wish = std::move(wish);
    talk_->wake = std::move(wake);
    talk_->patience = static_cast<int>(patience * 1000);
    talk_->thread = std::thread([talk = talk_.get()] { talk->run(); });
}

SystemDialog::~SystemDialog() {
    g_cancellable_cancel(talk_->cancelling.get());
    g_main_context_wakeup(talk_->context.get());
    talk_->thread.join();
}

std::optional<SystemDialogAnswer> SystemDialog::answer() const {
    const std::lock_guard lock(talk_->mutex);
    return talk_->answer;
}

} // namespace app
