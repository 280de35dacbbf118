// SPDX-License-Identifier: MIT
// Writes a new file next to an old one and replaces it in one step.
#pragma once

#include "core/io/descriptor.h"
#include "core/io/file.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// Follows the links of `path`, also to a file that does not exist yet.
Result<std::string> follow_links(const std::string& path);

struct Replacement {
    std::string target;        // not a link
    std::string shown;         // the path as messages name it
    bool keeps_backup = false; // keep the old file as "name~"
    bool is_checked = false;   // read back and compare what was written
    Flush flush = Flush::Now;
};

/// Replaces the target so that it holds the old bytes or the new ones at every moment: writes a new
/// file next to it with the old file's permissions, owner and attributes, flushes it to disk,
/// checks it, renames it over the target, and flushes the folder. If anything fails, the target is
/// unchanged and no other file is left.
Result<> replace(const Replacement& replacement, std::string_view bytes);

/// Overwrites a file that cannot be replaced (a read-only folder, a hard link to keep). First
/// copies the old bytes into `copies_folder`, so that a power cut loses nothing; a failed write
/// restores the old bytes. Returns the path of the copy.
Result<std::string> overwrite(const std::string& target, std::string_view bytes,
                              const std::string& copies_folder);

/// Removes the temporary files that killed programs left next to files: only names of our own whose
/// process is gone.
void sweep_leftovers(const std::string& folder);

} // namespace attn::io
