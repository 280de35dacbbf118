// SPDX-License-Identifier: MIT
#include "tests/support/virtual_screen.h"

#include "core/base/utf8.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace attn::test {

using namespace std::chrono_literals;

struct VirtualScreen::Connection {
    Display* display = nullptr;
    Window root = 0;
    Window window = 0; // of the program, once found
    Window cover = 0;

    explicit Connection(const std::string& name) : display(XOpenDisplay(name.c_str())) {
        if (!display)
            throw std::runtime_error("the new display " + name + " cannot be opened");
        root = DefaultRootWindow(display);
        // A window that ends between two calls must not end the test program.
        XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
    }
    ~Connection() { XCloseDisplay(display); }

    void flush() const { XSync(display, False); }
    Atom atom(const char* name) const { return XInternAtom(display, name, False); }
    void key(KeyCode code, bool down) const {
        XTestFakeKeyEvent(display, code, down ? True : False, CurrentTime);
        flush();
    }
    KeyCode code(const std::string& name) const {
        const KeySym symbol = XStringToKeysym(name.c_str());
        const KeyCode code = symbol == NoSymbol ? KeyCode{0} : XKeysymToKeycode(display, symbol);
        if (code == 0)
            throw std::runtime_error("the keyboard has no key " + name);
        return code;
    }
    void send(Atom type, long first) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = window;
        event.xclient.message_type = type;
        event.xclient.format = 32;
        event.xclient.data.l[0] = first;
        event.xclient.data.l[1] = CurrentTime;
        XSendEvent(display, window, False, NoEventMask, &event);
        flush();
    }
    /// Sends an XDND message from our window.
    void send(const char* type, const std::array<long, 5>& data) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = window;
        event.xclient.message_type = atom(type);
        event.xclient.format = 32;
        std::copy(data.begin(), data.end(), event.xclient.data.l);
        XSendEvent(display, window, False, NoEventMask, &event);
        flush();
    }
    /// Answers the next request for our selection with the text.
    void give(const std::string& text) const {
        XEvent event{};
        const auto deadline = std::chrono::steady_clock::now() + 5s;
        while (!XCheckTypedEvent(display, SelectionRequest, &event)) {
            if (std::chrono::steady_clock::now() > deadline)
                throw std::runtime_error("nobody asked for what was dropped");
            std::this_thread::sleep_for(2ms);
        }
        const XSelectionRequestEvent& asked = event.xselectionrequest;
        XChangeProperty(display, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(text.data()),
                        static_cast<int>(text.size()));
        XEvent answer{};
        answer.xselection.type = SelectionNotify;
        answer.xselection.requestor = asked.requestor;
        answer.xselection.selection = asked.selection;
        answer.xselection.target = asked.target;
        answer.xselection.property = asked.property;
        answer.xselection.time = asked.time;
        XSendEvent(display, asked.requestor, False, NoEventMask, &answer);
        flush();
    }
    void set_state(long state) const {
        const std::array<long, 2> values{state, 0};
        XChangeProperty(display, window, atom("WM_STATE"), atom("WM_STATE"), 32, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(values.data()), 2);
        flush();
    }
};

namespace {

KeySym symbol_of(char32_t character) {
    return character < 0x100 ? static_cast<KeySym>(character)
                             : static_cast<KeySym>(0x01000000U | character);
}

/// Puts characters that the layout lacks on unused keys.
void add_keys(Display* display, std::u32string_view characters) {
    int least = 0, most = 0, per_code = 0;
    XDisplayKeycodes(display, &least, &most);
    KeySym* map =
        XGetKeyboardMapping(display, static_cast<KeyCode>(least), most - least + 1, &per_code);
    std::size_t next = 0;
    for (int code = most; code >= least && next < characters.size(); --code) {
        bool is_free = true;
        for (int level = 0; level < per_code; ++level)
            is_free = is_free && map[(code - least) * per_code + level] == NoSymbol;
        if (!is_free)
            continue;
        KeySym symbol = symbol_of(characters[next++]);
        XChangeKeyboardMapping(display, code, 1, &symbol, 1);
    }
    XFree(map);
    XSync(display, False);
    if (next < characters.size())
        throw std::runtime_error("the keyboard has too few free keys");
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts(1);
    for (const char character : text)
        if (character == at)
            parts.emplace_back();
        else
            parts.back() += character;
    return parts;
}

std::string keysym_name(const std::string& name) {
    if (name == "ctrl")
        return "Control_L";
    if (name == "shift")
        return "Shift_L";
    return name == "alt" ? "Alt_L" : name;
}

} // namespace

