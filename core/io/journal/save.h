// SPDX-License-Identifier: MIT
// Saves a document so that neither the old file nor the new one can be lost.
#pragma once

#include "core/document/model/document.h"
#include "core/io/journal/machine.h"

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Identifies a file's bytes when it was opened or saved. Compares bytes because dates are
/// unreliable (a copy, a clock that jumped).
struct FileMark {
    std::uint64_t hash = 0;
    std::uint64_t size = 0;

    friend bool operator==(const FileMark&, const FileMark&) = default;
};
FileMark mark_of(std::string_view bytes);
/// Returns empty if the file cannot be read.
std::optional<FileMark> mark_of_file(const std::string& path);

/// What prevents saving a document to its file; all but Failed can be overruled.
enum class Obstacle {
    Failed,       // the disk is full, the folder is gone, …: choose another place
    ReadOnly,     // the file is marked as read-only
    Exists,       // another file has this name
    Changed,      // the file is no longer what was opened
    Gone,         // the opened file no longer exists
    HardLink,     // the file has other names, which would keep the old document
    FolderClosed, // no file can be made in the folder, but this file may be overwritten
};

/// What the user has agreed to.
struct SaveChoices {
    bool replaces = false;    // replace the existing file, whatever it is
    bool breaks_link = false; // let other names keep the old document
    bool in_place = false;    // overwrite the old bytes, after copying them to `copies_folder`
    bool keeps_backup = true; // keep the old file as "name~"
    std::string copies_folder;
};

/// The result of saving a document.
struct Saved {
    std::optional<Obstacle> obstacle;
    Error error;      // what the obstacle is and what can be done
    FileMark mark;    // marks what was written
    std::string copy; // the copy of the old bytes if the file was overwritten in place
};

/// Writes the document. `opened` is the file's mark from when it was last opened or saved; empty if
/// the document does not come from it. First reads the text back and compares it with the document:
/// what cannot be saved exactly is not saved at all. Then uses core/io/journal/file.h. If there is
/// an obstacle, the file is unchanged.
Saved save_document(const Document& document, const std::string& path,
                    const std::optional<FileMark>& opened, const SaveChoices& choices);

/// Does the same with bytes that the caller knows to be right.
Saved save_bytes(const std::string& bytes, const std::string& path,
                 const std::optional<FileMark>& opened, const SaveChoices& choices);

// Prevents two windows from editing one file: records who has it open.

/// The window that has the file open.
struct Holder {
    long process = 0;
    std::string host;
    std::int64_t since = 0; // seconds since 1970
};

/// Held while a window edits a file; ends with the window, also if that is killed.
class Claim {
public:
    Claim(std::string file, Descriptor opened)
        : file_(std::move(file)), opened_(std::move(opened)) {}
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    std::string file_;
    Descriptor opened_;
};

struct Claimed {
    std::shared_ptr<const Claim> claim; // also empty if claims cannot be kept: then all may edit
    std::optional<Holder> holder;       // the window that was first
};

/// Claims the document at `path`; `folder` holds the claims.
Claimed claim(const std::string& path, const std::string& folder);

} // namespace attn::io
