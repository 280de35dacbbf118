// SPDX-License-Identifier: MIT
#include "app/system/clipboard.h"

#include "app/system/xcb_parts.h"
#include "core/base/utf8.h"
#include "core/io/journal/machine.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <vector>

namespace app {
namespace {

using attn::Error;
using attn::Result;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds owner_patience{1000}; // without a sign from the owner

Error no_answer() {
    return Error{
        "the program that you copied from does not answer. Copy again, or close that program"};
}

/// A connection with a window of its own, which the owner answers to.
struct Reader {
    xcb_connection_t* connection = xcb_connect(nullptr, nullptr);
    xcb_window_t window = 0;
    xcb_atom_t clipboard = 0, utf8 = 0, incremental = 0, property = 0;

    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { xcb_disconnect(connection); }

    bool begin() {
        if (xcb_connection_has_error(connection) != 0)
            return false;
        clipboard = atom(connection, "CLIPBOARD");
        utf8 = atom(connection, "UTF8_STRING");
        incremental = atom(connection, "INCR");
        property = atom(connection, "ATTENTION_LAB_TEXT");
        window = xcb_generate_id(connection);
        const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
        xcb_create_window(connection, 0, window,
                          xcb_setup_roots_iterator(xcb_get_setup(connection)).data->root, 0, 0, 1,
                          1, 0, XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT,
                          XCB_CW_EVENT_MASK, &events);
        return true;
    }

    /// Waits for the next event until `end`; null if none comes.
    Owned<xcb_generic_event_t> next(Clock::time_point end) const {
        xcb_flush(connection);
        for (;;) {
            if (auto* event = xcb_poll_for_event(connection))
                return Owned<xcb_generic_event_t>(event);
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
            if (left <= 0 || xcb_connection_has_error(connection) != 0)
                return nullptr;
            pollfd socket{xcb_get_file_descriptor(connection), POLLIN, 0};
            poll(&socket, 1, static_cast<int>(left));
        }
    }

    struct Part {
        std::string bytes;
        xcb_atom_t type = 0;
        bool is_whole = true;
    };
    /// Takes what the owner wrote; deleting it asks for the next part.
    Part take() const {
        constexpr auto most_words = static_cast<std::uint32_t>(most_clipboard_bytes / 4 + 1);
        const Owned<xcb_get_property_reply_t> reply(xcb_get_property_reply(
            connection,
            xcb_get_property(connection, 1, window, property, XCB_ATOM_ANY, 0, most_words),
            nullptr));
        if (!reply)
            return {};
        const auto size = static_cast<std::size_t>(xcb_get_property_value_length(reply.get()));
        const auto* bytes = static_cast<const char*>(xcb_get_property_value(reply.get()));
        return {std::string(bytes, size), reply->type, reply->bytes_after == 0};
    }

    /// Reads the parts of a long text (ICCCM 2.7.2), up to an empty one.
    Result<std::string> take_parts() const {
        std::string text;
        for (auto end = Clock::now() + owner_patience;;) {
            const auto event = next(end);
            if (!event)
                return no_answer();
            const auto* changed = reinterpret_cast<const xcb_property_notify_event_t*>(event.get());
            if ((event->response_type & 0x7F) != XCB_PROPERTY_NOTIFY || changed->atom != property ||
                changed->state != XCB_PROPERTY_NEW_VALUE)
                continue;
            const Part part = take();
            if (part.bytes.empty())
                return text;
            text += part.bytes;
            if (!part.is_whole || text.size() > most_clipboard_bytes)
                return too_long();
            end = Clock::now() + owner_patience;
        }
    }

    static Error too_long() {
        return Error{"the clipboard contains more than " +
                     std::to_string(most_clipboard_bytes >> 20) +
                     " MB of text. Copy a smaller part"};
    }

