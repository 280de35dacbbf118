// SPDX-License-Identifier: MIT
#include "app/window/window.h"

#include <epoxy/gl.h>
// GLFW must be included after the loader.
#include "app/system/clipboard.h"
#include "app/system/signals.h"
#include "app/ui/compat.h"
#include "app/window/glfw_start.h"
#include "app/window/window_place.h"
#include "core/base/utf8.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

namespace app {
namespace {

constexpr double double_click_seconds = 0.5; // as on desktops; ImGui's 0.3 s is short

using attn::Result;

/// Older frames are never needed.
constexpr std::size_t most_shown = 4;

Window& self(GLFWwindow* window) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(window));
}

} // namespace

Window::Window(GLFWwindow* window, std::unique_ptr<SoftScreen> soft)
    : window_(window), input_(window) {
    glfwSetWindowSizeLimits(window_, 320, 240, GLFW_DONT_CARE, GLFW_DONT_CARE);
    install_callbacks();
    glfwGetFramebufferSize(window_, &width_, &height_);
    is_iconified_ = glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr; // else it would be written to the current folder
    if (soft)
        soft_ = std::make_unique<SoftPainter>(window_, std::move(soft));
    else
        gl_ = std::make_unique<GlPainter>(
            window_, is_on_wayland() || glfwGetWindowAttrib(window_, GLFW_CONTEXT_CREATION_API) ==
                                            GLFW_EGL_CONTEXT_API);
}

Window::~Window() {
    speaker_.reset();
    with_painter([](auto& painter) { painter.end(); });
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

void Window::keep_place(std::vector<KeptPlace>& kept) const {
    app::keep_place(kept, monitors(),
                    is_full_screen_
                        ? WindowPlace{windowed_[0], windowed_[1], windowed_[2], windowed_[3]}
                        : place_of(window_));
}

bool Window::has_keyboard() const {
    return glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE;
}

void Window::raise(const std::string& token) {
    app::raise(window_, token);
}

void Window::take_keys_of(GLFWwindow* window) {
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int what, int mods) {
        self(w).events_.anything = true;
        if (what == GLFW_RELEASE)
            return;
        // The letter that the layout puts on the key: Ctrl+Z is Z on every keyboard.
        const char* name = glfwGetKeyName(key, scancode);
        KeyPress press = key_press(key, name && std::strlen(name) == 1 ? name[0] : '\0', mods);
        press.is_repeat = what == GLFW_REPEAT;
        self(w).events_.keys.emplace_back(press);
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned int character) {
        self(w).events_.anything = true;
        Typed typed;
        attn::append_utf8(typed.text, character);
        self(w).events_.keys.emplace_back(std::move(typed));
    });
}

void Window::install_callbacks() {
    take_keys_of(window_);
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        self(w).pointer_.move(static_cast<float>(x), static_cast<float>(y));
        self(w).events_.anything = true;
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int what, int) {
        self(w).pointer_.button(button, what == GLFW_PRESS);
        self(w).events_.anything = true;
    });
    glfwSetScrollCallback(window_,
                          [](GLFWwindow* w, double, double) { self(w).events_.anything = true; });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int is_inside) {
        self(w).input_.enter(is_inside == GLFW_TRUE);
        self(w).events_.anything = true;
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int has_it) {
        self(w).input_.focus(has_it == GLFW_TRUE);
        self(w).pointer_.forget_place();
        self(w).events_.anything = true;
    });
    glfwSetWindowPosCallback(window_,
                             [](GLFWwindow* w, int, int) { self(w).pointer_.forget_place(); });
    glfwSetWindowSizeCallback(window_, [](GLFWwindow* w, int width, int height) {
        self(w).input_.resize(width, height);
        self(w).events_.anything = true;
    });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int width, int height) {
        self(w).width_ = width;
        self(w).height_ = height;
        self(w).pointer_.forget_place();
        self(w).shown_.clear();
        self(w).events_.anything = true;
    });
    glfwSetWindowRefreshCallback(
        window_, [](GLFWwindow* w) { self(w).must_show_ = self(w).events_.anything = true; });
    glfwSetWindowContentScaleCallback(
        window_, [](GLFWwindow* w, float, float) { self(w).events_.anything = true; });
    glfwSetWindowIconifyCallback(window_, [](GLFWwindow* w, int is_iconified) {
        self(w).is_iconified_ = is_iconified == GLFW_TRUE;
        self(w).shown_.clear();
        self(w).events_.anything = true;
    });
    glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) {
        self(w).events_.close_asked = self(w).events_.anything = true;
        glfwSetWindowShouldClose(w, GLFW_FALSE); // the program decides
    });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        self(w).events_.anything = true;
        for (int at = 0; at < count; ++at)
            self(w).events_.dropped_files.emplace_back(paths[at]);
    });
}

WindowEvents Window::wait(double seconds) {
    // Pointer events that the last frame left are for the next one.
    if (pointer_.is_waiting() && is_visible()) {
        events_.anything = true;
        seconds = 0;
    }
    if (seconds < 0)
        glfwWaitEvents();
    else if (seconds > 0)
        glfwWaitEventsTimeout(seconds);
    else
        glfwPollEvents();
    return std::exchange(events_, {});
}

