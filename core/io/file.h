// SPDX-License-Identifier: MIT
// Reads and writes whole files: reads up to a limit, writes all or nothing.
#pragma once

#include "core/base/result.h"

#include <cstddef>
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

} // namespace attn::io