VirtualScreen::VirtualScreen(int width, int height, const std::vector<std::string>& options)
    : width_(width), height_(height) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
    ChildProcess::Setup setup;
    // -noreset: the screen stays when its last program ends.
    setup.command = {"Xvfb", "-displayfd", "1",         "-screen", "0",       size,
                     "-dpi", "96",         "-nolisten", "tcp",     "-noreset"};
    setup.command.insert(setup.command.end(), options.begin(), options.end());
    setup.output_file = folder_ / "display";
    setup.error_file = folder_ / "errors";
    server_ = std::make_unique<ChildProcess>(setup);
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    std::string number;
    while ((number = bytes_of(setup.output_file)).find('\n') == std::string::npos) {
        if (!server_->is_running() || std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("Xvfb did not start: " + bytes_of(setup.error_file));
        std::this_thread::sleep_for(5ms);
    }
    display_ = ":" + number.substr(0, number.find('\n'));
    x_ = std::make_unique<Connection>(display_);
    XAutoRepeatOff(x_->display);
    add_keys(x_->display, extra_keys);
}

void VirtualScreen::die() {
    x_.reset(); // Otherwise Xlib would end this process as well.
    server_->send(SIGKILL);
    server_->wait(5s);
}

VirtualScreen::~VirtualScreen() = default;

void VirtualScreen::hear_starts() {
    XSelectInput(x_->display, x_->root, PropertyChangeMask);
    x_->flush();
}

std::string VirtualScreen::said_of_starts() {
    std::string said;
    XEvent event{};
    while (XCheckTypedEvent(x_->display, ClientMessage, &event))
        if (event.xclient.message_type == x_->atom("_NET_STARTUP_INFO_BEGIN") ||
            event.xclient.message_type == x_->atom("_NET_STARTUP_INFO"))
            said.append(event.xclient.data.b, sizeof event.xclient.data.b);
    return said;
}

void VirtualScreen::set_scale(int scale) {
    const std::string text = "Xft.dpi:\t" + std::to_string(96 * scale) + "\n";
    XChangeProperty(x_->display, x_->root, XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(text.data()),
                    static_cast<int>(text.size()));
    x_->flush();
}

void VirtualScreen::move_to(int x, int y) {
    XTestFakeMotionEvent(x_->display, 0, x, y, CurrentTime);
    x_->flush();
}

void VirtualScreen::press_button(int button) {
    XTestFakeButtonEvent(x_->display, static_cast<unsigned>(button), True, CurrentTime);
    x_->flush();
}

void VirtualScreen::release_button(int button) {
    XTestFakeButtonEvent(x_->display, static_cast<unsigned>(button), False, CurrentTime);
    x_->flush();
}

void VirtualScreen::turn_wheel(int notches) {
    const int button = notches > 0 ? 4 : 5;
    for (int turned = 0; turned != notches; turned += notches > 0 ? 1 : -1) {
        press_button(button);
        release_button(button);
    }
}

void VirtualScreen::hold(std::string_view key) {
    x_->key(x_->code(keysym_name(std::string(key))), true);
}

void VirtualScreen::let_go(std::string_view key) {
    x_->key(x_->code(keysym_name(std::string(key))), false);
}

void VirtualScreen::press(std::string_view chord) {
    // GLFW merges two presses of a key in the same millisecond; no person is that fast.
    std::this_thread::sleep_for(2ms);
    const std::vector<std::string> keys = split(chord, '+');
    for (const std::string& key : keys)
        hold(key);
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
        let_go(*key);
}

void VirtualScreen::type(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        at += character.length;
        const KeySym symbol = symbol_of(character.code);
        const KeyCode code = XKeysymToKeycode(x_->display, symbol);
        if (code == 0)
            throw std::runtime_error("no key for a character of: " + std::string(text));
        const bool shifted = XkbKeycodeToKeysym(x_->display, code, 0, 0) != symbol;
        if (shifted)
            hold("shift");
        x_->key(code, true);
        x_->key(code, false);
        if (shifted)
            let_go("shift");
    }
}

