// SPDX-License-Identifier: MIT
#include "app/system/desktop.h"
#include "tests/support/temp_dir.h"

#include <glib.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace attn::recent_documents_test {

using namespace test;

namespace {

// GLib reads the folder from the environment only once.
const TempDir& data_folder() {
    static const TempDir folder;
    static const int is_set = ::setenv("XDG_DATA_HOME", (folder / "share").c_str(), 1);
    return is_set == 0 ? folder : folder;
}

std::string list_file() {
    return data_folder() / "share/recently-used.xbel";
}

} // namespace

TEST(RecentDocuments, AreAddedToTheDesktopsList) {
    const std::string list = list_file();
    std::filesystem::remove_all(data_folder() / "share");
    app::add_to_desktop_list("/somewhere/two words ä.attn");
    app::add_to_desktop_list("/somewhere/two words ä.attn");
    app::add_to_desktop_list("/else/b.attn");
    GBookmarkFile* const found = g_bookmark_file_new();
    ASSERT_TRUE(g_bookmark_file_load_from_file(found, list.c_str(), nullptr));
    EXPECT_EQ(g_bookmark_file_get_size(found), 2);
    char* const uri = g_filename_to_uri("/somewhere/two words ä.attn", nullptr, nullptr);
    char* const type = g_bookmark_file_get_mime_type(found, uri, nullptr);
    ASSERT_NE(type, nullptr);
    const std::string known = bytes_of(ATTENTION_SOURCE_DIR "/app/desktop/attention-lab.desktop");
    EXPECT_NE(known.find("MimeType=" + std::string(type) + ";"), std::string::npos);
    EXPECT_TRUE(g_bookmark_file_has_application(found, uri, "Attention Lab", nullptr));
    g_free(type);
    g_free(uri);
    g_bookmark_file_free(found);
}

TEST(RecentDocuments, AnUnreadableListIsLeftAlone) {
    std::filesystem::create_directories(data_folder() / "share");
    data_folder().file("share/recently-used.xbel", "not a list");
    app::add_to_desktop_list("/somewhere/a.attn");
    EXPECT_EQ(bytes_of(list_file()), "not a list");
}

} // namespace attn::recent_documents_test
