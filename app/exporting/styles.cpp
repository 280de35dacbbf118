// SPDX-License-Identifier: MIT
#include "app/exporting/styles.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/document/style_text.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

namespace app {
namespace {

using namespace attn;
using Json = nlohmann::json;

constexpr std::size_t most_style_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_name = 40;

} // namespace

const FigureStyle* SavedStyles::find(const std::string& name) const {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.first == name; });
    return found == list.end() ? nullptr : &found->second;
}

void SavedStyles::put(const std::string& name, const FigureStyle& style) {
    remove(name);
    FigureStyle kept = style;
    kept.picture.title.reset();
    kept.picture.caption.clear();
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.first > name; });
    list.insert(at, {name, kept});
}

void SavedStyles::remove(const std::string& name) {
    std::erase_if(list, [&](const auto& one) { return one.first == name; });
}

std::string fault_of_style_name(const std::string& name) {
    const bool is_plain = std::all_of(name.begin(), name.end(), [](unsigned char letter) {
        return letter > ' ' && letter != '"' && letter != '\\' && letter != '/' && letter != 0x7F;
    });
    if (name.empty() || name.size() > longest_name || !is_plain || name.front() == '-' ||
        valid_utf8(name) != name)
        return "a style has a name of up to " + std::to_string(longest_name) +
               " letters and digits, without blanks";
    return name == no_style ? "“none” is the name for no style; choose another" : "";
}

std::string to_json(const SavedStyles& styles) {
    Json all = Json::object();
    for (const auto& [name, style] : styles.list)
        all[name] = Json::parse(io::style_text(style));
    Json json{{"styles", all}};
    if (!styles.usual.empty())
        json["default"] = styles.usual;
    return json.dump(2) + "\n";
}

Result<SavedStyles> styles_from_json(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return Error{"this is not a list of styles"};
    SavedStyles styles;
    if (const auto all = json.find("styles"); all != json.end() && all->is_object())
        for (const auto& [name, one] : all->items()) {
            if (!one.is_object() || !fault_of_style_name(name).empty())
                return Error{"style " + cite(name) + " is not a style, or its name is not allowed"};
            const io::ReadStyle read = io::style_of_text(one.dump());
            if (!read.fault.empty())
                return Error{"style " + cite(name) + ": " + read.fault};
            styles.put(name, read.style);
        }
    if (const auto usual = json.find("default"); usual != json.end()) {
        if (!usual->is_string() || !styles.find(usual->get<std::string>()))
            return Error{"the default is not one of the styles"};
        styles.usual = usual->get<std::string>();
    }
    return styles;
}

std::string styles_file() {
    const std::string folder = io::config_folder();
    return folder.empty() ? "" : folder + "/styles.json";
}

Result<SavedStyles> load_styles() {
    const std::string file = styles_file();
    std::error_code fault;
    if (file.empty() || !std::filesystem::exists(file, fault))
        return SavedStyles{};
    const auto text = io::read_file(file, most_style_bytes);
    if (!text)
        return text.error();
    const auto styles = styles_from_json(*text);
    if (!styles)
        return Error{styles.error().message + "; mend the file, or move it away to begin again",
                     printable(file)};
    return styles;
}

Result<> save_styles(const SavedStyles& styles) {
    const std::string file = styles_file();
    if (file.empty())
        return Error{"styles are kept in a folder of your home, but HOME names none; set HOME or "
                     "XDG_CONFIG_HOME"};
    if (const auto made = io::make_folder(io::config_folder()); !made)
        return made.error();
    return io::write_file(file, to_json(styles));
}

} // namespace app