void VirtualScreen::drop(const std::vector<std::string>& paths) {
    std::string list;
    for (const std::string& path : paths)
        list += "file://" + path + "\r\n";
    const Window source = XCreateSimpleWindow(x_->display, x_->root, 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(x_->display, x_->atom("XdndSelection"), source, CurrentTime);
    const Area area = window_area();
    const long from = static_cast<long>(source),
               uris = static_cast<long>(x_->atom("text/uri-list"));
    const long at = static_cast<long>(area.x + area.width / 2) << 16 | (area.y + area.height / 2);
    x_->send("XdndEnter", {from, 5L << 24, uris, 0, 0});
    x_->send("XdndPosition",
             {from, 0, at, CurrentTime, static_cast<long>(x_->atom("XdndActionCopy"))});
    x_->send("XdndDrop", {from, 0, CurrentTime, 0, 0});
    x_->give(list); // The window stays, because the program sends it a message when it is finished.
}

Picture VirtualScreen::picture() const {
    XWindowAttributes screen;
    XGetWindowAttributes(x_->display, x_->root, &screen);
    XImage* image = XGetImage(x_->display, x_->root, 0, 0, static_cast<unsigned>(screen.width),
                              static_cast<unsigned>(screen.height), AllPlanes, ZPixmap);
    if (!image)
        throw std::runtime_error("the screen cannot be read");
    Picture picture{screen.width, screen.height, {}};
    picture.pixels.reserve(static_cast<std::size_t>(screen.width) *
                           static_cast<std::size_t>(screen.height));
    for (int y = 0; y < screen.height; ++y)
        for (int x = 0; x < screen.width; ++x)
            picture.pixels.push_back(static_cast<std::uint32_t>(XGetPixel(image, x, y)) &
                                     0xFFFFFFU);
    XDestroyImage(image);
    return picture;
}

bool VirtualScreen::has_window(std::string_view window_class) {
    Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    if (!XQueryTree(x_->display, x_->root, &root, &parent, &children, &count))
        return false;
    x_->window = 0;
    for (unsigned at = 0; at < count; ++at) {
        XClassHint hint{};
        XWindowAttributes attributes{};
        if (!XGetWindowAttributes(x_->display, children[at], &attributes) ||
            attributes.map_state != IsViewable || !XGetClassHint(x_->display, children[at], &hint))
            continue;
        if (hint.res_class && window_class == hint.res_class)
            x_->window = children[at];
        XFree(hint.res_class);
        XFree(hint.res_name);
    }
    XFree(children);
    return x_->window != 0;
}

void VirtualScreen::hold_windows() {
    XSelectInput(x_->display, x_->root, SubstructureRedirectMask);
    x_->flush();
}

void VirtualScreen::show_held_windows() {
    XEvent event{};
    while (XCheckTypedEvent(x_->display, MapRequest, &event))
        XMapWindow(x_->display, event.xmaprequest.window);
    x_->flush();
}

Area VirtualScreen::window_area() {
    XWindowAttributes attributes{};
    XGetWindowAttributes(x_->display, x_->window, &attributes);
    return {attributes.x, attributes.y, attributes.width, attributes.height};
}

void VirtualScreen::resize_window(int width, int height) {
    XMoveResizeWindow(x_->display, x_->window, 0, 0, static_cast<unsigned>(width),
                      static_cast<unsigned>(height));
    x_->flush();
}

void VirtualScreen::close_window() {
    x_->send(x_->atom("WM_PROTOCOLS"), static_cast<long>(x_->atom("WM_DELETE_WINDOW")));
}

void VirtualScreen::iconify_window() {
    x_->set_state(IconicState);
    XUnmapWindow(x_->display, x_->window);
    x_->flush();
}

void VirtualScreen::show_window() {
    x_->set_state(NormalState);
    XMapWindow(x_->display, x_->window);
    x_->flush();
}

void VirtualScreen::cover(bool covered) {
    if (x_->cover != 0)
        XDestroyWindow(x_->display, x_->cover);
    x_->cover = 0;
    if (covered) {
        XWindowAttributes screen;
        XGetWindowAttributes(x_->display, x_->root, &screen);
        XSetWindowAttributes attributes{};
        attributes.override_redirect = True;
        x_->cover = XCreateWindow(x_->display, x_->root, 0, 0, static_cast<unsigned>(screen.width),
                                  static_cast<unsigned>(screen.height), 0, CopyFromParent,
                                  InputOutput, nullptr, CWOverrideRedirect, &attributes);
        XMapRaised(x_->display, x_->cover);
    }
    x_->flush();
}

} // namespace attn::test
