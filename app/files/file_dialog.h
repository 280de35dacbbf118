// SPDX-License-Identifier: MIT
// Chooses a file by keyboard or pointer: a line for its path above a list of a folder.
#pragma once

#include "app/input/line_edit.h"
#include "app/session/outbox.h"
#include "core/io/document/library.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace app {

// Texts for files, sizes and times in messages and questions.

/// The time of day: "14:03:07".
std::string clock_text(std::time_t time);
/// Returns for example "158 MB".
std::string size_text(std::uintmax_t bytes);
/// The text in quotation marks, shortened if it is long.
std::string in_quotes(const std::string& text);

struct FileDialog {
    enum class Purpose { Open, SaveAs, Answers }; // Answers: a class's answers, to mark them
    struct Entry {
        std::string name; // for a recent file the whole path
        bool is_folder = false;
        std::string detail; // "3 KB · 21 Nov 14:03"
    };

    Purpose purpose = Purpose::Open;
    std::string ending{attn::io::document_ending}; // which a saved file gets
    bool is_lesson = false;                        // the lesson is saved, not the document
    std::optional<attn::publish::LessonPages> exported = {}; // the lesson is written for others
    std::string folder;         // absolute, ends with a slash; empty while recent files are shown
    LineEdit line;              // a path relative to the folder
    std::vector<Entry> entries; // the folder's contents
    std::vector<std::size_t> shown; // indices of the entries that match the typed text
    std::size_t chosen = 0;         // an index into `shown`
    bool is_choosing = false;  // an arrow key moved into the list; Enter takes the chosen entry
    bool holds_model = false;  // the folder itself can be opened
    std::string fault;         // why the last Enter was refused
    bool asks_system = false;  // the desktop's own dialog is wanted
    bool is_elsewhere = false; // the desktop's dialog is open; this one waits

    bool is_recent() const { return folder.empty(); }
};

/// Opens the folder; for saving, suggests a name.
FileDialog open_dialog(const std::string& folder,
                       FileDialog::Purpose purpose = FileDialog::Purpose::Open);
FileDialog save_dialog(const std::string& folder, const std::string& name, bool is_lesson = false);
FileDialog recent_dialog(const std::vector<std::string>& recent_files);

/// Shows another folder and keeps the typed text.
void show_folder(FileDialog& dialog, const std::string& folder);
/// Updates the dialog after its line changed: enters a folder that was typed or pasted with its
/// slash ("~/", "../" as well) and filters the list.
void follow_line(FileDialog& dialog);
/// Tab: extends the line to the longest common beginning of all matching names.
void complete(FileDialog& dialog);
/// Moves the choice up or down in the list.
void choose(FileDialog& dialog, int by);

/// Does what Enter or a double click does: enters a folder and returns an empty text, or returns
/// the whole path of the file, or of the folder if it holds a model and nothing is typed. Adds the
/// ending when a file is saved without one.
std::string accept(FileDialog& dialog);

/// Adds the ending of the dialog's files to a path without one.
std::string with_ending(const FileDialog& dialog, const std::string& path);

/// The user's home folder, or the folder that the program was started in.
std::string home_folder();

// The document's file, the dialog that asks for another, and unsaved work: what other programs
// left is offered, and if this program cannot keep its own, it says why.

class FileReader;

struct FileState {
    std::string opened; // the preset or file the document came from
    std::string path;   // the file it is saved to; empty if there is none
    bool is_unsaved = false;
    std::optional<FileDialog> dialog;
    std::vector<Request> after_saving;             // requests that wait until the document is saved
    std::vector<std::string> recent;               // newest first
    std::shared_ptr<FileReader> reader;            // while a large file is read (see reading.h)
    std::vector<std::shared_ptr<FileReader>> left; // readers whose result is no longer wanted
};

/// Unsaved work of a program that ended abnormally, as it is offered.
struct OfferedWork {
    std::string journal;
    std::string name;  // the document's name
    std::string place; // its folder; empty if it was never saved
    std::string when;  // "today at 14:03"
    std::size_t edits = 0;
    std::string unkept; // later changes that are lost, as a sentence
    std::string fault;  // why nothing can be restored
};

struct RecoveryOffer {
    std::vector<OfferedWork> works;
    std::size_t chosen = 0;
    bool is_discarding = false; // Discard was pressed once; the next press deletes
};

struct RecoveryState {
    std::optional<RecoveryOffer> offer;
    std::string not_kept; // why unsaved work cannot be kept now; empty if it is kept
};

} // namespace app
