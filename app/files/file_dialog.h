// SPDX-License-Identifier: MIT
// Choosing a file by keyboard or pointer: a line for its path above the folder it is in.
#pragma once

#include "app/input/line_edit.h"

#include <string>
#include <vector>

namespace app {

struct FileDialog {
    enum class Purpose { Open, SaveAs };
    struct Entry {
        std::string name; // of recent files their whole path
        bool is_folder = false;
        std::string detail; // "3 KB · 21 Nov 14:03"
    };

    Purpose purpose = Purpose::Open;
    std::string folder; // absolute, with a slash at its end; empty while recent files are shown
    LineEdit line;      // a path, from the folder on
    std::vector<Entry> entries;     // of the folder
    std::vector<std::size_t> shown; // those that what is typed leaves, as indices
    std::size_t chosen = 0;         // of those shown
    bool is_choosing = false;       // an arrow went into the list; Enter takes what is chosen
    std::string fault;              // why the last Enter was refused
    bool asks_system = false;       // the desktop's own dialog is wanted
    bool is_elsewhere = false;      // and shown; this one waits, and goes on if it is used

    bool is_recent() const { return folder.empty(); }
};

/// A dialog that shows the folder; for saving with a suggested name.
FileDialog open_dialog(const std::string& folder);
FileDialog save_dialog(const std::string& folder, const std::string& name);
FileDialog recent_dialog(const std::vector<std::string>& recent_files);

/// Shows another folder; what is typed stays as it is.
void show_folder(FileDialog& dialog, const std::string& folder);
/// After the line changed: a folder that was typed with its slash is gone into ("~/", "../", and
/// what was pasted as well), and the list shows what is left.
void follow_line(FileDialog& dialog);
/// Tab: the line becomes as much as all that begin so have in common.
void complete(FileDialog& dialog);
/// Up or down in the list.
void choose(FileDialog& dialog, int by);

/// What Enter or a double click does: goes into a folder (empty), or gives the whole path of the
/// file. Documents that are saved without an ending get ".attn".
std::string accept(FileDialog& dialog);

/// Documents that are saved without an ending get ".attn".
std::string with_ending(const std::string& path);

/// The user's folder, or the one that the program was started in.
std::string home_folder();

} // namespace app
