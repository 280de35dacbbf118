// SPDX-License-Identifier: MIT
#include "app/exporting/styles.h"

#include "core/base/number_text.h"
#include "core/base/utf8.h"
#include "core/io/journal/file.h"
#include "core/io/journal/machine.h"
#include "core/publish/pictures/style.h"

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
        all[name] = json_of_style(style);
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
            const ReadStyle read = style_of_json(one);
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

namespace {

using publish::Choices;

class StyleReader {
public:
    explicit StyleReader(const Json& json) : json_(json) {}

    ReadStyle made() {
        FigureStyle& style = read_.style;
        publish::PictureStyle& picture = style.picture;
        if (const Json* const at = find("size")) {
            const auto size = publish::parse_size(at->is_string() ? at->get<std::string>() : "");
            if (size)
                picture.size = *size;
            else
                refuse("size", "a size such as paper-1 or 89mm");
        }
        word("theme", publish::themes, picture.theme);
        word("colours", publish::colour_maps, style.sequential);
        word("signed", publish::signed_maps, style.diverging);
        word("numbers", publish::number_kinds, style.numbers.kind);
        number("digits", 0, 17, style.numbers.digits);
        number("dpi", 0, 2400, picture.dpi);
        number("font_size", 0, 72, picture.text);
        number("gap", -1, 100, picture.gap);
        number("threshold", 0, 1e9, picture.least_weight);
        flag("transparent", picture.is_transparent);
        flag("labels", picture.has_labels);
        flag("cell_numbers", picture.has_numbers);
        flag("colour_bar", picture.has_colour_bar);
        flag("blank_blocked", picture.is_blank_where_blocked);
        flag("outlines", picture.outlines);
        range(style.range);
        return std::move(read_);
    }

private:
    const Json* find(const char* key) const {
        const auto at = json_.find(key);
        return at == json_.end() ? nullptr : &*at;
    }
    void refuse(const std::string& key, const std::string& expected) {
        if (read_.fault.empty())
            read_.fault = key + " is not " + expected;
    }
    template <class Value, std::size_t count>
    void word(const char* key, const Choices<Value, count>& choices, Value& into) {
        const Json* const at = find(key);
        if (!at)
            return;
        std::string known;
        for (const publish::Choice<Value>& choice : choices) {
            if (at->is_string() && at->get<std::string>() == choice.word) {
                into = choice.value;
                return;
            }
            known += (known.empty() ? "" : ", ") + std::string(choice.word);
        }
        refuse(key, "one of " + known);
    }
    template <class Number>
    void number(const char* key, double least, double most, Number& into) {
        const Json* const at = find(key);
        if (!at)
            return;
        if (at->is_number() && at->get<double>() >= least && at->get<double>() <= most)
            into = static_cast<Number>(at->get<double>());
        else
            refuse(key, "a number from " + shortest(least) + " to " + shortest(most));
    }
    void flag(const char* key, bool& into) {
        const Json* const at = find(key);
        if (at && at->is_boolean())
            into = at->get<bool>();
        else if (at)
            refuse(key, "true or false");
    }
    /// Reads a range: a word, "shared", or the two numbers at its ends.
    void range(ColourRange& into) {
        const Json* const at = find("range");
        if (!at)
            return;
        const bool has_ends = at->is_array() && at->size() == 2 && (*at)[0].is_number() &&
                              (*at)[1].is_number() &&
                              (*at)[0].get<double>() < (*at)[1].get<double>();
        if (has_ends)
            into = {ColourRange::Kind::Fixed, (*at)[0].get<double>(), (*at)[1].get<double>()};
        else if (at->is_string() && at->get<std::string>() == "shared")
            into.kind = ColourRange::Kind::Shared;
        else if (at->is_string())
            word("range", publish::range_kinds, into.kind);
        else
            refuse("range", "a word such as auto, or two numbers, the smaller first");
    }

    const Json& json_;
    ReadStyle read_;
};

} // namespace

Json json_of_style(const FigureStyle& style) {
    const publish::PictureStyle& picture = style.picture;
    Json range = publish::word_of(publish::range_kinds, style.range.kind);
    if (style.range.kind == ColourRange::Kind::Shared)
        range = "shared";
    if (style.range.kind == ColourRange::Kind::Fixed)
        range = Json::array({style.range.low, style.range.high});
    return {{"size", publish::to_text(picture.size)},
            {"theme", publish::word_of(publish::themes, picture.theme)},
            {"colours", publish::word_of(publish::colour_maps, style.sequential)},
            {"signed", publish::word_of(publish::signed_maps, style.diverging)},
            {"range", range},
            {"numbers", publish::word_of(publish::number_kinds, style.numbers.kind)},
            {"digits", style.numbers.digits},
            {"dpi", picture.dpi},
            {"font_size", picture.text},
            {"gap", picture.gap},
            {"threshold", picture.least_weight},
            {"transparent", picture.is_transparent},
            {"labels", picture.has_labels},
            {"cell_numbers", picture.has_numbers},
            {"colour_bar", picture.has_colour_bar},
            {"blank_blocked", picture.is_blank_where_blocked},
            {"outlines", picture.outlines}};
}

ReadStyle style_of_json(const Json& json) {
    return StyleReader(json).made();
}

} // namespace app