    /// Reads the text in one form; nothing if it is not offered.
    Result<std::optional<std::string>> read(xcb_atom_t form) const {
        xcb_delete_property(connection, window, property);
        xcb_convert_selection(connection, window, clipboard, form, property, XCB_CURRENT_TIME);
        for (const auto end = Clock::now() + owner_patience;;) {
            const auto event = next(end);
            if (!event)
                return no_answer();
            if ((event->response_type & 0x7F) != XCB_SELECTION_NOTIFY)
                continue;
            const auto* answer = reinterpret_cast<const xcb_selection_notify_event_t*>(event.get());
            if (answer->target != form)
                continue;
            if (answer->property == XCB_NONE)
                return std::optional<std::string>();
            Part part = take();
            if (part.type == incremental) {
                auto whole = take_parts();
                if (!whole)
                    return whole.error();
                return std::optional(*std::move(whole));
            }
            if (!part.is_whole || part.bytes.size() > most_clipboard_bytes)
                return too_long();
            return std::optional(std::move(part.bytes));
        }
    }
};

std::string from_latin1(const std::string& text) {
    std::string utf8;
    for (const char character : text)
        attn::append_utf8(utf8, static_cast<unsigned char>(character));
    return utf8;
}

} // namespace

std::uint32_t x11_clipboard_owner() {
    Reader reader;
    return reader.begin() ? selection_owner(reader.connection, reader.clipboard) : 0;
}

Result<std::string> read_x11_clipboard() {
    Reader reader;
    if (!reader.begin())
        return Error{"Attention Lab cannot reach the display's clipboard. Try again"};
    if (selection_owner(reader.connection, reader.clipboard) == XCB_NONE)
        return std::string();
    const auto utf8 = reader.read(reader.utf8);
    if (!utf8)
        return utf8.error();
    if (*utf8)
        return **utf8;
    const auto latin = reader.read(XCB_ATOM_STRING);
    if (!latin)
        return latin.error();
    return *latin ? from_latin1(**latin) : std::string();
}

namespace {

/// How a program starts: with its streams, and with the signals reset that this program blocks or
/// ignores.
struct Start {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t signals;

