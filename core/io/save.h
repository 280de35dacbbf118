// SPDX-License-Identifier: MIT
// Saving a document so that neither the old file nor the new one can be lost.
#pragma once

#include "core/document/document.h"

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// The bytes a file had when it was opened or saved. Dates lie (a copy, a clock that jumped), bytes
/// do not.
struct FileMark {
    std::uint64_t hash = 0;
    std::uint64_t size = 0;

    friend bool operator==(const FileMark&, const FileMark&) = default;
};
FileMark mark_of(std::string_view bytes);
/// Nothing when the file cannot be read.
std::optional<FileMark> mark_of_file(const std::string& path);

/// What stands between a document and its file; all but Failed can be overruled.
enum class Obstacle {
    Failed,   // the disk is full, the folder is gone, …: nothing to do but choose another place
    ReadOnly, // the file says that it must not change
    Exists,   // there is another file of this name
    Changed,  // the file is not what was opened
    Gone,     // the file that was opened is there no more
    HardLink, // the file has other names, which would keep the old document
    FolderClosed, // nothing can be made in the folder, but the file itself may be written
};

/// What the user has agreed to.
struct SaveChoices {
    bool replaces = false;    // the file that is there, whatever it is
    bool breaks_link = false; // other names keep the old document
    bool in_place = false;    // over the old bytes, after a copy of them in `copies_folder`
    bool keeps_backup = true; // the old file stays as "name~"
    std::string copies_folder;
};

/// A document that was saved, or why not.
struct Saved {
    std::optional<Obstacle> obstacle;
    Error error;      // says what the obstacle is and what can be done
    FileMark mark;    // of what was written
    std::string copy; // where the old bytes went when the file was written in place
};

/// Writes the document. `opened` is the mark of the file when it was opened or saved last; nothing
/// when the document does not come from it. First the text is read back and compared with the
/// document: what cannot be saved exactly is not saved at all. Then core/io/replacement.h. When
/// there is an obstacle, the file is as it was.
Saved save_document(const Document& document, const std::string& path,
                    const std::optional<FileMark>& opened, const SaveChoices& choices);

} // namespace attn::io
