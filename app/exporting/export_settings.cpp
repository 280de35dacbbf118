// SPDX-License-Identifier: MIT
#include "app/exporting/export_settings.h"

#include "app/exporting/style_choice.h"
#include "app/exporting/style_json.h"
#include "app/files/settings.h"
#include "core/base/utf8.h"
#include "core/io/file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace app {
namespace {

using namespace attn;
using Json = nlohmann::json;

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
                {"style", json_of_style(style_of(choice))},
                {"python", static_cast<unsigned>(choice.python)},
                {"trains", choice.trains},
                {"shows_query", choice.shows_query},
                {"shows_marked", choice.shows_marked},
                {"level", static_cast<unsigned>(choice.worksheet.level)},
                {"is_letter", choice.worksheet.is_letter},
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
        take_style(choice, style_of_json(*style).style);
    read(json, "python", publish::Language::Jax, choice.python);
    read(json, "trains", choice.trains);
    read(json, "shows_query", choice.shows_query);
    read(json, "shows_marked", choice.shows_marked);
    read(json, "level", figure::WorksheetLevel::Mistake, choice.worksheet.level);
    read(json, "is_letter", choice.worksheet.is_letter);
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
