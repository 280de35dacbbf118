// SPDX-License-Identifier: MIT
// Implements LabDriver with the window in this process. The test's thread runs it step by step. Its
// clock advances in real time only while a thread works; otherwise it jumps to the next due event.
// "Settled" means that no frame is due and no thread works.
#include "app/input/input.h"
#include "app/window/lab.h"
#include "app/window/lab_start.h"
#include "core/io/journal/machine.h"
#include "tests/support/environment.h"
#include "tests/support/headless.h"
#include "tests/support/keyboard.h"
#include "tests/support/lab_driver.h"
#include "tests/support/temp_dir.h"
#include "tests/support/thread_news.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>

namespace attn::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto patience = 60s; // while threads work, beside other work
constexpr double quiet = 0.12; // seconds without a frame that count as rest

/// The environment of a started program.
std::vector<Environment::Variable> variables_of(const LabDriver::Setup& setup,
                                                const std::string& home) {
    std::vector<Environment::Variable> wanted;
    for (const std::string& name : start_of({}, "").without)
        wanted.emplace_back(name, std::nullopt);
    wanted.emplace_back("HOME", home);
    wanted.insert(wanted.end(), setup.environment.begin(), setup.environment.end());
    return wanted;
}

/// Dear ImGui's number for a button.
int number_of(int button) {
    return button == 3 ? 1 : 0;
}

// Shared by every lab of this process.
const app::FontFiles& fonts_of_all() {
    static const app::FontFiles fonts = app::all_font_files();
    return fonts;
}
const std::vector<app::Action>& actions_of_all() {
    static const std::vector<app::Action> actions =
        app::window_actions(io::presets(), io::lessons());
    return actions;
}

} // namespace

struct LabDriver::Body {
    explicit Body(const Setup& setup);
    ~Body();

    app::WindowEvents wait(double seconds);

    void put(std::function<void(app::WindowEvents&)> input) { inputs.push_back(std::move(input)); }
    void put(Keyboard::Events keys);
    void put_modifiers();
    /// Lets a frame see each queued input, and probes the last of them.
    void see(bool looks_at_last = true);
    void see_at_leisure();
    void step();
    /// Runs until no frame is due or the lab has ended.
    void rest();
    bool is_at_rest();
    const Json& look();
    const Json& look_at(const app::Probed& probed);

    TempDir folder;
    std::string home;
    Environment environment;
    Headless screen;
    std::deque<std::function<void(app::WindowEvents&)>> inputs;
    Keyboard keyboard;
    const ImVec2 whole;             // the size of the screen
    std::optional<ImVec2> windowed; // size of the window while it is maximised

    ThreadNews news;
    double most_quiet = std::numeric_limits<double>::infinity();
    bool waits_outside = false; // for work outside the lab's threads

    bool looks = false; // probes each frame as it is drawn
    Json probe;
    app::ProbeKept kept;
    std::uint64_t looked_at = 0; // the probe's frame

    app::FirstDocument first;
    app::Remembered before;
    app::Session session;
    app::Lab lab;
    bool has_ended = false;
};

LabDriver::Body::Body(const Setup& setup)
    : home(setup.home.empty() ? folder.path().string() : setup.home),
      environment(variables_of(setup, home)),
      whole(static_cast<float>(setup.screen_width), static_cast<float>(setup.screen_height)),
      first(app::first_document(setup.document)), before(app::remembered()),
      session(first.origin()),
      lab(screen.screen([this](double seconds) { return wait(seconds); }, [this] { news.bring(); }),
          session, actions_of_all(), fonts_of_all(), [this](const app::Probed& probed) {
              if (looks)
                  look_at(probed);
          }) {
    if (setup.desktop != Setup::Desktop::X11 || setup.by_desktop || setup.has_slow_manager)
        throw std::runtime_error("only the real program has a desktop");
    screen.scale = static_cast<float>(setup.scale);
    screen.size = {std::min(1600 * screen.scale, whole.x), std::min(900 * screen.scale, whole.y)};
    app::apply_settings(before.settings, session.view, session.ui);
    app::begin_session(session, first, before, io::state_folder());
    app::compat::move_mouse(whole.x / 2, whole.y / 2);
    lab.begin();
}

