// SPDX-License-Identifier: MIT
// https://www.freedesktop.org/wiki/Specifications/desktop-bookmark-spec/
#include "app/system/recent_documents.h"

#include "app/system/bus.h"

#include <filesystem>
#include <system_error>

namespace app {
namespace {

constexpr const char* document_type = "application/vnd.attention-lab+json";
constexpr const char* program = "Attention Lab";
constexpr const char* command = "attention-lab-window %f";

using Bookmarks = std::unique_ptr<GBookmarkFile, Forget<g_bookmark_file_free>>;

} // namespace

void add_to_desktop_list(const std::string& path) {
    std::error_code code;
    const std::string whole = std::filesystem::absolute(path, code);
    const BusText uri(code ? nullptr : g_filename_to_uri(whole.c_str(), nullptr, nullptr));
    if (!uri)
        return;
    const std::string folder = g_get_user_data_dir();
    const std::string list = folder + "/recently-used.xbel";
    const Bookmarks bookmarks(g_bookmark_file_new());
    if (std::filesystem::exists(list, code)) {
        if (!g_bookmark_file_load_from_file(bookmarks.get(), list.c_str(), nullptr))
            return; // Other programs' entries must not be lost.
    } else {
        std::filesystem::create_directories(folder, code);
    }
    g_bookmark_file_set_mime_type(bookmarks.get(), uri.get(), document_type);
    g_bookmark_file_add_application(bookmarks.get(), uri.get(), program, command);
    (void)g_bookmark_file_to_file(bookmarks.get(), list.c_str(), nullptr);
}

} // namespace app
