// SPDX-License-Identifier: MIT
// The desktop's file dialog, through a portal that the test plays on its own session bus.
#include "app/system/system_dialog.h"
#include "tests/support/session_bus.h"

#include <gio/gio.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace attn::system_dialog_test {

using namespace app;
using namespace test;
using namespace std::chrono_literals;

namespace {

constexpr const char* interfaces =
    "<node><interface name='org.freedesktop.portal.FileChooser'>"
    "<method name='OpenFile'><arg type='s'/><arg type='s'/><arg type='a{sv}'/>"
    "<arg type='o' direction='out'/></method>"
    "<method name='SaveFile'><arg type='s'/><arg type='s'/><arg type='a{sv}'/>"
    "<arg type='o' direction='out'/></method></interface>"
    "<interface name='org.freedesktop.portal.Request'><method name='Close'/></interface></node>";

/// A desktop whose file dialog answers by itself.
class Portal {
public:
    enum class Manner { Chooses, Cancels, Fails, KeepsShowing, SaysNothing, NamesItself };

    Portal(const std::string& bus, Manner manner, std::string uri = "")
        : bus_(bus), manner_(manner), uri_(std::move(uri)), thread_([this] { run(); }) {
        while (!is_ready_)
            std::this_thread::sleep_for(1ms);
    }
    Portal(const Portal&) = delete;
    Portal& operator=(const Portal&) = delete;
    ~Portal() {
        ends_ = true;
        g_main_context_wakeup(context_);
        thread_.join();
        g_main_context_unref(context_);
    }

    std::string asked() const {
        const std::lock_guard lock(mutex_);
        return asked_;
    }
    bool was_closed() const { return was_closed_; }

private:
    static void called(GDBusConnection* bus, const char* sender, const char*, const char*,
                       const char* method, GVariant* parameters, GDBusMethodInvocation* call,
                       void* portal) {
        static_cast<Portal*>(portal)->answer(bus, sender, method, parameters, call);
    }

    void answer(GDBusConnection* bus, std::string sender, const std::string& method,
                GVariant* parameters, GDBusMethodInvocation* call) {
        if (method == "Close") {
            was_closed_ = true;
            g_dbus_method_invocation_return_value(call, nullptr);
            return;
        }
        char* text = g_variant_print(parameters, FALSE);
        {
            const std::lock_guard lock(mutex_);
            asked_ = method + text;
        }
        g_free(text);
        if (manner_ == Manner::SaysNothing) {
            unanswered_ = call;
            return;
        }
        GVariant* options = g_variant_get_child_value(parameters, 2);
        const char* token = nullptr;
        g_variant_lookup(options, "handle_token", "&s", &token);
        sender.erase(0, 1);
        for (char& c : sender)
            if (c == '.')
                c = '_';
        const std::string handle =
            "/org/freedesktop/portal/desktop/request/" +
            (manner_ == Manner::NamesItself ? "of/its/own" : sender + "/" + token);
        g_variant_unref(options);
        g_dbus_connection_register_object(bus, handle.c_str(), node_->interfaces[1], &table_, this,
                                          nullptr, nullptr);
        g_dbus_method_invocation_return_value(call, g_variant_new("(o)", handle.c_str()));
        if (manner_ == Manner::KeepsShowing)
            return;
        if (manner_ == Manner::NamesItself) // only the first caller learns the name
            std::this_thread::sleep_for(300ms);
        GVariantBuilder results;
        g_variant_builder_init(&results, G_VARIANT_TYPE_VARDICT);
        const bool chooses = manner_ == Manner::Chooses || manner_ == Manner::NamesItself;
        if (chooses) {
            const char* const uris[] = {uri_.c_str(), nullptr};
            g_variant_builder_add(&results, "{sv}", "uris", g_variant_new_strv(uris, -1));
        }
        const guint32 code = chooses ? 0 : manner_ == Manner::Cancels ? 1 : 2;
        g_dbus_connection_emit_signal(
            bus, nullptr, handle.c_str(), "org.freedesktop.portal.Request", "Response",
            g_variant_new("(u@a{sv})", code, g_variant_builder_end(&results)), nullptr);
    }

    void run() {
        g_main_context_push_thread_default(context_);
        GDBusConnection* bus = connected(bus_);
        node_ = g_dbus_node_info_new_for_xml(interfaces, nullptr);
        g_dbus_connection_register_object(bus, "/org/freedesktop/portal/desktop",
                                          node_->interfaces[0], &table_, this, nullptr, nullptr);
        own_portal(bus);
        is_ready_ = true;
        while (!ends_)
            g_main_context_iteration(context_, TRUE);
        if (unanswered_)
            g_dbus_method_invocation_return_dbus_error(unanswered_, "test.Late", "too late");
        g_dbus_connection_close_sync(bus, nullptr, nullptr);
        while (g_main_context_iteration(context_, FALSE)) {
        }
        g_object_unref(bus);
        g_dbus_node_info_unref(node_);
        g_main_context_pop_thread_default(context_);
    }

