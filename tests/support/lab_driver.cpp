// SPDX-License-Identifier: MIT
#include "tests/support/lab_driver.h"

#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace attn::test {
namespace {

const std::string program = ATTENTION_PROGRAM;
const std::string pictures = ATTENTION_BINARY_DIR "/window/";

Area area_of(const Json& rect) {
    const auto at = [&rect](std::size_t index) {
        return static_cast<int>(rect.at(index).get<double>());
    };
    return {at(0), at(1), at(2), at(3)};
}

} // namespace

std::string failure_picture() {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(info->test_suite_name()) + "." + info->name();
    std::replace(name.begin(), name.end(), '/', '-');
    return pictures + name + ".failed.png";
}

std::string picture_file(const std::string& name) {
    return pictures + name + ".png";
}

ChildProcess::Setup start_of(const std::vector<std::string>& arguments,
                             const std::string& display) {
    ChildProcess::Setup setup;
    setup.command = {program};
    setup.command.insert(setup.command.end(), arguments.begin(), arguments.end());
    // Mesa keeps memory until the process ends, which would hide a leak of ours.
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

Printed run_lab(const std::vector<std::string>& arguments, const std::string& display,
                std::vector<std::pair<std::string, std::string>> environment) {
    ChildProcess::Setup setup = start_of(arguments, display);
    setup.environment.insert(setup.environment.end(), environment.begin(), environment.end());
    return run(setup);
}

void LabDriver::click(Area area) {
    move_to(area.x + area.width / 2, area.y + area.height / 2);
    press_button();
    release_button();
}

Area LabDriver::cell(const std::string& sheet, int row, int column) const {
    const Json& cells = probe().at("cells").at(sheet);
    const Json& rect = cells.at("rect");
    const double width = rect.at(2).get<double>() / cells.at("columns").get<double>();
    const double height = rect.at(3).get<double>() / cells.at("rows").get<double>();
    // The cell's centre, which lies inside even if cells are hardly wider than a pixel.
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
    // "Teach/Presets" is the line Presets in the menu Teach.
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
    document.erase("convention"); // Probes always have words as rows.
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
            std::string::npos) // one matrix per query there, a single one here
            continue;
        if (!expected.contains(name))
            return name + " is no stage of show";
        if (expected.at(name) != values)
            return name + " is " + values.dump() + ", elsewhere " + expected.at(name).dump();
    }
    return "";
}

} // namespace attn::test
