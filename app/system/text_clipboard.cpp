// SPDX-License-Identifier: MIT
#include "app/system/text_clipboard.h"

#include "app/system/xcb_parts.h"
#include "core/base/utf8.h"

#include <poll.h>

#include <chrono>
#include <optional>

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

} // namespace app
