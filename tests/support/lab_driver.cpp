// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace attn::test {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;
const std::string program = ATTENTION_PROGRAM;
const std::string pictures = ATTENTION_BINARY_DIR "/window/";

ChildProcess::Setup setup_of(const std::vector<std::string>& arguments,
                             const std::string& display) {
    ChildProcess::Setup setup;
    setup.command = {program};
    setup.command.insert(setup.command.end(), arguments.begin(), arguments.end());
    // Mesa keeps memory until the process ends: no leak of ours could be told from it.
    setup.environment = {{"ASAN_OPTIONS", "detect_leaks=0"},
                         {"UBSAN_OPTIONS", "print_stacktrace=1"},
                         {"LIBGL_ALWAYS_SOFTWARE", "1"}};
    setup.without = {"DBUS_SESSION_BUS_ADDRESS", "DISPLAY",         "WAYLAND_DISPLAY",
                     "XDG_RUNTIME_DIR",          "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                     "XDG_PICTURES_DIR",         "XDG_STATE_HOME"};
    if (!display.empty())
        setup.environment.emplace_back("DISPLAY", display);
    return setup;
}

Area area_of(const Json& rect) {
    const auto at = [&rect](std::size_t index) {
        return static_cast<int>(rect.at(index).get<double>());
    };
    return {at(0), at(1), at(2), at(3)};
}

std::string failure_picture() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(info->test_suite_name()) + "." + info->name();
    std::replace(name.begin(), name.end(), '/', '-');
    return pictures + name + ".failed.png";
}

} // namespace

Printed run_lab(const std::vector<std::string>& arguments, const std::string& display,
                std::vector<std::pair<std::string, std::string>> environment) {
    ChildProcess::Setup setup = setup_of(arguments, display);
    setup.environment.insert(setup.environment.end(), environment.begin(), environment.end());
    return run(setup);
}

LabDriver::LabDriver(const Setup& setup) : screen_(setup.screen_width, setup.screen_height) {
    std::vector<std::string> arguments{"--probe", folder_ / "probe"};
    if (!setup.document.empty())
        arguments.insert(arguments.begin(), setup.document);
    ChildProcess::Setup started = setup_of(arguments, screen_.display());
    if (setup.by_desktop)
        started.command = {program + "-window", setup.document, folder_ / "probe"};
    started.environment.emplace_back("HOME",
                                     setup.home.empty() ? folder_.path().string() : setup.home);
    const bool has_weston = setup.desktop != Setup::Desktop::X11;
    if (has_weston) {
        weston_ =
            std::make_unique<Weston>(screen_.display(), setup.screen_width, setup.screen_height);
        const bool is_x11 = setup.desktop == Setup::Desktop::Xwayland;
        for (const auto& one : is_x11 ? weston_->x11_alone() : weston_->wayland())
            started.environment.push_back(one);
    }
    started.environment.insert(started.environment.end(), setup.environment.begin(),
                               setup.environment.end());
    started.output_file = folder_ / "output";
    started.error_file = folder_ / "errors";
    std::filesystem::remove(failure_picture());
    if (setup.scale != 1)
        screen_.set_scale(setup.scale);
    if (setup.has_slow_manager)
        screen_.hold_windows();
    process_ = std::make_unique<ChildProcess>(started);
    until("the first frame", [](const Json&) { return true; });
    if (setup.has_slow_manager)
        return;
    if (!has_weston)
        until("the window", [this](const Json&) { return screen_.has_window("attention-lab"); });
    settled();
    if (has_weston)
        find_corner();
}

void LabDriver::point(int x, int y) {
    screen_.move_to(x, y);
    if (!weston_)
        return;
    // It tells of a movement when the next event comes, and of how far rather than where.
    screen_.hold("shift");
    screen_.let_go("shift");
}

void LabDriver::find_corner() {
    point(0, 0); // Beyond the edge nothing moves: there both pointers agree.
    const int x = screen_.width() / 2, y = screen_.height() / 2;
    point(x - 1, y - 1);
    const Json before = settled().at("pointer");
    point(x, y);
    until("the pointer in the window",
          [&](const Json& now) { return now.at("pointer") != before; });
    const Json seen = settled().at("pointer");
    left_ = x - static_cast<int>(std::lround(seen.at(0).get<double>()));
    top_ = y - static_cast<int>(std::lround(seen.at(1).get<double>()));
}

