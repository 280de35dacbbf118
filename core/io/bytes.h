// SPDX-License-Identifier: MIT
// Reads the bytes of a file piece by piece, so that a large file need not fit in memory.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace attn::io {

/// A run of bytes and how to read from it. Files are read, never mapped: a file truncated meanwhile
/// gives an error, not a signal.
struct Bytes {
    std::uint64_t size = 0;
    /// Fills `into` with the bytes from `offset` on. Read forward if possible: going back inside an
    /// archive means unpacking from its start.
    std::function<Result<>(std::uint64_t offset, std::span<char> into)> read;
};

/// Opens a regular file; the descriptor is closed with the last copy. Folders, pipes, devices,
/// missing and unreadable files give errors that say so; it never waits for a pipe.
Result<Bytes> open_bytes(const std::string& path);

/// Wraps bytes in memory.
Bytes bytes_in_memory(std::string text);

/// Reads `count` bytes into a string; the error says where the bytes end.
Result<std::string> text_at(const Bytes& bytes, std::uint64_t offset, std::size_t count);

/// Reads an unsigned number of `width` bytes, at most 8, lowest byte first.
std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t width);

/// Whether the bytes are a Git LFS pointer in place of a large file.
bool is_lfs_pointer(std::string_view beginning);
Error lfs_pointer();

} // namespace attn::io
