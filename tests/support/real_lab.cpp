// SPDX-License-Identifier: MIT
// Implements LabDriver with the real program on a screen of its own.
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/virtual_screen.h"
#include "tests/support/weston.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace attn::test {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;

/// The previous test's screen, reused because a screen takes as long to start as the program.
std::unique_ptr<VirtualScreen>& kept_screen() {
    static std::unique_ptr<VirtualScreen> kept;
    return kept;
}

std::unique_ptr<VirtualScreen> screen_for(const LabDriver::Setup& setup) {
    auto kept = std::exchange(kept_screen(), nullptr);
    if (!kept || kept->width() != setup.screen_width || kept->height() != setup.screen_height)
        return std::make_unique<VirtualScreen>(setup.screen_width, setup.screen_height);
    // The server notices the end of a program only after a moment.
    for (int tries = 0; tries < 500 && kept->has_window("attention-lab"); ++tries)
        std::this_thread::sleep_for(2ms);
    kept->move_to(setup.screen_width / 2, setup.screen_height / 2); // as on a new screen
    return kept;
}

} // namespace

struct LabDriver::Body {
    explicit Body(const Setup& setup);
    ~Body();

    TempDir folder;
    std::unique_ptr<VirtualScreen> screen;
    bool may_keep_screen = false; // unchanged, so the next test may use it
    std::unique_ptr<Weston> weston;
    int left = 0, top = 0; // of the window within weston
    std::unique_ptr<ChildProcess> process;
    Json probe; // of the file with this mark
    std::array<long, 3> probe_mark{};
    /// The last text after the first line.
    std::array<std::pair<const char*, std::string>, 2> probe_parts{
        {{"document", {}}, {"stages", {}}}};
};

LabDriver::Body::Body(const Setup& setup)
    : screen(screen_for(setup)), may_keep_screen(setup.desktop == Setup::Desktop::X11 &&
                                                 setup.scale == 1 && !setup.has_slow_manager) {}

LabDriver::Body::~Body() {
    process.reset();
    weston.reset();
    if (may_keep_screen && screen->is_alive() && !::testing::Test::HasFailure() &&
        std::uncaught_exceptions() == 0)
        kept_screen() = std::move(screen);
}

LabDriver::LabDriver(const Setup& setup) : body_(std::make_unique<Body>(setup)) {
    std::vector<std::string> arguments{"--probe", body_->folder / "probe"};
    if (!setup.document.empty())
        arguments.insert(arguments.begin(), setup.document);
    ChildProcess::Setup started = start_of(arguments, body_->screen->display());
    if (setup.by_desktop)
        started.command = {started.command.front() + "-window", setup.document,
                           body_->folder / "probe"};
    started.environment.emplace_back("HOME", setup.home.empty() ? body_->folder.path().string()
                                                                : setup.home);
    const bool has_weston = setup.desktop != Setup::Desktop::X11;
    if (has_weston) {
        body_->weston = std::make_unique<Weston>(body_->screen->display(), setup.screen_width,
                                                 setup.screen_height);
        const bool is_x11 = setup.desktop == Setup::Desktop::Xwayland;
        for (const auto& one : is_x11 ? body_->weston->x11_alone() : body_->weston->wayland())
            started.environment.push_back(one);
    }
    started.environment.insert(started.environment.end(), setup.environment.begin(),
                               setup.environment.end());
    started.output_file = body_->folder / "output";
    started.error_file = body_->folder / "errors";
    std::filesystem::remove(failure_picture());
    if (setup.scale != 1)
        body_->screen->set_scale(setup.scale);
    if (setup.has_slow_manager)
        body_->screen->hold_windows();
    body_->process = std::make_unique<ChildProcess>(started);
    until("the first frame", [](const Json&) { return true; });
    if (setup.has_slow_manager)
        return;
    if (!has_weston)
        until("the window",
              [this](const Json&) { return body_->screen->has_window("attention-lab"); });
    settled();
    if (!has_weston)
        return;
    point(0, 0); // Both pointers stop at the screen's edge, so there they agree.
    const int x = body_->screen->width() / 2, y = body_->screen->height() / 2;
    point(x - 1, y - 1);
    const Json before = settled().at("pointer");
    point(x, y);
    until("the pointer in the window",
          [&](const Json& now) { return now.at("pointer") != before; });
    const Json seen = settled().at("pointer");
    body_->left = x - static_cast<int>(std::lround(seen.at(0).get<double>()));
    body_->top = y - static_cast<int>(std::lround(seen.at(1).get<double>()));
}

void LabDriver::point(int x, int y) {
    body_->screen->move_to(x, y);
    if (!body_->weston)
        return;
    // weston reports a movement only with the next event, and only as a distance.
    body_->screen->hold("shift");
    body_->screen->let_go("shift");
}

LabDriver::~LabDriver() {
    if (body_->screen->is_alive() &&
        (std::uncaught_exceptions() > 0 || ::testing::Test::HasFailure()))
        write_png(body_->screen->picture(), failure_picture());
}