LabDriver::Body::~Body() {
    if (!has_ended)
        lab.end();
}

app::WindowEvents LabDriver::Body::wait(double seconds) {
    app::WindowEvents events;
    if (!inputs.empty()) {
        const auto input = std::move(inputs.front());
        inputs.pop_front();
        input(events);
        events.anything = true;
        return events;
    }
    if (seconds == 0)
        return events;
    if (news.take())
        return events;
    const auto works = [this] { return lab.is_working(); };
    if (works()) {
        if (news.wait(std::chrono::duration<double>(seconds < 0 ? 1 : seconds), works) &&
            seconds > 0)
            screen.time += seconds;
    } else if (waits_outside && seconds < 0) {
        (void)news.wait(2ms, [] { return true; });
    } else if (seconds > 0) { // Nothing happens before that time.
        screen.time += std::min(seconds, most_quiet);
    }
    return events;
}

void LabDriver::Body::put(Keyboard::Events keys) {
    put([keys = std::move(keys)](app::WindowEvents& events) { events.keys = keys; });
}

void LabDriver::Body::put_modifiers() {
    put([keys = keyboard](app::WindowEvents&) {
        app::compat::hold_keys(keys.control, keys.shift, keys.alt);
    });
}

void LabDriver::Body::step() {
    if (has_ended)
        throw std::runtime_error("the lab has ended");
    lab.step();
    if (screen.fault != "")
        throw std::runtime_error(screen.fault);
    if (screen.is_full_screen != windowed.has_value())
        put([this](app::WindowEvents&) {
            if (windowed && !screen.is_full_screen)
                screen.size = *std::exchange(windowed, std::nullopt);
            else if (!windowed && screen.is_full_screen)
                windowed = std::exchange(screen.size, whole);
        });
    has_ended = session.ui.window.quit_asked;
    if (has_ended)
        lab.end();
}

bool LabDriver::Body::is_at_rest() {
    return lab.is_at_rest() && inputs.empty() && !news.is_there();
}

void LabDriver::Body::see(bool looks_at_last) {
    while (!inputs.empty() && !has_ended) {
        looks = looks_at_last && inputs.size() == 1;
        step();
    }
    looks = false;
}

/// A person takes longer than the frames that show the last input. What is then at rest is probed
/// once a test asks.
void LabDriver::Body::see_at_leisure() {
    constexpr int most = 4; // Something may keep moving by itself.
    see(false);
    for (int frame = 0; frame < most && lab.is_due() && !has_ended; ++frame)
        step();
}

void LabDriver::Body::rest() {
    for (const auto begin = Clock::now(); !has_ended && !is_at_rest(); step())
        if (Clock::now() - begin > patience)
            throw std::runtime_error("waited for rest in vain; frame " +
                                     std::to_string(lab.probed().frame));
}

const Json& LabDriver::Body::look() {
    return lab.probed().frame == looked_at ? probe : look_at(lab.probed());
}

const Json& LabDriver::Body::look_at(const app::Probed& probed) {
    const app::ProbeKept::Changed changed = kept.follow(session);
    Json now = app::probe_of(session, probed);
    now["document"] =
        changed.document ? app::probed_document(session) : std::move(probe["document"]);
    now["stages"] = changed.stages ? app::probed_stages(session) : std::move(probe["stages"]);
    probe = std::move(now);
    looked_at = probed.frame;
    return probe;
}

LabDriver::LabDriver(const Setup& setup) : body_(std::make_unique<Body>(setup)) {
    std::filesystem::remove(failure_picture());
    settled();
}

LabDriver::~LabDriver() {
    if (std::uncaught_exceptions() > 0 || ::testing::Test::HasFailure())
        write_png(screen_picture(), failure_picture());
}

std::string LabDriver::home() const {
    return body_->folder.path();
}

const Json& LabDriver::probe() const {
    return body_->look();
}