Screen Window::screen() {
    const TextureMaker maker = with_painter([](auto& painter) { return painter.textures(); });
    return {[this](double seconds) { return wait(seconds); },
            wake_window,
            glfwGetTime,
            [this] { return is_visible(); },
            [this] { return content_scale(); },
            [this](const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); },
            [this](bool full) { set_full_screen(full); },
            [this] {
                frame_began_ = glfwGetTime();
                with_painter([](auto& painter) { painter.begin_frame(); });
                input_.begin_frame(width_, height_, pointer_.next());
                ImGui::NewFrame();
            },
            [this](attn::figure::Colour ground, attn::figure::Pixels* seen) {
                end_frame(ground, seen);
            },
            clipboard(),
            [this](std::string png) { return copy_picture(std::move(png)); },
            {[this, maker](const attn::figure::Pixels& pixels, bool is_smooth) {
                 const unsigned int texture = maker.make(pixels, is_smooth);
                 textures_[texture] = ++made_textures_;
                 return texture;
             },
             [this, maker](unsigned int texture) {
                 textures_.erase(texture);
                 maker.forget(texture);
             }},
            [this] { shown_.clear(); },
            speaker()};
}

SpeakerScreen Window::speaker() {
    return {[this] { return open_speaker(); }, [this] { close_speaker(); },
            [this] { return speaker_ ? speaker_->size() : attn::figure::Size{}; },
            [this](attn::figure::Pixels pixels) {
                if (speaker_)
                    speaker_->show(std::move(pixels));
            }};
}

Result<> Window::open_speaker() {
    auto opened = SpeakerWindow::open(window_, soft_ != nullptr);
    if (!opened)
        return opened.error();
    speaker_ = *std::move(opened);
    GLFWwindow* const window = speaker_->handle();
    take_keys_of(window);
    glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
        self(w).events_.speaker_close_asked = self(w).events_.anything = true;
        glfwSetWindowShouldClose(w, GLFW_FALSE);
    });
    glfwSetFramebufferSizeCallback(
        window, [](GLFWwindow* w, int, int) { self(w).events_.anything = true; });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) {
        if (self(w).speaker_)
            self(w).speaker_->show_again();
    });
    // The room keeps its page while the speaker's window has the keyboard.
    glfwSetWindowAttrib(window_, GLFW_AUTO_ICONIFY, GLFW_FALSE);
    return attn::Nothing{};
}

void Window::close_speaker() {
    speaker_.reset();
    glfwSetWindowAttrib(window_, GLFW_AUTO_ICONIFY, GLFW_TRUE);
}

void Window::end_frame(attn::figure::Colour ground, attn::figure::Pixels* seen) {
    if (draws_whole_)
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            {0, 0}, ImGui::GetIO().DisplaySize,
            IM_COL32(ground.red, ground.green, ground.blue, 255));
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    // The size that the frame was made for.
    const auto width = static_cast<int>(std::lround(data.DisplaySize.x * data.FramebufferScale.x));
    const auto height = static_cast<int>(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
    if (draws_whole_ || seen)
        shown_.clear();
    FrameMarks now;
    if (!draws_whole_)
        now = marks_of(
            data, width, height, IM_COL32(ground.red, ground.green, ground.blue, 255),
            [this](ImTextureID texture) {
                const auto at = textures_.find(compat::texture_name(texture));
                return at == textures_.end() ? 0 : at->second;
            },
            pieces_);
    const std::size_t age =
        with_painter([&](const auto& painter) { return painter.age(width, height); });
    const bool is_lost = std::exchange(must_show_, false);
    if (!is_lost && !shown_.empty() && shown_.front() == now)
        return;
    const bool is_known = !is_lost && age > 0 && age <= shown_.size();
    const auto areas =
        is_known ? difference(shown_[age - 1], now) : std::vector<PixelArea>{{0, 0, width, height}};
    if (is_known && !now.tiles.empty())
        keep_only(data, height, areas, pieces_);
    with_painter([&](auto& painter) { painter.draw(data, width, height, ground, areas, seen); });
    // If frames are slow, the time between two clicks is the program's, not the user's.
    slow_frame_ = std::max(glfwGetTime() - frame_began_, 0.9 * slow_frame_);
    ImGui::GetIO().MouseDoubleClickTime =
        static_cast<float>(std::clamp(8 * slow_frame_, double_click_seconds, 2.0));
    if (now.tiles.empty())
        shown_.clear();
    else
        shown_.insert(shown_.begin(), std::move(now));
    if (shown_.size() > most_shown)
        shown_.pop_back();
}

void wake_window() {
    glfwPostEmptyEvent();
}

/// Uses the events: asking the server means waiting for its answer, several times per frame.
bool Window::is_visible() const {
    return width_ > 0 && height_ > 0 && !is_iconified_;
}

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::clamp(x, 0.5F, 8.0F);
}

