// SPDX-License-Identifier: MIT
#include "app/files/file_dialog.h"

#include "app/importing/model_importing.h"
#include "core/base/utf8.h"
#include "core/io/document/lesson.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace app {

std::string clock_text(std::time_t time) {
    std::tm parts = {};
    ::localtime_r(&time, &parts);
    const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return two(parts.tm_hour) + ":" + two(parts.tm_min) + ":" + two(parts.tm_sec);
}

std::string in_quotes(const std::string& text) {
    return "“" + attn::printable(text, 60) + "”";
}

std::string size_text(std::uintmax_t bytes) {
    if (bytes < 1000)
        return std::to_string(bytes) + " bytes";
    if (bytes < 1000000)
        return std::to_string((bytes + 500) / 1000) + " KB";
    return std::to_string((bytes + 500000) / 1000000) + " MB";
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_entries = 5000;

std::string lowered_name(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string date_text(fs::file_time_type time) {
    const auto system = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
        time - fs::file_time_type::clock::now() + std::chrono::system_clock::now());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(system);
    std::tm parts = {};
    ::localtime_r(&seconds, &parts);
    constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return std::to_string(parts.tm_mday) + " " + months[std::clamp(parts.tm_mon, 0, 11)] + " " +
           std::to_string(1900 + parts.tm_year) + " " + two(parts.tm_hour) + ":" +
           two(parts.tm_min);
}

FileDialog::Entry entry_of(const fs::directory_entry& found) {
    std::error_code code;
    FileDialog::Entry entry{found.path().filename().string(), found.is_directory(code), ""};
    if (entry.is_folder)
        return entry;
    const auto size = found.file_size(code);
    const auto time = code ? fs::file_time_type() : found.last_write_time(code);
    if (!code)
        entry.detail = size_text(size) + "  ·  " + date_text(time);
    return entry;
}

void list_folder(FileDialog& dialog) {
    dialog.entries.clear();
    dialog.holds_model = dialog.purpose == FileDialog::Purpose::Open && is_model(dialog.folder);
    std::error_code code;
    for (fs::directory_iterator found(dialog.folder, code), end; !code && found != end;
         found.increment(code)) {
        if (dialog.entries.size() == most_entries)
            break;
        dialog.entries.push_back(entry_of(*found));
    }
    if (code)
        dialog.fault = "The folder cannot be read: " + code.message();
    std::sort(dialog.entries.begin(), dialog.entries.end(), [](const auto& a, const auto& b) {
        if (a.is_folder != b.is_folder)
            return a.is_folder;
        const std::string first = lowered_name(a.name), second = lowered_name(b.name);
        return first == second ? a.name < b.name : first < second;
    });
}

/// Keeps the names that contain the typed text; names that begin with it come first. Shows hidden
/// names if a dot is typed.
void filter(FileDialog& dialog) {
    const bool saves = dialog.purpose == FileDialog::Purpose::SaveAs;
    const std::string wanted = saves ? "" : lowered_name(dialog.line.text);
    dialog.shown.clear();
    for (const bool at_front : {true, false})
        for (std::size_t at = 0; at < dialog.entries.size(); ++at) {
            const std::string name = lowered_name(dialog.entries[at].name);
            if (!dialog.is_recent() && name.starts_with('.') && !dialog.line.text.starts_with('.'))
                continue;
            const auto found = name.find(wanted);
            if (found != std::string::npos && (found == 0) == at_front)
                dialog.shown.push_back(at);
        }
    dialog.chosen = 0;
    dialog.is_choosing = false;
}

/// Normalises the path: no ".", "..", or doubled slashes, and a slash at the end.
std::string normal_folder(const std::string& path) {
    std::string text = fs::path(path).lexically_normal().string();
    if (text.empty() || text.back() != '/')
        text += '/';
    return text;
}

/// The folder that the text names, relative to the dialog's folder.
std::string named_folder(const FileDialog& dialog, std::string text) {
    if (text.starts_with("~/"))
        text = home_folder() + text.substr(2);
    return normal_folder(text.starts_with('/') ? text : dialog.folder + text);
}

bool is_folder(const std::string& path) {
    std::error_code code;
    return fs::is_directory(path, code);
}

FileDialog dialog_in(FileDialog::Purpose purpose, const std::string& folder) {
    FileDialog dialog;
    dialog.purpose = purpose;
    dialog.folder = normal_folder(is_folder(folder) ? folder : home_folder());
    list_folder(dialog);
    return dialog;
}

} // namespace

std::string home_folder() {
    const char* home = std::getenv("HOME");
    if (home && home[0] == '/' && is_folder(home))
        return normal_folder(home);
    std::error_code code;
    const auto here = fs::current_path(code);
    return normal_folder(code ? "/" : here.string());
}

std::string with_ending(const FileDialog& dialog, const std::string& path) {
    return fs::path(path).has_extension() ? path : path + dialog.ending;
}

FileDialog open_dialog(const std::string& folder, FileDialog::Purpose purpose) {
    FileDialog dialog = dialog_in(purpose, folder);
    filter(dialog);
    return dialog;
}

FileDialog save_dialog(const std::string& folder, const std::string& name, bool is_lesson) {
    FileDialog dialog = dialog_in(FileDialog::Purpose::SaveAs, folder);
    dialog.line = line_edit(name, true);
    dialog.is_lesson = is_lesson;
    if (is_lesson && !name.ends_with(attn::io::document_ending))
        dialog.ending = attn::io::lesson_ending;
    if (name.ends_with(dialog.ending)) // Typing replaces the name but not its ending.
        dialog.line.caret = name.size() - dialog.ending.size();
    filter(dialog);
    return dialog;
}

