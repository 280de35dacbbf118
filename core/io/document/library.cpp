// SPDX-License-Identifier: MIT
#include "core/io/document/library.h"

#include "core/base/utf8.h"
#include "core/io/arrays/arrays.h"
#include "core/io/document/document_json.h"
#include "core/io/document/picture_memory.h"
#include "core/io/journal/file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace attn::io {
namespace {

namespace fs = std::filesystem;

bool has_presets(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "presets", ignored);
}

Result<std::vector<std::string>> preset_names(const std::string& assets) {
    std::vector<std::string> names;
    std::error_code code;
    for (fs::directory_iterator entry(fs::path(assets) / "presets", code), end;
         !code && entry != end; entry.increment(code)) {
        const fs::path file = entry->path();
        if (file.extension() == document_ending && is_preset_name(file.stem().string()))
            names.push_back(file.stem().string());
    }
    if (code)
        return Error{"the presets cannot be listed: " + code.message(),
                     printable(assets + "/presets")};
    std::sort(names.begin(), names.end());
    return names;
}

std::string preset_path(const std::string& assets, const std::string& name) {
    return (fs::path(assets) / "presets" / (name + std::string(document_ending))).string();
}

} // namespace

Result<std::string> assets_folder() {
    if (const char* given = std::getenv("ATTENTION_LAB_ASSETS"); given && *given != '\0') {
        if (has_presets(given))
            return std::string(given);
        return Error{"there is no folder \"presets\" in it; correct or unset ATTENTION_LAB_ASSETS",
                     printable(given)};
    }
    std::vector<fs::path> candidates;
    std::error_code code;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", code); !code) {
        candidates.push_back(program.parent_path() / "assets");
        candidates.push_back(program.parent_path().parent_path() / "share" / "attention-lab");
    }
    candidates.emplace_back(ATTENTION_LAB_INSTALLED_ASSETS);
    candidates.emplace_back(ATTENTION_LAB_SOURCE_ASSETS);
    for (const fs::path& candidate : candidates)
        if (has_presets(candidate))
            return candidate.string();
    return Error{"the presets are not installed; set ATTENTION_LAB_ASSETS to the folder that "
                 "holds \"presets\""};
}

Result<std::vector<Preset>> presets() {
    const auto assets = assets_folder();
    if (!assets)
        return assets.error();
    const auto names = preset_names(*assets);
    if (!names)
        return names.error();
    std::vector<Preset> list;
    for (const std::string& name : *names) {
        Preset preset{name, preset_path(*assets, name), {}, false, {}};
        if (const auto document = open_file(preset.path)) {
            preset.title = document->title;
            preset.has_table = document->options.has_table;
        } else {
            preset.fault = document.error();
        }
        list.push_back(std::move(preset));
    }
    return list;
}

bool is_preset_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    });
}

Result<std::string> document_text(const std::string& path) {
    auto bytes = read_file(path);
    if (!bytes || !is_picture(*bytes))
        return bytes;
    auto text = remembered(*bytes);
    if (!text)
        return Error{text.error().message, printable(path)};
    return text;
}

Result<Document> open_file(const std::string& path) {
    const auto text = document_text(path);
    auto document = text ? read_document(*text, printable(path)) : Result<Document>(text.error());
    // A document may have any name; the name counts only if the file is not a document.
    std::error_code ignored;
    if (document || !fs::is_regular_file(path, ignored))
        return document;
    if (const auto foreign = foreign_file(path))
        return *foreign;
    return holds_arrays(path) ? arrays_are_no_document(path) : document;
}

std::string file_of(const std::string& name_or_path) {
    std::error_code code;
    if (is_preset_name(name_or_path))
        if (const auto assets = assets_folder();
            assets && fs::exists(preset_path(*assets, name_or_path), code))
            return "";
    const fs::path whole = fs::absolute(name_or_path, code);
    return code ? name_or_path : whole.lexically_normal().string();
}

Result<Document> open_document(const std::string& name_or_path) {
    if (!is_preset_name(name_or_path))
        return open_file(name_or_path);
    const auto assets = assets_folder();
    std::error_code ignored;
    if (assets && fs::exists(preset_path(*assets, name_or_path), ignored))
        return open_file(preset_path(*assets, name_or_path));
    if (fs::exists(name_or_path, ignored))
        return open_file(name_or_path);
    if (!assets)
        return Error{"there is no such file, and presets cannot be opened: " +
                         assets.error().text(),
                     name_or_path};
    const auto known = preset_names(*assets);
    if (!known)
        return known.error();
    std::string list;
    for (const std::string& name : *known)
        list += (list.empty() ? "" : ", ") + name;
    return Error{"there is no preset and no file of this name; the presets are " + list,
                 name_or_path};
}

} // namespace attn::io