const Json& LabDriver::until(const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    body_->see();
    const auto fail = [&](const std::string& how) {
        throw std::runtime_error("waited for " + what + how + "; frame " + probe()["frame"].dump() +
                                 ", message " + probe()["message"].dump());
    };
    const auto begin = Clock::now();
    const double began = body_->screen.time;
    std::uint64_t seen = 0;
    body_->looks = body_->waits_outside = true;
    struct Ending {
        Body& body;
        ~Ending() { body.looks = body.waits_outside = false; }
    } const ending{*body_};
    for (;;) {
        const Json& now = probe();
        const bool may_have_changed =
            std::exchange(seen, body_->looked_at) != body_->looked_at || body_->is_at_rest();
        if (may_have_changed && holds(now))
            return now;
        if (body_->has_ended)
            fail(" but the program ended");
        const auto waited = Clock::now() - begin;
        if (waited > patience || (body_->screen.time - began > 600 && waited > 3s))
            fail(" in vain");
        body_->step();
    }
}

const Json& LabDriver::settled() {
    for (;;) {
        body_->rest();
        const std::uint64_t frame = body_->lab.probed().frame;
        body_->most_quiet = quiet;
        if (!body_->has_ended)
            body_->step();
        body_->most_quiet = std::numeric_limits<double>::infinity();
        if (body_->has_ended || (body_->is_at_rest() && body_->lab.probed().frame == frame))
            return probe();
    }
}

void LabDriver::point(int x, int y) {
    body_->put([x, y](app::WindowEvents&) {
        app::compat::move_mouse(static_cast<float>(x), static_cast<float>(y));
    });
}

void LabDriver::move_to(int x, int y) {
    point(x, y);
    body_->see_at_leisure();
    app::compat::forget_click(); // Only double_click() may make a double click.
}

void LabDriver::press_button(int button) {
    body_->put([button](app::WindowEvents&) { app::compat::press_mouse(number_of(button), true); });
    body_->see_at_leisure();
}

void LabDriver::release_button(int button) {
    body_->put(
        [button](app::WindowEvents&) { app::compat::press_mouse(number_of(button), false); });
    body_->see_at_leisure();
}

void LabDriver::turn_wheel(int notches) {
    body_->put(
        [notches](app::WindowEvents&) { app::compat::turn_wheel(static_cast<float>(notches)); });
}

void LabDriver::press(std::string_view chord) {
    body_->put(body_->keyboard.press(chord));
}

void LabDriver::hold(std::string_view key) {
    body_->put(body_->keyboard.hold(key));
    body_->put_modifiers();
}

void LabDriver::let_go(std::string_view key) {
    body_->keyboard.let_go(key);
    body_->put_modifiers();
}

void LabDriver::type(std::string_view text) {
    body_->put(body_->keyboard.type(text));
}

void LabDriver::drop(const std::vector<std::string>& paths) {
    body_->put([paths](app::WindowEvents& events) { events.dropped_files = paths; });
}

void LabDriver::double_click(Area area, const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    click(area);
    press_button();
    release_button();
    if (!holds(settled()))
        throw std::runtime_error("a double click did not give " + what);
}

void LabDriver::resize_window(int width, int height) {
    body_->put([this, width, height](app::WindowEvents&) {
        body_->screen.size = {static_cast<float>(width), static_cast<float>(height)};
    });
}

Area LabDriver::window_area() {
    return {0, 0, static_cast<int>(body_->screen.size.x), static_cast<int>(body_->screen.size.y)};
}

Picture LabDriver::screen_picture() const {
    return body_->screen.picture();
}

Picture LabDriver::picture(const std::string& name) {
    settled();
    Picture now = screen_picture();
    write_png(now, picture_file(name));
    return now;
}

std::string LabDriver::quit() {
    press("ctrl+q");
    body_->rest();
    // The lab asks about work that a test left unsaved.
    if (!body_->has_ended && !probe().at("question").is_null()) {
        press("Right");
        press("Return");
    }
    return ending();
}

std::string LabDriver::ending() {
    body_->rest();
    if (!body_->has_ended)
        return "it still runs";
    std::vector<app::KeptPlace> windows = body_->before.settings.windows;
    app::end_session(body_->session, body_->before, std::move(windows));
    return "";
}

} // namespace attn::test