FileDialog recent_dialog(const std::vector<std::string>& recent_files) {
    FileDialog dialog;
    for (const std::string& path : recent_files) {
        std::error_code code;
        const fs::directory_entry found(path, code);
        FileDialog::Entry entry = entry_of(found);
        entry.name = path;
        if (entry.is_folder)
            entry.detail = "folder";
        else if (entry.detail.empty())
            entry.detail = "this file no longer exists";
        dialog.entries.push_back(std::move(entry));
    }
    filter(dialog);
    dialog.is_choosing = !dialog.shown.empty();
    return dialog;
}

void show_folder(FileDialog& dialog, const std::string& folder) {
    dialog.fault.clear();
    dialog.folder = normal_folder(folder);
    list_folder(dialog);
    filter(dialog);
}

void follow_line(FileDialog& dialog) {
    dialog.fault.clear();
    std::string& text = dialog.line.text;
    const auto slash = text.rfind('/');
    if (slash != std::string::npos) {
        const std::string folder = named_folder(dialog, text.substr(0, slash + 1));
        if (is_folder(folder)) {
            dialog.line = line_edit(text.substr(slash + 1), false);
            show_folder(dialog, folder);
            return;
        }
        dialog.fault = "There is no folder " + attn::printable(folder) + ". Check the name.";
    }
    filter(dialog);
}

void complete(FileDialog& dialog) {
    if (dialog.line.text == "~" || dialog.line.text == "..") {
        dialog.line.insert("/");
        follow_line(dialog);
        return;
    }
    std::vector<const FileDialog::Entry*> same;
    for (const FileDialog::Entry& entry : dialog.entries)
        if (lowered_name(entry.name).starts_with(lowered_name(dialog.line.text)) &&
            (!entry.name.starts_with('.') || dialog.line.text.starts_with('.')))
            same.push_back(&entry);
    if (same.empty())
        return;
    std::string common = same.front()->name;
    for (const FileDialog::Entry* entry : same) {
        std::size_t length = 0;
        while (length < std::min(common.size(), entry->name.size()) &&
               common[length] == entry->name[length])
            ++length;
        common.resize(length);
    }
    if (same.size() == 1 && same.front()->is_folder)
        common += '/';
    if (common.size() < dialog.line.text.size())
        return;
    dialog.line = line_edit(common, false);
    follow_line(dialog);
}

void choose(FileDialog& dialog, int by) {
    if (dialog.shown.empty())
        return;
    const auto last = static_cast<int>(dialog.shown.size()) - 1;
    if (dialog.is_choosing)
        dialog.chosen =
            static_cast<std::size_t>(std::clamp(static_cast<int>(dialog.chosen) + by, 0, last));
    dialog.is_choosing = true;
    const FileDialog::Entry& entry = dialog.entries[dialog.shown[dialog.chosen]];
    if (dialog.purpose == FileDialog::Purpose::SaveAs && !entry.is_folder)
        dialog.line = line_edit(entry.name, true);
}

std::string accept(FileDialog& dialog) {
    dialog.fault.clear();
    if (dialog.is_choosing && dialog.chosen < dialog.shown.size()) {
        const FileDialog::Entry entry = dialog.entries[dialog.shown[dialog.chosen]];
        if (dialog.is_recent())
            return entry.name;
        if (entry.is_folder) {
            if (dialog.purpose != FileDialog::Purpose::SaveAs)
                dialog.line = {};
            show_folder(dialog, dialog.folder + entry.name);
            return "";
        }
        return dialog.folder + entry.name;
    }
    std::string text = dialog.line.text;
    // The typed name had an ending of its own, before the suggested one.
    if (dialog.purpose == FileDialog::Purpose::SaveAs &&
        text.ends_with(dialog.ending + dialog.ending))
        text.resize(text.size() - dialog.ending.size());
    if (text == "~" || text == "..") {
        complete(dialog);
        return "";
    }
    if (text.empty() && dialog.holds_model)
        return dialog.folder.substr(0, dialog.folder.size() - 1);
    if (text.empty()) {
        dialog.fault = dialog.purpose == FileDialog::Purpose::SaveAs
                           ? "Type a name for the file."
                           : "Type the name of a file, or choose one.";
        return "";
    }
    const auto slash = text.rfind('/');
    if (slash != std::string::npos) { // follow_line() could not enter the folder.
        dialog.fault = "There is no folder " +
                       attn::printable(named_folder(dialog, text.substr(0, slash + 1))) +
                       ". Check the name.";
        return "";
    }
    const std::string path = dialog.folder + text;
    if (is_folder(path)) {
        dialog.line = {};
        show_folder(dialog, path);
        return "";
    }
    if (dialog.purpose != FileDialog::Purpose::SaveAs) {
        // Only one name matches the typed text: take it.
        std::error_code code;
        if (!fs::exists(path, code) && dialog.shown.size() == 1 &&
            !dialog.entries[dialog.shown[0]].is_folder)
            return dialog.is_recent() ? dialog.entries[dialog.shown[0]].name
                                      : dialog.folder + dialog.entries[dialog.shown[0]].name;
        return dialog.is_recent() ? text : path;
    }
    return with_ending(dialog, path);
}

} // namespace app