void Window::set_full_screen(bool full) {
    if (full == is_full_screen_)
        return;
    is_full_screen_ = full;
    if (!full) {
        glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2],
                             windowed_[3], GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
    glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
    // The monitor that holds the middle of the window: in a lecture, the projector.
    const int x = windowed_[0] + windowed_[2] / 2, y = windowed_[1] + windowed_[3] / 2;
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* chosen = glfwGetPrimaryMonitor();
    for (int at = 0; at < count; ++at) {
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[at], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[at]);
        if (mode && x >= left && x < left + mode->width && y >= top && y < top + mode->height)
            chosen = monitors[at];
    }
    if (const GLFWvidmode* mode = chosen ? glfwGetVideoMode(chosen) : nullptr)
        glfwSetWindowMonitor(window_, chosen, 0, 0, mode->width, mode->height, mode->refreshRate);
}

Clipboard Window::clipboard() {
    return {[this]() -> Result<std::string> {
                // GLFW knows what it copied itself; for other owners it waits without limit.
                if (!is_on_wayland() && (copied_ == 0 || x11_clipboard_owner() != copied_))
                    return read_x11_clipboard();
                // An empty clipboard, or one with a picture, is nothing to paste.
                const char* text = glfwGetClipboardString(window_);
                return std::string(text ? text : "");
            },
            [this](const std::string& text) {
                glfwSetClipboardString(window_, text.c_str());
                copied_ = is_on_wayland() ? 0 : x11_clipboard_owner();
            }};
}

Result<> Window::copy_picture(std::string png) {
    return is_on_wayland() ? offer_on_wayland(png) : pictures_.offer(std::move(png));
}

// Opens a window: chooses its painter, size and place, and only then shows it.

namespace {

using attn::Error;
using attn::Result;

/// GLFW's error since the last call.
std::string last_complaint() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

Error no_window(const std::string& what) {
    const char* display = std::getenv("DISPLAY");
    const std::string where = display ? "display " + std::string(display) : "no DISPLAY is set";
    return Error{
        what + " (" + last_complaint() + "; " + where +
        "). Without a display Attention Lab works on the command line: see attention-lab --help"};
}

Error no_opengl() {
    return Error{"Attention Lab needs OpenGL 3.3, which this display does not offer (" +
                 last_complaint() +
                 "). Update the graphics driver, or try software rendering with "
                 "LIBGL_ALWAYS_SOFTWARE=1"};
}

/// Creates a window with an OpenGL context by GLX or EGL, or with none.
GLFWwindow* create(const std::string& title, int width, int height,
                   std::optional<int> context_api) {
    glfwDefaultWindowHints();
    if (context_api)
        glfwWindowHint(GLFW_CONTEXT_CREATION_API, *context_api);
    else
        glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0); // Only colours are drawn.
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab");
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE); // until it has its place
    return glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
}

std::string context_text() {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return std::string(version ? version : "?") + ", " + (renderer ? renderer : "?");
}

} // namespace

Result<std::unique_ptr<Window>> Window::open(const std::string& title, int width, int height,
                                             bool draws_whole, const std::vector<KeptPlace>& kept) {
    if (!start_glfw())
        return no_window("no window can be opened");
    const std::vector<Monitor> there = monitors();
    const std::optional<WindowPlace> last = place_on(there, kept);
    FirstSize size{width, height};
    if (!there.empty())
        size = first_size(there.front(), width, height, is_framed());
    std::unique_ptr<SoftScreen> soft;
    GLFWwindow* window = nullptr;
    if (!draws_whole && prefers_software() && !is_on_wayland()) {
        window = create(title, size.width, size.height, std::nullopt);
        soft = window ? SoftPainter::screen_of(window) : nullptr;
        if (window && !soft) {
            glfwDestroyWindow(window);
            window = nullptr;
        }
    }
    if (!window)
        window = create(title, size.width, size.height, GLFW_NATIVE_CONTEXT_API);
    if (!window) // An X server without GLX may still have EGL.
        window = create(title, size.width, size.height, GLFW_EGL_CONTEXT_API);
    if (!window) {
        glfwTerminate();
        return no_opengl();
    }
    if (!soft) {
        glfwMakeContextCurrent(window);
        glfwSwapInterval(1);
    }
    note_for_crashes(CrashNote::Drawing, soft ? "by the processor" : context_text());
    auto opened = std::unique_ptr<Window>(new Window(window, std::move(soft)));
    opened->draws_whole_ = draws_whole;
    const bool is_maximised = last ? last->is_maximised : size.is_maximised;
    if (last)
        put(window, *last);
    show(window, is_maximised);
    return opened;
}

std::string opengl_description() {
    if (!start_glfw())
        return "no display (" + last_complaint() + ")";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    std::string text;
    if (GLFWwindow* window = glfwCreateWindow(64, 64, "info", nullptr, nullptr)) {
        glfwMakeContextCurrent(window);
        text = context_text();
        glfwDestroyWindow(window);
    } else {
        text = "none of version 3.3 (" + last_complaint() + ")";
    }
    glfwTerminate();
    return text;
}

} // namespace app
