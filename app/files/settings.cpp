// SPDX-License-Identifier: MIT
#include "app/files/settings.h"

#include "app/exporting/exporting.h"
#include "app/exporting/styles.h"
#include "app/starting/leaflet.h"
#include "core/base/utf8.h"
#include "core/io/document/style_text.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace app {
namespace {

using namespace attn;
using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{1} << 16;

/// An enumeration is written as its name in this list.
template <class Enum>
using SettingNames = std::vector<std::pair<Enum, const char*>>;

const SettingNames<ThemeName> theme_names = {{ThemeName::Light, "light"},
                                             {ThemeName::Dark, "dark"},
                                             {ThemeName::Projector, "projector"},
                                             {ThemeName::Print, "print"}};
const SettingNames<NumberFormat::Kind> number_names = {
    {NumberFormat::Kind::Decimals, "decimals"},
    {NumberFormat::Kind::Automatic, "automatic"},
    {NumberFormat::Kind::Significant, "significant"},
    {NumberFormat::Kind::Fraction, "fraction"},
    {NumberFormat::Kind::Scientific, "scientific"}};
const SettingNames<Sequential> sequential_names = {
    {Sequential::Violet, "violet"},   {Sequential::Viridis, "viridis"},
    {Sequential::Cividis, "cividis"}, {Sequential::Magma, "magma"},
    {Sequential::Blues, "blues"},     {Sequential::Purples, "purples"},
    {Sequential::Greys, "greys"},     {Sequential::Grey, "grey"}};
const SettingNames<Diverging> diverging_names = {{Diverging::BlueRed, "blue-red"},
                                                 {Diverging::PurpleOrange, "purple-orange"},
                                                 {Diverging::Grey, "grey"}};

const SettingNames<OverComputed> over_names = {
    {OverComputed::Ask, "ask"}, {OverComputed::Set, "set"}, {OverComputed::Seek, "find inputs"}};

template <class Enum>
std::string name_of(const SettingNames<Enum>& names, Enum value) {
    for (const auto& [known, name] : names)
        if (known == value)
            return name;
    return "";
}

template <class Enum>
void read(const Json& json, const char* key, const SettingNames<Enum>& names, Enum& value) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_string())
        return;
    for (const auto& [known, name] : names)
        if (at->get<std::string>() == name)
            value = known;
}

/// Returns a place only if every number is there and plausible for a desktop.
std::optional<KeptPlace> read_place(const Json& json) {
    if (!json.is_object())
        return std::nullopt;
    KeptPlace kept;
    WindowPlace& place = kept.place;
    const auto number = [&](const char* key, int& value) {
        constexpr std::int64_t most = 1 << 16;
        const auto found = json.find(key);
        if (found == json.end() || !found->is_number_integer())
            return false;
        const auto whole = found->get<std::int64_t>();
        value = static_cast<int>(std::clamp(whole, -most, most));
        return value == whole;
    };
    if (!number("x", place.x) || !number("y", place.y) || !number("width", place.width) ||
        !number("height", place.height) || place.width <= 0 || place.height <= 0)
        return std::nullopt;
    if (const auto at = json.find("maximised"); at != json.end() && at->is_boolean())
        place.is_maximised = at->get<bool>();
    for (const auto& [key, name] : {std::pair("desk", &kept.desk), {"monitor", &kept.monitor}})
        if (const auto at = json.find(key); at != json.end() && at->is_string())
            *name = at->get<std::string>();
    if (const auto at = json.find("scale"); at != json.end() && at->is_number())
        kept.scale = std::clamp(at->get<float>(), 0.25F, 8.0F);
    return kept;
}

Json to_json(const KeptPlace& kept) {
    return {{"desk", kept.desk},           {"monitor", kept.monitor},
            {"scale", kept.scale},         {"x", kept.place.x},
            {"y", kept.place.y},           {"width", kept.place.width},
            {"height", kept.place.height}, {"maximised", kept.place.is_maximised}};
}

/// Reads "windows", or "window", the single place of an older version.
std::vector<KeptPlace> read_places(const Json& json) {
    std::vector<KeptPlace> places;
    const auto add = [&](const Json& one) {
        if (auto place = read_place(one); place && places.size() < 16)
            places.push_back(*std::move(place));
    };
    if (const auto at = json.find("windows"); at != json.end() && at->is_array())
        for (const Json& one : *at)
            add(one);
    if (const auto at = json.find("window"); at != json.end())
        add(*at);
    return places;
}

} // namespace

