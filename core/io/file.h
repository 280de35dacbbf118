// SPDX-License-Identifier: MIT
// Whole files in and out of memory: reading with a limit, writing all or nothing.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace attn::io {

/// No document is larger; as many numbers as a document may have fit, written in full: the block of
/// a model of 768 dimensions, or 4,096 words of width 2,000.
constexpr std::size_t max_document_bytes = std::size_t{256} << 20;

/// The bytes of a regular file. Folders, pipes, devices, missing, unreadable and larger files are
/// errors that say so; it never waits for a pipe or reads a device without end.
Result<std::string> read_file(const std::string& path, std::size_t limit = max_document_bytes);

/// When the disk must have the bytes.
enum class Flush {
    Now,  // before the file takes its place: not even a power cut costs anything
    Later // when the system does it by itself: quicker, for what can be made again
};

/// Replaces or creates the file so that at every moment it holds the old bytes or the new ones:
/// a new file beside it is written, flushed and renamed. A link is kept and what it
/// points to is replaced; a file that is read-only or not a regular file is refused.
Result<> write_file(const std::string& path, std::string_view bytes, Flush flush = Flush::Now);

} // namespace attn::io