LabDriver::~LabDriver() {
    if (screen_.is_alive() && (std::uncaught_exceptions() > 0 || ::testing::Test::HasFailure()))
        write_png(screen_.picture(), failure_picture());
}

const Json& LabDriver::probe() const {
    // Every frame is a new file under the old name; most looks find the one that was read already.
    const std::string file = folder_ / "probe";
    struct stat found {};
    if (stat(file.c_str(), &found) != 0)
        return probe_;
    const std::array<long, 3> mark{static_cast<long>(found.st_ino), found.st_mtim.tv_sec,
                                   found.st_mtim.tv_nsec};
    if (mark == probe_mark_)
        return probe_;
    // Most frames leave the document and its stages, the second line and the third, as they were.
    std::istringstream lines(bytes_of(file));
    std::string line;
    std::getline(lines, line);
    Json now = Json::parse(line);
    for (auto& [name, text] : probe_parts_) {
        std::getline(lines, line);
        now[name] = line == text ? std::move(probe_[name]) : Json::parse(line);
        text = std::move(line);
    }
    probe_ = std::move(now);
    probe_mark_ = mark;
    return probe_;
}

const Json& LabDriver::until(const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    for (;;) {
        const Json& now = probe();
        if (!now.is_null() && holds(now))
            return now;
        const bool is_running = process_->is_running();
        if (!is_running || std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error(
                "waited for " + what + (is_running ? " in vain" : " but the program ended") +
                "; frame " + (now.is_null() ? "none" : now["frame"].dump()) + ", message " +
                (now.is_null() ? "none" : now["message"].dump()) + ", errors:\n" +
                bytes_of(folder_ / "errors"));
        std::this_thread::sleep_for(5ms);
    }
}

const Json& LabDriver::settled() {
    // On a loaded machine a frame may take long: the program and the screen must sleep as well.
    Json last = probe().at("frame");
    auto since = std::chrono::steady_clock::now();
    return until("rest", [&](const Json& now) {
        if (now["frame"] != last || process_->is_busy() || screen_.is_busy()) {
            last = now["frame"];
            since = std::chrono::steady_clock::now();
        }
        return std::chrono::steady_clock::now() - since > 120ms;
    });
}

void LabDriver::move_to(int x, int y) {
    // Coming from elsewhere makes a movement even where the pointer stands already.
    point(left_ + x + 1, top_ + y);
    point(left_ + x, top_ + y);
    until("the pointer to be seen there", [&](const Json& now) {
        return std::lround(now.at("pointer").at(0).get<double>()) == x &&
               std::lround(now.at("pointer").at(1).get<double>()) == y;
    });
}

void LabDriver::press_button() {
    screen_.press_button();
    until("the button to be seen down", [](const Json& now) { return now.at("button") == true; });
}

void LabDriver::release_button() {
    screen_.release_button();
    until("the button to be seen up", [](const Json& now) { return now.at("button") == false; });
}

void LabDriver::press(std::string_view chord) {
    screen_.press(chord);
}

void LabDriver::type(std::string_view text) {
    screen_.type(text);
}

void LabDriver::click(Area area) {
    move_to(area.x + area.width / 2, area.y + area.height / 2);
    press_button();
    release_button();
}

void LabDriver::double_click(Area area, const std::string& what,
                             const std::function<bool(const Json&)>& holds) {
    // Two clicks are one double click only if they come close together, which on a loaded machine
    // frames may not; then a person tries again.
    for (int tries = 0; tries < 5; ++tries) {
        click(area);
        press_button();
        release_button();
        if (holds(settled()))
            return;
        std::this_thread::sleep_for(500ms); // so that the next click is none of these two
    }
    throw std::runtime_error("double clicks did not give " + what);
}

Area LabDriver::cell(const std::string& sheet, int row, int column) const {
    const Json& cells = probe().at("cells").at(sheet);
    const Json& rect = cells.at("rect");
    const double width = rect.at(2).get<double>() / cells.at("columns").get<double>();
    const double height = rect.at(3).get<double>() / cells.at("rows").get<double>();
    // Its middle is in the cell even where cells are hardly wider than a pixel.
    const double x = rect.at(0).get<double>() + width * (column + 0.5);
    const double y = rect.at(1).get<double>() + height * (row + 0.5);
    const int across = static_cast<int>(width), down = static_cast<int>(height);
    return {static_cast<int>(x) - across / 2, static_cast<int>(y) - down / 2, across, down};
}

Area LabDriver::sheet(const std::string& name) const {
    return area_of(probe().at("cells").at(name).at("rect"));
}

Area LabDriver::row_label(const std::string& sheet, int row) const {
    for (const Json& label : probe().at("labels"))
        if (label.at("sheet") == sheet && label.at("is_row") == true && label.at("at") == row)
            return area_of(label.at("rect"));
    throw std::runtime_error("no row label " + std::to_string(row) + " at " + sheet);
}

Area LabDriver::control(const std::string& name) const {
    const Json& controls = probe().at("controls");
    if (!controls.contains(name))
        throw std::runtime_error("no control " + name + " is shown");
    return area_of(controls.at(name));
}

void LabDriver::choose(const std::string& menu, const std::string& action) {
    // "Teach/Presets" is the line Presets of the menu Teach.
    const std::string first = menu.substr(0, menu.find('/'));
    click(control(first));
    if (first != menu) {
        until("the line " + menu, [&](const Json& now) { return now["controls"].contains(menu); });
        settled();
        click(control(menu));
    }
    until("the menu " + menu + " with " + action,
          [&](const Json& now) { return now["controls"].contains(action); });
    settled();
    click(control(action));
    until("the menu to close", [&](const Json& now) { return !now["controls"].contains(action); });
}

void LabDriver::choose_by_name(std::string_view part) {
    press("ctrl+k");
    until("the palette", [](const Json& now) { return now["palette"].get<bool>(); });
    type(part);
    settled();
    press("Return");
    until("the end of the palette", [](const Json& now) { return !now["palette"].get<bool>(); });
}

Picture LabDriver::picture(const std::string& name) {
    settled();
    Picture last = screen_.picture();
    until("a picture that stays", [&](const Json&) {
        Picture now = screen_.picture();
        const bool stays = now == last;
        last = std::move(now);
        return stays;
    });
    last = cut_out(last, screen_.window_area());
    write_png(last, pictures + name + ".png");
    return last;
}

std::string LabDriver::quit() {
    screen_.press("ctrl+q");
    // Work that a test leaves unsaved is asked about.
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (process_->is_running() && std::chrono::steady_clock::now() < deadline) {
        if (!probe().is_null() && !probe().at("question").is_null()) {
            screen_.press("Right");
            screen_.press("Return");
            break;
        }
        std::this_thread::sleep_for(5ms);
    }
    return ending();
}

std::string LabDriver::ending() {
    const auto code = process_->wait(patience);
    if (!code)
        return "it still runs";
    const std::string errors = bytes_of(folder_ / "errors"), output = bytes_of(folder_ / "output");
    std::string wrong;
    if (*code != 0)
        wrong += "exit code " + std::to_string(*code) + "\n";
    if (!errors.empty())
        wrong += "on standard error:\n" + errors;
    if (!output.empty())
        wrong += "on standard output:\n" + output;
    return wrong;
}

std::string document_text(const Json& probe) {
    return probe.at("document").dump();
}

double number(const Json& probe, const std::string& sheet, int row, int column) {
    return probe.at("stages")
        .at(sheet)
        .at(static_cast<std::size_t>(row))
        .at(static_cast<std::size_t>(column))
        .get<double>();
}

Json computed_elsewhere(const Json& given) {
    const TempDir folder;
    Json document = given;
    document.erase("convention"); // Probes hold matrices by their places, with words as rows.
    const Printed shown =
        run_lab({"show", folder.file("document.attn", document.dump()), "--format", "json"});
    if (shown.code != 0)
        throw std::runtime_error("show failed: " + shown.errors);
    const Json all = Json::parse(shown.output);
    Json stages = Json::object();
    for (const Json& stage : all.at("stages"))
        stages[stage.at("stage").get<std::string>()] = stage.at("values");
    return stages;
}

std::string difference_from_elsewhere(const Json& probe) {
    const Json expected = computed_elsewhere(probe.at("document"));
    for (const auto& [name, values] : probe.at("stages").items()) {
        if (name.find("weighted_values") !=
            std::string::npos) // one matrix for each query there, one in all here
            continue;
        if (!expected.contains(name))
            return name + " is no stage of show";
        if (expected.at(name) != values)
            return name + " is " + values.dump() + ", elsewhere " + expected.at(name).dump();
    }
    return "";
}

} // namespace attn::test