const Json& LabDriver::probe() const {
    // Each frame replaces the file; if it is unchanged, it has already been read.
    const std::string file = body_->folder / "probe";
    struct stat found {};
    if (stat(file.c_str(), &found) != 0)
        return body_->probe;
    const std::array<long, 3> mark{static_cast<long>(found.st_ino), found.st_mtim.tv_sec,
                                   found.st_mtim.tv_nsec};
    if (mark == body_->probe_mark)
        return body_->probe;
    // Most frames leave the second line (document) and the third (stages) unchanged.
    std::istringstream lines(bytes_of(file));
    std::string line;
    std::getline(lines, line);
    Json now = Json::parse(line);
    for (auto& [name, text] : body_->probe_parts) {
        std::getline(lines, line);
        now[name] = line == text ? std::move(body_->probe[name]) : Json::parse(line);
        text = std::move(line);
    }
    body_->probe = std::move(now);
    body_->probe_mark = mark;
    return body_->probe;
}

const Json& LabDriver::until(const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const Json& now = probe();
        if (!now.is_null() && holds(now))
            return now;
        const bool is_running = body_->process->is_running();
        if (!is_running || std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(
                "waited for " + what + (is_running ? " in vain" : " but the program ended") +
                "; frame " + (now.is_null() ? "none" : now["frame"].dump()) + ", message " +
                (now.is_null() ? "none" : now["message"].dump()) + ", errors:\n" +
                bytes_of(body_->folder / "errors"));
        std::this_thread::sleep_for(5ms);
    }
}

const Json& LabDriver::settled() {
    // On a loaded machine a frame may take long, so program and screen must be idle as well.
    Json last = probe().at("frame");
    auto since = std::chrono::steady_clock::now();
    return until("rest", [&](const Json& now) {
        if (now["frame"] != last || body_->process->is_busy() || body_->screen->is_busy()) {
            last = now["frame"];
            since = std::chrono::steady_clock::now();
        }
        return std::chrono::steady_clock::now() - since > 120ms;
    });
}

void LabDriver::move_to(int x, int y) {
    // Coming from another point makes a movement even if the pointer is already there.
    point(body_->left + x + 1, body_->top + y);
    point(body_->left + x, body_->top + y);
    until("the pointer to be seen there", [&](const Json& now) {
        return std::lround(now.at("pointer").at(0).get<double>()) == x &&
               std::lround(now.at("pointer").at(1).get<double>()) == y;
    });
}

void LabDriver::press_button(int button) {
    body_->screen->press_button(button);
    if (button != 1)
        return;
    until("the button to be seen down", [](const Json& now) { return now.at("button") == true; });
}

void LabDriver::release_button(int button) {
    body_->screen->release_button(button);
    if (button != 1)
        return;
    until("the button to be seen up", [](const Json& now) { return now.at("button") == false; });
}

void LabDriver::press(std::string_view chord) {
    body_->screen->press(chord);
}

void LabDriver::hold(std::string_view key) {
    body_->screen->hold(key);
}

void LabDriver::let_go(std::string_view key) {
    body_->screen->let_go(key);
}

void LabDriver::turn_wheel(int notches) {
    body_->screen->turn_wheel(notches);
}

void LabDriver::drop(const std::vector<std::string>& paths) {
    body_->screen->drop(paths);
}

void LabDriver::resize_window(int width, int height) {
    body_->screen->resize_window(width, height);
}

Area LabDriver::window_area() {
    return body_->screen->window_area();
}

Picture LabDriver::screen_picture() const {
    return body_->screen->picture();
}

VirtualScreen& LabDriver::screen() {
    return *body_->screen;
}

Weston& LabDriver::weston() {
    return *body_->weston;
}

ChildProcess& LabDriver::process() {
    return *body_->process;
}

std::string LabDriver::home() const {
    return body_->folder.path();
}

std::pair<int, int> LabDriver::corner() const {
    return {body_->left, body_->top};
}

void LabDriver::type(std::string_view text) {
    body_->screen->type(text);
}

void LabDriver::double_click(Area area, const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    // Two clicks count as a double click only if they are close in time, which slow frames may
    // prevent; then tries again, as a person would.
    for (int tries = 0; tries < 5; ++tries) {
        click(area);
        press_button();
        release_button();
        if (holds(settled()))
            return;
        std::this_thread::sleep_for(500ms); // separates the next click from these two
    }
    throw std::runtime_error("double clicks did not give " + what);
}

Picture LabDriver::picture(const std::string& name) {
    settled();
    Picture last = body_->screen->picture();
    until("a picture that stays", [&](const Json&) {
        Picture now = body_->screen->picture();
        const bool stays = now == last;
        last = std::move(now);
        return stays;
    });
    last = cut_out(last, body_->screen->window_area());
    write_png(last, picture_file(name));
    return last;
}

std::string LabDriver::quit() {
    body_->screen->press("ctrl+q");
    // The program asks about work that a test left unsaved.
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (body_->process->is_running() && std::chrono::steady_clock::now() < deadline) {
        if (!probe().is_null() && !probe().at("question").is_null()) {
            body_->screen->press("Right");
            body_->screen->press("Return");
            break;
        }
        std::this_thread::sleep_for(5ms);
    }
    return ending();
}

std::string LabDriver::ending() {
    const auto code = body_->process->wait(patience);
    if (!code)
        return "it still runs";
    const std::string errors = bytes_of(body_->folder / "errors"),
                      output = bytes_of(body_->folder / "output");
    std::string wrong;
    if (*code != 0)
        wrong += "exit code " + std::to_string(*code) + "\n";
    if (!errors.empty())
        wrong += "on standard error:\n" + errors;
    if (!output.empty())
        wrong += "on standard output:\n" + output;
    return wrong;
}

} // namespace attn::test