    explicit Start(int input) {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        for (const int output : {STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
        sigset_t none, usual;
        ::sigemptyset(&none);
        ::sigemptyset(&usual);
        for (const int number : {SIGXFSZ, SIGPIPE})
            ::sigaddset(&usual, number);
        ::posix_spawnattr_init(&signals);
        ::posix_spawnattr_setsigmask(&signals, &none);
        ::posix_spawnattr_setsigdefault(&signals, &usual);
        ::posix_spawnattr_setflags(&signals, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;
    ~Start() {
        ::posix_spawnattr_destroy(&signals);
        ::posix_spawn_file_actions_destroy(&files);
    }
};

} // namespace

bool run_with_input(std::vector<std::string> command, std::string_view bytes) {
    // In memory: no file to remove and no path to misread.
    const attn::io::Descriptor input(::memfd_create("attention-lab", MFD_CLOEXEC));
    if (!input.is_open() || attn::io::write_all(input.number(), bytes) != 0 ||
        ::lseek(input.number(), 0, SEEK_SET) != 0)
        return false;
    std::vector<char*> arguments;
    for (std::string& argument : command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    const Start start(input.number());
    pid_t child = 0;
    if (::posix_spawnp(&child, arguments[0], &start.files, &start.signals, arguments.data(),
                       environ) != 0)
        return false;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

namespace {

using attn::Error;
using attn::Nothing;
using attn::Result;

constexpr int manager_patience = 1000; // milliseconds for a clipboard manager

} // namespace

/// Owns the selection: a connection and window of its own, served by one thread.
struct X11PictureClipboard::Owner {
    /// A picture sent in parts (ICCCM 2.7.2): the receiver deletes the property to get the next.
    struct Transfer {
        xcb_window_t window = 0;
        xcb_atom_t property = 0;
        std::size_t sent = 0;
    };

    xcb_connection_t* connection = nullptr;
    xcb_window_t window = 0;
    xcb_timestamp_t since = 0;
    int wake[2] = {-1, -1}; // a pipe: writing to it ends the thread
    std::string png;
    std::list<Transfer> transfers;
    bool is_owner = false;
    xcb_atom_t clipboard = 0, targets = 0, timestamp = 0, image = 0, incremental = 0, manager = 0,
               save = 0, given = 0;

    ~Owner() {
        if (connection)
            xcb_disconnect(connection);
        for (const int end : wake)
            if (end >= 0)
                close(end);
    }

    /// The bytes that fit in one request beside its header.
    std::size_t largest_part() const {
        return std::min<std::size_t>(
            std::size_t{xcb_get_maximum_request_length(connection)} * 4 - 256, 1 << 18);
    }

    /// The server's time, needed to take a selection. It arrives with a changed property.
    xcb_timestamp_t now() const {
        xcb_change_property(connection, XCB_PROP_MODE_APPEND, window, given, XCB_ATOM_STRING, 8, 0,
                            nullptr);
        xcb_flush(connection);
        while (const Owned<xcb_generic_event_t> event{xcb_wait_for_event(connection)})
            if ((event->response_type & 0x7F) == XCB_PROPERTY_NOTIFY)
                return reinterpret_cast<const xcb_property_notify_event_t*>(event.get())->time;
        return XCB_CURRENT_TIME;
    }

    Result<> take(std::string picture) {
        png = std::move(picture);
        int screen_number = 0;
        connection = xcb_connect(nullptr, &screen_number);
        if (xcb_connection_has_error(connection) != 0 || pipe(wake) != 0)
            return Error{"Attention Lab cannot reach the display's clipboard. Try again, or export "
                         "the picture to a file"};
        auto screens = xcb_setup_roots_iterator(xcb_get_setup(connection));
        for (; screen_number > 0 && screens.rem > 1; --screen_number)
            xcb_screen_next(&screens);
        window = xcb_generate_id(connection);
        const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
        xcb_create_window(connection, 0, window, screens.data->root, 0, 0, 1, 1, 0,
                          XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK,
                          &events);
        clipboard = atom(connection, "CLIPBOARD");
        targets = atom(connection, "TARGETS");
        timestamp = atom(connection, "TIMESTAMP");
        image = atom(connection, "image/png");
        incremental = atom(connection, "INCR");
        manager = atom(connection, "CLIPBOARD_MANAGER");
        save = atom(connection, "SAVE_TARGETS");
        given = atom(connection, "ATTENTION_LAB_PICTURE");
        since = now();
        xcb_set_selection_owner(connection, window, clipboard, since);
        xcb_flush(connection);
        is_owner = selection_owner(connection, clipboard) == window;
        if (!is_owner)
            return Error{
                "another program keeps the clipboard to itself. Close that program and copy again"};
        return Nothing{};
    }

    void put(xcb_window_t to, xcb_atom_t property, xcb_atom_t type, std::uint8_t bits,
             std::size_t count, const void* data) const {
        xcb_change_property(connection, XCB_PROP_MODE_REPLACE, to, property, type, bits,
                            static_cast<std::uint32_t>(count), data);
    }

    void answer(const xcb_selection_request_event_t& asked) {
        xcb_selection_notify_event_t reply{};
        reply.response_type = XCB_SELECTION_NOTIFY;
        reply.time = asked.time;
        reply.requestor = asked.requestor;
        reply.selection = asked.selection;
        reply.target = asked.target;
        // Old programs name no property; the target's is meant.
        reply.property = asked.property == XCB_NONE ? asked.target : asked.property;
        if (asked.target == targets) {
            const xcb_atom_t offered[] = {targets, timestamp, image};
            put(asked.requestor, reply.property, XCB_ATOM_ATOM, 32, 3, offered);
        } else if (asked.target == timestamp) {
            put(asked.requestor, reply.property, XCB_ATOM_INTEGER, 32, 1, &since);
        } else if (asked.target == image && png.size() <= largest_part()) {
            put(asked.requestor, reply.property, image, 8, png.size(), png.data());
        } else if (asked.target == image) {
            const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
            xcb_change_window_attributes(connection, asked.requestor, XCB_CW_EVENT_MASK, &events);
            const auto size = static_cast<std::uint32_t>(png.size());
            put(asked.requestor, reply.property, incremental, 32, 1, &size);
            transfers.push_back({asked.requestor, reply.property, 0});
        } else {
            reply.property = XCB_NONE; // Another form, for example text: only a picture is offered.
        }
        xcb_send_event(connection, 0, asked.requestor, XCB_EVENT_MASK_NO_EVENT,
                       reinterpret_cast<const char*>(&reply));
        xcb_flush(connection);
    }

    /// Sends the next part after the receiver took one; an empty part ends the transfer.
    void send_next(const xcb_property_notify_event_t& changed) {
        const auto at = std::find_if(transfers.begin(), transfers.end(), [&](const Transfer& one) {
            return one.window == changed.window && one.property == changed.atom;
        });
        if (changed.state != XCB_PROPERTY_DELETE || at == transfers.end())
            return;
        const std::size_t part = std::min(largest_part(), png.size() - at->sent);
        put(at->window, at->property, image, 8, part, png.data() + at->sent);
        xcb_flush(connection);
        at->sent += part;
        if (part == 0)
            transfers.erase(at);
    }

    void handle(const xcb_generic_event_t& event) {
        switch (event.response_type & 0x7F) {
        case XCB_SELECTION_REQUEST:
            answer(reinterpret_cast<const xcb_selection_request_event_t&>(event));
            break;
        case XCB_PROPERTY_NOTIFY:
            send_next(reinterpret_cast<const xcb_property_notify_event_t&>(event));
            break;
        case XCB_SELECTION_CLEAR:
            is_owner = false;
            break;
        case XCB_SELECTION_NOTIFY: // A clipboard manager has taken the picture.
            is_owner = false;
            break;
        default:
            break;
        }
    }

    /// Waits for the display or the pipe. Returns false if the thread is to end.
    bool wait(int milliseconds, bool minds_pipe) const {
        pollfd ends[2] = {{xcb_get_file_descriptor(connection), POLLIN, 0}, {wake[0], POLLIN, 0}};
        const int ready = poll(ends, minds_pipe ? 2 : 1, milliseconds);
        return ready > 0 && !(minds_pipe && ends[1].revents != 0);
    }

    void serve() {
        while ((is_owner || !transfers.empty()) && xcb_connection_has_error(connection) == 0) {
            while (const Owned<xcb_generic_event_t> event{xcb_poll_for_event(connection)})
                handle(*event);
            if ((is_owner || !transfers.empty()) && !wait(-1, true)) {
                hand_over();
                return;
            }
        }
    }

    /// At the program's end, lets a clipboard manager keep the picture (freedesktop.org's
    /// convention).
    void hand_over() {
        if (selection_owner(connection, clipboard) != window ||
            selection_owner(connection, manager) == XCB_NONE)
            return;
        put(window, given, XCB_ATOM_ATOM, 32, 1, &image);
        xcb_convert_selection(connection, window, manager, save, given, XCB_CURRENT_TIME);
        xcb_flush(connection);
        const auto end =
            std::chrono::steady_clock::now() + std::chrono::milliseconds(manager_patience);
        while (is_owner && std::chrono::steady_clock::now() < end) {
            wait(50, false);
            while (const Owned<xcb_generic_event_t> event{xcb_poll_for_event(connection)})
                handle(*event);
        }
    }
};

X11PictureClipboard::X11PictureClipboard() = default;

X11PictureClipboard::~X11PictureClipboard() {
    stop();
}

void X11PictureClipboard::stop() {
    if (!thread_.joinable())
        return;
    const char byte = 0;
    [[maybe_unused]] const auto written = write(owner_->wake[1], &byte, 1);
    thread_.join();
}

Result<> X11PictureClipboard::offer(std::string png) {
    assert(!png.empty() && "there is a picture");
    auto owner = std::make_unique<Owner>();
    if (const auto taken = owner->take(std::move(png)); !taken)
        return taken.error();
    stop(); // The previous owner has lost the selection to this one.
    owner_ = std::move(owner);
    thread_ = std::thread([this] { owner_->serve(); });
    return Nothing{};
}

Result<> offer_on_wayland(const std::string& png) {
    if (run_with_input({"wl-copy", "--type", "image/png"}, png))
        return Nothing{};
    return Error{"the program wl-copy did not take the picture. Attention Lab needs it to copy "
                 "pictures under Wayland: install wl-clipboard"};
}

} // namespace app
