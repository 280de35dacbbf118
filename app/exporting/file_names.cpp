// SPDX-License-Identifier: MIT
// Names exported files and decides which may be replaced.
#include "app/exporting/exporting.h"
#include "app/exporting/worksheet_choice.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace app {
namespace {

namespace fs = std::filesystem;

std::string home_setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool is_export_folder(const std::string& path) {
    std::error_code fault;
    return !path.empty() && fs::is_directory(path, fault);
}

/// Identifies a document: where it came from, and where it is saved.
std::string document_key(const Frame& frame) {
    return frame.ui.files.path + "\n" + frame.ui.files.opened;
}

/// The document's name as a file name: "lecture".
std::string file_stem(const Frame& frame) {
    const FileState& files = frame.ui.files;
    std::string name = fs::path(!files.path.empty() ? files.path : files.opened).stem().string();
    if (name.empty())
        name = frame.document.title;
    std::string stem;
    for (const char letter : name) {
        const bool is_kept = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                             letter == '-' || letter == '_' || (letter & 0x80) != 0;
        if (is_kept)
            stem += letter;
        else if (!stem.empty() && stem.back() != '-')
            stem += '-';
    }
    while (stem.ends_with('-'))
        stem.pop_back();
    return stem.empty() ? "attention" : stem;
}

/// Replaces the name in the path, keeping folder and ending.
std::string with_stem(const std::string& path, const std::string& stem) {
    const fs::path whole(path);
    const std::string folder = whole.parent_path().string();
    const std::string name = stem + whole.extension().string();
    return is_export_folder(folder) ? (whole.parent_path() / name).string()
                                    : pictures_folder() + "/" + name;
}

/// Turns "sheet.pdf" into "sheet-key.pdf", and back.
std::string with_key(const std::string& path, bool is_key) {
    constexpr std::string_view end = "-key";
    const fs::path whole(path);
    std::string stem = whole.stem().string();
    if (stem.ends_with(end) == is_key)
        return path;
    if (is_key)
        stem += end;
    else
        stem.resize(stem.size() - end.size());
    return (whole.parent_path() / (stem + whole.extension().string())).string();
}

} // namespace

void name_file(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    std::string& path = state.choice.path;
    const std::string now = document_key(frame);
    if (path.empty())
        path = free_path(pictures_folder() + "/" + file_stem(frame) + ".png");
    else if (state.named_for && *state.named_for != now)
        path = free_path(with_stem(path, file_stem(frame)));
    if (state.named_for != now) {
        state.written.clear();
        state.is_key_named = false;
    }
    state.named_for = now;
    if (const bool is_key = is_worksheet(state.choice) && state.choice.worksheet.is_key;
        is_key != state.is_key_named) {
        path = with_key(path, is_key);
        state.is_key_named = is_key;
    }
}

void wish_file(const Frame& frame) {
    ExportState& state = frame.ui.exporting;
    const std::string& path = state.choice.path;
    std::error_code fault;
    const bool is_anothers = fs::exists(path, fault) && !state.written.contains(path);
    if (is_anothers && state.replacing != path) {
        state.replacing = path;
        return;
    }
    state.replacing.clear();
    state.write_asked = true;
}

std::string with_ending(const std::string& path, std::string_view ending) {
    const auto slash = path.rfind('/');
    const auto dot = path.rfind('.');
    const bool has_ending =
        dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
    return (has_ending ? path.substr(0, dot) : path) + std::string(ending);
}

std::string free_path(const std::string& path) {
    std::error_code fault;
    if (!fs::exists(path, fault))
        return path;
    const std::string stem = with_ending(path, "");
    const std::string ending = path.substr(stem.size());
    // A name that ends in a number continues counting from it.
    auto digits = stem.size();
    while (digits > 0 && stem[digits - 1] >= '0' && stem[digits - 1] <= '9')
        --digits;
    const bool is_numbered =
        digits < stem.size() && digits > 0 && stem[digits - 1] == '-' && stem.size() - digits < 6;
    const std::string base = is_numbered ? stem.substr(0, digits - 1) : stem;
    for (int number = is_numbered ? std::atoi(stem.c_str() + digits) + 1 : 2;; ++number) {
        std::string next = base + "-" + std::to_string(number) + ending;
        if (!fs::exists(next, fault))
            return next;
    }
}

std::string pictures_folder() {
    if (const std::string folder = home_setting("XDG_PICTURES_DIR"); is_export_folder(folder))
        return folder;
    const std::string home = home_setting("HOME");
    if (is_export_folder(home + "/Pictures"))
        return home + "/Pictures";
    if (is_export_folder(home))
        return home;
    std::error_code fault;
    return fs::current_path(fault).string();
}

} // namespace app