Settings settings_of(const View& view, const UiState& ui) {
    const auto& lesson = ui.teaching.lesson; // What it shows is not a user setting.
    return {ui.window.follows_desktop ? std::nullopt : std::optional(view.theme),
            lesson ? lesson->numbers : view.numbers,
            view.sequential,
            view.diverging,
            lesson ? lesson->show_row_sums : view.show_row_sums,
            ui.window.interface_scale,
            ui.starting.shows_at_start,
            {},
            ui.starting.seen_version,
            // The next window begins with the panel, so that a folded one is not missed.
            ui.window.panel_height == 0.0F ? std::nullopt : ui.window.panel_height,
            ui.starting.lessons,
            ui.over_computed};
}

void apply_settings(const Settings& settings, View& view, UiState& ui) {
    view.theme = settings.theme.value_or(ThemeName::Light);
    ui.window.follows_desktop = !settings.theme;
    view.numbers = settings.numbers;
    view.sequential = settings.sequential;
    view.diverging = settings.diverging;
    view.show_row_sums = settings.show_row_sums;
    ui.window.interface_scale = settings.interface_scale;
    ui.starting.shows_at_start = settings.shows_start_page;
    ui.starting.seen_version =
        settings.seen_version.empty() ? std::string(program_version()) : settings.seen_version;
    ui.window.panel_height = settings.panel_height == 0.0F ? std::nullopt : settings.panel_height;
    ui.starting.lessons = settings.lessons;
    ui.over_computed = settings.over_computed;
}

std::string to_json(const Settings& settings) {
    Json json{{"theme", settings.theme ? name_of(theme_names, *settings.theme) : "desktop"},
              {"numbers", name_of(number_names, settings.numbers.kind)},
              {"digits", settings.numbers.digits},
              {"sequential", name_of(sequential_names, settings.sequential)},
              {"diverging", name_of(diverging_names, settings.diverging)},
              {"row_sums", settings.show_row_sums},
              {"interface_scale", settings.interface_scale},
              {"start_page", settings.shows_start_page},
              {"seen_version", settings.seen_version},
              {"computed_numbers", name_of(over_names, settings.over_computed)}};
    if (settings.panel_height)
        json["panel_height"] = *settings.panel_height;
    for (const auto& [name, progress] : settings.lessons)
        json["lessons"][name] = {{"step", progress.step}, {"done", progress.is_done}};
    for (const KeptPlace& place : settings.windows)
        json["windows"].push_back(to_json(place));
    return json.dump(2) + "\n";
}

namespace {

std::map<std::string, LessonProgress> read_lessons(const Json& json) {
    constexpr std::size_t most_lessons = 1000, most_steps = 1000;
    std::map<std::string, LessonProgress> lessons;
    const auto list = json.find("lessons");
    if (list == json.end() || !list->is_object() || list->size() > most_lessons)
        return lessons;
    for (const auto& [name, one] : list->items()) {
        if (!one.is_object())
            continue;
        LessonProgress progress;
        if (const auto at = one.find("step"); at != one.end() && at->is_number_unsigned())
            progress.step = std::min(at->get<std::size_t>(), most_steps);
        if (const auto at = one.find("done"); at != one.end() && at->is_boolean())
            progress.is_done = at->get<bool>();
        lessons[name] = progress;
    }
    return lessons;
}

} // namespace

Settings settings_from_json(const std::string& text) {
    Settings settings;
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return settings;
    // "desktop", or anything that is not a theme, means: follow the desktop.
    constexpr ThemeName none = static_cast<ThemeName>(-1);
    ThemeName theme = none;
    read(json, "theme", theme_names, theme);
    if (theme != none)
        settings.theme = theme;
    read(json, "numbers", number_names, settings.numbers.kind);
    read(json, "sequential", sequential_names, settings.sequential);
    read(json, "diverging", diverging_names, settings.diverging);
    read(json, "computed_numbers", over_names, settings.over_computed);
    if (const auto at = json.find("digits"); at != json.end() && at->is_number_integer())
        settings.numbers.digits =
            static_cast<int>(std::clamp<std::int64_t>(at->get<std::int64_t>(), 0, 8));
    if (const auto at = json.find("row_sums"); at != json.end() && at->is_boolean())
        settings.show_row_sums = at->get<bool>();
    if (const auto at = json.find("interface_scale"); at != json.end() && at->is_number())
        settings.interface_scale = std::clamp(at->get<float>(), 0.5F, 4.0F);
    if (const auto at = json.find("start_page"); at != json.end() && at->is_boolean())
        settings.shows_start_page = at->get<bool>();
    settings.windows = read_places(json);
    settings.lessons = read_lessons(json);
    if (const auto at = json.find("seen_version"); at != json.end() && at->is_string())
        settings.seen_version = at->get<std::string>();
    if (const auto at = json.find("panel_height"); at != json.end() && at->is_number())
        settings.panel_height = std::clamp(at->get<float>(), 0.0F, 200.0F);
    return settings;
}

std::optional<std::string> settings_file() {
    const std::string folder = io::config_folder();
    return folder.empty() ? std::nullopt : std::optional(folder + "/settings.json");
}

