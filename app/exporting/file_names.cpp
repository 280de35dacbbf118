// SPDX-License-Identifier: MIT
// Names exported files and decides which may be replaced.
#include "app/exporting/exporting.h"
#include "app/exporting/worksheet_choice.h"
#include "core/engine/place.h"
#include "core/publish/exporters.h"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace app {
namespace {

namespace fs = std::filesystem;
using namespace attn;

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

/// Keeps letters and digits of any language, and joins them by hyphens.
std::string hyphened(const std::string& name) {
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
    return stem;
}

/// The document's name as a file name: "lecture".
std::string document_stem(const Frame& frame) {
    const FileState& files = frame.ui.files;
    const fs::path file = !files.path.empty() ? files.path : files.opened;
    const std::string name = file.empty() ? frame.document.title : file.stem().string();
    const std::string stem = hyphened(name);
    return stem.empty() ? "attention" : stem;
}

/// What a made name says: "lecture-weights", "lecture-weights-key". The whole calculation and
/// programs have the name of the document alone.
std::string file_stem(const Frame& frame) {
    const ExportChoice& choice = frame.ui.exporting.choice;
    const auto kind = publish::file_kind(choice.path);
    const bool is_of_figure = !kind || publish::picture_kind(*kind) || parse_sheet(choice.figure);
    std::string stem = document_stem(frame);
    if (is_of_figure && choice.figure != "canvas")
        stem += "-" + hyphened(choice.figure);
    if (is_worksheet(choice) && choice.worksheet.is_key)
        stem += "-key";
    return stem;
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
    const std::string now = document_key(frame), stem = file_stem(frame);
    const bool is_of_other = state.named_for && *state.named_for != now;
    if (state.named_for != now)
        state.written.clear();
    if (is_of_other)
        state.is_key_named = false;
    state.named_for = now;
    const bool is_key = is_worksheet(state.choice) && state.choice.worksheet.is_key;
    const bool is_made =
        path.empty() || is_of_other || with_ending(path, "") == with_ending(state.made_path, "");
    if (!is_made) { // A typed name stays; only an answer key gets another.
        if (is_key != state.is_key_named)
            path = with_key(path, is_key);
    } else if (path.empty() || is_of_other || stem != state.made_stem) {
        const std::string wanted =
            path.empty() ? pictures_folder() + "/" + stem + ".png" : with_stem(path, stem);
        path = state.written.contains(wanted) ? wanted : free_path(wanted);
        state.made_path = path;
    }
    state.made_stem = stem;
    state.is_key_named = is_key;
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