    const std::string bus_;
    const Manner manner_;
    const std::string uri_;
    const GDBusInterfaceVTable table_{called, nullptr, nullptr, {}};
    GMainContext* const context_ = g_main_context_new();
    GDBusNodeInfo* node_ = nullptr;
    GDBusMethodInvocation* unanswered_ = nullptr;
    mutable std::mutex mutex_;
    std::string asked_;
    std::atomic<bool> is_ready_ = false, ends_ = false, was_closed_ = false;
    std::thread thread_;
};

class SystemDialogs : public ::testing::Test {
protected:
    SystemDialogAnswer answer(SystemDialogWish wish, double patience = 20) {
        const SystemDialog dialog(
            std::move(wish), [this] { ++woken_; }, patience);
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (woken_ == 0 && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(1ms);
        return dialog.answer().value_or(SystemDialogAnswer{"", "there is no answer"});
    }

    SessionBus bus_;
    const std::string& address_ = bus_.address();
    std::atomic<int> woken_ = 0;
};

using Manner = Portal::Manner;

} // namespace

TEST_F(SystemDialogs, GiveTheChosenFileWithAnyName) {
    const Portal portal(address_, Manner::Chooses, "file:///home/a%20b/caf%C3%A9%25.attn");
    const auto found = answer({false, "/home/notes/", ""});
    EXPECT_EQ(found.fault, "");
    EXPECT_EQ(found.path, "/home/a b/café%.attn");
    EXPECT_EQ(portal.asked().find("OpenFile('', 'Open', {"), 0U) << portal.asked();
    EXPECT_NE(portal.asked().find("'current_folder': <b'/home/notes/'>"), std::string::npos)
        << portal.asked();
}

TEST_F(SystemDialogs, SuggestANameForSaving) {
    const Portal portal(address_, Manner::Chooses, "file:///tmp/x.attn");
    EXPECT_EQ(answer({true, "/tmp/", "words.attn"}).path, "/tmp/x.attn");
    EXPECT_EQ(portal.asked().find("SaveFile("), 0U);
    EXPECT_NE(portal.asked().find("'current_name': <'words.attn'>"), std::string::npos);
}

TEST_F(SystemDialogs, FollowAPortalThatNamesItsOwnRequests) {
    const Portal portal(address_, Manner::NamesItself, "file:///tmp/x.attn");
    EXPECT_EQ(answer({false, "/tmp/", ""}).path, "/tmp/x.attn");
}

TEST_F(SystemDialogs, GiveNoFileIfCancelled) {
    const Portal portal(address_, Manner::Cancels);
    const auto found = answer({});
    EXPECT_EQ(found.path + found.fault, "");
}

TEST_F(SystemDialogs, SayWhyTheyCannotOpen) {
    EXPECT_EQ(answer({}).fault.find("The desktop offers no file dialog: "), 0U);
    woken_ = 0;
    {
        const Portal portal(address_, Manner::Fails);
        EXPECT_EQ(answer({}).fault.find("The desktop's file dialog closed by itself"), 0U);
        woken_ = 0;
    }
    {
        const Portal portal(address_, Manner::Chooses, "sftp://elsewhere/x.attn");
        EXPECT_NE(answer({}).fault.find("not a file on this computer"), std::string::npos);
        woken_ = 0;
    }
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all", 1);
    EXPECT_TRUE(may_have_system_dialog());
    EXPECT_EQ(answer({}).fault.find("The desktop's session bus does not answer: "), 0U);
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "", 1);
    EXPECT_FALSE(may_have_system_dialog());
}

TEST_F(SystemDialogs, DoNotWaitForASilentPortal) {
    const Portal portal(address_, Manner::SaysNothing);
    EXPECT_EQ(answer({}, 0.2).fault.find("The desktop offers no file dialog: "), 0U);
}

TEST_F(SystemDialogs, CloseWhenDropped) {
    const Portal portal(address_, Manner::KeepsShowing);
    {
        const SystemDialog dialog({}, [] {});
        const auto end = std::chrono::steady_clock::now() + 60s;
        while (portal.asked().empty() && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(200ms); // Its answer is on the way.
        EXPECT_FALSE(dialog.answer());
    }
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!portal.was_closed() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(1ms);
    EXPECT_TRUE(portal.was_closed());
}

TEST_F(SystemDialogs, EndWithTheBus) {
    const Portal portal(address_, Manner::KeepsShowing);
    std::thread killer([&] {
        while (portal.asked().empty())
            std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(200ms);
        bus_.kill();
    });
    EXPECT_EQ(answer({}).fault.find("The desktop's session bus closed the connection"), 0U);
    killer.join();
}

} // namespace attn::system_dialog_test