Settings load_settings() {
    const auto file = settings_file();
    if (!file)
        return {};
    const auto text = io::read_file(*file, most_bytes);
    return text ? settings_from_json(*text) : Settings{};
}

void save_settings(const Settings& settings) {
    const auto file = settings_file();
    if (!file)
        return;
    std::error_code fault;
    std::filesystem::create_directories(std::filesystem::path(*file).parent_path(), fault);
    if (fault)
        return;
    // Keeps entries of other versions: two may be installed.
    const auto before = io::read_file(*file, most_bytes);
    Json all = Json::parse(before ? *before : "", nullptr, false);
    if (!all.is_object())
        all = Json::object();
    for (const char* key :
         {"window", "windows", "panel_height", "lessons"}) // optional in our own settings
        all.erase(key);
    all.update(Json::parse(to_json(settings)));
    // Settings are a convenience: a full disk must not keep the program from closing.
    (void)io::write_file(*file, all.dump(2) + "\n");
}

namespace {

/// Reads an enumeration from its number; ignores one that is too large.
template <class Enum>
void read(const Json& json, const char* key, Enum last, Enum& into) {
    const auto at = json.find(key);
    if (at != json.end() && at->is_number_unsigned() &&
        at->get<std::uint64_t>() <= static_cast<std::uint64_t>(last))
        into = static_cast<Enum>(at->get<int>());
}
void read(const Json& json, const char* key, bool& into) {
    if (const auto at = json.find(key); at != json.end() && at->is_boolean())
        into = at->get<bool>();
}
void read(const Json& json, const char* key, std::string& into) {
    if (const auto at = json.find(key); at != json.end() && at->is_string())
        into = at->get<std::string>();
}
template <class Number>
void read_number(const Json& json, const char* key, double least, double most, Number& into) {
    const auto at = json.find(key);
    if (at != json.end() && at->is_number() && at->get<double>() >= least &&
        at->get<double>() <= most)
        into = static_cast<Number>(at->get<double>());
}

std::optional<std::string> choice_file() {
    const auto settings = settings_file();
    if (!settings)
        return std::nullopt;
    return std::filesystem::path(*settings).replace_filename("export.json").string();
}

} // namespace

std::string to_json(const ExportChoice& choice) {
    return Json{{"path", valid_utf8(choice.path)},
                {"figure", valid_utf8(choice.figure)},
                {"style", Json::parse(io::style_text(style_of(choice)))},
                {"python", static_cast<unsigned>(choice.python)},
                {"trains", choice.trains},
                {"shows_query", choice.shows_query},
                {"shows_marked", choice.shows_marked},
                {"level", static_cast<unsigned>(choice.worksheet.level)},
                {"is_letter", choice.worksheet.is_letter},
                {"sheet_numbers", static_cast<unsigned>(choice.sheet_look.numbers.kind)},
                {"sheet_digits", choice.sheet_look.numbers.digits},
                {"table_digits", choice.table_digits ? *choice.table_digits : -1},
                {"seed", choice.worksheet.seed}}
               .dump(2) +
           "\n";
}

std::optional<ExportChoice> export_choice_from_json(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    ExportChoice choice;
    read(json, "path", choice.path);
    read(json, "figure", choice.figure);
    if (const auto style = json.find("style"); style != json.end() && style->is_object())
        take_style(choice, io::style_of_text(style->dump()).style);
    read(json, "python", publish::Language::Jax, choice.python);
    read(json, "trains", choice.trains);
    read(json, "shows_query", choice.shows_query);
    read(json, "shows_marked", choice.shows_marked);
    read(json, "level", figure::WorksheetLevel::Mistake, choice.worksheet.level);
    read(json, "is_letter", choice.worksheet.is_letter);
    read(json, "sheet_numbers", NumberFormat::Kind::Automatic, choice.sheet_look.numbers.kind);
    read_number(json, "sheet_digits", 0, 17, choice.sheet_look.numbers.digits);
    int table_digits = -1;
    read_number(json, "table_digits", 0, 17, table_digits);
    if (table_digits >= 0)
        choice.table_digits = table_digits;
    read_number(json, "seed", 0, 4294967295, choice.worksheet.seed);
    return choice;
}

std::optional<ExportChoice> load_export_choice() {
    const auto file = choice_file();
    if (!file)
        return std::nullopt;
    const auto text = io::read_file(*file, 1 << 16);
    return text ? export_choice_from_json(*text) : std::nullopt;
}

void save_export_choice(const ExportChoice& choice) {
    const auto file = choice_file();
    if (!file)
        return;
    std::error_code fault;
    std::filesystem::create_directories(std::filesystem::path(*file).parent_path(), fault);
    // As with the other settings: a full disk must not keep the program from closing.
    if (!fault)
        (void)io::write_file(*file, to_json(choice));
}

} // namespace app
