// SPDX-License-Identifier: MIT
// Reads and writes whole files: reads up to a limit, writes all or nothing.
#pragma once

#include "core/base/result.h"
#include "core/io/journal/machine.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn::io {

/// The largest document file. All numbers that a document may have fit, written in full: the block
/// of a model of 768 dimensions, or 4,096 words of width 2,000.
constexpr std::size_t max_document_bytes = std::size_t{256} << 20;

/// Reads a regular file. Folders, pipes, devices, missing, unreadable and too large files give
/// errors that say so; it never waits for a pipe or reads a device endlessly.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_document_bytes);

/// When the bytes must reach the disk.
enum class Flush {
    Now,  // before the file is replaced: even a power cut loses nothing
    Later // when the system does it: faster, for what can be made again
};

/// Replaces or creates the file so that it holds the old bytes or the new ones at every moment:
/// writes a new file next to it, flushes and renames it. Keeps a link and replaces what it points
/// to. Refuses read-only files and files that are not regular.
Result<> write_file(const std::string& path, std::string_view bytes, Flush flush = Flush::Now);

// Writes a new file next to an old one and replaces it in one step.

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
