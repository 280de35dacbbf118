// SPDX-License-Identifier: MIT
// A new file that is written beside an old one and takes its place all at once.
#pragma once

#include "core/io/descriptor.h"
#include "core/io/file.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Where the bytes of `path` are: its links followed, also to a file that does not exist yet.
Result<std::string> follow_links(const std::string& path);

struct Replacement {
    std::string target;        // no link
    std::string shown;         // the path as messages name it
    bool keeps_backup = false; // the old file stays as "name~"
    bool is_checked = false;   // what was written is read back and compared
    Flush flush = Flush::Now;
};

/// At every moment the target holds the old bytes or the new ones: they are written into a new file
/// beside it with the old file's permissions, owner and attributes, flushed to the disk, checked,
/// renamed over it; then the folder is flushed. When anything fails, the target is as it was and
/// nothing is left beside it.
Result<> replace(const Replacement& replacement, std::string_view bytes);

/// Overwrites a file that cannot be replaced (a folder that is read-only, a hard link to keep).
/// `copies_folder` gets a copy of what was there first, so that a power cut in between costs
/// nothing; a failed write puts the old bytes back. Gives the path of the copy.
Result<std::string> overwrite(const std::string& target, std::string_view bytes,
                              const std::string& copies_folder);

/// Removes what was left beside files by programs that were killed while they wrote: only names
/// of our own whose process is gone.
void sweep_leftovers(const std::string& folder);

} // namespace attn::io
